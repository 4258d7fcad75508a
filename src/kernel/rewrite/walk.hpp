// Going through statements and expressions.
#pragma once

#include "kernel/rewrite/syntax.hpp"

#include <functional>
#include <set>

namespace mapwright::kernel::rewrite {

using ExpressionVisitor = std::function<void(const Expression&)>;
using StatementVisitor = std::function<void(const Statement&)>;

/// The expression and all within it, from the outside to the inside.
void for_each_expression(const Expression& expression, const ExpressionVisitor& visit);
/// The statement and all within it, in the order of the source.
void for_each_statement(const Statement& statement, const StatementVisitor& visit);
/// The outermost expressions of the statement itself, not of those within it.
void for_each_own_expression(const Statement& statement, const ExpressionVisitor& visit);
/// Every expression within the statement, at every depth.
void for_each_expression(const Statement& statement, const ExpressionVisitor& visit);

/// Whether the name occurs.
bool mentions(const Expression& expression, Declaration declaration);
bool mentions(const Statement& statement, Declaration declaration);
/// How often it occurs.
std::size_t count_of(const Statement& statement, Declaration declaration);
/// What is declared in this source and named in the expression.
std::set<Declaration> names_in(const Expression& expression);

/// The expression within parentheses.
const Expression& bare(const Expression& expression);
/// A name declared in this source, perhaps in parentheses; 0 for everything else.
Declaration named(const Expression& expression);

} // namespace mapwright::kernel::rewrite
