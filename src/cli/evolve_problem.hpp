// The problem file that `kernel evolve` stands for.
#pragma once

#include "cli/evaluator_options.hpp"
#include "cli/kernel_options.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// As typed; what is empty is left out.
struct EvolveProblem {
  std::string task;
  std::string start{};
  std::string selector{};
  std::string designer{};
  std::string writer{};
  std::string knowledge{};
  std::string findings{};
  std::string without{}; ///< parts of learning, "bandit,ledger"
  std::optional<std::int64_t> tune{};
  std::string compiler{};
  std::optional<double> seconds{};
  bool no_contention_check = false;
  std::string output{};
  bool has_models = false; ///< the roles are theirs unless said otherwise
  KernelOptions kernel{};
  EvaluatorOptions evaluator{};
};

/// The text of the problem file. Input error: more than one back end, an unknown part of learning.
Result<std::string> evolve_problem_text(const EvolveProblem& problem);

} // namespace mapwright::cli
