// Ways to make a new assignment from those that were evaluated, as OpenTuner's ensemble has them.
#pragma once

#include "mapper/search/decision_space.hpp"
#include "measure/random.hpp"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Assignments that were evaluated, with their seconds, the best first.
using Elite = std::vector<std::pair<double, Assignment>>;

class Technique {
public:
  virtual ~Technique() = default;
  [[nodiscard]] virtual std::string_view name() const = 0;
  /// A wish; DecisionSpace::legal makes it an assignment. `elite` is not empty.
  virtual Assignment next(const Elite& elite, measure::Random& random) = 0;
  /// What its last wish gave.
  virtual void learn(const Assignment& assignment, double seconds) = 0;
};

/// Differential evolution (Storn and Price, 1997) on vectors in [0, 1)^D, an option for each interval of equal length:
/// 30 individuals, crossover rate 0.9, difference factor drawn from [0.5, 1), the oldest individual is challenged.
std::unique_ptr<Technique> differential_evolution(const DecisionSpace& space);
/// The best assignment with each decision drawn anew with probability 0.1, at least one.
std::unique_ptr<Technique> uniform_greedy_mutation(const DecisionSpace& space);
/// The best assignment with each decision moved with probability 0.3, at least one, by a normal deviate of a tenth of
/// its options, at least one of them.
std::unique_ptr<Technique> normal_greedy_mutation(const DecisionSpace& space);
/// Each decision from one of two of the ten best.
std::unique_ptr<Technique> elite_crossover();

} // namespace mapwright::mapper
