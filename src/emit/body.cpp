#include "emit/body.hpp"

#include "emit/roots.hpp"
#include "emit/sharing.hpp"
#include "expr/build.hpp"

namespace mapwright::emit {

using expr::Block;
using expr::Expr;
using expr::Symbol;

std::string BodyPrinter::declare(Symbol symbol) {
  const std::string& own = symbol.name();
  std::string name = scope_.names.take(own.starts_with("$t") ? "t" : own);
  scope_.bound[symbol] = name;
  scope_.facts.forget(symbol);
  scope_.truths.erase(symbol);
  scope_.exponents.erase(symbol);
  return name;
}

void BodyPrinter::add_table(const expr::Table& table, std::string name) {
  tables_[table.name] = {std::move(name), table.runtime};
}

void BodyPrinter::line(const std::string& text) {
  text_ += std::string(static_cast<std::size_t>(indent_), ' ') + text + "\n";
}

std::vector<Expr> BodyPrinter::shared(const std::vector<Expr>& expressions) {
  Shared parts = share(expressions);
  for (const auto& [name, value] : parts.bindings) {
    declare_as(name, value, "const ");
  }
  return std::move(parts.expressions);
}

/// The value is printed before the name exists: it may read another binding of the same name.
std::string BodyPrinter::declare_as(Symbol symbol, const Expr& value, const std::string& qualifier) {
  const bool is_constant = !qualifier.empty();
  const bool known = is_constant && scope_.facts.holds(value);
  const bool truth = is_constant && is_truth(value);
  const std::string text = plain(value);
  std::string name = declare(symbol);
  if (known) {
    scope_.facts.learn(symbol);
  }
  if (truth) {
    scope_.truths.insert(symbol);
  }
  if (is_constant && value.op() == expr::Op::floor_log2) {
    scope_.exponents.insert(symbol);
  }
  line(qualifier + spelling_.index + " " + name + " = " + text + ";");
  return name;
}

std::vector<std::string> BodyPrinter::print_results(const std::vector<Expr>& results, bool truth_first) {
  std::vector<std::string> texts;
  for (const Expr& e : shared(results)) {
    const bool is_bool = e.op() != expr::Op::variable && is_truth(e);
    texts.push_back(truth_first && texts.empty() && !is_bool ? operand(e, tight_add) + " != 0" : plain(e));
  }
  return texts;
}

void BodyPrinter::print(const Block& block) {
  for (const expr::Statement& s : block) {
    std::visit([this](const auto& one) { statement(one); }, s.is);
  }
}

/// Bindings made inside a block end with it.
void BodyPrinter::nested(const Block& block) {
  const Scope outer = scope_;
  indent_ += 2;
  print(block);
  indent_ -= 2;
  scope_ = outer;
}

void BodyPrinter::statement(const expr::Let& s) {
  declare_as(s.name, shared({s.value})[0], "const ");
}

void BodyPrinter::statement(const expr::Declare& s) {
  declare_as(s.name, shared({s.value})[0], "");
}

void BodyPrinter::statement(const expr::Assign& s) {
  const Expr value = shared({s.value})[0];
  const std::string name = plain(Expr::variable(s.name));
  const bool adds = value.op() == expr::Op::add && value.operand(0) == Expr::variable(s.name);
  line(adds ? name + " += " + plain(value.operand(1)) + ";" : name + " = " + plain(value) + ";");
}

void BodyPrinter::statement(const expr::If& s) {
  line("if (" + condition(shared({s.condition})[0]) + ") {");
  nested(s.then_block);
  if (!s.else_block.empty()) {
    line("} else {");
    nested(s.else_block);
  }
  line("}");
}

void BodyPrinter::statement(const expr::For& s) {
  std::string count = plain(s.count);
  const bool is_simple = s.count.is_constant() || s.count.op() == expr::Op::variable;
  if (!is_simple && !s.descending) {
    const std::string name = scope_.names.take("trips");
    line("const " + spelling_.index + " " + name + " = " + count + ";");
    count = name;
  }
  const Scope outer = scope_;
  const std::string first = s.descending ? print(expr::build(expr::Op::sub, {s.count, Expr(1)})).text : "0";
  const std::string name = declare(s.name);
  scope_.facts.learn(s.name);
  const std::string head = "for (" + spelling_.index + " " + name + " = " + first + "; ";
  line(head + (s.descending ? name + " >= 0; --" + name : name + " < " + count + "; ++" + name) + ") {");
  nested(s.body);
  line("}");
  scope_ = outer;
}

void BodyPrinter::statement(const expr::Solve& s) {
  const bool known = scope_.facts.holds(s.low);
  std::visit([&](const auto& method) { solve(s, method); }, s.method);
  if (known) {
    scope_.facts.learn(s.name);
  }
}

/// A fact of the certificate; nothing to compute.
void BodyPrinter::statement(const expr::Assume& s) {
  if (scope_.facts.holds(s.low)) {
    scope_.facts.learn(s.name);
  }
}

namespace {

/// a / c <= b with an exact division and c > 0 is a <= c * b. The product fits the word where it is the radicand, which
/// the certificate covers; then the test needs no division.
Expr without_division(const Expr& condition, const Expr& radicand, Symbol radicand_name) {
  if (condition.op() != expr::Op::less_equal || condition.operand(0).op() != expr::Op::exact_div) {
    return condition;
  }
  const Expr& quotient = condition.operand(0);
  const Expr& c = quotient.operand(1);
  const Expr& b = condition.operand(1);
  const bool is_product = radicand == Expr::raw(expr::Op::mul, {c, b}) || radicand == Expr::raw(expr::Op::mul, {b, c});
  if (!c.is_constant() || c.value() <= 0 || !is_product) {
    return condition;
  }
  return Expr::raw(expr::Op::less_equal, {quotient.operand(0), Expr::variable(radicand_name)});
}

} // namespace

/// The contract of RootEstimate is: estimate e, clamped, then `down` steps of -1 and `up` steps of +1. It says
/// x - up <= e <= x + down for the solution x. Starting at e + up makes all down + up steps go one way: no step needs
/// to look one further, and with low <= x <= min(e + up, high) the lower clamp has nothing to do.
void BodyPrinter::solve(const expr::Solve& s, const expr::RootEstimate& method) {
  const Symbol estimate("$estimate");
  const std::string helper = estimate_helper(method.degree, spelling_.bits);
  helpers_.insert(helper);
  const Symbol product("$scaled");
  const Expr test = without_division(s.condition, method.radicand, product);
  Expr radicand = method.radicand;
  if (!(test == s.condition)) {
    declare_as(product, radicand, "const ");
    radicand = Expr::variable(product);
  }
  if (!scope_.facts.holds(radicand)) {
    radicand = expr::maximum(radicand, Expr(0));
  }
  bind(estimate, spelling_.helper_prefix + helper + spelling_.helper_suffix + "(" + plain(radicand) + ")");
  scope_.facts.learn(estimate);
  const Expr offset = method.offset + method.divisor * Expr(method.up);
  const Expr first = expr::floor_div(Expr::variable(estimate) + offset, method.divisor);
  const std::string start = plain(expr::minimum(first, s.high));
  scope_.facts.forget(estimate);
  scope_.bound.erase(estimate);

  const std::string name = declare(s.name);
  const int steps = method.down + method.up;
  line((steps == 0 ? "const " : "") + spelling_.index + " " + name + " = " + start + ";");
  const Text fails = negated(test);
  const std::string step = name + " -= " + cast(spelling_, spelling_.index, fails.text) + ";";
  if (steps <= 3) {
    for (int i = 0; i < steps; ++i) {
      line(step);
    }
    return;
  }
  const std::string counter = scope_.names.take("correction");
  line("for (int " + counter + " = 0; " + counter + " < " + std::to_string(steps) + "; ++" + counter + ") {");
  indent_ += 2;
  line(step);
  indent_ -= 2;
  line("}");
}

/// The solution stays within [name, name + left). A halving tests name + left/2 and keeps ceil(left/2) candidates,
/// whatever the test says, so that every lane makes the same number of steps.
void BodyPrinter::solve(const expr::Solve& s, const expr::Bisection& method) {
  const std::string first = plain(s.low);
  const std::string left_text = plain(s.high - s.low + Expr(1));
  const std::string iterations = plain(method.iterations);
  const bool known = scope_.facts.holds(s.low);
  const std::string name = declare(s.name);
  const std::string left = scope_.names.take("left");
  const std::string jump = scope_.names.take("jump");
  const std::string counter = scope_.names.take("halving");
  line(spelling_.index + " " + name + " = " + first + ";");
  line(spelling_.index + " " + left + " = " + left_text + ";");
  line("for (" + spelling_.index + " " + counter + " = " + iterations + "; " + counter + " > 0; --" + counter + ") {");
  indent_ += 2;
  line("const " + spelling_.index + " " + jump + " = " + left + " >> 1;");
  const Symbol middle("$middle");
  const std::string probe = scope_.names.take("middle");
  line("const " + spelling_.index + " " + probe + " = " + name + " + " + jump + ";");
  bind(middle, probe);
  if (known) {
    scope_.facts.learn(middle);
  }
  const std::string test = condition(expr::substitute(s.condition, s.name, Expr::variable(middle)));
  line(name + " = " + test + " ? " + probe + " : " + name + ";");
  line(left + " -= " + jump + ";");
  indent_ -= 2;
  line("}");
  scope_.facts.forget(middle);
  scope_.bound.erase(middle);
}

} // namespace mapwright::emit
