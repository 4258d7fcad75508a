#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

bool writes_arrays(const Source& source, const CountedLoop& loop) {
  const Effects found = effects(source, *loop.body);
  return std::any_of(found.accesses.begin(), found.accesses.end(), [](const Access& access) { return access.writes; });
}

std::vector<Variant> put_simd(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    if (!is_innermost(loop) || !writes_arrays(source, loop) || !are_independent(source, nested)) {
      continue;
    }
    Edits edits;
    std::string item;
    if (loop.statement->pragmas.empty() && stands_alone(source, nested)) {
      put_pragma(source, loop, "omp simd", edits);
      item = fmt::format("`#pragma omp simd` stands before the loop over {}", loop.variable.name);
    } else if (const Pragma* shared = loop.parallel();
               shared != nullptr && shared->text.find(" simd") == std::string::npos) {
      std::string text = shared->text;
      text.insert(text.find(" for") + 4, " simd");
      edits.replace(shared->span, "#pragma " + text);
      item = fmt::format("`for simd` is in the pragma of the loop over {}", loop.variable.name);
    } else {
      continue;
    }
    result.push_back(made(subject, place_of(source, loop), edits, {item}));
  }
  return result;
}

} // namespace

Rule simd_loop() {
  return {{.name = "simd-loop",
           .kind = AvenueKind::compute,
           .hypothesis = "the compiler does not see that iterations are independent, so it keeps to scalars",
           .applies = "an innermost loop whose iterations write elements of their own",
           .backends = {Backend::cpp},
           .gain = {0.9, 1.1},
           .innovation = 10},
          put_simd};
}

} // namespace mapwright::kernel::rewrite
