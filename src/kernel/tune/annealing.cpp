#include "kernel/tune/own_trial.hpp"
#include "kernel/tune/strategies.hpp"

#include <cmath>

namespace mapwright::kernel {

namespace {

constexpr double first_temperature = 0.3; ///< a configuration 30 % slower is accepted in one of e cases
constexpr double cooling = 0.93;          ///< per trial
constexpr unsigned patience = 12;         ///< trials in a row not accepted before a fresh start

class Annealing final : public Searcher {
public:
  using Searcher::Searcher;

private:
  std::size_t choose(std::span<const Trial> trials, measure::Random& random) override {
    if (asked_) {
      if (const Trial* const trial = trial_of(trials, *asked_)) {
        settle(*trial, random);
      }
    }
    asked_ = current_ ? untried().nearest(space().positions(current_->configuration), random) : untried().any(random);
    return *asked_;
  }

  /// Moves to the trial, or stays.
  void settle(const Trial& trial, measure::Random& random) {
    temperature_ *= cooling;
    if (accepts(trial, random)) {
      current_ = trial;
      rejected_ = 0;
    } else if (++rejected_ >= patience) {
      current_.reset();
      rejected_ = 0;
      temperature_ = first_temperature;
    }
  }

  bool accepts(const Trial& trial, measure::Random& random) const {
    if (!trial.cost || !current_) {
      return trial.cost.has_value();
    }
    const double worse = *trial.cost - *current_->cost;
    return worse <= 0 || uniform(random) < std::exp(-worse / (std::abs(*current_->cost) * temperature_));
  }

  std::optional<Trial> current_{}; ///< a valid one; nothing before a start
  std::optional<std::size_t> asked_{};
  double temperature_ = first_temperature;
  unsigned rejected_ = 0;
};

} // namespace

std::unique_ptr<Searcher> make_annealing(const TuningSpace& space) {
  return std::make_unique<Annealing>(space);
}

} // namespace mapwright::kernel
