#include "kernel/rewrite/walk.hpp"

namespace mapwright::kernel::rewrite {

void for_each_expression(const Expression& expression, const ExpressionVisitor& visit) {
  visit(expression);
  for (const Expression& part : expression.parts) {
    for_each_expression(part, visit);
  }
}

void for_each_statement(const Statement& statement, const StatementVisitor& visit) {
  visit(statement);
  for (const std::vector<Statement>* inner : {&statement.init, &statement.body, &statement.otherwise}) {
    for (const Statement& one : *inner) {
      for_each_statement(one, visit);
    }
  }
}

void for_each_own_expression(const Statement& statement, const ExpressionVisitor& visit) {
  for (const Variable& variable : statement.variables) {
    for (const Expression& init : variable.init) {
      visit(init);
    }
  }
  for (const std::vector<Expression>* list : {&statement.condition, &statement.step}) {
    for (const Expression& expression : *list) {
      visit(expression);
    }
  }
}

void for_each_expression(const Statement& statement, const ExpressionVisitor& visit) {
  for_each_statement(statement, [&](const Statement& inner) {
    for_each_own_expression(inner, [&](const Expression& outermost) { for_each_expression(outermost, visit); });
  });
}

bool mentions(const Expression& expression, Declaration declaration) {
  bool found = false;
  for_each_expression(expression, [&](const Expression& part) {
    found = found || (part.form == Form::name && part.declared == declaration);
  });
  return found;
}

bool mentions(const Statement& statement, Declaration declaration) {
  return count_of(statement, declaration) > 0;
}

std::size_t count_of(const Statement& statement, Declaration declaration) {
  std::size_t count = 0;
  for_each_expression(statement, [&](const Expression& part) {
    count += part.form == Form::name && part.declared == declaration ? 1 : 0;
  });
  return count;
}

std::set<Declaration> names_in(const Expression& expression) {
  std::set<Declaration> result;
  for_each_expression(expression, [&](const Expression& part) {
    if (part.form == Form::name && part.declared != 0) {
      result.insert(part.declared);
    }
  });
  return result;
}

const Expression& bare(const Expression& expression) {
  return expression.form == Form::parenthesis ? bare(expression.parts.front()) : expression;
}

Declaration named(const Expression& expression) {
  const Expression& inner = bare(expression);
  return inner.form == Form::name ? inner.declared : 0;
}

} // namespace mapwright::kernel::rewrite
