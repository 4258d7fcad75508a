#include "kernel/tune/own_trial.hpp"
#include "kernel/tune/strategies.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::kernel {

namespace {

constexpr std::size_t population_size = 12;
constexpr double weight = 0.7;    ///< of a difference of two members
constexpr double crossover = 0.8; ///< chance that a position comes from the mutant

class Evolution final : public Searcher {
public:
  using Searcher::Searcher;

private:
  std::size_t choose(std::span<const Trial> trials, measure::Random& random) override {
    if (asked_) {
      if (const Trial* const trial = trial_of(trials, *asked_)) {
        settle(*trial);
      }
    }
    asked_ = members_.size() < population_size ? untried().any(random) : untried().nearest(bred(random), random);
    return *asked_;
  }

  /// Takes the place of the member it was bred for if it is not worse; the first ones become the members.
  void settle(const Trial& trial) {
    if (members_.size() < population_size) {
      members_.push_back(trial);
      return;
    }
    if (comparable(trial.cost) <= comparable(members_[target_].cost)) {
      members_[target_] = trial;
    }
    target_ = (target_ + 1) % population_size;
  }

  /// The positions of a child for target_.
  std::vector<Position> bred(measure::Random& random) const {
    const auto less = [](const Trial& a, const Trial& b) { return comparable(a.cost) < comparable(b.cost); };
    const Trial& best = *std::min_element(members_.begin(), members_.end(), less);
    const auto base = space().positions(best.configuration);
    const auto plus = space().positions(members_[random.below(population_size)].configuration);
    const auto minus = space().positions(members_[random.below(population_size)].configuration);
    const auto old = space().positions(members_[target_].configuration);
    std::vector<Position> child(old.begin(), old.end());
    const std::size_t sure = child.empty() ? 0 : static_cast<std::size_t>(random.below(child.size()));
    for (std::size_t i = 0; i < child.size(); ++i) {
      if (i == sure || uniform(random) < crossover) {
        const double mutant = base[i] + weight * (static_cast<double>(plus[i]) - static_cast<double>(minus[i]));
        child[i] =
            static_cast<Position>(std::clamp(std::round(mutant), 0.0, static_cast<double>(space().values(i) - 1)));
      }
    }
    return child;
  }

  std::vector<Trial> members_{};
  std::size_t target_ = 0; ///< the member that the next child may replace
  std::optional<std::size_t> asked_{};
};

} // namespace

std::unique_ptr<Searcher> make_evolution(const TuningSpace& space) {
  return std::make_unique<Evolution>(space);
}

} // namespace mapwright::kernel
