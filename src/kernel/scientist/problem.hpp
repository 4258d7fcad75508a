// The problem "make this kernel faster" for the loop.
#pragma once

#include "kernel/scientist/arbiter.hpp"
#include "kernel/scientist/knowledge.hpp"
#include "kernel/scientist/learning.hpp"
#include "kernel/scientist/roles.hpp"
#include "loop/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

struct ProblemSpec {
  Task task{};
  Backend backend = Backend::cpp;
  std::string start{}; ///< the source of the starting kernel
  /// Who sits in the roles: "built-in", "random", "model" or "model:NAME" (occupants.hpp).
  std::string selector = "built-in";
  std::string designer = "built-in";
  std::string writer = "built-in";
  Learning learning{};
  Knowledge knowledge{};
  std::vector<Finding> findings{}; ///< from other runs
  std::string machine{};           ///< where the run was begun, one line: what findings are about
  /// Most configurations timed for one experiment, at least 1; none: a tenth of the evaluations, at most 6.
  std::optional<std::size_t> tune{};
  std::uint64_t patience = 0; ///< generations without a new champion after which the run ends; 0: any number
  RunnerSettings runner{};
  RacingRule racing{};
  std::optional<Evaluator> evaluator{}; ///< a command of the user's own judges instead
  std::size_t evaluator_rounds = 20;    ///< how often it is asked about each of two versions
  Examine examine{};                    ///< none: rewrite/examination.hpp
};

/// The problem. Nothing is compiled before a step is verified, so that a replay needs no compiler for the task's
/// reference. Errors: input, for a role nobody plays, or a model that is not among `models`.
Result<std::unique_ptr<loop::Problem>> make_problem(ProblemSpec spec, const std::vector<loop::Model>& models);

} // namespace mapwright::kernel::scientist
