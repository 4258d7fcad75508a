#include "mapper/language/parse_statement.hpp"

#include "mapper/language/words.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

bool begins_statement(const Token& token) {
  return token.kind == TokenKind::word && token.text != "return" && token.text != "print" &&
         std::find(statement_words().begin(), statement_words().end(), token.text) != statement_words().end();
}

bool StatementParser::semicolon() {
  if (cursor_.accept(";")) {
    return true;
  }
  const Token& next = cursor_.peek();
  if (!next.begins_line && !cursor_.at_end() && !cursor_.at("}") && !begins_statement(next)) {
    return cursor_.expected("';'");
  }
  const std::size_t end = cursor_.previous_end();
  cursor_.diagnostics().error({end, end}, "a ';' is missing at the end of a statement",
                              next.after_slashes ? std::string(slashes_hint) : "", Fix{{end, end}, ";"});
  return true;
}

std::optional<Name> StatementParser::name(std::string_view what) {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::name) {
    cursor_.take();
    return Name{std::string(token.text), token.span};
  }
  cursor_.expected(what, token.kind == TokenKind::word ? fmt::format("'{}' is a reserved word", token.text) : "");
  return std::nullopt;
}

std::optional<Name> StatementParser::name_or_any(std::string_view what) {
  const Token& token = cursor_.peek();
  if (!cursor_.accept("*")) {
    return name(fmt::format("{} or '*'", what));
  }
  return Name{"*", token.span};
}

std::optional<Name> StatementParser::region_name() {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::integer) {
    return name_or_any("the name of a region, the index of an argument");
  }
  cursor_.take();
  return Name{std::to_string(token.value), token.span};
}

bool StatementParser::names(std::vector<Name>& out, std::string_view what, bool any_allowed) {
  if (any_allowed && cursor_.at("*")) {
    out.push_back(Name{"*", cursor_.take().span});
    return true;
  }
  do {
    auto next = any_allowed && out.empty() ? name_or_any(what) : name(what);
    if (!next) {
      return false;
    }
    out.push_back(*std::move(next));
  } while (cursor_.accept(","));
  return true;
}

std::optional<std::int64_t> StatementParser::integer(std::string_view what) {
  const Token& token = cursor_.peek();
  if (token.kind != TokenKind::integer) {
    cursor_.expected(what);
    return std::nullopt;
  }
  cursor_.take();
  return token.value;
}

StatementParser::Parsed StatementParser::statement() {
  const Token& token = cursor_.peek();
  if (token.kind == TokenKind::name) {
    return TokenCursor::is(cursor_.peek(1), "=") ? assignment() : unknown();
  }
  if (cursor_.at("print")) {
    return print();
  }
  if (cursor_.at("return")) {
    cursor_.diagnostics().error(token.span, "'return' stands outside a function", "");
    return std::nullopt;
  }
  if (begins_statement(token)) {
    return policy();
  }
  if (TokenCursor::is(cursor_.peek(1), "=")) {
    cursor_.expected("the name of a variable", fmt::format("'{}' is a reserved word", token.text));
  } else {
    cursor_.expected("a statement", "statements are " + listed(statement_words()) + ", or name = value");
  }
  return std::nullopt;
}

StatementParser::Parsed StatementParser::local_statement() {
  if (cursor_.at("return")) {
    cursor_.take();
    auto value = expressions_.expression_or_tuple();
    return value ? ended(ReturnStatement{*std::move(value)}) : std::nullopt;
  }
  if (cursor_.at("print")) {
    return print();
  }
  const bool assigns = TokenCursor::is(cursor_.peek(1), "=");
  if (cursor_.peek().kind == TokenKind::name && assigns) {
    return assignment();
  }
  if (assigns) {
    cursor_.expected("the name of a variable", fmt::format("'{}' is a reserved word", cursor_.peek().text));
  } else {
    cursor_.expected("'name = value;', 'return value;' or '}'");
  }
  return std::nullopt;
}

StatementParser::Parsed StatementParser::unknown() {
  const Token& token = cursor_.peek();
  const auto fix = respelling(token, statement_words());
  cursor_.diagnostics().error(token.span, fmt::format("'{}' begins no statement", token.text),
                              fix ? "" : "statements are " + listed(statement_words()) + ", or name = value", fix);
  return std::nullopt;
}

StatementParser::Parsed StatementParser::assignment() {
  const Token& token = cursor_.take();
  cursor_.take(); // the '='
  auto value = expressions_.expression_or_tuple();
  return value ? ended(Assignment{Name{std::string(token.text), token.span}, *std::move(value)}) : std::nullopt;
}

StatementParser::Parsed StatementParser::print() {
  cursor_.take();
  PrintStatement made;
  if (!cursor_.expect("(")) {
    return std::nullopt;
  }
  const Token& text = cursor_.peek();
  if (text.kind != TokenKind::string) {
    cursor_.expected("a text in quotes", "print(\"size {}\", m.size) puts the value in place of {}");
    return std::nullopt;
  }
  made.text = std::string(text.text.substr(1, text.text.size() < 2 ? 0 : text.text.size() - 2));
  cursor_.take();
  if (!cursor_.at(")") && !cursor_.expect(",")) {
    return std::nullopt;
  }
  return expressions_.list(")", false, made.values) ? ended(std::move(made)) : std::nullopt;
}

bool StatementParser::parameter(FunctionDefinition& out) {
  const Token& token = cursor_.peek();
  const auto type = std::find(type_words().begin(), type_words().end(), token.text);
  if (type == type_words().end()) {
    const bool untyped = token.kind == TokenKind::name && cursor_.peek(1).kind != TokenKind::name;
    cursor_.diagnostics().error(token.span, fmt::format("expected the type of a parameter, found {}", describe(token)),
                                "types are " + listed(type_words()),
                                untyped ? std::optional(Fix{{token.span.begin, token.span.begin}, "Task "})
                                        : respelling(token, type_words()));
    if (untyped) { // read on as if it said Task
      out.parameters.push_back({ParameterType::task, {std::string(token.text), token.span}});
      cursor_.take();
    }
    return untyped;
  }
  cursor_.take();
  auto parameter_name = name("the name of a parameter");
  if (!parameter_name) {
    return false;
  }
  out.parameters.push_back({static_cast<ParameterType>(type - type_words().begin()), *std::move(parameter_name)});
  return true;
}

std::optional<FunctionDefinition> StatementParser::header() {
  cursor_.take(); // the `def`
  FunctionDefinition made;
  auto function_name = name("the name of a function");
  if (!function_name || !cursor_.expect("(")) {
    return std::nullopt;
  }
  made.name = *std::move(function_name);
  if (!cursor_.at(")")) {
    do {
      if (!parameter(made)) {
        return std::nullopt;
      }
    } while (cursor_.accept(","));
  }
  return cursor_.expect(")") ? std::optional(std::move(made)) : std::nullopt;
}

} // namespace mapwright::mapper::language
