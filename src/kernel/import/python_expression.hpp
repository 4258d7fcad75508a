// Integer expressions as the auto-tuning community writes them, in Python: read, and said in our own (expr/text.hpp).
//
// Understood: integers, True, False, names, + - * // % ** << >> & | ^ ~, comparisons (chained ones too), in and not in
// a list, and, or, not, x if c else y, and the functions min, max, abs, pow, int, ceil and floor (math.ceil and
// math.floor too), the last three also of a quotient a / b, which has no meaning for integers elsewhere. Lists also by
// range(...), list(range(...)), [x for i in LIST if c] and LIST + LIST.
#pragma once

#include "core/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// The same value in our expressions. Errors of all of these have a place in `python`, on its first line: what cannot
/// be read, a name that is none of `names`, what integers cannot say.
Result<std::string> translate_number(std::string_view python, const std::vector<std::string>& names);

/// The same condition: other than 0 where Python takes it for true.
Result<std::string> translate_condition(std::string_view python, const std::vector<std::string>& names);

/// The integers of a list without names, at least one; True is 1 and False 0.
Result<std::vector<std::int64_t>> evaluate_list(std::string_view python);

} // namespace mapwright::kernel
