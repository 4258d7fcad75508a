// Syntax trees of mappers for tests: their structure as text, and random ones.
#pragma once

#include "mapper/language/syntax.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

namespace mapwright::test {

namespace language = mapper::language;

/// The structure of a tree without its places, so that two trees are the same iff their texts are.
inline std::string dump(const language::Expression& e) {
  std::string out =
      fmt::format("({} {} {} {} {} {}", static_cast<int>(e.kind), e.value, e.name, static_cast<int>(e.operation),
                  static_cast<int>(e.processor), static_cast<int>(e.memory));
  for (const language::Expression& operand : e.operands) {
    out += " " + dump(operand);
  }
  return out + ")";
}

inline std::string dump(const std::vector<language::Statement>& statements);

/// The structure of one statement.
struct DumpStatement {
  static std::string names(const std::vector<language::Name>& all) {
    std::string out;
    for (const language::Name& name : all) {
      out += name.text + ",";
    }
    return out;
  }
  template <class Kinds> static std::string numbers(const Kinds& kinds) {
    std::string out;
    for (const auto kind : kinds) {
      out += std::to_string(static_cast<int>(kind)) + ",";
    }
    return out;
  }
  template <class Kind> static int number(const std::optional<Kind>& kind) {
    return kind ? static_cast<int>(*kind) : -1;
  }
  static std::string comments(const std::vector<std::string>& all) {
    std::string out;
    for (const std::string& comment : all) {
      out += "{" + comment + "}";
    }
    return out;
  }

  std::string operator()(const language::TaskStatement& s) const { return names(s.tasks) + numbers(s.kinds); }
  std::string operator()(const language::RegionStatement& s) const {
    return fmt::format("{} {} {} {}", s.task.text, s.region.text, number(s.processor), numbers(s.memories));
  }
  std::string operator()(const language::LayoutStatement& s) const {
    std::string out = fmt::format("{} {} {}", s.task.text, s.region.text, number(s.memory));
    for (const language::Constraint& c : s.constraints) {
      const bool align = c.kind == language::Constraint::Kind::align;
      out += fmt::format(" {}/{}/{}", static_cast<int>(c.kind), align ? static_cast<int>(c.comparison) : 0,
                         align ? c.bytes : 0);
    }
    return out;
  }
  std::string operator()(const language::InstanceLimitStatement& s) const {
    return fmt::format("{} {}", s.task.text, s.limit);
  }
  std::string operator()(const language::CollectStatement& s) const { return s.task.text + " " + s.region.text; }
  std::string operator()(const language::MapStatement& s) const {
    return fmt::format("{} {} {}", s.single, names(s.targets), s.function.text);
  }
  std::string operator()(const language::ReplicateStatement& s) const { return names(s.tasks); }
  std::string operator()(const language::StealStatement& s) const {
    return fmt::format("{} {} {}", names(s.tasks), static_cast<int>(s.processor), s.any_node);
  }
  std::string operator()(const language::Assignment& s) const { return s.name.text + " = " + dump(s.value); }
  std::string operator()(const language::PrintStatement& s) const {
    std::string out = "\"" + s.text + "\"";
    for (const language::Expression& value : s.values) {
      out += " " + dump(value);
    }
    return out;
  }
  std::string operator()(const language::ReturnStatement& s) const { return dump(s.value); }
  std::string operator()(const language::FunctionDefinition& s) const {
    std::string out = s.name.text;
    for (const language::Parameter& parameter : s.parameters) {
      out += fmt::format(" {}:{}", parameter.name.text, static_cast<int>(parameter.type));
    }
    return out + "\n" + dump(s.body) + comments(s.closing_comments);
  }
};

inline std::string dump(const std::vector<language::Statement>& statements) {
  std::string out;
  for (const language::Statement& statement : statements) {
    const language::Surroundings& around = statement.surroundings;
    out += fmt::format("{}{} {}: {} {}\n", around.blank_before ? "\n" : "", DumpStatement::comments(around.comments),
                       statement.is.index(), std::visit(DumpStatement{}, statement.is),
                       around.trailing ? "#" + *around.trailing : "");
  }
  return out;
}

inline std::string dump(const language::MapperSyntax& mapper) {
  return dump(mapper.statements) + DumpStatement::comments(mapper.closing_comments);
}

/// Random trees, of any names and types: they parse, but need not mean anything. Every choice is drawn through
/// RapidCheck, so that a failing tree shrinks.
class RandomMapper {
public:
  static int below(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }
  static bool chance(int percent) { return below(100) >= 100 - percent; }

  static language::Name name() {
    static const std::vector<std::string> names{"a", "b1", "_c", "task_1", "Machine", "x", "ipoints"};
    return {names[static_cast<std::size_t>(below(static_cast<int>(names.size())))], {}};
  }
  static language::Name name_or_any() { return chance(30) ? language::Name{"*", {}} : name(); }
  static language::Name region() { return chance(20) ? language::Name{std::to_string(below(12)), {}} : name_or_any(); }

  static language::Expression expression(int depth) {
    using language::ExpressionKind;
    if (depth <= 0 || chance(20)) {
      return leaf();
    }
    const int kind = below(10);
    const auto operand = [&] { return expression(depth - 1); };
    switch (kind) {
    case 0:
      return node(ExpressionKind::negate, {operand()});
    case 1:
    case 2: {
      language::Expression e = node(ExpressionKind::binary, {operand(), operand()});
      e.operation = static_cast<language::BinaryOperator>(below(13));
      return e;
    }
    case 3:
      return node(ExpressionKind::conditional, {operand(), operand(), operand()});
    case 4: {
      language::Expression e = node(ExpressionKind::index, {operand()});
      for (int i = 0; i <= below(3); ++i) {
        e.operands.push_back(chance(20)   ? node(ExpressionKind::any, {})
                             : chance(20) ? node(ExpressionKind::unpack, {operand()})
                                          : operand());
      }
      return e;
    }
    case 5:
      return node(ExpressionKind::slice, {operand(), chance(30) ? node(ExpressionKind::omitted, {}) : operand(),
                                          chance(30) ? node(ExpressionKind::omitted, {}) : operand()});
    case 6: {
      language::Expression e = node(ExpressionKind::member, {operand()});
      e.name = chance(50) ? "size" : name().text;
      if (chance(50)) {
        e.kind = ExpressionKind::method;
        add_arguments(e, depth);
      }
      return e;
    }
    case 7: {
      language::Expression e = node(ExpressionKind::call, {});
      e.name = name().text;
      add_arguments(e, depth);
      return e;
    }
    case 8: {
      language::Expression e = node(ExpressionKind::tuple, {operand(), operand()});
      if (chance(30)) {
        e.operands.pop_back();
        e.operands[0] = node(ExpressionKind::unpack, {operand()});
      }
      return e;
    }
    default: {
      language::Expression e = node(ExpressionKind::comprehension, {operand()});
      e.name = name().text;
      add_arguments(e, depth);
      return e;
    }
    }
  }

  static language::MapperSyntax mapper() {
    language::MapperSyntax out;
    const int count = below(6);
    for (int i = 0; i < count; ++i) {
      out.statements.push_back(surrounded(statement(), i > 0));
    }
    out.closing_comments = comments();
    return out;
  }

private:
  static language::Expression node(language::ExpressionKind kind, std::vector<language::Expression> operands) {
    language::Expression e;
    e.kind = kind;
    e.operands = std::move(operands);
    return e;
  }

  static void add_arguments(language::Expression& e, int depth) {
    const int count = below(3);
    for (int i = 0; i < count; ++i) {
      e.operands.push_back(chance(20) ? node(language::ExpressionKind::unpack, {expression(depth - 1)})
                                      : expression(depth - 1));
    }
  }

  static language::Expression leaf() {
    using language::ExpressionKind;
    switch (below(5)) {
    case 0:
    case 1: {
      language::Expression e = node(ExpressionKind::integer, {});
      e.value = chance(10) ? INT64_MAX : below(100);
      return e;
    }
    case 2: {
      language::Expression e = node(ExpressionKind::boolean, {});
      e.value = below(2);
      return e;
    }
    case 3: {
      language::Expression e = node(chance(50) ? ExpressionKind::processor_kind : ExpressionKind::memory_kind, {});
      (e.kind == ExpressionKind::processor_kind ? set(e.processor) : set(e.memory));
      return e;
    }
    default: {
      language::Expression e = node(ExpressionKind::name, {});
      e.name = name().text;
      return e;
    }
    }
  }
  template <class Kind> static void set(Kind& kind) { kind = static_cast<Kind>(below(6)); }

  static std::vector<std::string> comments() {
    static const std::vector<std::string> texts{"", "plain", "# twice", "// x = 1; \"", "}"};
    std::vector<std::string> out;
    const int count = chance(30) ? below(3) : 0;
    for (int i = 0; i < count; ++i) {
      out.push_back(texts[static_cast<std::size_t>(below(static_cast<int>(texts.size())))]);
    }
    return out;
  }

  static language::Statement surrounded(language::Statement statement, bool blank_allowed) {
    statement.surroundings.blank_before = blank_allowed && chance(30);
    statement.surroundings.comments = comments();
    if (chance(20)) {
      statement.surroundings.trailing = chance(30) ? "" : "behind";
    }
    return statement;
  }

  static std::vector<language::Name> names() {
    std::vector<language::Name> out;
    for (int i = 0; i <= below(3); ++i) {
      out.push_back(name());
    }
    return out;
  }
  static std::vector<language::Name> names_or_any() {
    return chance(30) ? std::vector<language::Name>{{"*", {}}} : names();
  }
  template <class Kind> static std::vector<Kind> kinds() {
    std::vector<Kind> out;
    for (int i = 0; i <= below(3); ++i) {
      out.push_back(static_cast<Kind>(below(6)));
    }
    return out;
  }
  template <class Kind> static std::optional<Kind> kind_or_any() {
    return chance(30) ? std::nullopt : std::optional(static_cast<Kind>(below(6)));
  }

  static language::Assignment assignment() { return {name(), expression(4)}; }
  static language::PrintStatement print() {
    language::PrintStatement out{chance(50) ? "" : "{} and # {}", {}};
    for (int i = 0; i < below(3); ++i) {
      out.values.push_back(expression(2));
    }
    return out;
  }

  static language::FunctionDefinition function() {
    language::FunctionDefinition out;
    out.name = name();
    for (int i = 0; i < below(3); ++i) {
      out.parameters.push_back({static_cast<language::ParameterType>(below(7)), name()});
    }
    const int count = below(4);
    for (int i = 0; i < count; ++i) {
      language::Statement statement;
      switch (below(3)) {
      case 0:
        statement.is = assignment();
        break;
      case 1:
        statement.is = print();
        break;
      default:
        statement.is = language::ReturnStatement{expression(4)};
        break;
      }
      out.body.push_back(surrounded(std::move(statement), i > 0));
    }
    out.closing_comments = comments();
    return out;
  }

  static language::LayoutStatement layout() {
    language::LayoutStatement out{name_or_any(), region(), kind_or_any<mapper::MemoryKind>(), {}};
    for (int i = 0; i < below(4); ++i) {
      language::Constraint constraint;
      constraint.kind = static_cast<language::Constraint::Kind>(below(7));
      if (constraint.kind == language::Constraint::Kind::align) {
        constraint.comparison = static_cast<language::BinaryOperator>(2 + below(6));
        constraint.bytes = below(512);
      }
      out.constraints.push_back(constraint);
    }
    return out;
  }

  static language::Statement statement() {
    language::Statement out;
    switch (below(11)) {
    case 0:
      out.is = language::TaskStatement{names_or_any(), kinds<mapper::ProcessorKind>()};
      break;
    case 1:
      out.is = language::RegionStatement{name_or_any(), region(), kind_or_any<mapper::ProcessorKind>(),
                                         kinds<mapper::MemoryKind>()};
      break;
    case 2:
      out.is = layout();
      break;
    case 3:
      out.is = language::InstanceLimitStatement{name(), below(9)};
      break;
    case 4:
      out.is = language::CollectStatement{name_or_any(), region()};
      break;
    case 5:
      out.is = language::MapStatement{chance(50),
                                      chance(20) ? std::vector<language::Name>{{"GPU", {}}} : names_or_any(), name()};
      break;
    case 6:
      out.is = language::ReplicateStatement{names()};
      break;
    case 7:
      out.is = language::StealStatement{names_or_any(), static_cast<mapper::ProcessorKind>(below(6)), chance(50)};
      break;
    case 8:
      out.is = print();
      break;
    case 9:
      out.is = function();
      break;
    default:
      out.is = assignment();
      break;
    }
    return out;
  }
};

} // namespace mapwright::test
