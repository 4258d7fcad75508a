// Experiments that change the directive of a loop that is shared among threads.
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/cpp/perfect_nest.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The directive without the clause of this name.
std::string without_clause(std::string text, const std::string& name) {
  const std::size_t at = text.find(" " + name + "(");
  if (at != std::string::npos) {
    text.erase(at, closing(text, text.find('(', at)) + 1 - at);
  }
  return text;
}

/// The directive of the same kind of schedule is no variant.
std::vector<Variant> schedule_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const Pragma* pragma = nested.loop.parallel();
    if (pragma == nullptr) {
      continue;
    }
    for (const char* kind : {"static", "dynamic", "guided"}) {
      if (pragma->text.find(fmt::format("schedule({}", kind)) != std::string::npos) {
        continue;
      }
      const std::string chunk = fresh_name(source.text, "CHUNK");
      const std::string text =
          fmt::format("{} schedule({}, {})", without_clause(pragma->text, "schedule"), kind, chunk);
      Edits edits;
      edits.replace(pragma->span, "#pragma " + text);
      Variant variant =
          made(subject, fmt::format("{}, {}", place_of(source, nested.loop), kind), edits,
               {fmt::format("the loop over {} has `schedule({}, {})`", nested.loop.variable.name, kind, chunk),
                fmt::format("`{}` is a tunable", chunk)});
      variant.source = with_tunable(variant.source, chunk, {1, 4, 16, 64, 256}, 16);
      result.push_back(std::move(variant));
    }
  }
  return result;
}

std::vector<Variant> collapse_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const PerfectNest& nest : perfect_nests(source)) {
    const Pragma* pragma = nest.outer.loop.parallel();
    if (pragma == nullptr || !nest.rectangular || pragma->text.find("collapse") != std::string::npos) {
      continue;
    }
    Edits edits;
    edits.replace(pragma->span, "#pragma " + pragma->text + " collapse(2)");
    result.push_back(
        made(subject, place_of(source, nest.outer.loop), edits,
             {fmt::format("`collapse(2)`: the iterations of the loops over {} and {} are shared among threads together",
                          nest.outer.loop.variable.name, nest.inner.loop.variable.name)}));
  }
  return result;
}

std::vector<Variant> limit_threads(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    const Pragma* pragma = loop.pragma("omp parallel for");
    if (pragma == nullptr || pragma->text.find(" if(") != std::string::npos) {
      continue;
    }
    const std::string grain = fresh_name(source.text, "GRAIN");
    Edits edits;
    edits.replace(pragma->span, fmt::format("#pragma {} if({} > {})", pragma->text, loop.end(source), grain));
    Variant variant = made(subject, place_of(source, loop), edits,
                           {fmt::format("`if({} > {})`: threads share the loop over {} only when it is long",
                                        loop.end(source), grain, loop.variable.name),
                            fmt::format("`{}` is a tunable", grain)});
    variant.source = with_tunable(variant.source, grain, {1, 16, 256, 4096}, 16);
    result.push_back(std::move(variant));
  }
  return result;
}

std::vector<Variant> share_inner_loops(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const PerfectNest& nest : perfect_nests(source)) {
    const Pragma* pragma = nest.outer.loop.pragma("omp parallel for");
    if (pragma == nullptr || pragma->text.find("collapse") != std::string::npos) {
      continue;
    }
    Edits edits;
    edits.remove_line(source.text, pragma->span.begin);
    put_pragma(source, nest.inner.loop, pragma->text, edits);
    result.push_back(made(subject, place_of(source, nest.inner.loop), edits,
                          {fmt::format("`#pragma {}` shares the loop over {} instead of the one over {}", pragma->text,
                                       nest.inner.loop.variable.name, nest.outer.loop.variable.name)}));
  }
  return result;
}

} // namespace

Rule omp_schedule() {
  return {{.name = "omp-schedule",
           .kind = AvenueKind::parallelism,
           .hypothesis = "pieces of another size keep all threads busy to the end",
           .applies = "a loop that threads share",
           .backends = {Backend::cpp},
           .gain = {0.9, 1.5},
           .innovation = 5},
          schedule_loops};
}

Rule omp_collapse() {
  return {{.name = "omp-collapse",
           .kind = AvenueKind::parallelism,
           .hypothesis = "two loops together have enough iterations for all threads, also when the outer one is short",
           .applies = "two perfectly nested loops with bounds of their own, the outer one shared among threads",
           .backends = {Backend::cpp},
           .gain = {0.8, 1.2},
           .innovation = 10},
          collapse_loops};
}

Rule parallel_grain() {
  return {{.name = "parallel-grain",
           .kind = AvenueKind::parallelism,
           .hypothesis = "waking threads costs more than a short loop",
           .applies = "a loop that threads share",
           .backends = {Backend::cpp},
           .gain = {0.95, 1.05},
           .innovation = 5},
          limit_threads};
}

Rule inner_parallel() {
  return {{.name = "inner-parallel",
           .kind = AvenueKind::parallelism,
           .hypothesis = "threads that work side by side on one row share what they read",
           .applies = "two perfectly nested loops of independent iterations, the outer one shared among threads",
           .backends = {Backend::cpp},
           .gain = {0.6, 1.5},
           .innovation = 20},
          share_inner_loops};
}

} // namespace mapwright::kernel::rewrite
