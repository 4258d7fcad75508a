#include "emit/python_printer.hpp"

#include "emit/sharing.hpp"
#include "expr/build.hpp"

#include <algorithm>

namespace mapwright::emit {

using expr::Block;
using expr::Expr;
using expr::Symbol;

PythonSpelling python_spelling(PythonFlavour flavour, int bits) {
  if (flavour == PythonFlavour::plain) {
    return {};
  }
  const std::string width = std::to_string(bits);
  return {flavour, bits, "_i" + width, (flavour == PythonFlavour::numpy ? "np.int" : "tl.int") + width};
}

PythonPrinter::PythonPrinter(const PythonSpelling& spelling, HelperSet& helpers, NameSet names)
    : spelling_(spelling), helpers_(helpers), names_(std::move(names)) {
  for (const char* name : {"np", "tl", "triton", "math", "range", "reversed"}) {
    names_.reserve(name);
  }
  zero_ = names_.take("zero");
}

std::string PythonPrinter::declare(Symbol symbol, bool varies) {
  const std::string& own = symbol.name();
  std::string name = names_.take(own.starts_with("$t") ? "t" : own);
  scope_.bound[symbol] = name;
  scope_.facts.forget(symbol);
  scope_.truths.erase(symbol);
  scope_.varying.erase(symbol);
  if (varies) {
    scope_.varying.insert(symbol);
  }
  return name;
}

void PythonPrinter::line(const std::string& text) {
  text_ += std::string(indent_, ' ') + text + "\n";
}

bool PythonPrinter::varies(const Expr& e) const {
  const std::vector<Symbol> names = expr::free_variables(e);
  return std::any_of(names.begin(), names.end(), [this](Symbol name) { return scope_.varying.contains(name); });
}

std::vector<Expr> PythonPrinter::shared(const std::vector<Expr>& expressions) {
  Shared parts = share(expressions);
  for (const auto& [name, value] : parts.bindings) {
    declare_as(name, value, true);
  }
  return std::move(parts.expressions);
}

std::string PythonPrinter::in_every_lane(const Expr& value, const std::string& text) {
  if (!triton() || varies(value)) {
    return text;
  }
  reads_zero_ = true;
  const bool simple = text.find(' ') == std::string::npos;
  return value.is_constant(0) ? zero_ : zero_ + " + " + (simple ? text : "(" + text + ")");
}

std::string PythonPrinter::condition_in_every_lane(const Expr& e) {
  if (!triton() || varies(e)) {
    return condition(e).text;
  }
  reads_zero_ = true;
  return e.is_constant() ? zero_ + (e.is_constant(0) ? " != 0" : " == 0")
                         : "(" + zero_ + " == 0) & (" + condition(e).text + ")";
}

/// The value is printed before the name exists: it may read another binding of the same name. In Triton a variable
/// that loops assign to needs its final type from the start.
void PythonPrinter::declare_as(Symbol symbol, const Expr& value, bool is_constant) {
  const bool known = is_constant && scope_.facts.holds(value);
  const bool truth = is_constant && is_truth(value);
  const bool differs = !is_constant || varies(value);
  const std::string own = truth ? condition(value).text : is_constant ? typed(value) : whole(value);
  const std::string printed = is_constant ? own : in_every_lane(value, own);
  const std::string name = declare(symbol, differs);
  if (known) {
    scope_.facts.learn(symbol);
  }
  if (truth) {
    scope_.truths.insert(symbol);
  }
  line(name + " = " + printed);
}

std::vector<std::string> PythonPrinter::print_results(const std::vector<Expr>& results, bool truth_first) {
  std::vector<std::string> texts;
  for (const Expr& e : shared(results)) {
    texts.push_back(truth_first && texts.empty() ? condition_in_every_lane(e) : in_every_lane(e, whole(e)));
  }
  return texts;
}

void PythonPrinter::print(const Block& block) {
  for (const expr::Statement& s : block) {
    std::visit([this](const auto& one) { statement(one); }, s.is);
  }
}

/// Bindings made inside a block end with it.
void PythonPrinter::nested(const Block& block) {
  const Scope outer = scope_;
  indent_ += 4;
  print(block);
  indent_ -= 4;
  scope_ = outer;
}

void PythonPrinter::in_lanes(const Block& block, const std::string& condition) {
  if (block.empty()) {
    return;
  }
  const Scope outer = scope_;
  scope_.lanes = lanes_where(condition);
  print(block);
  scope_ = outer;
}

/// The name of the lanes that run and where the condition holds besides.
std::string PythonPrinter::lanes_where(const std::string& condition) {
  if (scope_.lanes.empty() && condition.find_first_of(" (~") == std::string::npos) {
    return condition;
  }
  const std::string name = fresh("lanes");
  line(name + " = " + (scope_.lanes.empty() ? condition : scope_.lanes + " & (" + condition + ")"));
  return name;
}

void PythonPrinter::statement(const expr::Let& s) {
  declare_as(s.name, shared({s.value})[0], true);
}

void PythonPrinter::statement(const expr::Declare& s) {
  declare_as(s.name, shared({s.value})[0], false);
}

void PythonPrinter::statement(const expr::Assign& s) {
  const Expr value = shared({s.value})[0];
  const std::string name = whole(Expr::variable(s.name));
  const std::string printed = whole(value);
  line(name + " = " + (scope_.lanes.empty() ? in_every_lane(value, printed) : where(scope_.lanes, printed, name)));
}

void PythonPrinter::statement(const expr::If& s) {
  const Expr test = shared({s.condition})[0];
  if (plain()) {
    line("if " + condition(test).text + ":");
    nested(s.then_block);
    if (s.then_block.empty()) {
      line("    pass");
    }
    if (!s.else_block.empty()) {
      line("else:");
      nested(s.else_block);
    }
    return;
  }
  const std::string printed = condition(test).text;
  const std::string name = fresh("holds");
  line(name + " = " + printed);
  in_lanes(s.then_block, name);
  in_lanes(s.else_block, triton() ? "~" + name : "np.logical_not(" + name + ")");
}

void PythonPrinter::statement(const expr::For& s) {
  const Expr trips_value = shared({s.count})[0];
  std::string count = whole(trips_value);
  const Scope outer = scope_;
  std::string own_trips;
  if (!plain() && varies(trips_value)) {
    has_uneven_loop_ = true;
    own_trips = fresh("trips");
    line(own_trips + " = " + count);
    count = "int(np.max(" + own_trips + ", initial=0))";
  }
  const std::string name = declare(s.name, false);
  scope_.facts.learn(s.name);
  if (triton()) {
    const std::string trips = fresh("trips");
    const std::string step = fresh("trip");
    line(trips + " = " + count);
    line("for " + step + " in range(" + trips + "):");
    line("    " + name + " = tl.cast(" + (s.descending ? trips + " - 1 - " + step : step) + ", " + spelling_.word +
         ")");
  } else {
    line("for " + name + " in " + (s.descending ? "reversed(range(" + count + "))" : "range(" + count + ")") + ":");
  }
  if (!own_trips.empty()) {
    indent_ += 4;
    scope_.lanes = lanes_where(name + " < " + own_trips);
    indent_ -= 4;
  }
  nested(s.body);
  if (s.body.empty()) {
    line("    pass");
  }
  scope_ = outer;
}

void PythonPrinter::statement(const expr::Solve& s) {
  const bool known = scope_.facts.holds(s.low);
  std::visit([&](const auto& method) { solve(s, method); }, s.method);
  if (known) {
    scope_.facts.learn(s.name);
  }
}

/// A fact of the certificate; nothing to compute.
void PythonPrinter::statement(const expr::Assume& s) {
  if (scope_.facts.holds(s.low)) {
    scope_.facts.learn(s.name);
  }
}

/// Integers of any size: the estimate is moved until the condition holds at it and not one further; how often is not
/// limited. Words: as in BodyPrinter, start `up` above the estimate and go down at most `down` + `up` times. The roots
/// are exact here, so that the contract of RootEstimate holds with r = floor(rho).
void PythonPrinter::solve(const expr::Solve& s, const expr::RootEstimate& method) {
  const Expr radicand = scope_.facts.holds(method.radicand) ? method.radicand : expr::maximum(method.radicand, Expr(0));
  const Expr root = Expr::root(method.degree, radicand);
  const Expr offset = plain() ? method.offset : method.offset + method.divisor * Expr(method.up);
  const Expr first = expr::minimum(expr::floor_div(root + offset, method.divisor), s.high);
  const Expr start = plain() ? expr::maximum(s.low, first) : first;
  const bool differs = varies(start) || varies(s.condition);
  const std::string high = whole(s.high);
  const std::string printed = typed(start);
  const std::string name = declare(s.name, differs);
  line(name + " = " + printed);
  if (plain()) {
    const Expr further = expr::substitute(s.condition, s.name, Expr::variable(s.name) + Expr(1));
    line("while " + negated(s.condition).text + ":");
    line("    " + name + " -= 1");
    line("while " + name + " < " + high + " and " + condition_operand(further, binds_and) + ":");
    line("    " + name + " += 1");
    return;
  }
  for (int step = 0; step < method.down + method.up; ++step) {
    const std::string holds = condition(s.condition).text;
    line(name + " = " + where(holds, name, name + " - 1"));
  }
}

/// The solution stays within [name, name + left), as in BodyPrinter.
void PythonPrinter::solve(const expr::Solve& s, const expr::Bisection& method) {
  const std::string first = in_every_lane(s.low, whole(s.low));
  const std::string left_text = typed(s.high - s.low + Expr(1));
  const std::string halvings = plain() ? "" : whole(method.iterations);
  const bool known = scope_.facts.holds(s.low);
  const std::string name = declare(s.name, true);
  const std::string left = fresh("left");
  const std::string jump = fresh("jump");
  const std::string probe = fresh("middle");
  line(name + " = " + first);
  line(left + " = " + left_text);
  line(plain() ? "while " + left + " > 1:" : "for " + fresh("halving") + " in range(" + halvings + "):");
  const Scope outer = scope_;
  indent_ += 4;
  line(jump + " = " + left + " >> 1");
  line(probe + " = " + name + " + " + jump);
  const Symbol middle("$middle");
  scope_.bound[middle] = probe;
  scope_.varying.insert(middle);
  if (known) {
    scope_.facts.learn(middle);
  }
  const Expr test = expr::substitute(s.condition, s.name, Expr::variable(middle));
  const std::string holds = condition(test).text;
  line(name + " = " + (plain() ? probe + " if " + holds + " else " + name : where(holds, probe, name)));
  line(left + " = " + left + " - " + jump);
  indent_ -= 4;
  scope_ = outer;
}

} // namespace mapwright::emit
