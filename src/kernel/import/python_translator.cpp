#include "kernel/import/python_translator.hpp"

#include "core/suggest.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// Whether the value is 0 or 1 whatever the names are.
bool is_truth(const PythonNode& node) {
  switch (node.kind) {
  case PythonKind::comparison:
  case PythonKind::negation:
    return true;
  case PythonKind::all_of:
  case PythonKind::any_of:
    return std::all_of(node.operands.begin(), node.operands.end(), is_truth);
  case PythonKind::name:
    return node.text == "True" || node.text == "False";
  default:
    return false;
  }
}

bool is_quotient(const PythonNode& node) {
  return node.kind == PythonKind::binary && node.text == "/";
}

/// Says nodes in our expressions.
class PythonTranslator {
public:
  PythonTranslator(std::string_view text, const std::vector<std::string>& names) : text_(text), names_(names) {}

  Result<std::string> number(const PythonNode& node) const {
    switch (node.kind) {
    case PythonKind::number:
      return literal(node);
    case PythonKind::name:
      return name(node);
    case PythonKind::unary:
      return unary(node);
    case PythonKind::binary:
      return binary(node);
    case PythonKind::comparison:
      return comparison(node);
    case PythonKind::negation:
      return around("(not (", condition(node.operands[0]), "))");
    case PythonKind::conditional:
      return conditional(node);
    case PythonKind::call:
      return call(node);
    case PythonKind::all_of:
    case PythonKind::any_of:
      if (is_truth(node)) {
        return condition(node);
      }
      return refused(node, "'and' and 'or' of numbers have no number as their value here",
                     "compare the numbers: a != 0 and b != 0");
    case PythonKind::list:
    case PythonKind::comprehension:
      break;
    }
    return refused(node, "a list is not expected here");
  }

  /// Other than 0 where Python takes it for true.
  Result<std::string> condition(const PythonNode& node) const {
    if (node.kind != PythonKind::all_of && node.kind != PythonKind::any_of) {
      return number(node);
    }
    std::vector<std::string> parts;
    for (const PythonNode& operand : node.operands) {
      auto part = condition(operand);
      if (!part) {
        return part;
      }
      parts.push_back(*std::move(part));
    }
    return fmt::format("({})", fmt::join(parts, node.kind == PythonKind::all_of ? " and " : " or "));
  }

private:
  tl::unexpected<Error> refused(const PythonNode& node, std::string message, std::string hint = {}) const {
    return python_error(text_, node.at, std::move(message), std::move(hint));
  }

  static Result<std::string> around(std::string_view before, const Result<std::string>& inner, std::string_view after) {
    return inner ? Result<std::string>(fmt::format("{}{}{}", before, *inner, after)) : inner;
  }

  Result<std::string> literal(const PythonNode& node) const {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(node.text.data(), node.text.data() + node.text.size(), value);
    if (error != std::errc() || end != node.text.data() + node.text.size()) {
      return refused(node, fmt::format("'{}' is no integer of 64 bits", node.text),
                     "tunables and sizes are integers here");
    }
    return std::to_string(value);
  }

  Result<std::string> name(const PythonNode& node) const {
    if (node.text == "True" || node.text == "False") {
      return std::string(node.text == "True" ? "1" : "0");
    }
    if (std::find(names_.begin(), names_.end(), node.text) == names_.end()) {
      return refused(node, fmt::format("'{}' is no tuning parameter", node.text),
                     suggest(node.text, names_, names_.empty() ? "there are none" : ""));
    }
    return node.text;
  }

  Result<std::string> unary(const PythonNode& node) const {
    const auto operand = number(node.operands[0]);
    return node.text == "+"   ? operand
           : node.text == "-" ? around("(0 - ", operand, ")")
                              : around("(0 - 1 - ", operand, ")");
  }

  /// A function of two numbers: "NAME(a, b)".
  Result<std::string> function(std::string_view called, const PythonNode& a, const PythonNode& b) const {
    const auto left = number(a);
    const auto right = left ? number(b) : left;
    return right ? Result<std::string>(fmt::format("{}({}, {})", called, *left, *right)) : right;
  }

  Result<std::string> binary(const PythonNode& node) const {
    static const std::map<std::string_view, std::string_view> functions{
        {"//", "floor_div"}, {"%", "mod"},    {"**", "pow"},  {"<<", "shl"},
        {">>", "shr"},       {"&", "bitand"}, {"|", "bitor"}, {"^", "bitxor"}};
    if (is_quotient(node)) {
      return refused(node, "'/' gives a fraction, and all is integer here",
                     "a // b rounds down; a / b < c can be written a < b * c");
    }
    const auto& [a, b] = std::tie(node.operands[0], node.operands[1]);
    if (const auto found = functions.find(node.text); found != functions.end()) {
      return function(found->second, a, b);
    }
    const auto left = number(a);
    const auto right = left ? number(b) : left;
    return right ? Result<std::string>(fmt::format("({} {} {})", *left, node.text, *right)) : right;
  }

  Result<std::string> comparison(const PythonNode& node) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < node.operators.size(); ++i) {
      const std::string& compared = node.operators[i];
      auto part = compared.ends_with("in") ? member(node.operands[i], node.operands[i + 1], compared == "in")
                                           : compare(node.operands[i], compared, node.operands[i + 1]);
      if (!part) {
        return part;
      }
      parts.push_back(*std::move(part));
    }
    return parts.size() == 1 ? parts.front() : fmt::format("({})", fmt::join(parts, " and "));
  }

  Result<std::string> compare(const PythonNode& a, const std::string& compared, const PythonNode& b) const {
    const auto left = number(a);
    const auto right = left ? number(b) : left;
    return right ? Result<std::string>(fmt::format("({} {} {})", *left, compared, *right)) : right;
  }

  /// `node` in a list.
  Result<std::string> member(const PythonNode& node, const PythonNode& list, bool inside) const {
    if (list.kind != PythonKind::list || list.operands.empty()) {
      return refused(list, "a list is expected behind 'in'", "e.g. x in [1, 2, 4]");
    }
    std::vector<std::string> parts;
    for (const PythonNode& item : list.operands) {
      auto part = compare(node, "==", item);
      if (!part) {
        return part;
      }
      parts.push_back(*std::move(part));
    }
    const std::string any = fmt::format("({})", fmt::join(parts, " or "));
    return inside ? any : fmt::format("(not {})", any);
  }

  Result<std::string> conditional(const PythonNode& node) const {
    const auto chosen = condition(node.operands[1]);
    const auto yes = chosen ? number(node.operands[0]) : chosen;
    const auto no = yes ? number(node.operands[2]) : yes;
    return no ? Result<std::string>(fmt::format("select({}, {}, {})", *chosen, *yes, *no)) : no;
  }

  Result<std::string> call(const PythonNode& node) const {
    const std::string called = node.text.starts_with("math.") ? node.text.substr(5) : node.text;
    const bool minimum = called == "min";
    if (minimum || called == "max") {
      return extreme(node, minimum);
    }
    const std::size_t wanted = called == "pow" ? 2 : 1;
    const bool known = called == "pow" || called == "abs" || called == "int" || called == "ceil" || called == "floor";
    if (!known || node.operands.size() != wanted) {
      return refused(node,
                     known ? fmt::format("{} takes {} here, not {}", called, wanted, node.operands.size())
                           : fmt::format("the function '{}' is not known here", node.text),
                     "min, max, abs, pow, int, ceil and floor are");
    }
    const PythonNode& inner = node.operands[0];
    if (called == "pow") {
      return function("pow", inner, node.operands[1]);
    }
    if (called == "abs") {
      const auto value = number(inner);
      return value ? Result<std::string>(fmt::format("max({0}, 0 - {0})", *value)) : value;
    }
    if (!is_quotient(inner)) {
      return number(inner); // of an integer it is the integer
    }
    const PythonNode& a = inner.operands[0];
    const PythonNode& b = inner.operands[1];
    if (called == "ceil") { // -floor(-a / b)
      const auto quotient = function("floor_div", PythonNode{PythonKind::unary, a.at, "-", {}, {a}}, b);
      return around("(0 - ", quotient, ")");
    }
    return function(called == "int" ? "div" : "floor_div", a, b); // div is of numbers that are not negative
  }

  Result<std::string> extreme(const PythonNode& node, bool minimum) const {
    const bool listed = node.operands.size() == 1 && node.operands[0].kind == PythonKind::list;
    const std::vector<PythonNode>& items = listed ? node.operands[0].operands : node.operands;
    if (items.empty()) {
      return refused(node, fmt::format("{} of nothing", node.text));
    }
    auto found = number(items.front());
    for (std::size_t i = 1; found && i < items.size(); ++i) {
      const auto other = number(items[i]);
      found = other ? Result<std::string>(fmt::format("{}({}, {})", minimum ? "min" : "max", *found, *other)) : other;
    }
    return found;
  }

  std::string_view text_;
  const std::vector<std::string>& names_;
};

} // namespace

Result<std::string> number_text(std::string_view text, const PythonNode& node, const std::vector<std::string>& names) {
  return PythonTranslator(text, names).number(node);
}

Result<std::string> condition_text(std::string_view text, const PythonNode& node,
                                   const std::vector<std::string>& names) {
  return PythonTranslator(text, names).condition(node);
}

} // namespace mapwright::kernel
