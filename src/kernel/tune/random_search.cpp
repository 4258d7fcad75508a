#include "kernel/tune/strategies.hpp"

namespace mapwright::kernel {

namespace {

class RandomSearch final : public Searcher {
public:
  using Searcher::Searcher;

private:
  std::size_t choose(std::span<const Trial> /*trials*/, measure::Random& random) override {
    return untried().any(random);
  }
};

} // namespace

std::unique_ptr<Searcher> make_random(const TuningSpace& space) {
  return std::make_unique<RandomSearch>(space);
}

} // namespace mapwright::kernel
