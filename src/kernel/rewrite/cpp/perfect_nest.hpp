// Two loops, one directly within the other, whose iterations can be made in any order.
#pragma once

#include "kernel/rewrite/cpp/common.hpp"

#include <optional>
#include <vector>

namespace mapwright::kernel::rewrite {

struct PerfectNest {
  NestedLoop outer{};
  NestedLoop inner{};
  bool rectangular = true; ///< the inner bounds do not depend on the outer variable
};

/// All such pairs. The inner loop has no pragmas; the outer one stands alone (stands_alone).
std::vector<PerfectNest> perfect_nests(const Source& source);

} // namespace mapwright::kernel::rewrite
