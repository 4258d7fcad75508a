// Expressions of programs: over names that are in scope.
#pragma once

#include "core/error.hpp"
#include "expr/expr.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Names and their values.
using NamedValues = std::vector<std::pair<std::string, std::int64_t>>;

/// An expression over these names; no tables. `whose` says what they are, for errors: "a size of the program". The
/// place of an error counts in `text`.
Result<expr::Expr> parse_named(std::string_view text, const std::vector<std::string>& names, std::string_view whose);

/// The value of `e`, which must fit 64 bits. Input error: "floor_div(n, k) has no value at n=1 k=0: division by zero".
Result<std::int64_t> evaluate_named(const expr::Expr& e, const NamedValues& values);

} // namespace mapwright::mapper
