#include "mapper/export/cpp_expressions.hpp"

#include "mapper/kinds.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using language::BinaryOperator;
using language::Expression;
using language::ExpressionKind;

// How tightly the operators of C++ bind; the language's own bind in the same order.
constexpr int binds_conditional = 1;
constexpr int binds_or = 2;
constexpr int binds_and = 3;
constexpr int binds_equality = 4;
constexpr int binds_order = 5;
constexpr int binds_sum = 6;
constexpr int binds_product = 7;
constexpr int binds_sign = 8;
constexpr int binds_suffix = 9;

int tightness_of(BinaryOperator operation) {
  switch (operation) {
  case BinaryOperator::logical_or:
    return binds_or;
  case BinaryOperator::logical_and:
    return binds_and;
  case BinaryOperator::equal:
  case BinaryOperator::not_equal:
    return binds_equality;
  case BinaryOperator::less:
  case BinaryOperator::greater:
  case BinaryOperator::less_equal:
  case BinaryOperator::greater_equal:
    return binds_order;
  case BinaryOperator::add:
  case BinaryOperator::subtract:
    return binds_sum;
  default:
    return binds_product;
  }
}

std::string enclosed(std::string text, int own, int around) {
  return own < around ? "(" + text + ")" : text;
}

/// 3 or -3.
bool is_number(const Expression& e) {
  return e.kind == ExpressionKind::integer ||
         (e.kind == ExpressionKind::negate && e.operands[0].kind == ExpressionKind::integer);
}

/// How many arguments a transformation of a space takes.
std::size_t argument_count(const std::string& transformation) {
  return transformation == "reverse" ? 1 : transformation == "slice" ? 3 : 2;
}

bool unpacks(const Expression& e) {
  return e.kind == ExpressionKind::unpack;
}

} // namespace

std::string CppExpressions::text(const Expression& e, int tightness, bool bare) {
  switch (e.kind) {
  case ExpressionKind::integer:
    return bare ? std::to_string(e.value) : fmt::format("Int({})", e.value);
  case ExpressionKind::boolean:
    return e.value != 0 ? "true" : "false";
  case ExpressionKind::name:
    return name(e);
  case ExpressionKind::any:
    return "any";
  case ExpressionKind::unpack:
    return text(e.operands[0], 0, false);
  case ExpressionKind::omitted:
    return "std::nullopt";
  case ExpressionKind::negate:
    return negation(e, tightness, bare);
  case ExpressionKind::binary:
    return binary(e, tightness);
  case ExpressionKind::conditional:
    return conditional(e, tightness);
  case ExpressionKind::index:
    return index(e);
  case ExpressionKind::slice:
    return slice(e);
  case ExpressionKind::member:
    return fmt::format("{}.{}()", base(e), e.name);
  case ExpressionKind::method:
    return method(e);
  case ExpressionKind::call:
    return call(e);
  case ExpressionKind::tuple:
    return tuple(e, 0);
  case ExpressionKind::comprehension:
    return comprehension(e);
  case ExpressionKind::processor_kind:
    return fmt::format("ProcessorKind::{}", to_string(e.processor));
  case ExpressionKind::memory_kind:
    return fmt::format("MemoryKind::{}", to_string(e.memory));
  }
  throw std::logic_error("CppExpressions: no such expression");
}

std::string CppExpressions::name(const Expression& e) {
  const auto local = std::find_if(scope_.locals.rbegin(), scope_.locals.rend(),
                                  [&e](const auto& entry) { return entry.first == e.name; });
  const std::string& name = local != scope_.locals.rend() ? local->second : scope_.variables.at(e.name);
  findings_.used.insert(name);
  return name;
}

std::string CppExpressions::negation(const Expression& e, int tightness, bool bare) {
  if (is_number(e)) {
    const std::string number = fmt::format("-{}", e.operands[0].value);
    return bare ? enclosed(number, binds_sign, tightness) : fmt::format("Int({})", number);
  }
  return enclosed("-" + text(e.operands[0], binds_suffix, false), binds_sign, tightness);
}

/// One side at least is an Int or a Tuple, so that the operator is that of these classes.
std::string CppExpressions::binary(const Expression& e, int tightness) {
  const int own = tightness_of(e.operation);
  const bool number_right = is_number(e.operands[1]);
  const auto side = [&](std::size_t which, int around, bool bare) {
    const Expression& operand = e.operands[which];
    // C++ compilers like a && b || c with parentheses.
    const bool mixed = e.operation == BinaryOperator::logical_or && operand.kind == ExpressionKind::binary &&
                       operand.operation == BinaryOperator::logical_and;
    return text(operand, mixed ? binds_equality : around, bare);
  };
  const std::string left = side(0, own, !number_right);
  const std::string right = side(1, own + 1, number_right);
  return enclosed(fmt::format("{} {} {}", left, to_string(e.operation), right), own, tightness);
}

std::string CppExpressions::conditional(const Expression& e, int tightness) {
  const std::string condition = text(e.operands[0], binds_or, false);
  const std::string chosen = text(e.operands[1], binds_or, false);
  const std::string other = text(e.operands[2], binds_conditional, false);
  return enclosed(fmt::format("{} ? {} : {}", condition, chosen, other), binds_conditional, tightness);
}

std::string CppExpressions::base(const Expression& e) {
  return text(e.operands[0], binds_suffix, false);
}

std::string CppExpressions::items(const Expression& e, std::size_t from) {
  std::string out;
  for (std::size_t i = from; i < e.operands.size(); ++i) {
    out += (i == from ? "" : ", ") + text(e.operands[i], 0, true);
  }
  return out;
}

std::string CppExpressions::tuple(const Expression& e, std::size_t from) {
  const bool plain = std::none_of(e.operands.begin() + static_cast<std::ptrdiff_t>(from), e.operands.end(), unpacks);
  return plain ? fmt::format("Tuple{{{}}}", items(e, from)) : fmt::format("joined({{{}}})", items(e, from));
}

std::string CppExpressions::index(const Expression& e) {
  const std::string of = base(e);
  const Expression& first = e.operands[1];
  if (e.operands.size() == 2 && first.kind != ExpressionKind::any && !unpacks(first)) {
    return fmt::format("{}[{}]", of, text(first, 0, true));
  }
  for (const Expression& operand : e.operands) {
    if (operand.kind == ExpressionKind::any) {
      findings_.sets.push_back(operand.span);
    }
  }
  return fmt::format("{}.at({{{}}})", of, items(e, 1));
}

std::string CppExpressions::slice(const Expression& e) {
  return fmt::format("part({}, {}, {})", text(e.operands[0], 0, false), text(e.operands[1], 0, true),
                     text(e.operands[2], 0, true));
}

std::string CppExpressions::method(const Expression& e) {
  const std::string function = fmt::format("{}.{}", base(e), e.name);
  if (e.name == "has" || e.name == "processor") {
    return fmt::format("{}({})", function, items(e, 1));
  }
  findings_.methods.insert(e.name);
  return applied(function, e, 1, argument_count(e.name));
}

std::string CppExpressions::call(const Expression& e) {
  if (e.name == "Machine") {
    return fmt::format("shape_.machine({})", items(e, 0));
  }
  return applied(scope_.functions.at(e.name), e, 0, scope_.parameters.at(e.name));
}

std::string CppExpressions::applied(const std::string& function, const Expression& e, std::size_t from,
                                    std::size_t count) {
  const auto begin = e.operands.begin() + static_cast<std::ptrdiff_t>(from);
  const auto unpacked = std::find_if(begin, e.operands.end(), unpacks);
  if (unpacked == e.operands.end()) {
    return fmt::format("{}({})", function, items(e, from));
  }
  const std::size_t others = e.operands.size() - from - 1;
  if (std::count_if(begin, e.operands.end(), unpacks) > 1 || others > count) {
    findings_.unpacked.push_back(e.span);
    return function;
  }
  std::string arguments;
  for (std::size_t i = from; i < e.operands.size(); ++i) {
    const Expression& operand = e.operands[i];
    for (std::size_t k = 0; k < (unpacks(operand) ? count - others : 1); ++k) {
      arguments += arguments.empty() ? "" : ", ";
      arguments += unpacks(operand) ? fmt::format("list_elements[{}]", k) : text(operand, 0, true);
    }
  }
  return fmt::format("[&](const Tuple& list_elements) {{ return {}({}); }}(of_length({}, {}))", function, arguments,
                     text(*unpacked, 0, false), count - others);
}

std::string CppExpressions::comprehension(const Expression& e) {
  const std::string all = tuple(e, 1);
  scope_.locals.emplace_back(e.name, scope_.taken.take(e.name));
  const std::string element = text(e.operands[0], 0, false);
  const std::string variable = scope_.locals.back().second;
  scope_.locals.pop_back();
  return fmt::format("each_of({}, [&](Int {}) {{ return {}; }})", all, variable, element);
}

} // namespace mapwright::mapper
