#include "loop/portfolio.hpp"

#include <set>

namespace mapwright::loop {

namespace {

class Portfolio : public Proposer {
public:
  explicit Portfolio(std::vector<std::unique_ptr<Proposer>> proposers) : proposers_(std::move(proposers)) {}

  void begin(const Budget& limits) override {
    for (const auto& proposer : proposers_) {
      proposer->begin(limits);
    }
  }

  std::optional<Plan> plan(std::uint64_t step, measure::Random& random) override {
    while (turn_ < proposers_.size()) {
      if (auto planned = proposers_[turn_]->plan(step, random)) {
        under_way_.insert(step);
        return planned;
      }
      if (!under_way_.empty()) {
        return std::nullopt;
      }
      ++turn_;
    }
    return std::nullopt;
  }

  void observe(const archive::Step& step) override {
    under_way_.erase(step.number);
    for (const auto& proposer : proposers_) {
      proposer->observe(step);
    }
  }

private:
  std::vector<std::unique_ptr<Proposer>> proposers_;
  std::size_t turn_ = 0;
  std::set<std::uint64_t> under_way_;
};

} // namespace

std::unique_ptr<Proposer> make_portfolio(std::vector<std::unique_ptr<Proposer>> proposers) {
  return std::make_unique<Portfolio>(std::move(proposers));
}

} // namespace mapwright::loop
