// The grammar of single statements, each up to and with its semicolon.
// A function that returns nothing has reported why.
#pragma once

#include "mapper/language/cursor.hpp"
#include "mapper/language/parse_expression.hpp"
#include "mapper/language/syntax.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::mapper::language {

/// Whether the token is the first of a policy statement or of a definition: such a word stands nowhere else.
bool begins_statement(const Token& token);

class StatementParser {
public:
  using Kinds = decltype(Statement::is);
  using Parsed = std::optional<Kinds>;

  explicit StatementParser(TokenCursor& cursor) : cursor_(cursor), expressions_(cursor) {}

  /// Any statement but a function definition and a return.
  Parsed statement();
  /// A statement of the body of a function.
  Parsed local_statement();
  /// `def NAME(PARAMETERS) {`, whose body is empty yet.
  std::optional<FunctionDefinition> header();

private:
  Parsed policy();
  Parsed task();
  Parsed region();
  Parsed layout();
  Parsed instance_limit();
  Parsed collect();
  Parsed map(bool single);
  Parsed replicate();
  Parsed steal();
  Parsed assignment();
  Parsed print();
  Parsed unknown();

  std::optional<Name> name(std::string_view what);
  std::optional<Name> name_or_any(std::string_view what);
  std::optional<Name> region_name();
  bool names(std::vector<Name>& out, std::string_view what, bool any_allowed);
  std::optional<ProcessorKind> processor_kind();
  std::optional<MemoryKind> memory_kind(std::string_view what);
  bool memories(std::vector<MemoryKind>& out);
  std::optional<std::int64_t> integer(std::string_view what);
  std::optional<Constraint> constraint();
  bool parameter(FunctionDefinition& out);
  /// Takes the ';'. One that is missing at the end of a line is reported and taken as there.
  bool semicolon();
  template <class S> Parsed ended(S&& made);

  TokenCursor& cursor_;
  MapperExpressionParser expressions_;
};

template <class S> StatementParser::Parsed StatementParser::ended(S&& made) {
  return semicolon() ? Parsed(Kinds(std::forward<S>(made))) : std::nullopt;
}

} // namespace mapwright::mapper::language
