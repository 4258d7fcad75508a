// Random expressions and functions for property tests. Every choice is drawn through RapidCheck, so that a failing
// function shrinks.
#pragma once

#include "expr/function.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <rapidcheck.h>

namespace mapwright::test {

class RandomCode {
public:
  /// A number in [0, n), independent of RapidCheck's size.
  static int below(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }
  static bool chance(int percent) { return below(100) >= 100 - percent; }

  /// The tables every random expression may read.
  static std::vector<expr::Table> tables() {
    return {{expr::Symbol("t"), false, {4, -1, 0, 7, 2}, -1, 7, ""}, {expr::Symbol("u"), true, {3, 3, 8}, 0, 9, ""}};
  }

  explicit RandomCode(std::vector<expr::Symbol> names) : names_(std::move(names)) {}

  /// An expression of at most `depth` levels over the names in scope.
  expr::Expr expression(int depth) {
    using expr::Expr;
    using expr::Op;
    if (depth <= 0 || chance(15)) {
      return leaf();
    }
    const auto operand = [&] { return expression(depth - 1); };
    const int kind = below(100);
    if (kind < 40) {
      return Expr::raw(pick({Op::add, Op::sub, Op::mul}), {operand(), operand()});
    }
    if (kind < 55) {
      const Expr divisor = chance(60) ? Expr(below(7) + 1) : operand();
      return Expr::raw(pick({Op::floor_div, Op::floor_mod, Op::exact_div, Op::nonneg_div, Op::nonneg_mod}),
                       {operand(), divisor});
    }
    if (kind < 75) {
      return Expr::raw(pick({Op::minimum, Op::maximum, Op::less, Op::less_equal, Op::equal, Op::not_equal,
                             Op::logical_and, Op::logical_or, Op::bit_and, Op::bit_or, Op::bit_xor}),
                       {operand(), operand()});
    }
    if (kind < 82) {
      return Expr::raw(pick({Op::power, Op::shift_left, Op::shift_right}), {operand(), Expr(below(4))});
    }
    if (kind < 88) {
      return Expr::raw(Op::select, {condition(depth - 1), operand(), operand()});
    }
    if (kind < 92) {
      return Expr::raw(pick({Op::logical_not, Op::floor_log2}), {operand()});
    }
    if (kind < 96) {
      return Expr::root(below(4) + 2, operand());
    }
    return Expr::load(expr::Symbol(chance(50) ? "t" : "u"), operand());
  }

  /// A comparison, as conditions usually are.
  expr::Expr condition(int depth) {
    using expr::Expr;
    using expr::Op;
    const Expr e = Expr::raw(pick({Op::less, Op::less_equal, Op::equal, Op::not_equal}),
                             {expression(depth - 1), expression(depth - 1)});
    if (depth <= 0 || chance(70)) {
      return e;
    }
    return Expr::raw(pick({Op::logical_and, Op::logical_or}), {e, condition(depth - 1)});
  }

  /// f(n, m; a, b) with a few statements and results.
  static expr::Function function() {
    expr::Function f;
    f.name = "f";
    f.parameters = {expr::Symbol("n"), expr::Symbol("m")};
    f.arguments = {expr::Symbol("a"), expr::Symbol("b")};
    RandomCode code({f.parameters[0], f.parameters[1], f.arguments[0], f.arguments[1]});
    f.body = code.block(2, below(5) + 1);
    for (int i = below(2) + 1; i > 0; --i) {
      f.results.push_back(code.expression(3));
      f.result_names.push_back("r" + std::to_string(i));
    }
    return f;
  }

private:
  template <class T> static T pick(std::initializer_list<T> choices) {
    return choices.begin()[below(static_cast<int>(choices.size()))];
  }

  expr::Expr leaf() {
    if (chance(35) || names_.empty()) {
      return expr::Expr(below(12) - 3);
    }
    return expr::Expr::variable(names_[static_cast<std::size_t>(below(static_cast<int>(names_.size())))]);
  }

  expr::Symbol fresh(const char* kind) { return expr::Symbol(kind + std::to_string(next_name_++)); }

  expr::Block block(int depth, int statements) {
    expr::Block out;
    for (int i = 0; i < statements; ++i) {
      out.push_back(statement(depth));
    }
    return out;
  }

  /// A block of its own: what it binds is gone afterwards.
  expr::Block inner_block(int depth) {
    const auto names = names_;
    const auto variables = variables_;
    expr::Block out = block(depth, below(2) + 1);
    names_ = names;
    variables_ = variables;
    return out;
  }

  expr::Statement statement(int depth) {
    using expr::Expr;
    const int kind = below(100);
    if (kind < 25 || (kind >= 40 && kind < 60 && variables_.empty())) {
      return bind<expr::Let>(fresh("x"), false);
    }
    if (kind < 40) {
      return bind<expr::Declare>(fresh("v"), true);
    }
    if (kind < 60) {
      const auto which = static_cast<std::size_t>(below(static_cast<int>(variables_.size())));
      return {expr::Assign{variables_[which], expression(3)}};
    }
    if (kind < 75 && depth > 0) {
      const Expr test = condition(2);
      expr::Block then_block = inner_block(depth - 1);
      return {expr::If{test, std::move(then_block), chance(50) ? inner_block(depth - 1) : expr::Block{}}};
    }
    if (kind < 88 && depth > 0) {
      return loop(depth);
    }
    if (kind < 96) {
      return solve();
    }
    return {expr::Assume{expr::Symbol("a"), Expr(-below(4)), Expr(below(9))}};
  }

  template <class Kind> expr::Statement bind(expr::Symbol name, bool assignable) {
    expr::Statement out{Kind{name, expression(3)}};
    names_.push_back(name);
    if (assignable) {
      variables_.push_back(name);
    }
    return out;
  }

  /// The count depends on parameters only.
  expr::Statement loop(int depth) {
    using expr::Expr;
    RandomCode of_parameters({expr::Symbol("n"), expr::Symbol("m")});
    const expr::Symbol name = fresh("l");
    const Expr count = chance(50) ? Expr::variable("n") : of_parameters.expression(1);
    const auto names = names_;
    names_.push_back(name);
    expr::For out{name, count, chance(50), {}};
    out.body = inner_block(depth - 1);
    names_ = names;
    return {std::move(out)};
  }

  /// name*step <= bound with a positive step holds on an initial segment; halvings, or corrections, for all of it.
  expr::Statement solve() {
    using expr::Expr;
    using expr::Op;
    const expr::Symbol name = fresh("s");
    const Expr low(-below(3));
    const Expr high = chance(50) ? Expr(below(8)) : Expr::variable(chance(50) ? "n" : "a");
    const Expr scaled =
        chance(50) ? Expr::variable(name) : Expr::raw(Op::mul, {Expr::variable(name), Expr(below(3) + 1)});
    const Expr condition = Expr::raw(Op::less_equal, {scaled, expression(2)});
    constexpr int enough = 16;
    expr::Solve out{name, low, high, condition, expr::Bisection{Expr(enough)}};
    if (chance(50)) {
      out.method =
          expr::RootEstimate{below(3) + 2, expression(1), Expr(below(5) - 2), Expr(below(3) + 1), enough, enough};
    }
    names_.push_back(name);
    return {std::move(out)};
  }

  std::vector<expr::Symbol> names_;
  std::vector<expr::Symbol> variables_;
  int next_name_ = 0;
};

} // namespace mapwright::test
