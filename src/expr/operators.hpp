// The meaning of each operator on values: laws E3-E28 as one function, shared by the evaluator and constant folding.
#pragma once

#include "expr/evaluate.hpp"
#include "expr/expr.hpp"

#include <tl/expected.hpp>

namespace mapwright::expr {

/// `op` applied to the values a and b (b is ignored by unary operators). Not for constant, variable, load, root,
/// select.
tl::expected<Int, FaultKind> apply(Op op, Int a, Int b);

} // namespace mapwright::expr
