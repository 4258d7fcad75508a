// Prints expressions and statements as Python: plain, over NumPy arrays, or in Triton's subset of the language.
//
// Plain text has Python's own control flow on integers of any size. The other two work on many lanes at once: both arms
// of a condition are computed and one is chosen, lane by lane. In lanes that are not chosen nothing may stop the
// program, so divisors become 1 and the positions of entries 0 there.
#pragma once

#include "emit/facts.hpp"
#include "emit/helpers.hpp"
#include "emit/names.hpp"
#include "expr/function.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::emit {

// How tightly Python's operators bind, tightest highest.
inline constexpr int binds_select = 0;
inline constexpr int binds_or = 1;
inline constexpr int binds_and = 2;
inline constexpr int binds_not = 3;
inline constexpr int binds_compare = 4;
inline constexpr int binds_bits = 5;
inline constexpr int binds_shift = 6;
inline constexpr int binds_add = 7;
inline constexpr int binds_mul = 8;
inline constexpr int binds_unary = 9;
inline constexpr int binds_power = 10;
inline constexpr int binds_primary = 11;

/// Whether the value has a part that could stop a program in a lane that does not ask for it: an entry of a table, a
/// division by something else than a literal.
bool could_stop(const expr::Expr& e);

enum class PythonFlavour : std::uint8_t { plain, numpy, triton };

struct PythonSpelling {
  PythonFlavour flavour = PythonFlavour::plain;
  int bits = 0;       ///< of a word; plain: 0
  std::string suffix; ///< of helpers: "_i64"; plain: ""
  std::string word;   ///< the type: "np.int64", "tl.int64"; plain: ""
};

/// The spelling of one flavour; `bits` is read where there are words.
PythonSpelling python_spelling(PythonFlavour flavour, int bits);

/// The text of one function body.
class PythonPrinter {
public:
  PythonPrinter(const PythonSpelling& spelling, HelperSet& helpers, NameSet names);

  /// A new name for a parameter (the same in all lanes) or an argument.
  std::string declare(expr::Symbol symbol, bool varies);
  std::string fresh(std::string_view wanted) { return names_.take(wanted); }
  void add_table(const expr::Table& table, std::string name) { tables_[table.name] = {std::move(name), table.runtime}; }
  NonNegative& facts() { return scope_.facts; }

  void print(const expr::Block& block);
  /// The results as text; shared parts become statements first. `truth_first`: the first one is a condition.
  std::vector<std::string> print_results(const std::vector<expr::Expr>& results, bool truth_first);
  [[nodiscard]] const std::string& text() const { return text_; }
  /// The name of a word 0 in every lane, which the text may read.
  [[nodiscard]] const std::string& zero() const { return zero_; }
  [[nodiscard]] bool reads_zero() const { return reads_zero_; }
  /// Whether the lanes run some loop a different number of times, against S5; Triton cannot say that.
  [[nodiscard]] bool has_uneven_loop() const { return has_uneven_loop_; }

private:
  /// An expression and how tightly its outermost operator binds.
  struct Text {
    std::string text;
    int tightness;
  };
  /// What holds up to the end of the innermost block. Names stay taken: Python's blocks have no scopes.
  struct Scope {
    std::map<expr::Symbol, std::string> bound;
    NonNegative facts;
    std::set<expr::Symbol> truths;  ///< names whose values are conditions
    std::set<expr::Symbol> varying; ///< names whose values may differ between lanes
    std::string lanes;              ///< the condition of the lanes that run; empty: all
  };

  [[nodiscard]] bool plain() const { return spelling_.flavour == PythonFlavour::plain; }
  [[nodiscard]] bool triton() const { return spelling_.flavour == PythonFlavour::triton; }

  void line(const std::string& text);
  void declare_as(expr::Symbol symbol, const expr::Expr& value, bool is_constant);
  std::vector<expr::Expr> shared(const std::vector<expr::Expr>& expressions);
  /// `text`, of a value that may be the same in all lanes, with a value for each.
  std::string in_every_lane(const expr::Expr& value, const std::string& text);
  std::string condition_in_every_lane(const expr::Expr& e);
  [[nodiscard]] bool varies(const expr::Expr& e) const;

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
  void in_lanes(const expr::Block& block, const std::string& condition);
  [[nodiscard]] std::string lanes_where(const std::string& condition);

  Text value(const expr::Expr& e);
  std::string whole(const expr::Expr& e) { return value(e).text; }
  std::string operand(const expr::Expr& e, int tightness);
  [[nodiscard]] bool is_truth(const expr::Expr& e) const;
  /// A condition; `e` is one or a number that is not 0.
  Text condition(const expr::Expr& e);
  std::string condition_operand(const expr::Expr& e, int tightness);
  Text negated(const expr::Expr& e);
  Text logical(const expr::Expr& e);
  Text comparison(const expr::Expr& e, std::string_view sign);
  Text binary(const expr::Expr& e, std::string_view sign, int tightness);
  Text division(const expr::Expr& e);
  std::string divisor(const expr::Expr& e, int tightness);
  Text raised(const expr::Expr& e);
  Text shifted(const expr::Expr& e);
  Text chosen(const expr::Expr& e);
  Text loaded(const expr::Expr& e);
  Text truth_value(const std::string& condition) const;
  [[nodiscard]] std::string literal(expr::Int value) const;
  /// The value as a word, where Triton would take a literal for a constant of the compiler.
  std::string typed(const expr::Expr& e);
  [[nodiscard]] std::string where(const std::string& condition, const std::string& a, const std::string& b) const;
  Text call(const std::string& helper, const std::vector<expr::Expr>& arguments);

  const PythonSpelling& spelling_;
  HelperSet& helpers_;
  NameSet names_;
  std::map<expr::Symbol, std::pair<std::string, bool>> tables_; ///< the name, and whether it is a run-time table
  Scope scope_;
  std::string zero_;
  bool reads_zero_ = false;
  bool has_uneven_loop_ = false;
  std::size_t indent_ = 4;
  std::string text_;
};

} // namespace mapwright::emit
