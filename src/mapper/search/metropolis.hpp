// A Metropolis chain over assignments.
//
// Jia, Zaharia and Aiken, "Beyond Data and Model Parallelism for Deep Neural Networks" (FlexFlow), 2019: a random step
// is taken when it is better, otherwise with probability exp(-(slowdown) / temperature), where the slowdown is that
// relative to the present makespan, so that the temperature means the same for every program.
#pragma once

#include "mapper/search/moves.hpp"
#include "mapper/search/searcher.hpp"

#include <memory>
#include <optional>

namespace mapwright::mapper {

inline constexpr double usual_temperature = 0.02;

/// The probability with which a step from `seconds` to `next_seconds` is taken; 1 from where nothing runs, 0 to there.
double metropolis_probability(double seconds, double next_seconds, double temperature);

/// The chain, which asks somebody else for makespans.
class MetropolisChain {
public:
  explicit MetropolisChain(const Moves& moves, double temperature = usual_temperature)
      : moves_(moves), temperature_(temperature) {}

  /// Goes there whatever it costs.
  void start(Assignment assignment, double seconds);
  [[nodiscard]] bool started() const { return at_.has_value(); }
  [[nodiscard]] double seconds() const { return seconds_; }
  /// The next assignment to try. REQUIRES: started.
  [[nodiscard]] Assignment next(measure::Random& random) const { return moves_.random_step(*at_, random); }
  /// What it costs; true when the chain goes there.
  bool judge(const Assignment& assignment, double seconds, measure::Random& random);

private:
  const Moves& moves_;
  double temperature_;
  std::optional<Assignment> at_;
  double seconds_ = 0;
};

/// Each evaluation is of the best assignment not evaluated before that a stretch of the chain has seen; makespans in
/// the stretch are side simulations. When there are none left each step of the chain is an evaluation.
std::unique_ptr<Searcher> make_mcmc_searcher(const SearcherScene& scene);

} // namespace mapwright::mapper
