#include "kernel/import/python_expression.hpp"

#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "kernel/import/python_syntax.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t most_values = 100'000;

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

/// Our text in its shortest form: what was translated has many parentheses.
Result<std::string> tidied(std::string_view python, const Result<std::string>& translated) {
  if (!translated) {
    return translated;
  }
  const auto parsed = expr::parse_expr(*translated, "");
  if (!parsed) {
    return python_error(python, 0, fmt::format("this cannot be said in integers: {}", parsed.error().message));
  }
  return expr::to_text(*parsed);
}

/// Lists of integers, by value.
class PythonLists {
public:
  explicit PythonLists(std::string_view text) : text_(text) {}

  using Values64 = std::vector<std::int64_t>;

  /// `names`: the variables of comprehensions around.
  Result<Values64> list(const PythonNode& node, const Values& names = {}) const {
    if (node.kind == PythonKind::list) {
      return items(node, names);
    }
    if (node.kind == PythonKind::comprehension) {
      return comprehension(node, names);
    }
    if (node.kind == PythonKind::call && node.text == "range") {
      return range(node, names);
    }
    if (node.kind == PythonKind::call && (node.text == "list" || node.text == "tuple" || node.text == "sorted") &&
        node.operands.size() == 1) {
      auto inner = list(node.operands[0], names);
      if (inner && node.text == "sorted") {
        std::sort(inner->begin(), inner->end());
      }
      return inner;
    }
    if (node.kind == PythonKind::binary && node.text == "+") {
      auto left = list(node.operands[0], names);
      const auto right = left ? list(node.operands[1], names) : left;
      if (right) {
        left->insert(left->end(), right->begin(), right->end());
      }
      return right ? left : right;
    }
    return python_error(text_, node.at, "a list of integers is expected", "e.g. [1, 2, 4] or list(range(1, 9))");
  }

private:
  Result<std::int64_t> value(const PythonNode& node, const Values& names, bool truth = false) const {
    std::vector<std::string> known;
    for (const auto& [name, ignored] : names) {
      known.push_back(name);
    }
    const PythonTranslator translator(text_, known);
    const auto said = truth ? translator.condition(node) : translator.number(node);
    if (!said) {
      return forward(said);
    }
    const auto parsed = expr::parse_expr(*said, "");
    const auto found = parsed ? evaluate_at(*parsed, names) : Result<expr::Int>(forward(parsed));
    if (!found || *found < INT64_MIN || *found > INT64_MAX) {
      return python_error(text_, node.at, found ? "the number needs more than 64 bits" : found.error().message);
    }
    return static_cast<std::int64_t>(*found);
  }

  Result<Values64> items(const PythonNode& node, const Values& names) const {
    Values64 values;
    for (const PythonNode& item : node.operands) {
      const auto one = value(item, names);
      if (!one) {
        return forward(one);
      }
      values.push_back(*one);
    }
    return values;
  }

  Result<Values64> range(const PythonNode& node, const Values& names) const {
    const auto given = items(node, names);
    if (!given) {
      return given;
    }
    if (given->empty() || given->size() > 3 || (given->size() == 3 && given->at(2) == 0)) {
      return python_error(text_, node.at, "range takes an end, or a begin, an end and a step other than 0");
    }
    const std::int64_t begin = given->size() > 1 ? given->at(0) : 0;
    const std::int64_t end = given->size() > 1 ? given->at(1) : given->at(0);
    const std::int64_t step = given->size() > 2 ? given->at(2) : 1;
    Values64 values;
    for (expr::Int at = begin; step > 0 ? at < end : at > end; at += step) {
      if (values.size() == most_values) {
        return python_error(text_, node.at, fmt::format("the range has more than {} values", most_values));
      }
      values.push_back(static_cast<std::int64_t>(at));
    }
    return values;
  }

  Result<Values64> comprehension(const PythonNode& node, const Values& names) const {
    const auto drawn = list(node.operands[1], names);
    if (!drawn) {
      return drawn;
    }
    Values64 values;
    for (const std::int64_t one : *drawn) {
      Values inner = names;
      inner.emplace_back(node.text, one);
      if (node.operands.size() > 2) {
        const auto kept = value(node.operands[2], inner, true);
        if (!kept) {
          return forward(kept);
        }
        if (*kept == 0) {
          continue;
        }
      }
      const auto element = value(node.operands[0], inner);
      if (!element) {
        return forward(element);
      }
      values.push_back(*element);
    }
    return values;
  }

  std::string_view text_;
};

} // namespace

Result<std::string> translate_number(std::string_view python, const std::vector<std::string>& names) {
  const auto node = parse_python(python);
  return node ? tidied(python, PythonTranslator(python, names).number(*node)) : forward(node);
}

Result<std::string> translate_condition(std::string_view python, const std::vector<std::string>& names) {
  const auto node = parse_python(python);
  return node ? tidied(python, PythonTranslator(python, names).condition(*node)) : forward(node);
}

Result<std::vector<std::int64_t>> evaluate_list(std::string_view python) {
  const auto node = parse_python(python);
  if (!node) {
    return forward(node);
  }
  auto values = PythonLists(python).list(*node);
  if (values && values->empty()) {
    return python_error(python, 0, "the list has no value");
  }
  return values;
}

} // namespace mapwright::kernel
