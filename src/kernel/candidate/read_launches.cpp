// [[launch]] of a candidate.
#include "core/suggest.hpp"
#include "kernel/candidate/read_blocks.hpp"
#include "kernel/task/expression.hpp"
#include "kernel/task/identifier.hpp"
#include "kernel/task/read_parts.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

constexpr std::string_view whose_number = "a size or a tunable";

/// One to three expressions; absent axes are 1.
std::array<expr::Expr, 3> read_axes(Section& section, std::string_view key, const Names& names) {
  std::array<expr::Expr, 3> result{1, 1, 1};
  std::vector<std::string> texts;
  section.number_texts(key, texts);
  if (texts.empty() || texts.size() > result.size()) {
    section.refuse(key, fmt::format("'{}' must have 1 to 3 axes", key), fmt::format("e.g. {} = [\"n\", 1]", key));
    return result;
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (auto axis = read_over(section, key, i, texts[i], names.numbers, whose_number)) {
      result[i] = std::move(*axis);
    }
  }
  return result;
}

/// What stands between "local(" and ")"; nothing when the text has another form.
std::optional<std::string_view> local_size(std::string_view text) {
  constexpr std::string_view open = "local(";
  if (!text.starts_with(open) || !text.ends_with(')')) {
    return std::nullopt;
  }
  return text.substr(open.size(), text.size() - open.size() - 1);
}

std::optional<LaunchArgument> read_argument(Section& section, std::size_t item, const std::string& text,
                                            const Names& names) {
  for (const Argument& argument : names.task.arguments) {
    if (argument.name == text) {
      return argument.shape.empty() ? LaunchArgument(ScalarUse{text}) : LaunchArgument(BufferUse{text});
    }
  }
  if (std::find(names.scratch.begin(), names.scratch.end(), text) != names.scratch.end()) {
    return BufferUse{text};
  }
  if (const auto bytes = local_size(text)) {
    auto size = parse_over(*bytes, names.numbers, whose_number);
    if (!size) {
      const Error& error = size.error();
      const auto byte = error.where ? static_cast<std::size_t>(error.where->column - 1) : 0;
      section.refuse_within("arguments", item, std::string_view("local(").size() + byte, error.message, error.hint);
      return std::nullopt;
    }
    return LocalUse{std::move(*size)};
  }
  auto number = parse_over(text, names.numbers, whose_number);
  if (!number) {
    const Error& error = number.error();
    if (objection_to_name(text).empty()) { // a single word: it may have been meant as a buffer
      std::vector<std::string> known = names.numbers;
      known.insert(known.end(), names.scratch.begin(), names.scratch.end());
      for (const Argument& argument : names.task.arguments) {
        known.push_back(argument.name);
      }
      section.refuse_within("arguments", item, 0,
                            fmt::format("'{}' is no argument, size, tunable or scratch buffer", text),
                            suggest(text, known, {}));
      return std::nullopt;
    }
    const auto byte = error.where ? static_cast<std::size_t>(error.where->column - 1) : 0;
    section.refuse_within("arguments", item, byte, error.message, error.hint);
    return std::nullopt;
  }
  return *number;
}

/// The launch must make sense at the task's test shapes with the defaults. Other shapes are not named to candidates.
void try_launch(Section& section, const LaunchPlan& plan, const Names& names, const KernelCandidate& candidate) {
  for (const Shape& shape : names.task.shapes) {
    if (shape.use != Use::test) {
      continue;
    }
    const Values values = values_at(names, shape, candidate);
    for (const bool whole : {true, false}) {
      const std::string_view key = whole ? "groups" : "group";
      for (std::size_t axis = 0; axis < plan.group.size(); ++axis) {
        const auto extent = evaluate_at(whole ? plan.groups[axis] : plan.group[axis], values);
        if (!extent) {
          return section.refuse_within(key, axis, 0, extent.error().message, extent.error().hint);
        }
        if (*extent < (whole ? 0 : 1)) {
          return section.refuse_within(
              key, axis, 0, fmt::format("'{}' is {} at {}", key, expr::to_string(*extent), describe(values)));
        }
      }
    }
  }
}

LaunchPlan read_launch(Section& section, const Names& names, const KernelCandidate& candidate) {
  LaunchPlan plan{{}, {1, 1, 1}, {1, 1, 1}, {}};
  if (require_text(section, "kernel", plan.kernel)) {
    if (const std::string_view objection = objection_to_name(plan.kernel); !objection.empty()) {
      section.refuse("kernel", fmt::format("'{}' {}", plan.kernel, objection));
    }
  }
  plan.groups = read_axes(section, "groups", names);
  plan.group = read_axes(section, "group", names);
  std::vector<std::string> texts;
  section.number_texts("arguments", texts);
  if (!section.has("arguments")) {
    section.refuse("arguments", "'arguments' is missing", "what the kernel takes, in its order");
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (auto argument = read_argument(section, i, texts[i], names)) {
      plan.arguments.push_back(std::move(*argument));
    }
  }
  try_launch(section, plan, names, candidate);
  return plan;
}

} // namespace

void read_launches(Section& root, const Names& names, LaunchList launches, KernelCandidate& candidate) {
  std::vector<Section> sections = root.sections("launch");
  const bool device = candidate.backend != Backend::cpp;
  if (sections.empty() && device && launches == LaunchList::required) {
    root.refuse("launch", "there is no [[launch]]", "the comment says which kernels run, on how many groups");
  }
  if (!sections.empty() && !device) {
    root.refuse("launch", fmt::format("a C++ kernel has no [[launch]]: {} is called", names.task.entry));
  }
  for (Section& section : sections) {
    candidate.launches.push_back(read_launch(section, names, candidate));
  }
}

} // namespace mapwright::kernel
