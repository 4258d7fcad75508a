#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/cpp/jam.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

std::vector<Variant> unroll_and_jam_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    for (const int factor : {2, 4}) {
      const auto text = jammed(source, nested, factor);
      if (!text) {
        continue;
      }
      const CountedLoop& loop = nested.loop;
      Edits edits;
      edits.replace({line_begin(source, whole(*loop.statement).begin), loop.statement->span.end}, *text);
      result.push_back(
          made(subject, fmt::format("{}, {} at a time", place_of(source, loop), factor), edits,
               {fmt::format("{} iterations of the loop over `{}` are made together in the loops within; the "
                            "iterations left over have a loop of their own",
                            factor, loop.variable.name)}));
    }
  }
  return result;
}

} // namespace

Rule unroll_and_jam() {
  return {{.name = "unroll-and-jam",
           .kind = AvenueKind::memory,
           .hypothesis = "neighbouring iterations load the same elements; made together they load them once",
           .applies = "a loop of independent iterations around loops that are the same in each of them",
           .backends = {Backend::cpp},
           .gain = {0.9, 3.6},
           .innovation = 45},
          unroll_and_jam_loops};
}

} // namespace mapwright::kernel::rewrite
