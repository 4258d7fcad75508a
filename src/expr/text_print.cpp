#include "expr/text.hpp"
#include "expr/text_names.hpp"

#include <algorithm>

namespace mapwright::expr {

namespace {

/// Binding strength of what an expression prints as, loosest first.
enum PrintStrength : std::uint8_t {
  any,
  disjunct,
  conjunct,
  negation,
  comparison,
  addition,
  multiplication,
  prefix,
  primary
};

bool is_negative_prefix(const Expr& e) {
  return (e.is_constant() && e.value() < 0) ||
         (e.op() == Op::sub && e.operand(0).is_constant(0) && !e.operand(1).is_constant());
}

PrintStrength strength(const Expr& e) {
  if (is_negative_prefix(e)) {
    return multiplication;
  }
  switch (e.op()) {
  case Op::add:
  case Op::sub:
    return addition;
  case Op::mul:
  case Op::exact_div:
    return multiplication;
  case Op::less:
  case Op::less_equal:
  case Op::equal:
  case Op::not_equal:
    return comparison;
  case Op::logical_not:
    return negation;
  case Op::logical_and:
    return conjunct;
  case Op::logical_or:
    return disjunct;
  default:
    return primary;
  }
}

std::string_view infix(Op op) {
  switch (op) {
  case Op::add:
    return " + ";
  case Op::sub:
    return " - ";
  case Op::mul:
    return "*";
  case Op::exact_div:
    return "/";
  case Op::less:
    return " < ";
  case Op::less_equal:
    return " <= ";
  case Op::equal:
    return " == ";
  case Op::not_equal:
    return " != ";
  case Op::logical_and:
    return " and ";
  default:
    return " or ";
  }
}

std::string_view call_name(Op op) {
  const auto* const found =
      std::find_if(call_names.begin(), call_names.end(), [op](const CallName& call) { return call.op == op; });
  return found->name;
}

class ExprPrinter {
public:
  explicit ExprPrinter(std::string& out) : out_(out) {}

  /// `e`, in parentheses when it binds less strongly than `least`.
  void print(const Expr& e, PrintStrength least) {
    if (strength(e) < least) {
      parenthesised(e);
    } else {
      bare(e);
    }
  }

private:
  void parenthesised(const Expr& e) {
    out_ += '(';
    bare(e);
    out_ += ')';
  }

  void call(std::string_view name, const std::vector<Expr>& operands) {
    out_ += name;
    out_ += '(';
    for (std::size_t i = 0; i < operands.size(); ++i) {
      out_ += i == 0 ? "" : ", ";
      print(operands[i], any);
    }
    out_ += ')';
  }

  void root(const Expr& e) {
    if (e.value() == 2 || e.value() == 3) {
      call(e.value() == 2 ? "isqrt" : "icbrt", e.operands());
    } else {
      out_ += "root(" + to_string(e.value()) + ", ";
      print(e.operand(0), any);
      out_ += ')';
    }
  }

  /// A right operand that begins with '-' gets parentheses: `a - (-5*b)`, never `a - -5*b`.
  void binary(const Expr& e) {
    const PrintStrength own = strength(e);
    const bool associates = own != comparison;
    print(e.operand(0), associates ? own : static_cast<PrintStrength>(own + 1));
    out_ += infix(e.op());
    const std::size_t start = out_.size();
    print(e.operand(1), static_cast<PrintStrength>(own + 1));
    if (out_[start] == '-' && (own == addition || own == multiplication)) {
      out_.insert(start, 1, '(');
      out_ += ')';
    }
  }

  void bare(const Expr& e) {
    switch (e.op()) {
    case Op::constant:
      out_ += to_string(e.value());
      return;
    case Op::variable:
      out_ += e.name().name();
      return;
    case Op::load:
      out_ += e.name().name() + "[";
      print(e.operand(0), any);
      out_ += ']';
      return;
    case Op::root:
      root(e);
      return;
    case Op::logical_not:
      out_ += "not ";
      print(e.operand(0), e.operand(0).op() == Op::logical_not ? negation : prefix);
      return;
    default:
      break;
    }
    if (is_negative_prefix(e)) {
      out_ += '-';
      print(e.operand(1), prefix);
    } else if (strength(e) == primary) {
      call(call_name(e.op()), e.operands());
    } else {
      binary(e);
    }
  }

  std::string& out_;
};

class FunctionPrinter {
public:
  explicit FunctionPrinter(std::string& out) : out_(out), exprs_(out) {}

  void print(const Function& f) {
    out_ += "fn " + f.name + "(";
    names(f.parameters);
    if (!f.arguments.empty()) {
      out_ += "; ";
      names(f.arguments);
    }
    out_ += ")";
    if (!f.result_names.empty()) {
      out_ += " -> (";
      for (std::size_t i = 0; i < f.result_names.size(); ++i) {
        out_ += (i == 0 ? "" : ", ") + f.result_names[i];
      }
      out_ += ")";
    }
    out_ += " {\n";
    statements(f.body);
    out_ += "  return (";
    for (std::size_t i = 0; i < f.results.size(); ++i) {
      out_ += i == 0 ? "" : ", ";
      expr(f.results[i]);
    }
    out_ += ");\n}\n";
  }

private:
  void names(const std::vector<Symbol>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      out_ += (i == 0 ? "" : ", ") + list[i].name();
    }
  }

  void expr(const Expr& e) { exprs_.print(e, any); }
  void indent() { out_.append(2 * depth_, ' '); }

  void statements(const Block& block) {
    ++depth_;
    for (const Statement& statement : block) {
      indent();
      std::visit([this](const auto& s) { one(s); }, statement.is);
      out_ += '\n';
    }
    --depth_;
  }

  void braces(const Block& block) {
    out_ += "{\n";
    statements(block);
    indent();
    out_ += '}';
  }

  void binding(std::string_view keyword, Symbol name, const Expr& value) {
    out_ += keyword;
    out_ += name.name() + " = ";
    expr(value);
    out_ += ';';
  }

  void range(std::string_view keyword, Symbol name, const Expr& low, const Expr& high) {
    out_ += keyword;
    out_ += name.name() + " in [";
    expr(low);
    out_ += ", ";
    expr(high);
    out_ += ']';
  }

  void one(const Let& s) { binding("let ", s.name, s.value); }
  void one(const Declare& s) { binding("var ", s.name, s.value); }
  void one(const Assign& s) { binding("set ", s.name, s.value); }

  void one(const If& s) {
    out_ += "if (";
    expr(s.condition);
    out_ += ") ";
    braces(s.then_block);
    if (s.else_block.empty()) {
      return;
    }
    out_ += " else ";
    const If* const chained = s.else_block.size() == 1 ? std::get_if<If>(&s.else_block[0].is) : nullptr;
    if (chained != nullptr) {
      one(*chained);
    } else {
      braces(s.else_block);
    }
  }

  void one(const For& s) {
    out_ += "for " + s.name.name() + (s.descending ? " down below " : " below ");
    expr(s.count);
    out_ += ' ';
    braces(s.body);
  }

  void one(const Solve& s) {
    range("solve ", s.name, s.low, s.high);
    out_ += " where ";
    expr(s.condition);
    out_ += " by ";
    if (const auto* bisection = std::get_if<Bisection>(&s.method)) {
      out_ += "bisect(";
      expr(bisection->iterations);
    } else {
      const auto& root = std::get<RootEstimate>(s.method);
      out_ += "root(" + std::to_string(root.degree);
      for (const Expr* part : {&root.radicand, &root.offset, &root.divisor}) {
        out_ += ", ";
        expr(*part);
      }
      out_ += ", down " + std::to_string(root.down) + ", up " + std::to_string(root.up);
    }
    out_ += ");";
  }

  void one(const Assume& s) {
    range("assume ", s.name, s.low, s.high);
    out_ += ';';
  }

  std::string& out_;
  ExprPrinter exprs_;
  std::size_t depth_ = 0;
};

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c == '\n' ? std::string("\\n") : std::string(1, c);
  }
  return out + '"';
}

/// Entries, wrapped so that large tables stay readable.
void print_entries(std::string& out, const std::vector<std::int64_t>& values) {
  constexpr std::size_t width = 110;
  std::size_t line_start = out.rfind('\n') == std::string::npos ? 0 : out.rfind('\n') + 1;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string entry = std::to_string(values[i]);
    out += i == 0 ? "" : ",";
    if (out.size() - line_start + entry.size() > width) {
      out += "\n  ";
      line_start = out.size() - 2;
    } else {
      out += i == 0 ? "" : " ";
    }
    out += entry;
  }
}

} // namespace

std::string to_text(const Expr& e) {
  std::string out;
  ExprPrinter(out).print(e, any);
  return out;
}

std::string to_text(const Table& table) {
  std::string out = "table " + table.name.name();
  if (!table.meaning.empty()) {
    out += ": " + quoted(table.meaning);
  }
  if (table.runtime) {
    return out + " in [" + std::to_string(table.least) + ", " + std::to_string(table.greatest) + "];\n";
  }
  out += " = [";
  print_entries(out, table.values);
  return out + "];\n";
}

std::string to_text(const Function& f) {
  std::string out;
  FunctionPrinter(out).print(f);
  return out;
}

std::string to_text(const Listing& listing) {
  std::string out;
  for (const Table& table : listing.tables) {
    out += to_text(table);
  }
  for (const Function& f : listing.functions) {
    out += (out.empty() ? "" : "\n") + to_text(f);
  }
  return out;
}

} // namespace mapwright::expr
