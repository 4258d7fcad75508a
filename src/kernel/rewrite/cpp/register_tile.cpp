#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/cpp/jam.hpp"
#include "kernel/rewrite/parse.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

constexpr int across = 4;
constexpr int down = 2;

/// A source changed step by step, parsed again after each.
class Steps {
public:
  explicit Steps(const Subject& subject) : subject_(subject), source_(subject.source) {}

  /// Jams the first loop over this variable for which that is possible.
  bool jam(const std::string& variable, int factor) {
    for (const NestedLoop& nested : counted_loops(source_)) {
      if (nested.loop.variable.name != variable) {
        continue;
      }
      if (const auto text = jammed(source_, nested, factor)) {
        Edits edits;
        const Statement& statement = *nested.loop.statement;
        edits.replace({line_begin(source_, whole(statement).begin), statement.span.end}, *text);
        return take(edits);
      }
    }
    return false;
  }

  /// Vector instructions for every loop over this variable that only gathers.
  bool vectorise(const std::string& variable) {
    Edits edits;
    bool any = false;
    for (const NestedLoop& nested : counted_loops(source_)) {
      const CountedLoop& loop = nested.loop;
      const bool plain = loop.variable.name == variable && is_innermost(loop) && loop.statement->pragmas.empty() &&
                         stands_alone(source_, nested);
      const auto reductions = plain ? reductions_of(source_, loop) : std::nullopt;
      if (!reductions || reductions->empty()) {
        continue;
      }
      std::set<Declaration> gathered;
      for (const Reduction& reduction : *reductions) {
        gathered.insert(reduction.variable);
      }
      if (are_independent(source_, nested, gathered)) {
        put_pragma(source_, loop, "omp simd " + reduction_clauses(*reductions), edits);
        any = true;
      }
    }
    return any && take(edits);
  }

  [[nodiscard]] const std::string& text() const { return source_.text; }

private:
  bool take(const Edits& edits) {
    auto parsed = parse(source_.backend, edits.apply(source_.text), preset(subject_.candidate));
    if (!parsed) {
      return false;
    }
    source_ = std::move(*parsed);
    return true;
  }

  const Subject& subject_;
  Source source_;
};

/// Whether every element the loop reads lies beside the one before, or is the same.
bool reads_in_order(const Source& source, const NestedLoop& nested) {
  const Effects found = effects(source, *nested.loop.body);
  return std::all_of(found.accesses.begin(), found.accesses.end(), [&](const Access& access) {
    const auto stride = stride_of(source, *nested.function, access, nested.loop.variable.declaration);
    const auto value = stride ? stride->value() : std::nullopt;
    return value && (*value == 0 || *value == 1);
  });
}

std::vector<Variant> tile_registers(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    const auto reductions = is_innermost(nested.loop) ? reductions_of(source, nested.loop) : std::nullopt;
    const bool gathers = reductions && !reductions->empty() && nested.loop.statement->pragmas.empty();
    if (!gathers || nested.around.empty() || !reads_in_order(source, nested)) {
      continue;
    }
    Steps steps(subject);
    std::vector<std::string> rubric;
    for (auto around = nested.around.rbegin(); around != nested.around.rend() && rubric.size() < 2; ++around) {
      const int factor = rubric.empty() ? across : down;
      const std::string& variable = around->variable.name;
      if (steps.jam(variable, factor)) {
        rubric.push_back(fmt::format("{} iterations of the loop over `{}` are made together", factor, variable));
      }
    }
    if (rubric.empty()) {
      continue;
    }
    if (!steps.vectorise(nested.loop.variable.name)) {
      continue;
    }
    rubric.push_back(fmt::format("`#pragma omp simd` stands before the loops over {}", nested.loop.variable.name));
    result.push_back({"", place_of(source, nested.loop), steps.text(), std::move(rubric)});
  }
  return result;
}

} // namespace

Rule register_tile() {
  return {{.name = "register-tile",
           .kind = AvenueKind::memory,
           .hypothesis = "a tile of sums in registers uses each loaded vector several times",
           .applies = "a loop that gathers elements in order, within loops of independent iterations",
           .backends = {Backend::cpp},
           .gain = {1, 5.2},
           .innovation = 65},
          tile_registers};
}

} // namespace mapwright::kernel::rewrite
