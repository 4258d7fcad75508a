#include "mapper/language/format.hpp"

#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper::language {

namespace {

/// Binding strengths, loosest first; those of operators are the grammar's.
constexpr int choice_strength = 0;
constexpr int sign_strength = 7;
constexpr int atom_strength = 8;

int strength_of(const Expression& e) {
  switch (e.kind) {
  case ExpressionKind::conditional:
    return choice_strength;
  case ExpressionKind::negate:
    return sign_strength;
  case ExpressionKind::binary:
    break;
  default:
    return atom_strength;
  }
  switch (e.operation) {
  case BinaryOperator::logical_or:
    return 1;
  case BinaryOperator::logical_and:
    return 2;
  case BinaryOperator::equal:
  case BinaryOperator::not_equal:
    return 3;
  case BinaryOperator::less:
  case BinaryOperator::greater:
  case BinaryOperator::less_equal:
  case BinaryOperator::greater_equal:
    return 4;
  case BinaryOperator::add:
  case BinaryOperator::subtract:
    return 5;
  default:
    return 6;
  }
}

class Formatter {
public:
  std::string text;

  void expression(const Expression& e, int least = choice_strength) {
    const bool brackets = strength_of(e) < least;
    text += brackets ? "(" : "";
    bare(e);
    text += brackets ? ")" : "";
  }

  void statements(const std::vector<Statement>& all) {
    for (const Statement& statement : all) {
      text += statement.surroundings.blank_before ? "\n" : "";
      comments(statement.surroundings.comments);
      indent();
      std::visit([this](const auto& is) { one(is); }, statement.is);
      if (statement.surroundings.trailing) {
        text += statement.surroundings.trailing->empty() ? " #" : " # " + *statement.surroundings.trailing;
      }
      text += '\n';
    }
  }

  void comments(const std::vector<std::string>& all) {
    for (const std::string& comment : all) {
      indent();
      text += comment.empty() ? "#\n" : "# " + comment + "\n";
    }
  }

private:
  void indent() { text.append(2 * depth_, ' '); }

  void list(const std::vector<Expression>& all, std::size_t from) {
    for (std::size_t i = from; i < all.size(); ++i) {
      text += i == from ? "" : ", ";
      expression(all[i]);
    }
  }

  void bare(const Expression& e) {
    switch (e.kind) {
    case ExpressionKind::integer:
      text += std::to_string(e.value);
      return;
    case ExpressionKind::boolean:
      text += e.value != 0 ? "True" : "False";
      return;
    case ExpressionKind::name:
      text += e.name;
      return;
    case ExpressionKind::processor_kind:
      text += to_string(e.processor);
      return;
    case ExpressionKind::memory_kind:
      text += to_string(e.memory);
      return;
    case ExpressionKind::any:
      text += '*';
      return;
    case ExpressionKind::omitted:
      return;
    case ExpressionKind::unpack:
    case ExpressionKind::negate:
      text += e.kind == ExpressionKind::unpack ? '*' : '-';
      expression(e.operands[0], sign_strength);
      return;
    case ExpressionKind::binary:
      expression(e.operands[0], strength_of(e));
      text += fmt::format(" {} ", to_string(e.operation));
      expression(e.operands[1], strength_of(e) + 1);
      return;
    case ExpressionKind::conditional:
      expression(e.operands[0], choice_strength + 1);
      text += " ? ";
      expression(e.operands[1]);
      text += " : ";
      expression(e.operands[2]);
      return;
    default:
      compound(e);
      return;
    }
  }

  void compound(const Expression& e) {
    switch (e.kind) {
    case ExpressionKind::index:
      expression(e.operands[0], atom_strength);
      text += '[';
      list(e.operands, 1);
      text += ']';
      return;
    case ExpressionKind::slice:
      expression(e.operands[0], atom_strength);
      text += '[';
      expression(e.operands[1]);
      text += ':';
      expression(e.operands[2]);
      text += ']';
      return;
    case ExpressionKind::member:
    case ExpressionKind::method:
      expression(e.operands[0], atom_strength);
      text += '.' + e.name;
      if (e.kind == ExpressionKind::method) {
        arguments(e.operands, 1);
      }
      return;
    case ExpressionKind::call:
      text += e.name;
      arguments(e.operands, 0);
      return;
    case ExpressionKind::comprehension:
      text += "tuple(";
      expression(e.operands[0]);
      text += fmt::format(" for {} in ", e.name);
      arguments(e.operands, 1);
      text += ')';
      return;
    default: // a tuple
      arguments(e.operands, 0);
      return;
    }
  }

  void arguments(const std::vector<Expression>& all, std::size_t from) {
    text += '(';
    list(all, from);
    text += ')';
  }

  template <class Item> void joined(const std::vector<Item>& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
      text += i == 0 ? "" : ", ";
      text += word(all[i]);
    }
  }
  static std::string_view word(const Name& name) { return name.text; }
  static std::string_view word(ProcessorKind kind) { return to_string(kind); }
  static std::string_view word(MemoryKind kind) { return to_string(kind); }
  template <class Kind> static std::string_view word_or_any(const std::optional<Kind>& kind) {
    return kind ? to_string(*kind) : std::string_view("*");
  }

  void one(const TaskStatement& s) {
    text += "Task ";
    joined(s.tasks);
    text += ' ';
    joined(s.kinds);
    text += ';';
  }

  void one(const RegionStatement& s) {
    text += fmt::format("Region {} {} {} ", s.task.text, s.region.text, word_or_any(s.processor));
    joined(s.memories);
    text += ';';
  }

  void one(const LayoutStatement& s) {
    text += fmt::format("Layout {} {} {}", s.task.text, s.region.text, word_or_any(s.memory));
    for (const Constraint& constraint : s.constraints) {
      constexpr std::string_view names[] = {"SOA", "AOS", "C_order", "F_order", "Compact", "Exact", "Align"};
      text += fmt::format(" {}", names[static_cast<std::size_t>(constraint.kind)]);
      if (constraint.kind == Constraint::Kind::align) {
        text += fmt::format("{}{}", to_string(constraint.comparison), constraint.bytes);
      }
    }
    text += ';';
  }

  void one(const InstanceLimitStatement& s) { text += fmt::format("InstanceLimit {} {};", s.task.text, s.limit); }
  void one(const CollectStatement& s) { text += fmt::format("CollectMemory {} {};", s.task.text, s.region.text); }

  void one(const MapStatement& s) {
    text += s.single ? "SingleTaskMap " : "IndexTaskMap ";
    joined(s.targets);
    text += fmt::format(" {};", s.function.text);
  }

  void one(const ReplicateStatement& s) {
    text += "ControlReplicate ";
    joined(s.tasks);
    text += ';';
  }

  void one(const StealStatement& s) {
    text += "TaskSteal ";
    joined(s.tasks);
    text += fmt::format(" {} {};", to_string(s.processor), s.any_node ? "ANY_NODE" : "SAME_NODE");
  }

  void one(const Assignment& s) {
    text += s.name.text + " = ";
    expression(s.value);
    text += ';';
  }

  void one(const PrintStatement& s) {
    text += fmt::format("print(\"{}\"", s.text);
    for (const Expression& value : s.values) {
      text += ", ";
      expression(value);
    }
    text += ");";
  }

  void one(const ReturnStatement& s) {
    text += "return ";
    expression(s.value);
    text += ';';
  }

  void one(const FunctionDefinition& s) {
    text += fmt::format("def {}(", s.name.text);
    for (std::size_t i = 0; i < s.parameters.size(); ++i) {
      text += fmt::format("{}{} {}", i == 0 ? "" : ", ", to_string(s.parameters[i].type), s.parameters[i].name.text);
    }
    text += ") {\n";
    ++depth_;
    statements(s.body);
    comments(s.closing_comments);
    --depth_;
    indent();
    text += '}';
  }

  std::size_t depth_ = 0;
};

} // namespace

std::string format_mapper(const MapperSyntax& mapper) {
  Formatter formatter;
  formatter.statements(mapper.statements);
  formatter.comments(mapper.closing_comments);
  return std::move(formatter.text);
}

std::string format_expression(const Expression& expression) {
  Formatter formatter;
  formatter.expression(expression);
  return std::move(formatter.text);
}

} // namespace mapwright::mapper::language
