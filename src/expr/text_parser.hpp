// Recursive-descent parsing: a cursor over tokens that keeps the first error, and the expression grammar on top of it.
// Every function that returns an empty optional (or false) has left its error in the cursor.
#pragma once

#include "expr/expr.hpp"
#include "expr/text_lexer.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::expr {

/// The current token, the first error, and how deeply the grammar is nested.
class Cursor {
public:
  Cursor(std::string_view text, std::string_view file_name);

  [[nodiscard]] const Token& peek() const { return current_; }
  [[nodiscard]] bool at(std::string_view text) const;
  Token take();
  bool accept(std::string_view text);
  /// Takes the symbol or word `text`; otherwise "expected 'text', found ...".
  bool expect(std::string_view text);
  std::optional<Symbol> name(std::string_view what);
  bool end();

  /// Keeps the error unless there is one already; always false, so that `return cursor.fail(...)` reads well.
  bool fail(const Token& at, std::string message, std::string hint = {});
  bool expected(std::string_view what);
  [[nodiscard]] const Error& error() const { return *error_; }

  /// The token before this one ended an expression; another operand right here looks like a product without its sign.
  void mark_operand() { operand_end_ = end_of_previous(); }

  bool enter(); ///< one level deeper; false beyond nesting_limit
  void leave() { --nesting_; }

private:
  [[nodiscard]] std::size_t end_of_previous() const { return previous_.offset + previous_.text.size(); }
  [[nodiscard]] bool looks_like_product() const;

  std::string_view text_;
  Lexer lexer_;
  Token current_;
  Token previous_;
  std::optional<Error> error_;
  std::optional<std::size_t> operand_end_;
  int nesting_ = 0;
};

class ExprParser {
public:
  explicit ExprParser(Cursor& cursor) : cursor_(cursor) {}

  std::optional<Expr> parse();
  /// An integer literal, possibly negative, within [low, high].
  std::optional<Int> integer(std::string_view what, Int low, Int high);

private:
  /// An expression and the depth of its tree.
  struct Tree {
    Expr e;
    int depth = 1;
  };
  using Parsed = std::optional<Tree>;

  Parsed binary(int weakest);
  Parsed negation();
  Parsed prefix();
  Parsed power();
  Parsed primary();
  Parsed call(const Token& name);
  Parsed literal(const Token& digits, bool negative);
  Parsed combine(Op op, std::vector<Tree> operands, const Token& at);
  bool arguments(std::size_t count, const Token& name, std::vector<Tree>& out);

  Cursor& cursor_;
};

} // namespace mapwright::expr
