#include "kernel/import/python_expression.hpp"

#include "expr/text.hpp"
#include "kernel/import/python_translator.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::size_t most_values = 100'000;

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
    const auto said = truth ? condition_text(text_, node, known) : number_text(text_, node, known);
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
  return node ? tidied(python, number_text(python, *node, names)) : forward(node);
}

Result<std::string> translate_condition(std::string_view python, const std::vector<std::string>& names) {
  const auto node = parse_python(python);
  return node ? tidied(python, condition_text(python, *node, names)) : forward(node);
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
