#include "mapper/guidance/repair.hpp"

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/change.hpp"
#include "mapper/guidance/placement_functions.hpp"
#include "mapper/language/mapper.hpp"
#include "mapper/language/parse.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::Diagnostic;
using language::SourceText;
using language::Span;

/// How far a text gets: read, checked, elaborated, fine; and how many errors stop it there.
struct Standing {
  int stage = 0;
  std::size_t errors = 0;
  std::optional<Diagnostic> first{};
  [[nodiscard]] bool better_than(const Standing& other) const {
    return stage > other.stage || (stage == other.stage && errors < other.errors);
  }
};

constexpr int stage_fine = 3;

Standing standing_of(const SourceText& source, const SearchScene& scene) {
  language::Diagnostics read;
  language::parse_mapper(source, read);
  const auto with_first = [](int stage, const language::Diagnostics& found) {
    Standing standing{stage, found.errors(), std::nullopt};
    for (Diagnostic& each : found.sorted()) {
      if (!standing.first && each.severity == language::Severity::error) {
        standing.first = std::move(each);
      }
    }
    return standing;
  };
  if (read.errors() > 0) {
    return with_first(0, read);
  }
  const language::Examined examined = language::examine(source);
  if (examined.diagnostics.errors() > 0) {
    return with_first(1, examined.diagnostics);
  }
  const Elaboration elaboration = check_on(source, scene.program, scene.graph, scene.machine);
  return elaboration.made ? Standing{stage_fine, 0, std::nullopt} : with_first(2, elaboration.diagnostics);
}

/// An edit that may remove an error.
struct CandidateEdit {
  std::string text; ///< the whole mapper
  std::string edit; ///< what it does
};

std::string word_at(const SourceText& source, Span where) {
  std::size_t end = where.begin;
  while (end < source.text.size() &&
         (std::isalnum(static_cast<unsigned char>(source.text[end])) != 0 || source.text[end] == '_')) {
    ++end;
  }
  return source.text.substr(where.begin, end - where.begin);
}

std::optional<Span> statement_around(const SourceText& source, Span where) {
  language::Diagnostics ignored;
  const language::MapperSyntax syntax = language::parse_mapper(source, ignored);
  for (const language::Statement& statement : syntax.statements) {
    if (statement.span.begin <= where.begin && where.begin <= statement.span.end) {
      return statement.span;
    }
  }
  return std::nullopt;
}

/// Definitions of a name that is missing: a space of processors, or a mapping function.
std::vector<CandidateEdit> definitions_of(const SourceText& source, const std::string& name, const SearchScene& scene) {
  std::vector<CandidateEdit> out;
  std::vector<ProcessorKind> kinds; // in the order in which tasks take them
  for (const ProcessorKind kind : {ProcessorKind::gpu, ProcessorKind::omp, ProcessorKind::cpu}) {
    if (scene.machine.processors_of(kind) > 0) {
      kinds.push_back(kind);
    }
  }
  for (const ProcessorKind kind : kinds) {
    const std::string definition = fmt::format("{} = Machine({});", name, to_string(kind));
    const auto [text, line] = with_statements_on_top(source, definition);
    out.push_back({text, fmt::format("line {}: insert `{}`", line, definition)});
  }
  for (const ProcessorKind kind : kinds) {
    for (std::size_t dimensions = 1; dimensions <= 3; ++dimensions) {
      PlacementFunction blocks =
          placement_functions({kind, dimensions, {}, scene.machine.description().nodes > 1}, "").front();
      blocks.text.replace(blocks.text.find(blocks.name), blocks.name.size(), name);
      const auto [text, line] = with_statements_on_top(source, blocks.text);
      out.push_back({text, fmt::format("line {}: insert a definition of '{}' above its use, such as `{}`", line, name,
                                       blocks.text)});
    }
  }
  return out;
}

/// A definition that stands below its use, moved to the top.
std::optional<CandidateEdit> moved_definition(const SourceText& source, const std::string& name) {
  language::Diagnostics ignored;
  const language::MapperSyntax syntax = language::parse_mapper(source, ignored);
  for (const language::Statement& statement : syntax.statements) {
    const auto* function = std::get_if<language::FunctionDefinition>(&statement.is);
    const auto* variable = std::get_if<language::Assignment>(&statement.is);
    if ((function != nullptr && function->name.text == name) || (variable != nullptr && variable->name.text == name)) {
      std::string definition = source.text.substr(statement.span.begin, statement.span.end - statement.span.begin);
      if (variable != nullptr && !definition.ends_with(';')) {
        definition += ';';
      }
      const int line = language::place_of(source, statement.span).line;
      const auto [text, top] =
          with_statements_on_top({without_statement(source, statement.span), source.file}, definition);
      return CandidateEdit{text, fmt::format("move the definition of '{}' from line {} to line {}", name, line, top)};
    }
  }
  return std::nullopt;
}

/// The text without the statement of the error, or without its line where no statement can be read there.
CandidateEdit without_error(const SourceText& source, Span where) {
  const int line = language::place_of(source, where).line;
  if (const auto statement = statement_around(source, where)) {
    const int first = language::place_of(source, *statement).line;
    return {without_statement(source, *statement), fmt::format("line {}: delete the statement", first)};
  }
  const std::size_t at = std::min(where.begin, source.text.size());
  const std::size_t before = at == 0 ? std::string::npos : source.text.rfind('\n', at - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  const std::size_t end = std::min(source.text.find('\n', at), source.text.size() - 1) + 1;
  return {source.text.substr(0, begin) + source.text.substr(end), fmt::format("line {}: delete it", line)};
}

/// The statement that a hint gives as text, "`Region a b GPU ZCMEM;` before ...", on top.
std::optional<CandidateEdit> hinted_statement(const SourceText& source, const std::string& hint) {
  const std::size_t begin = hint.find('`');
  const std::size_t end = begin == std::string::npos ? begin : hint.find(";`", begin);
  if (end == std::string::npos) {
    return std::nullopt;
  }
  const std::string statement = hint.substr(begin + 1, end - begin);
  const auto [text, line] = with_statements_on_top(source, statement);
  return CandidateEdit{text, fmt::format("line {}: insert `{}`", line, statement)};
}

/// Edits in the order of preference, in groups: of one group the one that leaves the fewest errors counts.
std::vector<std::vector<CandidateEdit>> candidates_for(const SourceText& source, const Diagnostic& error,
                                                       const SearchScene& scene) {
  std::vector<std::vector<CandidateEdit>> groups;
  const std::string word = word_at(source, error.where);
  if (!word.empty()) {
    if (auto moved = moved_definition(source, word)) {
      groups.push_back({*std::move(moved)});
    }
  }
  if (error.fix) {
    const language::Fix& fix = *error.fix;
    std::string text = source.text;
    text.replace(fix.where.begin, fix.where.end - fix.where.begin, fix.text);
    groups.push_back({{std::move(text), fmt::format("line {}: {}", language::place_of(source, fix.where).line,
                                                    language::describe(fix, source))}});
  }
  if (auto hinted = hinted_statement(source, error.hint)) {
    groups.push_back({*std::move(hinted)});
  }
  const bool undefined = error.message == fmt::format("'{}' is not defined", word) ||
                         error.message == fmt::format("there is no function '{}'", word);
  if (!word.empty() && undefined) {
    groups.push_back(definitions_of(source, word, scene));
  }
  if (!source.text.empty()) {
    groups.push_back({without_error(source, error.where)});
  }
  return groups;
}

} // namespace

Repair repair_mapper(const SourceText& source, const SearchScene& scene, std::size_t most_steps) {
  Repair repair{{}, source.text, false};
  Standing now = standing_of(source, scene);
  std::set<std::string> seen; // errors
  while (now.stage < stage_fine && now.first && repair.steps.size() < most_steps) {
    const SourceText before{repair.text, source.file};
    std::optional<CandidateEdit> chosen;
    Standing reached = now;
    seen.insert(now.first->message);
    for (std::vector<CandidateEdit>& group : candidates_for(before, *now.first, scene)) {
      for (CandidateEdit& candidate : group) {
        Standing standing = standing_of({candidate.text, source.file}, scene);
        const bool another = !chosen && standing.first && standing.stage == now.stage &&
                             standing.errors == now.errors && !seen.contains(standing.first->message);
        if (standing.better_than(reached) || another) {
          reached = std::move(standing);
          chosen = std::move(candidate);
        }
      }
      if (chosen) {
        break;
      }
    }
    if (!chosen) {
      break;
    }
    const SourceLocation place = language::place_of(before, now.first->where);
    repair.steps.push_back({fmt::format("{}:{}:{}: {}", source.file, place.line, place.column, now.first->message),
                            std::move(chosen->edit), place.line});
    repair.text = std::move(chosen->text);
    now = std::move(reached);
  }
  repair.complete = now.stage == stage_fine;
  return repair;
}

} // namespace mapwright::mapper
