#include "kernel/rewrite/cpp/perfect_nest.hpp"

#include "kernel/rewrite/walk.hpp"

namespace mapwright::kernel::rewrite {

std::vector<PerfectNest> perfect_nests(const Source& source) {
  std::vector<PerfectNest> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const auto inner = only_loop_in(nested.loop);
    if (!inner || !stands_alone(source, nested)) {
      continue;
    }
    PerfectNest nest{nested, nested};
    nest.inner.loop = *inner;
    nest.inner.around.push_back(nested.loop);
    const Declaration variable = nested.loop.variable.declaration;
    nest.rectangular = !mentions(*inner->first, variable) && !mentions(*inner->bound, variable);
    if (can_be_reordered(source, nested) && are_independent(source, nest.inner)) {
      result.push_back(std::move(nest));
    }
  }
  return result;
}

} // namespace mapwright::kernel::rewrite
