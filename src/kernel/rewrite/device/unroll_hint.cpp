#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/loops.hpp"
#include "kernel/rewrite/names.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

Drafts unroll_hint(const Subject& subject) {
  Drafts drafts;
  const Source& source = subject.source;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    if (!is_innermost(loop) || !loop.statement->pragmas.empty() || ends_at_constant(loop, subject.candidate)) {
      continue;
    }
    const std::size_t begin = loop.statement->span.begin;
    const std::string tunable = fresh_name(source.text, "UNROLL");
    Draft draft;
    draft.site = place_of(source, loop);
    draft.changes.push_back({{begin, begin}, fmt::format("#pragma unroll {}\n{}", tunable, source.indentation(begin))});
    draft.tunables.push_back({tunable, {1, 2, 4, 8}, 4});
    draft.rubric = {fmt::format("`#pragma unroll {}` stands before the loop over {}.", tunable, loop.variable.name)};
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
