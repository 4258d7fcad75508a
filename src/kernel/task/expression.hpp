// Expressions of task files and candidates: over a list of names, each with a value.
#pragma once

#include "core/error.hpp"
#include "core/settings.hpp"
#include "expr/expr.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::kernel {

/// An expression in these names. `whose` says what they are, for errors: "a size of the task". The column of an error
/// counts in `text`.
Result<expr::Expr> parse_over(std::string_view text, const std::vector<std::string>& names, std::string_view whose);

/// The same from item `item` of the list `key`, or from the text `key` itself; a mistake is refused at its place.
std::optional<expr::Expr> read_over(Section& section, std::string_view key, std::size_t item, std::string_view text,
                                    const std::vector<std::string>& names, std::string_view whose);

/// Values for names.
using Values = std::vector<std::pair<std::string, std::int64_t>>;

/// The value of `e`, as text can say it: "16*m: a number too large", and where: "at m=3 n=5".
Result<expr::Int> evaluate_at(const expr::Expr& e, const Values& values);

/// "m=3 n=5".
std::string describe(const Values& values);

} // namespace mapwright::kernel
