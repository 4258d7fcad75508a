// [[argument]] and [shapes] of task.toml.
#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "kernel/task/expression.hpp"
#include "kernel/task/identifier.hpp"
#include "kernel/task/read_parts.hpp"
#include "kernel/task/values.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

constexpr std::string_view whose = "a size of the task";

void read_intent(Section& section, Argument& argument) {
  std::string intent = "in";
  section.text("intent", intent);
  if (intent == "out") {
    argument.intent = Intent::out;
  } else if (intent == "inout") {
    argument.intent = Intent::in_out;
  } else if (intent != "in") {
    section.refuse("intent", "'intent' is \"in\", \"out\" or \"inout\"");
  }
  if (argument.intent != Intent::in && !section.has("shape")) {
    section.refuse("intent", fmt::format("'{}' has no shape, so it is a scalar and can only be \"in\"", argument.name),
                   "shape = [\"1\"] is one element that can be written");
  }
}

void read_shape(Section& section, const Task& task, Argument& argument) {
  std::vector<std::string> texts;
  section.number_texts("shape", texts);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (auto axis = read_over(section, "shape", i, texts[i], task.sizes, whose)) {
      argument.shape.push_back(std::move(*axis));
    }
  }
  if (section.has("shape") && texts.empty()) {
    section.refuse("shape", "'shape' must have at least one axis", "leave it out for a scalar");
  }
}

void read_argument_name(Section& section, std::string& name, std::set<std::string>& taken) {
  if (!require_text(section, "name", name)) {
    return;
  }
  if (const std::string_view objection = objection_to_name(name); !objection.empty()) {
    section.refuse("name", fmt::format("'{}' {}", name, objection));
  } else if (name == "name" || name == "exact") {
    section.refuse("name", fmt::format("'{}' is a key of [[inputs]] and cannot be an argument", name));
  } else if (!taken.insert(name).second) {
    section.refuse("name", fmt::format("the name '{}' is taken", name));
  }
}

/// The shapes of one use; each must give every argument and the number of operations a value.
void read_use(Section& section, Use use, Task& task) {
  const std::string key(to_string(use));
  std::vector<std::vector<std::int64_t>> lists;
  section.integer_lists(key, lists);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const std::vector<std::int64_t>& sizes = lists[i];
    const auto negative = std::find_if(sizes.begin(), sizes.end(), [](std::int64_t size) { return size < 0; });
    if (sizes.size() != task.sizes.size()) {
      section.refuse_within(key, i, 0,
                            fmt::format("a shape has one integer for each size ({}), this one has {}",
                                        fmt::join(task.sizes, ", "), sizes.size()));
    } else if (negative != sizes.end()) {
      section.refuse_within(key, i, 0, fmt::format("a size cannot be {}", *negative));
    } else if (auto counts = extents(task, sizes); !counts) {
      section.refuse_within(key, i, 0, counts.error().message);
    }
    task.shapes.push_back({use, sizes});
  }
}

void read_operations(Section& root, Task& task) {
  std::string text;
  root.text("operations", text);
  if (!root.has("operations")) {
    return;
  }
  task.operations = read_over(root, "operations", 0, text, task.sizes, whose);
  for (const Shape& shape : task.shapes) {
    if (!task.operations || shape.sizes.size() != task.sizes.size()) {
      return;
    }
    const auto value = evaluate_at(*task.operations, values_of(task, shape.sizes));
    if (!value) {
      return root.refuse("operations", value.error().message);
    }
    if (*value < 0) {
      return root.refuse("operations", fmt::format("the number of operations is {} at {}", expr::to_string(*value),
                                                   describe(task, shape)));
    }
  }
}

} // namespace

void read_type(Section& section, Element& type) {
  std::string name;
  if (!require_text(section, "type", name)) {
    return;
  }
  if (const auto found = element_named(name)) {
    type = *found;
    return;
  }
  std::vector<std::string> known;
  for (int i = 0; i <= static_cast<int>(Element::f8_e4m3); ++i) {
    known.emplace_back(to_string(static_cast<Element>(i)));
  }
  section.refuse("type", fmt::format("unknown type '{}'", name),
                 suggest(name, known, fmt::format("expected one of: {}", fmt::join(known, ", "))));
}

void read_arguments(Section& root, Task& task) {
  std::vector<Section> sections = root.sections("argument");
  std::set<std::string> taken(task.sizes.begin(), task.sizes.end());
  bool output = false;
  for (Section& section : sections) {
    Argument argument;
    read_argument_name(section, argument.name, taken);
    read_type(section, argument.type);
    read_intent(section, argument);
    read_shape(section, task, argument);
    output = output || argument.intent != Intent::in;
    task.arguments.push_back(std::move(argument));
  }
  for (std::size_t i = 0; i < sections.size(); ++i) {
    const Argument& argument = task.arguments[i];
    const std::string scale = argument.name + "_scale";
    if (argument.intent != Intent::in && is_float(argument.type) && taken.contains(scale)) {
      sections[i].refuse(
          "name", fmt::format("the reference gives '{}' beside '{}', so that name is taken", scale, argument.name));
    }
  }
  if (!output) {
    root.refuse("argument", "no argument is an output", "give one intent = \"out\"");
  }
}

void read_shapes(Section& root, Task& task) {
  auto section = root.section("shapes");
  if (!section) {
    root.refuse("shapes", "[shapes] is missing", "it needs at least: test = [[...], ...]");
  } else {
    for (const Use use : {Use::test, Use::benchmark, Use::held_out}) {
      read_use(*section, use, task);
    }
    if (task.shapes.empty() || task.shapes.front().use != Use::test) {
      section->refuse("test", "there is no test shape", "e.g. test = [[1, 1], [3, 5]]");
    }
  }
  read_operations(root, task);
}

} // namespace mapwright::kernel
