// The loops of emit/nest.hpp as lines of text in C's syntax, and the small functions they call.
#pragma once

#include "emit/helpers.hpp"
#include "emit/nest.hpp"
#include "emit/spelling.hpp"

#include <string>
#include <vector>

namespace mapwright::emit {

/// What things are called in the loops.
struct NestNames {
  std::vector<std::string> sizes;    ///< parameters
  std::vector<std::string> counters; ///< of the loops
  std::vector<std::string> bounds;   ///< X of first_X and last_X, by counter
  std::vector<std::string> lasts;    ///< the greatest values of the counters
  std::vector<std::string> fields;   ///< of a point
};

/// Names that differ from each other and from the words the text uses itself.
NestNames nest_names(const NestUnit& unit);

/// "a, b, c".
std::string listed(const std::vector<std::string>& items);

/// "TYPE a, TYPE b".
std::string typed(const std::vector<std::string>& names, const std::string& type);

/// A small function of the sizes and some more arguments, printed.
struct SmallFunction {
  std::string formals;              ///< of which unread ones have names in comments where `comments`
  std::string unused;               ///< statements that mark unread ones, where not
  std::string body;                 ///< statements, indented by 2
  std::vector<std::string> results; ///< expressions
};
SmallFunction small_function(const NestUnit& unit, const Spelling& spelling, HelperSet& used,
                             const std::vector<expr::Symbol>& arguments, const std::vector<expr::Expr>& results,
                             bool comments);

/// Which of the functions first_X and last_X the loops call, by level.
bool calls_first(const Nest& nest, std::size_t level);
bool calls_last(const Nest& nest, std::size_t level);

/// How the loops are spelled.
struct LoopSpelling {
  std::string index;             ///< the type of counters
  std::string prefix;            ///< before first_X and last_X
  std::string suffix;            ///< behind them
  std::vector<std::string> body; ///< lines for a point, in which the innermost counter is called `innermost`
  std::string innermost;
  std::string local; ///< before the names `left`, `room`, `width` and `offset`
  std::string leave; ///< the statement that ends all loops, or `break;` for one loop after the other
};

/// From the counters on, over `left` >= 1 points; counters and `left` are variables of the surroundings. Ends by
/// `leave` once `left` is 0.
std::vector<std::string> loop_lines(const NestNames& names, const LoopSpelling& spelling);

} // namespace mapwright::emit
