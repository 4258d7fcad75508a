// A proved index map as text for a kernel: functions to stand before it, and the count for its launch list.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"
#include "expr/expr.hpp"
#include "kernel/task/task.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel::rewrite {

struct MapText {
  expr::Expr count;         ///< the number of points, in the parameters of the domain
  std::string functions;    ///< definitions; the last one is `unrank`
  std::string count_name{}; ///< count(sizes...); C++ only
  std::string unrank;       ///< void unrank(sizes..., w, &first coordinate, ...): 64-bit integers, 0 <= w < count
  std::string method;       ///< for people: "i by square root, j by offset"
  double cost = 0;          ///< operations of one unrank
};

/// The proved map of the domain for kernels of this back end; `name` begins the names of all functions. On devices the
/// 32-bit variant runs wherever the sizes allow it. Input error: no map is known, it cannot be proved, or it is not
/// made of one expression and plain arithmetic.
Result<MapText> map_text(const domain::Domain& domain, Backend backend, const std::string& name);

} // namespace mapwright::kernel::rewrite
