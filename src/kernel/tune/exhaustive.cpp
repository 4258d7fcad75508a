#include "kernel/tune/strategies.hpp"

namespace mapwright::kernel {

namespace {

class Exhaustive final : public Searcher {
public:
  using Searcher::Searcher;

private:
  std::size_t choose(std::span<const Trial> /*trials*/, measure::Random& /*random*/) override {
    while (!untried().contains(at_)) {
      ++at_;
    }
    return at_;
  }

  std::size_t at_ = 0; ///< all before are tried
};

} // namespace

std::unique_ptr<Searcher> make_exhaustive(const TuningSpace& space) {
  return std::make_unique<Exhaustive>(space);
}

} // namespace mapwright::kernel
