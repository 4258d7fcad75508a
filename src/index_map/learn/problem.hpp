// The problem "find an index map" for the loop.
#pragma once

#include "index_map/learn/judge.hpp"
#include "index_map/learn/sought.hpp"
#include "loop/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::learn {

struct ProblemSpec {
  std::string title{};
  std::optional<domain::Domain> domain{};        ///< either its definition
  std::optional<infer::Examples> examples{};     ///< or its first points
  std::vector<std::optional<expr::Int>> sizes{}; ///< of the domain, those that are given
  std::vector<std::string>
      proposers{};              ///< "symbolic", "regression", "model", in order; empty: symbolic, then any models
  std::size_t listed = 2000;    ///< points of a known domain that are compared first
  std::size_t shown = 200;      ///< most points a model is shown
  bool definition_shown = true; ///< whether proposers may see the domain, not only its points
  std::uint64_t tries = 8;      ///< attempts of all models together
  JudgeOptions judge{};
};

/// Errors: input, for an unknown proposer, a domain without points, too few points, or the proposer "model" without
/// any model.
Result<std::unique_ptr<loop::Problem>> make_problem(ProblemSpec spec, const std::vector<loop::Model>& models);

} // namespace mapwright::index_map::learn
