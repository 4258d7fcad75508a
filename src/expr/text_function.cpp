#include "expr/text.hpp"
#include "expr/text_parser.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::expr {

namespace {

/// The grammar of functions and tables; see expr/text.hpp.
class FunctionParser {
public:
  explicit FunctionParser(Cursor& cursor) : cursor_(cursor), exprs_(cursor) {}

  std::optional<Function> function() {
    Function f;
    if (!cursor_.expect("fn")) {
      return std::nullopt;
    }
    const auto name = cursor_.name("the name of the function");
    if (!name || !cursor_.expect("(") || !signature(f) || !cursor_.expect("{")) {
      return std::nullopt;
    }
    f.name = name->name();
    if (!statements(f.body, "return") || !results(f) || !cursor_.expect("}")) {
      return std::nullopt;
    }
    return f;
  }

  std::optional<Table> table() {
    if (!cursor_.expect("table")) {
      return std::nullopt;
    }
    const auto name = cursor_.name("the name of the table");
    if (!name) {
      return std::nullopt;
    }
    Table table{*name};
    if (cursor_.accept(":")) {
      if (cursor_.peek().kind != TokenKind::string) {
        cursor_.expected("a text in quotes");
        return std::nullopt;
      }
      table.meaning = unquoted(cursor_.take().text);
    }
    const bool good = cursor_.at("in") ? runtime_bounds(table) : entries(table);
    return good && cursor_.expect(";") ? std::optional<Table>(std::move(table)) : std::nullopt;
  }

  std::optional<Listing> listing() {
    Listing all;
    while (cursor_.peek().kind != TokenKind::end) {
      if (cursor_.at("table")) {
        auto next = table();
        if (!next) {
          return std::nullopt;
        }
        all.tables.push_back(std::move(*next));
      } else if (cursor_.at("fn")) {
        auto next = function();
        if (!next) {
          return std::nullopt;
        }
        all.functions.push_back(std::move(*next));
      } else {
        cursor_.expected("'fn' or 'table'");
        return std::nullopt;
      }
    }
    return all;
  }

private:
  static constexpr Int entry_min = std::numeric_limits<std::int64_t>::min();
  static constexpr Int entry_max = std::numeric_limits<std::int64_t>::max();

  static std::string unquoted(std::string_view quoted) {
    std::string out;
    for (std::size_t i = 1; i + 1 < quoted.size(); ++i) {
      if (quoted[i] == '\\') {
        ++i;
        out += quoted[i] == 'n' ? '\n' : quoted[i];
      } else {
        out += quoted[i];
      }
    }
    return out;
  }

  std::optional<std::int64_t> entry() {
    const auto value = exprs_.integer("an entry of a table", entry_min, entry_max);
    return value ? std::optional<std::int64_t>(static_cast<std::int64_t>(*value)) : std::nullopt;
  }

  bool runtime_bounds(Table& table) {
    cursor_.take();
    table.runtime = true;
    const Token at = cursor_.peek();
    const auto least = cursor_.expect("[") ? entry() : std::nullopt;
    const auto greatest = least && cursor_.expect(",") ? entry() : std::nullopt;
    if (!greatest || !cursor_.expect("]")) {
      return false;
    }
    table.least = *least;
    table.greatest = *greatest;
    return table.least <= table.greatest || cursor_.fail(at, "the bounds of a table are empty", "[least, greatest]");
  }

  bool entries(Table& table) {
    if (!cursor_.at("=")) {
      return cursor_.expected("'=' and entries, or 'in' and bounds");
    }
    cursor_.take();
    if (!cursor_.expect("[")) {
      return false;
    }
    while (!cursor_.accept("]")) {
      const auto value = table.values.empty() || cursor_.expect(",") ? entry() : std::nullopt;
      if (!value) {
        return false;
      }
      table.values.push_back(*value);
    }
    if (!table.values.empty()) {
      const auto [least, greatest] = std::minmax_element(table.values.begin(), table.values.end());
      table.least = *least;
      table.greatest = *greatest;
    }
    return true;
  }

  /// Names up to one of the two closing symbols, which stays.
  bool names(std::vector<Symbol>& out, std::string_view close, std::string_view other_close) {
    while (!cursor_.at(close) && !cursor_.at(other_close)) {
      if (!out.empty() && !cursor_.expect(",")) {
        return false;
      }
      const Token at = cursor_.peek();
      const auto name = cursor_.name("a name");
      if (!name) {
        return false;
      }
      if (std::find(out.begin(), out.end(), *name) != out.end()) {
        return cursor_.fail(at, "'" + name->name() + "' is named twice");
      }
      out.push_back(*name);
    }
    return true;
  }

  bool signature(Function& f) {
    if (!names(f.parameters, ";", ")")) {
      return false;
    }
    if (cursor_.accept(";") && !names(f.arguments, ")", ")")) {
      return false;
    }
    if (!cursor_.expect(")")) {
      return false;
    }
    if (!cursor_.accept("->")) {
      return true;
    }
    std::vector<Symbol> results;
    if (!cursor_.expect("(") || !names(results, ")", ")") || !cursor_.expect(")")) {
      return false;
    }
    for (const Symbol result : results) {
      f.result_names.push_back(result.name());
    }
    return true;
  }

  bool results(Function& f) {
    const Token at = cursor_.take(); // the `return`
    if (!cursor_.expect("(")) {
      return false;
    }
    while (!cursor_.accept(")")) {
      if (!f.results.empty() && !cursor_.expect(",")) {
        return false;
      }
      auto result = exprs_.parse();
      if (!result) {
        return false;
      }
      f.results.push_back(std::move(*result));
    }
    if (!f.result_names.empty() && f.result_names.size() != f.results.size()) {
      return cursor_.fail(at, "'" + f.name + "' names " + std::to_string(f.result_names.size()) +
                                  " results but returns " + std::to_string(f.results.size()));
    }
    return cursor_.expect(";");
  }

  /// Statements up to `close`, which stays.
  bool statements(Block& block, std::string_view close) {
    if (!cursor_.enter()) {
      return false;
    }
    while (!cursor_.at(close)) {
      auto next = statement(close);
      if (!next) {
        return false;
      }
      block.push_back(std::move(*next));
    }
    cursor_.leave();
    return true;
  }

  bool braces(Block& block) { return cursor_.expect("{") && statements(block, "}") && cursor_.expect("}"); }

  std::optional<Statement> statement(std::string_view close) {
    if (cursor_.accept("let")) {
      return binding<Let>();
    }
    if (cursor_.accept("var")) {
      return binding<Declare>();
    }
    if (cursor_.accept("set")) {
      return binding<Assign>();
    }
    if (cursor_.accept("if")) {
      return conditional();
    }
    if (cursor_.accept("for")) {
      return loop();
    }
    if (cursor_.accept("solve")) {
      return solve();
    }
    if (cursor_.accept("assume")) {
      return assume();
    }
    cursor_.expected("a statement (let, var, set, if, for, solve, assume) or '" + std::string(close) + "'");
    return std::nullopt;
  }

  template <class Kind> std::optional<Statement> binding() {
    const auto name = cursor_.name("a name");
    auto value = name && cursor_.expect("=") ? exprs_.parse() : std::nullopt;
    if (!value || !cursor_.expect(";")) {
      return std::nullopt;
    }
    return Statement{Kind{*name, std::move(*value)}};
  }

  std::optional<Statement> conditional() {
    auto condition = cursor_.expect("(") ? exprs_.parse() : std::nullopt;
    if (!condition || !cursor_.expect(")")) {
      return std::nullopt;
    }
    If s{std::move(*condition), {}, {}};
    if (!braces(s.then_block)) {
      return std::nullopt;
    }
    if (!cursor_.accept("else")) {
      return Statement{std::move(s)};
    }
    if (!cursor_.accept("if")) {
      return braces(s.else_block) ? std::optional<Statement>(Statement{std::move(s)}) : std::nullopt;
    }
    auto chained = cursor_.enter() ? conditional() : std::nullopt;
    if (!chained) {
      return std::nullopt;
    }
    cursor_.leave();
    s.else_block.push_back(std::move(*chained));
    return Statement{std::move(s)};
  }

  std::optional<Statement> loop() {
    const auto name = cursor_.name("the name of the loop");
    if (!name) {
      return std::nullopt;
    }
    const bool descending = cursor_.accept("down");
    auto count = cursor_.expect("below") ? exprs_.parse() : std::nullopt;
    if (!count) {
      return std::nullopt;
    }
    For s{*name, std::move(*count), descending, {}};
    return braces(s.body) ? std::optional<Statement>(Statement{std::move(s)}) : std::nullopt;
  }

  struct Range {
    Symbol name;
    Expr low;
    Expr high;
  };

  std::optional<Range> range() {
    const auto name = cursor_.name("a name");
    auto low = name && cursor_.expect("in") && cursor_.expect("[") ? exprs_.parse() : std::nullopt;
    auto high = low && cursor_.expect(",") ? exprs_.parse() : std::nullopt;
    if (!high || !cursor_.expect("]")) {
      return std::nullopt;
    }
    return Range{*name, std::move(*low), std::move(*high)};
  }

  std::optional<Statement> assume() {
    auto r = range();
    if (!r || !cursor_.expect(";")) {
      return std::nullopt;
    }
    return Statement{Assume{r->name, std::move(r->low), std::move(r->high)}};
  }

  std::optional<Statement> solve() {
    auto r = range();
    auto condition = r && cursor_.expect("where") ? exprs_.parse() : std::nullopt;
    if (!condition || !cursor_.expect("by")) {
      return std::nullopt;
    }
    Solve s{r->name, std::move(r->low), std::move(r->high), std::move(*condition), Bisection{Expr(0)}};
    const bool good = cursor_.accept("bisect") ? bisection(s)
                      : cursor_.accept("root") ? root_estimate(s)
                                               : cursor_.expected("'bisect' or 'root'");
    return good && cursor_.expect(";") ? std::optional<Statement>(Statement{std::move(s)}) : std::nullopt;
  }

  bool bisection(Solve& s) {
    auto iterations = cursor_.expect("(") ? exprs_.parse() : std::nullopt;
    if (!iterations) {
      return false;
    }
    s.method = Bisection{std::move(*iterations)};
    return cursor_.expect(")");
  }

  std::optional<int> small(std::string_view what, int low) {
    const auto value = exprs_.integer(what, low, std::numeric_limits<int>::max());
    return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
  }

  bool root_estimate(Solve& s) {
    const auto degree = cursor_.expect("(") ? small("the degree of a root", 2) : std::nullopt;
    auto radicand = degree && cursor_.expect(",") ? exprs_.parse() : std::nullopt;
    auto offset = radicand && cursor_.expect(",") ? exprs_.parse() : std::nullopt;
    auto divisor = offset && cursor_.expect(",") ? exprs_.parse() : std::nullopt;
    const auto down =
        divisor && cursor_.expect(",") && cursor_.expect("down") ? small("the number of steps", 0) : std::nullopt;
    const auto up =
        down && cursor_.expect(",") && cursor_.expect("up") ? small("the number of steps", 0) : std::nullopt;
    if (!up) {
      return false;
    }
    s.method = RootEstimate{*degree, std::move(*radicand), std::move(*offset), std::move(*divisor), *down, *up};
    return cursor_.expect(")");
  }

  Cursor& cursor_;
  ExprParser exprs_;
};

template <class T> Result<T> whole(Cursor& cursor, std::optional<T> parsed) {
  if (!parsed || !cursor.end()) {
    return tl::unexpected<Error>(cursor.error());
  }
  return std::move(*parsed);
}

} // namespace

Result<Expr> parse_expr(std::string_view text, std::string_view file_name) {
  Cursor cursor(text, file_name);
  return whole(cursor, ExprParser(cursor).parse());
}

Result<Table> parse_table(std::string_view text, std::string_view file_name) {
  Cursor cursor(text, file_name);
  return whole(cursor, FunctionParser(cursor).table());
}

Result<Function> parse_function(std::string_view text, std::string_view file_name) {
  Cursor cursor(text, file_name);
  return whole(cursor, FunctionParser(cursor).function());
}

Result<Listing> parse_listing(std::string_view text, std::string_view file_name) {
  Cursor cursor(text, file_name);
  return whole(cursor, FunctionParser(cursor).listing());
}

} // namespace mapwright::expr
