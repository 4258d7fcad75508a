#include "kernel/rewrite/loops.hpp"

#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/effects.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

bool is_integer(std::string_view type) {
  return type.find('*') == std::string_view::npos &&
         (type.find("int") != std::string_view::npos || type.find("long") != std::string_view::npos ||
          type.find("short") != std::string_view::npos);
}

bool counts_up(const Expression& step, Declaration variable) {
  if (step.form == Form::unary) {
    return step.text == "++" && named(step.parts.front()) == variable;
  }
  return step.form == Form::assign && step.text == "+=" && named(step.parts[0]) == variable &&
         bare(step.parts[1]).text == "1";
}

/// Whether nothing the expression is made of is written by the statement.
bool stays(const Expression& expression, const Statement& within) {
  const std::set<Declaration> written = written_names(within);
  bool result = true;
  for_each_expression(expression, [&](const Expression& part) {
    result = result && part.form != Form::call && part.form != Form::assign && part.form != Form::other &&
             (part.form != Form::name || !written.contains(part.declared));
  });
  return result;
}

void collect(const Statement& statement, NestedLoop context, std::vector<NestedLoop>& found) {
  const auto loop = counted(statement);
  for (const Pragma& pragma : statement.pragmas) {
    context.in_parallel =
        context.in_parallel || pragma.text.starts_with("omp parallel") || pragma.text.starts_with("omp for");
  }
  if (loop) {
    NestedLoop here = context;
    here.loop = *loop;
    found.push_back(here);
    context.around.push_back(*loop);
  } else if (statement.kind == Kind::loop || statement.kind == Kind::while_loop || statement.kind == Kind::do_loop ||
             statement.kind == Kind::range_loop) {
    context.around.clear();
  }
  context.in_block = statement.kind == Kind::block;
  for (const std::vector<Statement>* inner : {&statement.body, &statement.otherwise}) {
    for (const Statement& one : *inner) {
      collect(one, context, found);
    }
  }
}

} // namespace

std::string CountedLoop::end(const Source& source) const {
  const std::string text(source.at(bound->span));
  return inclusive ? text + " + 1" : text;
}

const Pragma* CountedLoop::pragma(std::string_view words) const {
  for (const Pragma& pragma : statement->pragmas) {
    if (pragma.text.starts_with(words)) {
      return &pragma;
    }
  }
  return nullptr;
}

const Pragma* CountedLoop::parallel() const {
  const Pragma* result = pragma("omp parallel for");
  return result != nullptr ? result : pragma("omp for");
}

std::optional<CountedLoop> counted(const Statement& statement) {
  const bool complete = statement.kind == Kind::loop && statement.init.size() == 1 && statement.condition.size() == 1 &&
                        statement.step.size() == 1 && statement.body.size() == 1;
  if (!complete || statement.init.front().variables.size() != 1) {
    return std::nullopt;
  }
  CountedLoop loop;
  loop.statement = &statement;
  loop.variable = statement.init.front().variables.front();
  const Expression& test = statement.condition.front();
  const bool tested = test.form == Form::binary && (test.text == "<" || test.text == "<=") &&
                      named(test.parts[0]) == loop.variable.declaration;
  if (!tested || statement.init.front().variables.front().init.empty() || !is_integer(loop.variable.type) ||
      !counts_up(statement.step.front(), loop.variable.declaration)) {
    return std::nullopt;
  }
  loop.first = &statement.init.front().variables.front().init.front();
  loop.bound = &test.parts[1];
  loop.inclusive = test.text == "<=";
  loop.body = &statement.body.front();
  const bool steady = !written_names(*loop.body).contains(loop.variable.declaration) &&
                      stays(*loop.bound, *loop.body) && !mentions(*loop.bound, loop.variable.declaration);
  return steady ? std::optional(loop) : std::nullopt;
}

std::vector<NestedLoop> counted_loops(const Source& source) {
  std::vector<NestedLoop> found;
  for (const Function& function : source.functions) {
    for (const Statement& body : function.body) {
      NestedLoop context;
      context.function = &function;
      collect(body, context, found);
    }
  }
  return found;
}

bool is_innermost(const CountedLoop& loop) {
  bool result = true;
  for_each_statement(*loop.body, [&](const Statement& inner) {
    result = result && inner.kind != Kind::loop && inner.kind != Kind::range_loop && inner.kind != Kind::while_loop &&
             inner.kind != Kind::do_loop;
  });
  return result;
}

std::optional<CountedLoop> only_loop_in(const CountedLoop& outer) {
  const std::vector<Statement>& list = statements_of(outer.statement->body);
  const bool one = list.size() == 1 && list.front().pragmas.empty();
  return one ? counted(list.front()) : std::nullopt;
}

std::string place_of(const Source& source, const CountedLoop& loop) {
  return fmt::format("the loop over {} in line {}", loop.variable.name, source.line(loop.statement->span.begin));
}

} // namespace mapwright::kernel::rewrite
