// Prints expressions and statements in the syntax C, C++, OpenCL C and CUDA C++ share.
#pragma once

#include "emit/facts.hpp"
#include "emit/helpers.hpp"
#include "emit/names.hpp"
#include "emit/spelling.hpp"
#include "expr/function.hpp"

#include <map>
#include <string>
#include <vector>

namespace mapwright::emit {

/// The text of one function body. Names already given to parameters, arguments and tables come from outside.
class BodyPrinter {
public:
  BodyPrinter(const Spelling& spelling, HelperSet& helpers, NameSet names, int indent)
      : spelling_(spelling), helpers_(helpers), names_(std::move(names)), indent_(indent) {}

  /// What the symbol is called from here on.
  void bind(expr::Symbol symbol, std::string name) { bound_[symbol] = std::move(name); }
  /// A new C name for the symbol, close to the symbol's own.
  std::string declare(expr::Symbol symbol);
  std::string fresh(std::string_view wanted) { return names_.take(wanted); }
  /// A table of the map and what it is called; a run-time table is an indexable parameter.
  void add_table(const expr::Table& table, std::string name);
  NonNegative& facts() { return facts_; }

  void print(const expr::Block& block);
  /// The results as text; shared parts become statements first.
  std::vector<std::string> print_results(const std::vector<expr::Expr>& results);
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  /// An expression and how tightly its outermost operator binds.
  struct Text {
    std::string text;
    int tightness;
  };
  struct TableName {
    std::string name;
    bool runtime = false;
    bool non_negative = false;
  };

  void line(const std::string& text);
  std::string declare_as(expr::Symbol symbol, const expr::Expr& value, const std::string& qualifier);
  std::vector<expr::Expr> shared(const std::vector<expr::Expr>& expressions);

  void statement(const expr::Let& s);
  void statement(const expr::Declare& s);
  void statement(const expr::Assign& s);
  void statement(const expr::If& s);
  void statement(const expr::For& s);
  void statement(const expr::Solve& s);
  void statement(const expr::Assume& s);
  void solve(const expr::Solve& s, const expr::RootEstimate& method);
  void solve(const expr::Solve& s, const expr::Bisection& method);
  void nested(const expr::Block& block);

  Text print(const expr::Expr& e);
  std::string plain(const expr::Expr& e) { return print(e).text; }
  std::string operand(const expr::Expr& e, int tightness);
  std::string primary(const expr::Expr& e);
  std::string condition(const expr::Expr& e);
  Text binary(const expr::Expr& e, std::string_view sign, int tightness);
  Text comparison(const expr::Expr& e, std::string_view sign, int tightness);
  Text logical(const expr::Expr& e, std::string_view sign, int tightness);
  Text negated(const expr::Expr& e);
  Text division(const expr::Expr& e);
  Text remainder(const expr::Expr& e);
  Text raised(const expr::Expr& e);
  Text shifted(const expr::Expr& e);
  Text constant(expr::Int value);
  Text call(const std::string& helper, const std::vector<expr::Expr>& arguments);

  const Spelling& spelling_;
  HelperSet& helpers_;
  NameSet names_;
  std::map<expr::Symbol, std::string> bound_;
  std::map<expr::Symbol, TableName> tables_;
  NonNegative facts_;
  int indent_;
  std::string text_;
};

} // namespace mapwright::emit
