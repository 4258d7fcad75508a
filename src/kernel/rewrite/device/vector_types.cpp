#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/device/vector_body.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/names.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

constexpr std::string_view join_macros =
    R"(// The name of a vector type or function of n elements: VECTOR_JOIN(float, 4) is float4.
#define VECTOR_JOIN_(word, n) word##n
#define VECTOR_JOIN(word, n) VECTOR_JOIN_(word, n)

)";

std::string vector_loop(const Source& source, const CountedLoop& loop, const std::vector<Accumulator>& sums,
                        const VectorBody& body, const std::string& width) {
  const std::string& p = loop.variable.name;
  const std::string lane = fresh_name(source.text, "lane");
  std::string text = "{\n";
  std::string combined;
  for (const Accumulator& sum : sums) {
    const std::string& parts = body.parts.at(sum.name);
    text += fmt::format("  {0} {1} = ({0})({2});\n", vector_word("float", width), parts, sum.first());
    combined += fmt::format("    {};\n", sum.combined_with(fmt::format("((const float*)&{})[{}]", parts, lane)));
  }
  text += fmt::format("  {} {} = {};\n", loop.variable.written, p, loop.begin(source));
  text += fmt::format("  for (; {0} + {1} <= {2}; {0} += {1}) {{\n{3}  }}\n", p, width, loop.end(source), body.text);
  if (!combined.empty()) {
    text += fmt::format("  for (int {0} = 0; {0} < {1}; ++{0}) {{\n{2}  }}\n", lane, width, combined);
  }
  text += fmt::format("  for (; {0} < {1}; ++{0}) {{\n", p, loop.end(source));
  return text + body_text(source, *loop.body, "    ") + "  }\n}";
}

} // namespace

Drafts vector_types(const Subject& subject) {
  Drafts drafts;
  const Source& source = subject.source;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const auto sums = accumulators(loop, *nested.function);
    if (!sums || !is_innermost(loop) || ends_at_constant(loop, subject.candidate) || !loop.statement->pragmas.empty()) {
      continue;
    }
    const std::string width = fresh_name(source.text, "WIDTH");
    const auto body = in_vectors(source, *nested.function, loop, *sums, width);
    if (!body) {
      continue;
    }
    Draft draft;
    draft.site = place_of(source, loop);
    const std::size_t begin = loop.statement->span.begin;
    draft.changes.push_back({loop.statement->span, reindented(vector_loop(source, loop, *sums, *body, width), 0,
                                                              source.indentation(begin).size())});
    if (source.text.find("define VECTOR_JOIN") == std::string::npos) {
      const std::size_t at = before_function(source, source.functions.front());
      draft.changes.push_back({{at, at}, std::string(join_macros)});
    }
    draft.tunables.push_back({width, {2, 4, 8, 16}, 8});
    draft.rubric = {
        fmt::format("The loop over {} takes `{}` neighbouring elements at a time; a loop over what is left follows.",
                    loop.variable.name, width)};
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
