#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/walk.hpp"

#include <map>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// The divisor of a floating-point division by a variable; null when it is none.
const Expression* divisor_of(const Expression& expression) {
  const bool division = (expression.form == Form::binary && expression.text == "/") ||
                        (expression.form == Form::assign && expression.text == "/=");
  if (!division || !is_float(expression.parts[0].type) || !is_float(expression.parts[1].type)) {
    return nullptr;
  }
  const Expression& divisor = bare(expression.parts[1]);
  return divisor.form == Form::name && divisor.declared != 0 ? &divisor : nullptr;
}

/// The divisions of a loop, not of counting loops within it, by variables that it does not change.
std::map<Declaration, std::vector<const Expression*>> steady_divisions(const Source& source, const CountedLoop& loop) {
  const Effects found = effects(source, *loop.body);
  std::map<Declaration, std::vector<const Expression*>> result;
  std::set<const Expression*> deeper;
  for_each_statement(*loop.body, [&](const Statement& statement) {
    if (counted(statement)) {
      for_each_expression(statement, [&](const Expression& expression) { deeper.insert(&expression); });
    }
  });
  for_each_expression(*loop.body, [&](const Expression& expression) {
    const Expression* divisor = divisor_of(expression);
    if (divisor != nullptr && !found.written.contains(divisor->declared) &&
        !found.declared.contains(divisor->declared) && !deeper.contains(&expression)) {
      result[divisor->declared].push_back(&expression);
    }
  });
  return result;
}

std::vector<Variant> multiply_instead(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    if (!nested.loop.statement->pragmas.empty() || !stands_alone(source, nested)) {
      continue;
    }
    for (const auto& [declaration, divisions] : steady_divisions(source, nested.loop)) {
      const Expression* divisor = divisor_of(*divisions.front());
      const std::string inverse = fresh_name(source.text, divisor->text + "_inverse");
      Edits edits;
      for (const Expression* division : divisions) {
        const Span between{division->parts[0].span.end, division->parts[1].span.begin};
        edits.replace(between, division->form == Form::assign ? " *= " : " * ");
        edits.replace(division->parts[1].span, inverse);
      }
      edits.insert(line_begin(source, nested.loop.statement->span.begin),
                   fmt::format("{}const auto {} = 1 / {};\n", source.indentation(nested.loop.statement->span.begin),
                               inverse, divisor->text));
      result.push_back(made(subject, fmt::format("{}, by {}", place_of(source, nested.loop), divisor->text), edits,
                            {fmt::format("the loop over {} multiplies by `{} = 1 / {}`", nested.loop.variable.name,
                                         inverse, divisor->text)}));
    }
  }
  return result;
}

} // namespace

Rule reciprocal() {
  return {{.name = "reciprocal",
           .kind = AvenueKind::compute,
           .hypothesis = "a division takes as long as many multiplications",
           .applies = "a loop that divides floating-point numbers by a variable it does not change",
           .backends = {Backend::cpp},
           .gain = {1, 1.15},
           .innovation = 15},
          multiply_instead};
}

} // namespace mapwright::kernel::rewrite
