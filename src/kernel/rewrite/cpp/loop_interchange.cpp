#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/cpp/perfect_nest.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// Whether some element is far from the next along the inner loop, and near along the outer one.
bool strides_improve(const Source& source, const PerfectNest& nest) {
  const Effects found = effects(source, *nest.inner.loop.body);
  const auto near = [&](const Access& access, const CountedLoop& loop) {
    const auto stride = stride_of(source, *nest.outer.function, access, loop.variable.declaration);
    const auto value = stride ? stride->value() : std::nullopt;
    return value && (*value == 0 || *value == 1);
  };
  return std::any_of(found.accesses.begin(), found.accesses.end(), [&](const Access& access) {
    return near(access, nest.outer.loop) && !near(access, nest.inner.loop);
  });
}

std::vector<Variant> interchange_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const PerfectNest& nest : perfect_nests(source)) {
    if (!nest.rectangular || !strides_improve(source, nest)) {
      continue;
    }
    const CountedLoop& outer = nest.outer.loop;
    const CountedLoop& inner = nest.inner.loop;
    const auto head = [&](const CountedLoop& loop) {
      std::string text = loop_head(loop, loop.begin(source), loop.end(source));
      text.pop_back(); // the brace, which stays
      text.pop_back();
      return text;
    };
    const auto head_span = [](const CountedLoop& loop, const std::string& text) {
      std::size_t end = loop.body->span.begin;
      while (text[end - 1] == ' ' || text[end - 1] == '\n') {
        --end;
      }
      return Span{loop.statement->span.begin, end};
    };
    Edits edits;
    edits.replace(head_span(outer, source.text), head(inner));
    edits.replace(head_span(inner, source.text), head(outer));
    result.push_back(made(subject,
                          fmt::format("the loops over {} and {} in line {}", outer.variable.name, inner.variable.name,
                                      source.line(outer.statement->span.begin)),
                          edits,
                          {fmt::format("the loop over `{}` is outside of the loop over `{}`", inner.variable.name,
                                       outer.variable.name)}));
  }
  return result;
}

} // namespace

Rule loop_interchange() {
  return {{.name = "loop-interchange",
           .kind = AvenueKind::memory,
           .hypothesis = "the inner loop steps over whole rows; exchanged, it goes from neighbour to neighbour",
           .applies = "two perfectly nested loops of independent iterations and bounds of their own",
           .backends = {Backend::cpp},
           .gain = {0.9, 1.5},
           .innovation = 25},
          interchange_loops};
}

} // namespace mapwright::kernel::rewrite
