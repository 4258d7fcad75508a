#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// Whether the place is looked up in an array along the loop: x[column[e]].
bool is_looked_up(const Source& source, const NestedLoop& nested, const Access& access) {
  bool found = false;
  for_each_expression(*access.index, [&](const Expression& part) {
    if (part.form == Form::index && named(part.parts[0]) != 0) {
      const Access inner{.array = named(part.parts[0]), .element = &part, .index = &part.parts[1]};
      const auto stride = stride_of(source, *nested.function, inner, nested.loop.variable.declaration);
      found = found || (stride && stride->value() == 1);
    }
  });
  return found;
}

std::vector<Variant> prefetch_elements(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const Effects found = effects(source, *loop.body);
    if (!is_innermost(loop) || loop.body->kind != Kind::block || found.unknown) {
      continue;
    }
    const std::string& name = loop.variable.name;
    const std::string distance = fresh_name(source.text, "DISTANCE");
    const std::string ahead = fresh_name(source.text, name + "_ahead");
    const std::string indent = source.indentation(loop.statement->span.begin) + "  ";
    std::string text;
    std::vector<std::string> rubric;
    for (const Access& access : found.accesses) {
      if (!is_looked_up(source, nested, access)) {
        continue;
      }
      const std::string element = renamed(source, *access.element, {{loop.variable.declaration, ahead}});
      text += fmt::format("{}__builtin_prefetch(&{}{});\n", indent, element, access.writes ? ", 1" : "");
      rubric.push_back(fmt::format("`__builtin_prefetch(&{}` fetches {} iterations ahead", element, distance));
    }
    if (text.empty()) {
      continue;
    }
    const std::string end = comparable(loop.end(source));
    Edits edits;
    edits.insert(loop.body->span.begin + 1, fmt::format("\n{0}const auto {1} = {2} + {3} < {4} ? {2} + {3} : {2};\n",
                                                        indent, ahead, name, distance, end) +
                                                text.substr(0, text.size() - 1));
    rubric.push_back(fmt::format("`{}` is a tunable", distance));
    Variant variant = made(subject, place_of(source, loop), edits, std::move(rubric));
    variant.source = with_tunable(variant.source, distance, {4, 8, 16, 32, 64}, 16);
    result.push_back(std::move(variant));
  }
  return result;
}

} // namespace

Rule prefetch() {
  return {{.name = "prefetch",
           .kind = AvenueKind::memory,
           .hypothesis = "the processor cannot foresee places that are looked up; told early, it has them in time",
           .applies = "an innermost loop that looks up places in an array",
           .backends = {Backend::cpp},
           .gain = {0.9, 1.05},
           .innovation = 30},
          prefetch_elements};
}

} // namespace mapwright::kernel::rewrite
