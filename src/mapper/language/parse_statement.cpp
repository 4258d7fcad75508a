#include "mapper/language/parse_statement.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

const std::vector<std::string>& statement_words() {
  static const std::vector<std::string> words{
      "Task",          "Region",    "Layout", "InstanceLimit", "IndexTaskMap", "SingleTaskMap", "ControlReplicate",
      "CollectMemory", "TaskSteal", "def",    "print",         "return"};
  return words;
}

const std::vector<std::string>& processor_words() {
  static const std::vector<std::string> words{"CPU", "GPU", "OMP", "IO", "PY", "PROC"};
  return words;
}

const std::vector<std::string>& memory_words() {
  static const std::vector<std::string> words{"SYSMEM", "FBMEM", "ZCMEM", "RDMEM", "SOCKMEM", "VIRTUAL"};
  return words;
}

const std::vector<std::string>& constraint_words() {
  static const std::vector<std::string> words{"SOA", "AOS", "C_order", "F_order", "Compact", "Exact", "Align"};
  return words;
}

const std::vector<std::string>& type_words() {
  static const std::vector<std::string> words{"Task", "int", "bool", "IPoint", "ISpace", "MSpace", "tuple"};
  return words;
}

/// The edit that makes a misspelt word one of the known.
std::optional<Fix> respelling(const Token& token, const std::vector<std::string>& known) {
  if (token.kind != TokenKind::name && token.kind != TokenKind::word) {
    return std::nullopt;
  }
  const std::string near = nearest_name(token.text, known);
  return near.empty() ? std::nullopt : std::optional(Fix{token.span, near});
}

std::string listed(const std::vector<std::string>& words) {
  std::string out;
  for (const std::string& word : words) {
    out += (out.empty() ? "" : ", ") + word;
  }
  return out;
}

} // namespace

bool begins_statement(const Token& token) {
  return token.kind == TokenKind::word && token.text != "return" && token.text != "print" &&
         std::find(statement_words().begin(), statement_words().end(), token.text) != statement_words().end();
}

template <class S> StatementParser::Parsed StatementParser::ended(S&& made) {
  return semicolon() ? Parsed(Kinds(std::forward<S>(made))) : std::nullopt;
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
  cursor_.diagnostics().error({end, end}, "a ';' is missing at the end of a statement", "", Fix{{end, end}, ";"});
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

std::optional<ProcessorKind> StatementParser::processor_kind() {
  const Token& token = cursor_.peek();
  if (const auto kind = processor_kind_named(token.text)) {
    cursor_.take();
    return kind;
  }
  cursor_.diagnostics().error(token.span, fmt::format("expected a kind of processor, found {}", describe(token)),
                              "kinds are " + listed(processor_words()), respelling(token, processor_words()));
  return std::nullopt;
}

std::optional<MemoryKind> StatementParser::memory_kind(std::string_view what) {
  const Token& token = cursor_.peek();
  if (const auto kind = memory_kind_named(token.text)) {
    cursor_.take();
    return kind;
  }
  cursor_.diagnostics().error(token.span, fmt::format("expected {}, found {}", what, describe(token)),
                              "kinds of memory are " + listed(memory_words()), respelling(token, memory_words()));
  return std::nullopt;
}

bool StatementParser::memories(std::vector<MemoryKind>& out) {
  do {
    const auto memory = memory_kind("a kind of memory");
    if (!memory) {
      return false;
    }
    out.push_back(*memory);
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

StatementParser::Parsed StatementParser::policy() {
  const Token& word = cursor_.take();
  if (word.text == "Task") {
    return task();
  }
  if (word.text == "Region") {
    return region();
  }
  if (word.text == "Layout") {
    return layout();
  }
  if (word.text == "InstanceLimit") {
    return instance_limit();
  }
  if (word.text == "CollectMemory") {
    return collect();
  }
  if (word.text == "ControlReplicate") {
    return replicate();
  }
  return word.text == "TaskSteal" ? steal() : map(word.text == "SingleTaskMap");
}

StatementParser::Parsed StatementParser::unknown() {
  const Token& token = cursor_.peek();
  const auto fix = respelling(token, statement_words());
  cursor_.diagnostics().error(token.span, fmt::format("'{}' begins no statement", token.text),
                              fix ? "" : "statements are " + listed(statement_words()) + ", or name = value", fix);
  return std::nullopt;
}

StatementParser::Parsed StatementParser::task() {
  TaskStatement made;
  if (!names(made.tasks, "the name of a task", true)) {
    return std::nullopt;
  }
  do {
    const auto kind = processor_kind();
    if (!kind) {
      return std::nullopt;
    }
    made.kinds.push_back(*kind);
  } while (cursor_.accept(","));
  return ended(std::move(made));
}

StatementParser::Parsed StatementParser::region() {
  auto task_name = name_or_any("the name of a task");
  auto region = task_name ? region_name() : std::nullopt;
  if (!region) {
    return std::nullopt;
  }
  RegionStatement made{*std::move(task_name), *std::move(region), std::nullopt, {}};
  if (!cursor_.accept("*")) {
    made.processor = processor_kind();
    if (!made.processor) {
      return std::nullopt;
    }
  }
  return memories(made.memories) ? ended(std::move(made)) : std::nullopt;
}

StatementParser::Parsed StatementParser::layout() {
  auto task_name = name_or_any("the name of a task");
  auto region = task_name ? region_name() : std::nullopt;
  if (!region) {
    return std::nullopt;
  }
  LayoutStatement made{*std::move(task_name), *std::move(region), std::nullopt, {}};
  if (!cursor_.accept("*")) {
    if (const Token& token = cursor_.peek(); processor_kind_named(token.text)) {
      cursor_.diagnostics().error(
          token.span, fmt::format("expected a kind of memory or '*', found the kind of processor '{}'", token.text),
          "the third word of Layout is the memory the layout is for", Fix{token.span, "*"});
      cursor_.take();
    } else {
      made.memory = memory_kind("a kind of memory or '*'");
      if (!made.memory) {
        return std::nullopt;
      }
    }
  }
  while (cursor_.peek().kind == TokenKind::name || cursor_.peek().kind == TokenKind::word) {
    const bool assignment_follows = TokenCursor::is(cursor_.peek(1), "=");
    if (cursor_.peek().begins_line && (assignment_follows || begins_statement(cursor_.peek()))) {
      break; // the ';' is missing
    }
    const auto next = constraint();
    if (!next) {
      return std::nullopt;
    }
    made.constraints.push_back(*next);
  }
  return ended(std::move(made));
}

std::optional<Constraint> StatementParser::constraint() {
  const Token& token = cursor_.peek();
  const auto known = std::find(constraint_words().begin(), constraint_words().end(), token.text);
  if (known == constraint_words().end()) {
    const std::string hint = token.text == "No_Align" ? "leave it out: without Align there is no alignment"
                                                      : "constraints are " + listed(constraint_words());
    cursor_.diagnostics().error(token.span, fmt::format("'{}' is not a layout constraint", token.text), hint,
                                respelling(token, constraint_words()));
    return std::nullopt;
  }
  Constraint made;
  made.kind = static_cast<Constraint::Kind>(known - constraint_words().begin());
  made.span = token.span;
  cursor_.take();
  if (made.kind != Constraint::Kind::align) {
    return made;
  }
  constexpr std::array comparisons{BinaryOperator::less_equal, BinaryOperator::less,  BinaryOperator::greater_equal,
                                   BinaryOperator::greater,    BinaryOperator::equal, BinaryOperator::not_equal};
  const auto* const comparison = std::find_if(comparisons.begin(), comparisons.end(),
                                              [&](BinaryOperator each) { return cursor_.at(to_string(each)); });
  if (comparison == comparisons.end()) {
    const std::optional<Fix> fix = cursor_.at("=") ? std::optional(Fix{cursor_.peek().span, "=="}) : std::nullopt;
    cursor_.diagnostics().error(cursor_.peek().span,
                                fmt::format("expected a comparison, found {}", describe(cursor_.peek())),
                                "an alignment in bytes is written Align==64", fix);
    return std::nullopt;
  }
  cursor_.take();
  made.comparison = *comparison;
  const auto bytes = integer("a number of bytes");
  if (!bytes) {
    return std::nullopt;
  }
  made.bytes = *bytes;
  made.span.end = cursor_.previous_end();
  return made;
}

StatementParser::Parsed StatementParser::instance_limit() {
  auto task_name = name("the name of a task");
  const auto limit = task_name ? integer("a number of instances") : std::nullopt;
  return limit ? ended(InstanceLimitStatement{*std::move(task_name), *limit}) : std::nullopt;
}

StatementParser::Parsed StatementParser::collect() {
  auto task_name = name_or_any("the name of a task");
  auto region = task_name ? region_name() : std::nullopt;
  return region ? ended(CollectStatement{*std::move(task_name), *std::move(region)}) : std::nullopt;
}

StatementParser::Parsed StatementParser::map(bool single) {
  MapStatement made;
  made.single = single;
  if (const Token& token = cursor_.peek(); processor_kind_named(token.text)) {
    made.targets.push_back({std::string(token.text), token.span});
    cursor_.take();
  } else if (!names(made.targets, "the name of a task, a kind of processor", true)) {
    return std::nullopt;
  }
  auto function = name("the name of a function");
  if (!function) {
    return std::nullopt;
  }
  made.function = *std::move(function);
  return ended(std::move(made));
}

StatementParser::Parsed StatementParser::replicate() {
  ReplicateStatement made;
  return names(made.tasks, "the name of a task", false) ? ended(std::move(made)) : std::nullopt;
}

StatementParser::Parsed StatementParser::steal() {
  StealStatement made;
  if (!names(made.tasks, "the name of a task", true)) {
    return std::nullopt;
  }
  const auto kind = processor_kind();
  if (!kind) {
    return std::nullopt;
  }
  made.processor = *kind;
  made.any_node = cursor_.at("ANY_NODE");
  if (!made.any_node && !cursor_.at("SAME_NODE")) {
    cursor_.expected("SAME_NODE or ANY_NODE");
    return std::nullopt;
  }
  cursor_.take();
  return ended(std::move(made));
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
