// Inlining: the body of one function as statements of another, with every name of its own renamed.
#pragma once

#include "expr/function.hpp"

#include <span>
#include <string>
#include <vector>

namespace mapwright::index_map {

/// Statements that compute what a call would return, and the results as expressions valid after them.
struct Inlined {
  expr::Block body;
  std::vector<expr::Expr> results;
};

/// `f` called with these parameters and arguments. Names of `f` get `prefix` before them; the caller sees to it that
/// no name of its own starts that way. Values that are neither literals nor variables are bound once, by Let.
/// Throws std::logic_error when the number of values is wrong.
Inlined inline_call(const expr::Function& f, const std::string& prefix, std::span<const expr::Expr> parameters,
                    std::span<const expr::Expr> arguments);

/// Simultaneous replacement of variables by expressions, node by node, without rewriting.
expr::Expr replace(const expr::Expr& e, const std::vector<std::pair<expr::Symbol, expr::Expr>>& by);

/// Whether a loop or bisection of `f` has a trip count that depends on one of its parameters.
struct TripCounts {
  bool loops = false;      ///< some For
  bool bisections = false; ///< some Bisection
};
TripCounts trip_counts_of_parameters(const expr::Function& f);

/// `f` with every Bisection whose iterations mention a parameter given `iterations` instead. More halvings than needed
/// leave the answer alone: with one candidate left the middle is that candidate, and the condition holds there.
expr::Function with_bisections_of(const expr::Function& f, int iterations);

} // namespace mapwright::index_map
