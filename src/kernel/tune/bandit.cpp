#include "kernel/tune/own_trial.hpp"
#include "kernel/tune/strategies.hpp"

#include <cmath>
#include <deque>
#include <limits>

namespace mapwright::kernel {

namespace {

constexpr std::size_t window = 100;  ///< uses that are remembered
constexpr double exploration = 0.05; ///< weight of "seldom used"

/// One use of an arm, and what came of it.
struct Pull {
  std::size_t arm = 0;
  bool new_best = false;
};

class Bandit final : public Searcher {
public:
  explicit Bandit(const TuningSpace& space) : Searcher(space) {
    for (const auto make : {make_model, make_annealing, make_evolution, make_random}) {
      arms_.push_back(make(space));
    }
  }

private:
  std::size_t choose(std::span<const Trial> trials, measure::Random& random) override {
    learn(trials);
    const std::size_t arm = best_arm(random);
    auto asked = arms_[arm]->next(trials, random);
    while (!untried().contains(asked.value())) { // another arm asked for it, and nobody has evaluated it yet
      asked = arms_[arm]->next(trials, random);
    }
    asked_ = Asked{arm, *asked};
    return *asked;
  }

  /// Whether what was asked for last is a new best; then all trials are history.
  void learn(std::span<const Trial> trials) {
    const Trial* const trial = asked_ ? trial_of(trials, asked_->configuration) : nullptr;
    if (trial != nullptr) {
      uses_.push_back({asked_->arm, trial->cost && (!best_ || *trial->cost < *best_->cost)});
      if (uses_.size() > window) {
        uses_.pop_front();
      }
    }
    best_ = best_of(trials);
  }

  /// The arm with the highest credit, any of equals with equal chance; an unused arm first.
  std::size_t best_arm(measure::Random& random) const {
    std::vector<std::size_t> best;
    double highest = -1;
    for (std::size_t arm = 0; arm < arms_.size(); ++arm) {
      const double credit = credit_of(arm);
      if (credit > highest) {
        highest = credit;
        best.clear();
      }
      if (credit == highest) {
        best.push_back(arm);
      }
    }
    return best[static_cast<std::size_t>(random.below(best.size()))];
  }

  /// Area under the curve of successes, the later the more, and a bonus for being seldom used.
  double credit_of(std::size_t arm) const {
    double used = 0;
    double area = 0;
    for (const Pull& use : uses_) {
      if (use.arm == arm) {
        ++used;
        area += use.new_best ? used : 0;
      }
    }
    if (used == 0) {
      return std::numeric_limits<double>::infinity();
    }
    return 2 * area / (used * (used + 1)) +
           exploration * std::sqrt(2 * std::log2(static_cast<double>(uses_.size())) / used);
  }

  struct Asked {
    std::size_t arm = 0;
    std::size_t configuration = 0;
  };

  std::vector<std::unique_ptr<Searcher>> arms_{};
  std::deque<Pull> uses_{};
  std::optional<Asked> asked_{};
  std::optional<Trial> best_{}; ///< of the trials known at the last question
};

} // namespace

std::unique_ptr<Searcher> make_bandit(const TuningSpace& space) {
  return std::make_unique<Bandit>(space);
}

} // namespace mapwright::kernel
