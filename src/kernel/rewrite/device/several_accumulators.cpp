#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <map>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

std::string in_lanes(const Source& source, const CountedLoop& loop, const std::vector<Accumulator>& sums,
                     const std::string& lanes) {
  const std::string lane = fresh_name(source.text, "lane");
  const std::string& p = loop.variable.name;
  const std::string head = fmt::format("for (int {0} = 0; {0} < {1}; ++{0}) {{\n", lane, lanes);
  std::map<std::string, std::string> names{{p, fmt::format("({} + {})", p, lane)}};
  std::string arrays;
  std::string firsts;
  std::string combined;
  for (const Accumulator& sum : sums) {
    const std::string array = fresh_name(source.text, sum.name + "_lanes");
    names[sum.name] = fmt::format("{}[{}]", array, lane);
    arrays += fmt::format("  {} {}[{}];\n", sum.type, array, lanes);
    firsts += fmt::format("    {} = {};\n", names[sum.name], sum.first());
    combined += fmt::format("    {};\n", sum.combined_with(names[sum.name]));
  }
  std::string text = "{\n" + arrays + "  " + head + firsts + "  }\n";
  text += fmt::format("  {} {} = {};\n", loop.variable.written, p, loop.begin(source));
  text += fmt::format("  for (; {0} + {1} <= {2}; {0} += {1}) {{\n    {3}", p, lanes, loop.end(source), head);
  text += with_names(body_text(source, *loop.body, "      "), names);
  text += "    }\n  }\n  " + head + combined + "  }\n";
  text += fmt::format("  for (; {0} < {1}; ++{0}) {{\n", p, loop.end(source));
  return text + body_text(source, *loop.body, "    ") + "  }\n}";
}

} // namespace

Drafts several_accumulators(const Subject& subject) {
  Drafts drafts;
  const Source& source = subject.source;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const auto sums = accumulators(loop, *nested.function);
    if (!sums || sums->empty() || !is_innermost(loop) || ends_at_constant(loop, subject.candidate) ||
        !loop.statement->pragmas.empty()) {
      continue;
    }
    const std::string lanes = fresh_name(source.text, "SUMS");
    Draft draft;
    draft.site = place_of(source, loop);
    const std::size_t indentation = source.indentation(loop.statement->span.begin).size();
    draft.changes.push_back({loop.statement->span, reindented(in_lanes(source, loop, *sums, lanes), 0, indentation)});
    draft.tunables.push_back({lanes, {1, 2, 4, 8, 16}, 8});
    draft.rubric = {fmt::format("The loop over {} is cut into parts of `{}` turns.", loop.variable.name, lanes)};
    for (const Accumulator& sum : *sums) {
      draft.rubric.push_back(
          fmt::format("`{}` accumulators in the place of {} are combined behind the loop.", lanes, sum.name));
    }
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
