// [[inputs]] of task.toml.
#include "kernel/task/draw.hpp"
#include "kernel/task/read_parts.hpp"

#include <set>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// The distribution of one argument; an empty one when it is refused.
Distribution read_distribution(Section& section, const Task& task, std::size_t index) {
  const std::string& name = task.arguments[index].name;
  std::string text;
  section.text(name, text);
  if (!section.has(name)) {
    section.refuse(name, fmt::format("'{}' is an input, and nothing says how it is drawn", name),
                   fmt::format("e.g. {} = \"uniform(-1, 1)\"", name));
    return {};
  }
  auto parsed = parse_distribution(text, task.sizes);
  if (!parsed) {
    const Error& error = parsed.error();
    const auto byte = error.where ? static_cast<std::size_t>(error.where->column - 1) : 0;
    section.refuse_within(name, 0, byte, error.message, error.hint);
    return {};
  }
  for (const Shape& shape : task.shapes) {
    if (auto fits = check_distribution(task, index, *parsed, shape.sizes); !fits) {
      section.refuse(name, fits.error().message, fits.error().hint);
      return {};
    }
  }
  return std::move(*parsed);
}

} // namespace

void read_inputs(Section& root, Task& task) {
  std::set<std::string> seen;
  for (Section& section : root.sections("inputs")) {
    Scenario scenario;
    if (require_text(section, "name", scenario.name) && !seen.insert(scenario.name).second) {
      section.refuse("name", fmt::format("there are two [[inputs]] named '{}'", scenario.name));
    }
    section.flag("exact", scenario.exact);
    for (std::size_t i = 0; i < task.arguments.size(); ++i) {
      const bool output = task.arguments[i].intent == Intent::out;
      if (output && section.has(task.arguments[i].name)) {
        section.refuse(task.arguments[i].name, fmt::format("'{}' is an output, not drawn", task.arguments[i].name));
      }
      scenario.inputs.push_back(output ? Distribution() : read_distribution(section, task, i));
    }
    task.scenarios.push_back(std::move(scenario));
  }
  if (task.scenarios.empty()) {
    root.refuse("inputs", "[[inputs]] is missing: nothing says how inputs are drawn");
  }
}

} // namespace mapwright::kernel
