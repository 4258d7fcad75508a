// The statements that decide by name: Task, Region, Layout and so on.
#include "mapper/language/parse_statement.hpp"
#include "mapper/language/words.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

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
    const bool none = token.text == "No_Align";
    cursor_.diagnostics().error(token.span, fmt::format("'{}' is not a layout constraint", token.text),
                                none ? "without Align there is no alignment"
                                     : "constraints are " + listed(constraint_words()),
                                none ? std::optional(Fix{token.span, ""}) : respelling(token, constraint_words()));
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

} // namespace mapwright::mapper::language
