#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/effects.hpp"
#include "kernel/rewrite/names.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// The name by which a floating-point expression of a loop is divided, and which the loop does not change.
const Expression* invariant_divisor(const Expression& e, const std::set<Declaration>& changed) {
  const bool divides = (e.form == Form::binary && e.text == "/") || (e.form == Form::assign && e.text == "/=");
  const Expression* divisor = divides && e.parts.size() == 2 ? &stripped(e.parts[1]) : nullptr;
  return divisor != nullptr && divisor->form == Form::name && divisor->declared != 0 &&
                 unqualified(divisor->type) == "float" && !changed.contains(divisor->declared)
             ? divisor
             : nullptr;
}

} // namespace

Drafts reciprocal(const Subject& subject) {
  Drafts drafts;
  const Source& source = subject.source;
  for (const NestedLoop& nested : counted_loops(source)) {
    const CountedLoop& loop = nested.loop;
    if (!is_innermost(loop) || !stands_in_block(source, loop.statement->span.begin)) {
      continue;
    }
    const Effects found = effects(source, *loop.body);
    std::set<Declaration> changed = found.written;
    changed.insert(found.declared.begin(), found.declared.end());
    const Expression* divisor = nullptr;
    std::string inverse;
    Draft draft;
    each_expression(*loop.body, [&](const Expression& e) {
      const Expression* one = invariant_divisor(e, changed);
      if (one != nullptr && (divisor == nullptr || divisor->declared == one->declared)) {
        divisor = one;
        inverse = fresh_name(source.text, one->text + "_inverse");
        const Span sign{e.parts[0].span.end, e.parts[1].span.end};
        draft.changes.push_back({sign, fmt::format(" {} {}", e.form == Form::assign ? "*=" : "*", inverse)});
      }
      return true;
    });
    if (divisor == nullptr) {
      continue;
    }
    const std::size_t begin = loop.statement->span.begin;
    draft.site = fmt::format("the divisions by {} in {}", divisor->text, place_of(source, loop));
    draft.changes.push_back(
        {{begin, begin},
         fmt::format("const float {} = 1 / {};\n{}", inverse, divisor->text, source.indentation(begin))});
    draft.rubric = {fmt::format("The reciprocal `1 / {}` is computed once before the loop over {}.", divisor->text,
                                loop.variable.name),
                    fmt::format("The loop multiplies by `{}`.", inverse)};
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
