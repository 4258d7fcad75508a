// Prints expressions and statements in the syntax C, C++, OpenCL C and CUDA C++ share.
#pragma once

#include "emit/facts.hpp"
#include "emit/helpers.hpp"
#include "emit/names.hpp"
#include "emit/spelling.hpp"
#include "expr/function.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mapwright::emit {

// How tightly C's operators bind, tightest highest.
inline constexpr int tight_primary = 15;
inline constexpr int tight_unary = 14;
inline constexpr int tight_mul = 13;
inline constexpr int tight_add = 12;
inline constexpr int tight_shift = 11;
inline constexpr int tight_compare = 10;
inline constexpr int tight_equal = 9;
inline constexpr int tight_bits = 8;
inline constexpr int tight_and = 5;
inline constexpr int tight_or = 4;
inline constexpr int tight_select = 3;

/// The text of one function body. Names already given to parameters, arguments and tables come from outside.
class BodyPrinter {
public:
  BodyPrinter(const Spelling& spelling, HelperSet& helpers, NameSet names, int indent)
      : spelling_(spelling), helpers_(helpers), scope_{std::move(names), {}, {}, {}, {}}, indent_(indent) {}

  /// What the symbol is called from here on.
  void bind(expr::Symbol symbol, std::string name) { scope_.bound[symbol] = std::move(name); }
  /// A new C name for the symbol, close to the symbol's own.
  std::string declare(expr::Symbol symbol);
  std::string fresh(std::string_view wanted) { return scope_.names.take(wanted); }
  /// A prepared divisor: divisions by the symbol use the helpers of emit/quotient.hpp on the struct of that name.
  void add_divisor(expr::Symbol symbol, std::string name) { divisors_[symbol] = std::move(name); }
  /// A table of the map and what it is called; a run-time table is an indexable parameter.
  void add_table(const expr::Table& table, std::string name);
  NonNegative& facts() { return scope_.facts; }

  void print(const expr::Block& block);
  /// The results as text; shared parts become statements first. `truth_first`: the first one is a C condition.
  std::vector<std::string> print_results(const std::vector<expr::Expr>& results, bool truth_first);
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
  };
  /// What holds up to the end of the innermost block.
  struct Scope {
    NameSet names;                             ///< C names in use
    std::map<expr::Symbol, std::string> bound; ///< what symbols are called
    NonNegative facts;
    std::set<expr::Symbol> truths;    ///< names whose values are 0 or 1
    std::set<expr::Symbol> exponents; ///< names of logarithms
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
  /// Whether the value of `e` is certainly 0 or 1.
  [[nodiscard]] bool is_truth(const expr::Expr& e) const;
  /// Whether the value of `e` is certainly below the width of the word, and not negative, wherever it has one.
  [[nodiscard]] bool is_short_distance(const expr::Expr& e) const;
  Text binary(const expr::Expr& e, std::string_view sign, int tightness);
  Text comparison(const expr::Expr& e, std::string_view sign, int tightness);
  Text logical(const expr::Expr& e, std::string_view sign, int tightness);
  Text negated(const expr::Expr& e);
  Text division(const expr::Expr& e);
  Text remainder(const expr::Expr& e);
  /// The prepared divisor `e` is, or nothing.
  [[nodiscard]] const std::string* prepared(const expr::Expr& e) const;
  Text raised(const expr::Expr& e);
  Text shifted(const expr::Expr& e);
  Text constant(expr::Int value);
  Text call(const std::string& helper, const std::vector<expr::Expr>& arguments);
  Text call_text(const std::string& helper, const std::string& arguments);

  const Spelling& spelling_;
  HelperSet& helpers_;
  std::map<expr::Symbol, TableName> tables_;
  std::map<expr::Symbol, std::string> divisors_;
  Scope scope_;
  int indent_;
  std::string text_;
};

} // namespace mapwright::emit
