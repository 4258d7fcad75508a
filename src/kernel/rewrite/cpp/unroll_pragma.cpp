#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

std::vector<Variant> unroll_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    if (!is_innermost(nested.loop) || !nested.loop.statement->pragmas.empty() || !stands_alone(source, nested)) {
      continue;
    }
    const std::string tunable = fresh_name(source.text, "UNROLL");
    const std::string constant = fresh_name(source.text, "unroll");
    const std::string indent = source.indentation(nested.loop.statement->span.begin);
    Edits edits; // g++ does not replace macros in this pragma
    edits.insert(line_begin(source, nested.loop.statement->span.begin),
                 fmt::format("{}constexpr int {} = {};\n#pragma GCC unroll {}\n", indent, constant, tunable, constant));
    Variant variant =
        made(subject, place_of(source, nested.loop), edits,
             {fmt::format("`#pragma GCC unroll` stands before the loop over {}", nested.loop.variable.name),
              fmt::format("`{}` is a tunable", tunable)});
    variant.source = with_tunable(variant.source, tunable, {1, 2, 4, 8, 16}, 4);
    result.push_back(std::move(variant));
  }
  return result;
}

} // namespace

Rule unroll_pragma() {
  return {{.name = "unroll",
           .kind = AvenueKind::compute,
           .hypothesis = "fewer tests and jumps for each element",
           .applies = "an innermost counting loop",
           .backends = {Backend::cpp},
           .gain = {0.95, 1.1},
           .innovation = 10},
          unroll_loops};
}

} // namespace mapwright::kernel::rewrite
