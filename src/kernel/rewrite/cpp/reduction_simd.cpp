#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The reductions of a loop that may be told to use vector instructions; none when it may not.
std::vector<Reduction> vector_reductions(const Source& source, const NestedLoop& nested) {
  const bool plain =
      is_innermost(nested.loop) && nested.loop.statement->pragmas.empty() && stands_alone(source, nested);
  const auto reductions = plain ? reductions_of(source, nested.loop) : std::nullopt;
  if (!reductions) {
    return {};
  }
  std::set<Declaration> gathered;
  for (const Reduction& reduction : *reductions) {
    gathered.insert(reduction.variable);
  }
  return are_independent(source, nested, gathered) ? *reductions : std::vector<Reduction>{};
}

std::vector<Variant> put_reduction_simd(const Subject& subject) {
  std::vector<Variant> result;
  Edits all;
  std::vector<std::string> rubric;
  for (const NestedLoop& nested : counted_loops(subject.source)) {
    const std::vector<Reduction> reductions = vector_reductions(subject.source, nested);
    if (reductions.empty()) {
      continue;
    }
    const std::string pragma = "omp simd " + reduction_clauses(reductions);
    Edits edits;
    put_pragma(subject.source, nested.loop, pragma, edits);
    put_pragma(subject.source, nested.loop, pragma, all);
    const std::string item =
        fmt::format("`#pragma {}` stands before the loop over {}", pragma, nested.loop.variable.name);
    rubric.push_back(item);
    result.push_back(made(subject, place_of(subject.source, nested.loop), edits, {item}));
  }
  if (result.size() > 1) {
    result.push_back(made(subject, fmt::format("all {} loops that gather", result.size()), all, std::move(rubric)));
  }
  return result;
}

} // namespace

Rule reduction_simd() {
  return {{.name = "reduction-simd",
           .kind = AvenueKind::compute,
           .hypothesis = "a sum in one variable waits for each addition; lanes of a vector sum side by side",
           .applies = "an innermost loop that only gathers into variables by +, max or min",
           .backends = {Backend::cpp},
           .gain = {0.9, 4},
           .innovation = 20},
          put_reduction_simd};
}

} // namespace mapwright::kernel::rewrite
