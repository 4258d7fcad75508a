// Indices that run out of their space, brought back with %.
#include "mapper/elaborate/elaborating.hpp"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::Expression;
using language::ExpressionKind;

constexpr std::int64_t most_points_tried = 65'536;
constexpr std::size_t most_indices_wrapped = 4;

/// The indexing of which an index begins at `begin`, in this expression; null without one.
const Expression* indexing_in(const Expression& e, std::size_t begin) {
  for (const Expression& operand : e.operands) {
    if (const Expression* found = indexing_in(operand, begin)) {
      return found;
    }
  }
  const bool here = e.kind == ExpressionKind::index &&
                    std::any_of(e.operands.begin() + 1, e.operands.end(),
                                [begin](const Expression& index) { return index.span.begin == begin; });
  return here ? &e : nullptr;
}

const Expression* indexing_in(const std::vector<language::Statement>& statements, std::size_t begin) {
  for (const language::Statement& statement : statements) {
    const Expression* found = nullptr;
    if (const auto* function = std::get_if<language::FunctionDefinition>(&statement.is)) {
      found = indexing_in(function->body, begin);
    } else if (const auto* assignment = std::get_if<language::Assignment>(&statement.is)) {
      found = indexing_in(assignment->value, begin);
    } else if (const auto* returned = std::get_if<language::ReturnStatement>(&statement.is)) {
      found = indexing_in(returned->value, begin);
    }
    if (found != nullptr) {
      return found;
    }
  }
  return nullptr;
}

std::string text_at(const std::string& text, language::Span span) {
  return text.substr(span.begin, span.end - span.begin);
}

/// The text of x, in parentheses where "x % n" would not take it as a whole.
std::string operand_text(const std::string& text, const Expression& x) {
  using language::BinaryOperator;
  const bool composed = x.kind == ExpressionKind::binary || x.kind == ExpressionKind::conditional;
  const bool enclosed = composed && x.span.begin < x.operands[0].span.begin;
  const bool product = x.kind == ExpressionKind::binary &&
                       (x.operation == BinaryOperator::multiply || x.operation == BinaryOperator::divide ||
                        x.operation == BinaryOperator::modulo);
  const std::string plain = text_at(text, x.span);
  return composed && !enclosed && !product ? "(" + plain + ")" : plain;
}

/// "x % m.size[d]", for "*x" "*(x % m.size)".
std::string wrapped_index(const std::string& text, const std::string& space, const Expression& index, std::size_t d) {
  return index.kind == ExpressionKind::unpack
             ? fmt::format("*({} % {}.size)", operand_text(text, index.operands[0]), space)
             : fmt::format("{} % {}.size[{}]", operand_text(text, index), space, d);
}

/// The edit that wraps the indices from `first` to `last` of an indexing.
language::Fix wrap_indices(const std::string& text, const Expression& indexing, std::size_t first, std::size_t last) {
  const std::string space = text_at(text, indexing.operands[0].span);
  language::Fix fix{{indexing.operands[first].span.begin, indexing.operands[last].span.end}, ""};
  for (std::size_t i = first; i <= last; ++i) {
    const Expression& index = indexing.operands[i];
    if (i > first) {
      const std::size_t before = indexing.operands[i - 1].span.end;
      fix.text += text.substr(before, index.span.begin - before);
    }
    fix.text += index.kind == ExpressionKind::any ? "*" : wrapped_index(text, space, index, i - 1);
  }
  return fix;
}

/// Whether with the edit every point of the launch has a processor.
bool repairs(const language::Mapper& mapper, const language::Fix& fix, const std::string& function, ProcessorKind kind,
             const language::LaunchDomain& domain) {
  language::SourceText edited = mapper.source();
  edited.text.replace(fix.where.begin, fix.where.end - fix.where.begin, fix.text);
  const auto again = language::Mapper::make(std::move(edited), mapper.machine(), mapper.limits());
  const auto map =
      again ? language::LaunchMap::make(*again, function, kind, domain) : Result<language::LaunchMap>(forward(again));
  return map && (map->proved() || domain.volume() <= most_points_tried) && map->check();
}

} // namespace

language::Span span_at(const language::SourceText& source, const SourceLocation& where) {
  std::size_t begin = 0;
  for (int line = 1; line < where.line; ++line) {
    begin = source.text.find('\n', begin) + 1;
  }
  begin += static_cast<std::size_t>(where.column - 1);
  return {begin, begin};
}

std::optional<language::Fix> modulo_fix(const language::Mapper& mapper, language::Span error,
                                        const std::string& function, ProcessorKind kind,
                                        const language::LaunchDomain& domain) {
  const Expression* indexing = indexing_in(mapper.syntax().statements, error.begin);
  if (indexing == nullptr) {
    return std::nullopt;
  }
  const std::vector<Expression>& operands = indexing->operands;
  const auto wrong = std::find_if(operands.begin() + 1, operands.end(),
                                  [&](const Expression& index) { return index.span.begin == error.begin; });
  const auto first = static_cast<std::size_t>(wrong - operands.begin());
  const bool unpacks = std::any_of(operands.begin() + 1, operands.end(),
                                   [](const Expression& index) { return index.kind == ExpressionKind::unpack; });
  if (unpacks && operands.size() > 2) {
    return std::nullopt; // which dimension an index is for is not known
  }
  for (std::size_t last = first; last < std::min(operands.size(), first + most_indices_wrapped); ++last) {
    language::Fix fix = wrap_indices(mapper.source().text, *indexing, first, last);
    if (repairs(mapper, fix, function, kind, domain)) {
      return fix;
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
