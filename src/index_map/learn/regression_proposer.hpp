// Symbolic regression as a proposer of index maps: the baseline that models and the symbolic proposer are compared
// with.
//
// Genetic programming (DEAP, through python3 in the sandbox) evolves one expression of w per coordinate from the points
// that are shown. The result is a function of the expression language, judged like any other candidate.
#pragma once

#include "index_map/learn/sought.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mapwright::index_map::learn {

struct RegressionOptions {
  std::uint64_t population = 500; ///< trees per generation
  std::uint64_t generations = 60; ///< at most, per coordinate; fewer where all points shown are right
  double seconds = 300;           ///< for all coordinates; beyond, there is no proposal
};

/// Proposes once; the step's random numbers are its seed. `sought` must outlive it. Where regression_missing says
/// why, it is not available.
std::unique_ptr<loop::Proposer> make_regression_proposer(const Sought& sought, const RegressionOptions& options);

/// Its name in archives.
inline constexpr const char* regression_name = "regression";

/// Why this machine cannot do it, e.g. "python3-deap is not installed"; nothing when it can.
std::optional<std::string> regression_missing();

} // namespace mapwright::index_map::learn
