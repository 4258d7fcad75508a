// Text of expressions, functions and tables; what is printed parses back to the same structure.
//
//   parse(to_text(x)) == x       for every x whose names satisfy is_name and whose size is within the limits below
//   to_text(parse(t))            is the canonical form of t
//
// Expressions: integers, names, table[index], the operators below (tightest first), and calls.
//   a ** b                  power; right to left; printed pow(a, b)
//   -a                      0 - a; before a number: the negative literal
//   a*b  a/b  a % b         mul, exact_div, floor_mod (printed mod(a, b)); left to right
//   a + b  a - b            left to right
//   a < b  <=  >  >=        at most one in a row; a > b is read as b < a
//   a == b  !=              at most one in a row
//   not a                   `!` also; its operand is a single name, call or parenthesis
//   a and b, a or b         `&&`, `||` also; left to right
//   floor_div(a, b) mod(a, b) div(a, b) rem(a, b) min(a, b) max(a, b) pow(a, b) shl(a, b) shr(a, b)
//   bitand(a, b) bitor(a, b) bitxor(a, b) isqrt(a) icbrt(a) root(k, a) log2(a) select(c, a, b)
// div and rem are nonneg_div and nonneg_mod.
//
// Functions:
//   fn unrank(n; w) -> (i, j) {                    parameters; arguments -> names of results
//     let t = w - i*(i + 1)/2;                     S1
//     var x = 0;                                   S2
//     set x = x + 1;                               S3
//     if (a < b) { ... } else if (c) { ... } else { ... }
//     for l below level { ... }                    0, 1, ..., level - 1
//     for l down below level { ... }               level - 1, ..., 1, 0
//     solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 2*w, 0, 1, down 1, up 0);
//     solve k in [0, n] where t[k] <= w by bisect(32);
//     assume i in [0, n - 1];                      S7
//     return (i, t);
//   }
// `root(degree, radicand, offset, divisor, down d, up u)` are the fields of RootEstimate in that order.
//
// Tables: fixed ones list their entries, run-time ones state a bound; the meaning is optional.
//   table first: "first index of each row" = [0, 3, 5];
//   table cu_seqlens: "row offsets" in [0, 4096];
//
// A comment runs from '#' to the end of the line.
#pragma once

#include "core/error.hpp"
#include "expr/function.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::expr {

/// Limits of the parser; beyond them it answers with an error, so that hostile text cannot exhaust the machine.
inline constexpr std::size_t text_limit = std::size_t{1} << 24; ///< bytes of one text
inline constexpr int nesting_limit = 256;                       ///< parentheses, calls and blocks within one another
inline constexpr int depth_limit = 2000;                        ///< depth of one expression tree

/// Tables and the functions that read them: one whole file.
struct Listing {
  std::vector<Table> tables;
  std::vector<Function> functions;
};

/// Whether the parser reads `text` as a name: a letter or '_', then letters, digits and '_'; not and, or, not.
bool is_name(std::string_view text);

std::string to_text(const Expr& e);
std::string to_text(const Table& table);
std::string to_text(const Function& f);
std::string to_text(const Listing& listing);

/// These read the whole text. `file_name` is what errors call it. The nodes are as written: nothing is rewritten.
Result<Expr> parse_expr(std::string_view text, std::string_view file_name);
Result<Table> parse_table(std::string_view text, std::string_view file_name);
Result<Function> parse_function(std::string_view text, std::string_view file_name);
Result<Listing> parse_listing(std::string_view text, std::string_view file_name);

} // namespace mapwright::expr
