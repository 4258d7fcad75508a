// What the experiments for C++ share.
#pragma once

#include "kernel/rewrite/catalogue.hpp"
#include "kernel/rewrite/dependence.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/loops.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel::rewrite {

/// A variant of the subject with edits made.
Variant made(const Subject& subject, std::string site, const Edits& edits, std::vector<std::string> rubric);

/// Whether the statement, with its pragmas, begins its line and stands in a block: others can be put before it.
bool stands_alone(const Source& source, const NestedLoop& nested);

/// The beginning of an offset's line.
std::size_t line_begin(const Source& source, std::size_t offset);

/// In parentheses unless it is one word or number, or in parentheses already.
std::string grouped(const std::string& text);

/// In parentheses where it could not stand beside < and ? otherwise.
std::string comparable(const std::string& text);

/// "for (std::int64_t i = 0; i < n; ++i) {"
std::string loop_head(const CountedLoop& loop, const std::string& begin, const std::string& end,
                      const std::string& step = {});

/// The largest multiple of `factor` steps from a loop's beginning that stays within it, as an expression: "n - n % 4".
std::string whole_steps(const Source& source, const CountedLoop& loop, int factor);

/// "reduction(+ : x, y) reduction(max : top)"
std::string reduction_clauses(const std::vector<Reduction>& reductions);

/// The pragmas of the loop with the line feeds behind them.
std::string pragma_lines(const CountedLoop& loop);

/// Puts a pragma on the line above the loop.
void put_pragma(const Source& source, const CountedLoop& loop, const std::string& text, Edits& edits);

/// Names of reductions, for people: "x, y and z".
std::string names_of(const std::vector<Reduction>& reductions);

/// "float", "double" or constants of these.
bool is_float(std::string_view type);

} // namespace mapwright::kernel::rewrite
