#include "kernel/import/python_syntax.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <optional>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t longest_python = 20'000;
constexpr int deepest_python = 100;
constexpr int most_operators = 500;

bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c)) != 0;
}

/// A word, a number or an operator. The end of the text is an empty one.
struct PythonToken {
  enum class Kind : std::uint8_t { end, word, number, symbol } kind = Kind::end;
  std::size_t at = 0;
  std::string_view text{};
};

/// Reads recursively, each method one level of precedence, loosest first. After the first mistake nothing more is read:
/// the text counts as ended.
class PythonParser {
public:
  explicit PythonParser(std::string_view text) : text_(text) { next(); }

  Result<PythonNode> whole() {
    PythonNode node = expression();
    if (token_.kind != PythonToken::Kind::end) {
      refuse(fmt::format("'{}' is not expected here", token_.text));
    }
    if (error_) {
      return tl::unexpected<Error>(*error_);
    }
    return node;
  }

private:
  void refuse(std::string message) {
    if (!error_) {
      error_ = python_error(text_, token_.at, std::move(message)).value();
    }
    token_ = {.at = text_.size()};
    position_ = text_.size();
  }

  void next() {
    position_ = std::min(text_.find_first_not_of(" \t\r\n", position_), text_.size());
    const std::size_t begin = position_;
    if (begin == text_.size()) {
      token_ = {.at = begin};
      return;
    }
    const char c = text_[begin];
    PythonToken::Kind kind = PythonToken::Kind::symbol;
    if (is_letter(c)) {
      kind = PythonToken::Kind::word;
      position_ = end_of([](char x) { return is_letter(x) || is_digit(x) || x == '.'; });
    } else if (is_digit(c)) {
      kind = PythonToken::Kind::number;
      position_ = end_of([](char x) { return is_letter(x) || is_digit(x) || x == '.'; });
    } else {
      constexpr std::array<std::string_view, 8> doubles{"**", "//", "<<", ">>", "<=", ">=", "==", "!="};
      const bool is_double = std::find(doubles.begin(), doubles.end(), text_.substr(begin, 2)) != doubles.end();
      position_ = begin + (is_double ? 2 : 1);
    }
    token_ = {kind, begin, text_.substr(begin, position_ - begin)};
  }

  template <class Belongs> std::size_t end_of(const Belongs& belongs) const {
    std::size_t end = position_;
    while (end < text_.size() && belongs(text_[end])) {
      ++end;
    }
    return end;
  }

  [[nodiscard]] bool sees(std::string_view text) const { return token_.text == text; }

  bool take(std::string_view text) {
    if (!sees(text)) {
      return false;
    }
    next();
    return true;
  }

  void expect(std::string_view text) {
    if (!take(text)) {
      refuse(token_.kind == PythonToken::Kind::end ? fmt::format("'{}' is missing at the end", text)
                                                   : fmt::format("'{}' is expected, not '{}'", text, token_.text));
    }
  }

  PythonNode expression() {
    if (++depth_ > deepest_python) {
      refuse("parentheses are too deep");
    }
    PythonNode node = either();
    if (const std::size_t at = token_.at; take("if")) {
      PythonNode condition = either();
      expect("else");
      node = {PythonKind::conditional, at, {}, {}, {std::move(node), std::move(condition), expression()}};
    }
    --depth_;
    return node;
  }

  PythonNode either() {
    return joined("or", PythonKind::any_of,
                  [this] { return joined("and", PythonKind::all_of, [this] { return no(); }); });
  }

  template <class Operand> PythonNode joined(std::string_view word, PythonKind kind, const Operand& operand) {
    PythonNode first = operand();
    if (!sees(word)) {
      return first;
    }
    PythonNode node{kind, token_.at, {}, {}, {std::move(first)}};
    while (take(word)) {
      node.operands.push_back(operand());
    }
    return node;
  }

  PythonNode no() {
    int negations = 0;
    const std::size_t at = token_.at;
    while (take("not")) {
      ++negations;
    }
    PythonNode node = comparison();
    if (negations > 0) {
      node = {PythonKind::negation, at, {}, {}, {std::move(node)}};
      if (negations % 2 == 0) {
        node = {PythonKind::negation, at, {}, {}, {std::move(node)}};
      }
    }
    return node;
  }

  /// The comparison that stands here; empty for none.
  std::string comparison_operator() {
    for (const std::string_view known : {"<", "<=", "==", "!=", ">", ">=", "in"}) {
      if (take(known)) {
        return std::string(known);
      }
    }
    if (take("not")) {
      expect("in");
      return "not in";
    }
    return {};
  }

  PythonNode comparison() {
    PythonNode first = operation(0);
    PythonNode node{PythonKind::comparison, token_.at, {}, {}, {}};
    for (std::string found = comparison_operator(); !found.empty(); found = comparison_operator()) {
      node.operators.push_back(std::move(found));
      node.operands.push_back(operation(0));
    }
    if (node.operators.empty()) {
      return first;
    }
    node.operands.insert(node.operands.begin(), std::move(first));
    return node;
  }

  /// Operators that go from left to right, `level` 0 binding least.
  PythonNode operation(std::size_t level) {
    static const std::vector<std::vector<std::string_view>> levels{{"|"},        {"^"},      {"&"},
                                                                   {"<<", ">>"}, {"+", "-"}, {"*", "/", "//", "%"}};
    if (level == levels.size()) {
      return factor();
    }
    PythonNode node = operation(level + 1);
    for (;;) {
      const PythonToken found = token_;
      const bool here = std::find(levels[level].begin(), levels[level].end(), found.text) != levels[level].end();
      if (!here || found.kind != PythonToken::Kind::symbol) {
        return node;
      }
      if (++operators_ > most_operators) {
        refuse("the expression has too many operators");
        return node;
      }
      next();
      PythonNode right = operation(level + 1);
      node = {PythonKind::binary, found.at, std::string(found.text), {}, {std::move(node), std::move(right)}};
    }
  }

  PythonNode factor() {
    const PythonToken found = token_;
    if (sees("+") || sees("-") || sees("~")) {
      if (++depth_ > deepest_python) {
        refuse("signs are too many");
      }
      next();
      PythonNode operand = factor();
      --depth_;
      return {PythonKind::unary, found.at, std::string(found.text), {}, {std::move(operand)}};
    }
    PythonNode base = primary();
    if (const std::size_t at = token_.at; take("**")) {
      return {PythonKind::binary, at, "**", {}, {std::move(base), factor()}};
    }
    return base;
  }

  PythonNode primary() {
    const PythonToken found = token_;
    if (found.kind == PythonToken::Kind::number) {
      next();
      return {PythonKind::number, found.at, std::string(found.text), {}, {}};
    }
    if (found.kind == PythonToken::Kind::word) {
      next();
      PythonNode node{PythonKind::name, found.at, std::string(found.text), {}, {}};
      if (take("(")) {
        node.kind = PythonKind::call;
        node.operands = items(")");
      }
      return node;
    }
    if (take("(")) {
      return parenthesis(found.at);
    }
    if (take("[")) {
      return brackets(found.at);
    }
    refuse(found.kind == PythonToken::Kind::end ? "the expression ends too early"
                                                : fmt::format("'{}' is not expected here", found.text));
    return {};
  }

  /// Expressions up to `close`, which is taken.
  std::vector<PythonNode> items(std::string_view close) {
    std::vector<PythonNode> found;
    while (!error_ && !take(close)) {
      found.push_back(expression());
      if (!sees(close)) {
        expect(",");
      }
    }
    return found;
  }

  PythonNode parenthesis(std::size_t at) {
    PythonNode inner = expression();
    if (!take(",")) {
      expect(")");
      return inner;
    }
    PythonNode node{PythonKind::list, at, {}, {}, items(")")};
    node.operands.insert(node.operands.begin(), std::move(inner));
    return node;
  }

  PythonNode brackets(std::size_t at) {
    PythonNode node{PythonKind::list, at, {}, {}, {}};
    if (take("]")) {
      return node;
    }
    node.operands.push_back(expression());
    if (take("for")) {
      node.kind = PythonKind::comprehension;
      node.text = token_.text;
      if (token_.kind != PythonToken::Kind::word) {
        refuse("a name is expected behind 'for'");
      }
      next();
      expect("in");
      node.operands.push_back(either());
      if (take("if")) {
        node.operands.push_back(either());
      }
      expect("]");
      return node;
    }
    if (!take("]")) {
      expect(",");
      std::vector<PythonNode> rest = items("]");
      std::move(rest.begin(), rest.end(), std::back_inserter(node.operands));
    }
    return node;
  }

  std::string_view text_;
  std::size_t position_ = 0;
  PythonToken token_{};
  int depth_ = 0;
  int operators_ = 0;
  std::optional<Error> error_{};
};

} // namespace

tl::unexpected<Error> python_error(std::string_view text, std::size_t at, std::string message, std::string hint) {
  return tl::unexpected<Error>(
      Error{ErrorKind::input, std::move(message), locate(text, std::min(at, text.size()), ""), std::move(hint)});
}

Result<PythonNode> parse_python(std::string_view text) {
  if (text.size() > longest_python) {
    return python_error(text, 0, fmt::format("the expression is longer than {} bytes", longest_python));
  }
  return PythonParser(text).whole();
}

} // namespace mapwright::kernel
