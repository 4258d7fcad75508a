#include "kernel/init/task_text.hpp"

#include "kernel/task/draw.hpp"
#include "kernel/task/expression.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using Shapes = std::vector<std::vector<std::int64_t>>;

/// A text as TOML writes it.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump();
}

std::string quoted_texts(const std::vector<std::string>& texts) {
  std::vector<std::string> all;
  for (const std::string& text : texts) {
    all.push_back(quoted(text));
  }
  return fmt::format("[{}]", fmt::join(all, ", "));
}

std::string shapes_text(const Shapes& shapes) {
  std::vector<std::string> all;
  for (const auto& shape : shapes) {
    all.push_back(fmt::format("[{}]", fmt::join(shape, ", ")));
  }
  return fmt::format("[{}]", fmt::join(all, ", "));
}

/// Small and odd.
Shapes usual_tests(std::size_t sizes) {
  static constexpr std::array<std::array<std::int64_t, 4>, 6> rows{
      {{1, 1, 1, 1}, {1, 7, 3, 2}, {3, 5, 7, 9}, {16, 16, 16, 16}, {17, 33, 65, 35}, {64, 1, 100, 3}}};
  Shapes shapes;
  for (const auto& row : rows) {
    std::vector<std::int64_t> shape;
    for (std::size_t i = 0; i < sizes; ++i) {
      shape.push_back(row.at(i % row.size()));
    }
    if (std::find(shapes.begin(), shapes.end(), shape) == shapes.end()) {
      shapes.push_back(std::move(shape));
    }
  }
  return shapes;
}

/// Others, not far away.
Shapes near(const Shapes& shapes) {
  constexpr std::int64_t small = 8;
  Shapes others = shapes;
  for (auto& shape : others) {
    for (std::int64_t& size : shape) {
      size = size > small ? size / 4 * 3 + 1 : size;
    }
  }
  return others;
}

void check_shapes(Section& section, std::string_view key, const Shapes& shapes, const std::vector<std::string>& sizes) {
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    if (shapes[i].size() != sizes.size()) {
      section.refuse_within(key, i, 0,
                            fmt::format("a shape has one integer for each size ({}), this one has {}",
                                        fmt::join(sizes, ", "), shapes[i].size()));
    }
  }
}

std::string shapes_section(const MadeParameters& parameters, const Annotation& annotation, Settings& settings,
                           std::vector<std::string>& assumed) {
  auto section = settings.root().section("shapes");
  if (annotation.benchmark.empty()) {
    (section ? *section : settings.root())
        .refuse(section ? "benchmark" : "shapes", "nothing says at which sizes the kernel is to be fast",
                fmt::format(
                    "[shapes], benchmark = {}",
                    shapes_text({std::vector<std::int64_t>(std::max<std::size_t>(parameters.sizes.size(), 1), 1000)})));
    return {};
  }
  check_shapes(*section, "test", annotation.test, parameters.sizes);
  check_shapes(*section, "benchmark", annotation.benchmark, parameters.sizes);
  check_shapes(*section, "held_out", annotation.held_out, parameters.sizes);
  const Shapes test = annotation.test.empty() ? usual_tests(parameters.sizes.size()) : annotation.test;
  const Shapes held_out = annotation.held_out.empty() ? near(annotation.benchmark) : annotation.held_out;
  if (annotation.test.empty()) {
    assumed.push_back(fmt::format("it is tested at {}", shapes_text(test)));
  }
  if (annotation.held_out.empty()) {
    assumed.push_back(fmt::format("what is promoted must hold at {}", shapes_text(held_out)));
  }
  return fmt::format("\n[shapes]\ntest = {}\nbenchmark = {}\nheld_out = {}\n", shapes_text(test),
                     shapes_text(annotation.benchmark), shapes_text(held_out));
}

std::string argument_text(const MadeArgument& argument) {
  std::string text =
      fmt::format("\n[[argument]]\nname = \"{}\"\ntype = \"{}\"\n", argument.name, to_string(argument.type));
  if (!argument.shape.empty()) {
    text += fmt::format("shape = {}\n", quoted_texts(argument.shape));
  }
  if (argument.intent != Intent::in) {
    text += fmt::format("intent = \"{}\"\n", argument.intent == Intent::out ? "out" : "inout");
  }
  return text;
}

std::string integers_of(Element type) {
  return type == Element::u8 || type == Element::u32 || type == Element::u64 ? "integers(0, 8)" : "integers(-8, 8)";
}

std::string inputs_section(const MadeParameters& parameters, const Annotation& annotation, Settings& settings,
                           std::vector<std::string>& assumed) {
  std::string real;
  std::string whole;
  for (const MadeArgument& argument : parameters.arguments) {
    if (argument.intent == Intent::out) {
      continue;
    }
    const auto said = std::find_if(annotation.inputs.begin(), annotation.inputs.end(),
                                   [&](const auto& input) { return input.first == argument.name; });
    const bool is_said = said != annotation.inputs.end();
    const std::string integers = is_said ? said->second : integers_of(argument.type);
    const std::string usual = is_said || !is_float(argument.type) ? integers : "uniform(-1, 1)";
    if (is_said) {
      if (auto parsed = parse_distribution(said->second, parameters.sizes); !parsed) {
        const Error& error = parsed.error();
        settings.root().section("inputs")->refuse_within(
            argument.name, 0, error.where ? static_cast<std::size_t>(error.where->column - 1) : 0, error.message,
            error.hint);
      }
    } else {
      assumed.push_back(fmt::format("{} is drawn as {}", argument.name, usual));
    }
    real += fmt::format("{} = {}\n", argument.name, quoted(usual));
    whole += fmt::format("{} = {}\n", argument.name, quoted(integers));
  }
  std::string text = fmt::format("\n[[inputs]]\nname = \"usual\"\n{}", real);
  return real == whole ? text : text + fmt::format("\n[[inputs]]\nname = \"integers\"\n{}", whole);
}

void check_operations(const MadeParameters& parameters, const Annotation& annotation, Settings& settings) {
  if (!annotation.operations.empty()) {
    (void)read_over(settings.root(), "operations", 0, annotation.operations, parameters.sizes,
                    "an integer parameter of the kernel");
  }
}

} // namespace

std::string task_text(const TaskHead& head, const MadeParameters& parameters, const Annotation& annotation,
                      Settings& settings, std::vector<std::string>& assumed) {
  std::string text = fmt::format("name = \"{}\"\nsummary = {}\n", head.name, quoted(head.summary));
  if (head.entry != head.name) {
    text += fmt::format("entry = \"{}\"\n", head.entry);
  }
  text += fmt::format("sizes = {}\n", quoted_texts(parameters.sizes));
  check_operations(parameters, annotation, settings);
  if (!annotation.operations.empty()) {
    text += fmt::format("operations = {}\n", quoted(annotation.operations));
  }
  for (const MadeArgument& argument : parameters.arguments) {
    text += argument_text(argument);
  }
  text += shapes_section(parameters, annotation, settings, assumed);
  text += inputs_section(parameters, annotation, settings, assumed);
  const std::string reason =
      annotation.reason.empty()
          ? "chosen by kernel init: four times what a random walk of all roundings of full size gives"
          : annotation.reason;
  return text + fmt::format("\n[tolerance]\nfactor = {}\nreason = {}\n", annotation.factor.value_or(4), quoted(reason));
}

} // namespace mapwright::kernel
