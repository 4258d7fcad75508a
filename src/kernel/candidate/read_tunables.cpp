// [tunables], constraints and [[scratch]] of a candidate.
#include "core/suggest.hpp"
#include "expr/text.hpp"
#include "kernel/candidate/read_blocks.hpp"
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

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Refuses what can be no name, or is one already.
void check_new_name(Section& section, std::string_view key, const std::string& name, const Names& names) {
  if (const std::string_view objection = objection_to_name(name); !objection.empty()) {
    section.refuse(key, fmt::format("'{}' {}", name, objection));
  } else if (const std::string taken = names.taken(name); !taken.empty()) {
    section.refuse(key, fmt::format("'{}' is {}", name, taken));
  }
}

Tunable read_tunable(Section& section, const std::string& name) {
  Tunable tunable{name, {}, 0};
  if (section.is_list(name)) {
    section.integers(name, tunable.values);
    tunable.preset = tunable.values.empty() ? 0 : tunable.values.front();
  } else if (auto table = section.section(name)) {
    table->integers("values", tunable.values);
    if (!table->has("values")) {
      table->refuse("values", fmt::format("'{}' has no values", name), fmt::format("e.g. {} = [4, 8, 16]", name));
    }
    tunable.preset = tunable.values.empty() ? 0 : tunable.values.front();
    table->signed_integer("default", tunable.preset);
    const bool known = std::find(tunable.values.begin(), tunable.values.end(), tunable.preset) != tunable.values.end();
    if (!known && !tunable.values.empty()) {
      table->refuse("default", fmt::format("the default {} of '{}' is none of its values: {}", tunable.preset, name,
                                           fmt::join(tunable.values, ", ")));
    }
  }
  const std::set<std::int64_t> distinct(tunable.values.begin(), tunable.values.end());
  if (distinct.size() != tunable.values.size()) {
    section.refuse(name, fmt::format("'{}' has a value twice", name));
  }
  return tunable;
}

void read_constraints(Section& root, KernelCandidate& candidate) {
  std::vector<std::string> texts;
  if (root.has("constraints")) {
    root.texts("constraints", texts);
  }
  std::vector<std::string> tunables;
  Values presets;
  for (const Tunable& tunable : candidate.tunables) {
    tunables.push_back(tunable.name);
    presets.emplace_back(tunable.name, tunable.preset);
  }
  for (std::size_t i = 0; i < texts.size(); ++i) {
    auto constraint = read_over(root, "constraints", i, texts[i], tunables, "a tunable");
    if (!constraint) {
      return;
    }
    const auto holds = evaluate_at(*constraint, presets);
    if (!holds) {
      root.refuse_within("constraints", i, 0, holds.error().message);
    } else if (*holds == 0) {
      root.refuse_within("constraints", i, 0, fmt::format("the defaults violate {}: {}", texts[i], describe(presets)),
                         "choose defaults that satisfy all constraints");
    }
    candidate.constraints.push_back(std::move(*constraint));
  }
}

/// The buffer must have a size at the task's test shapes with the defaults. Other shapes are not named to candidates.
void try_shape(Section& section, const ScratchBuffer& buffer, const Names& names, const KernelCandidate& candidate) {
  for (const Shape& shape : names.task.shapes) {
    const auto extents =
        axes({buffer.name, buffer.type, Intent::in_out, buffer.shape}, values_at(names, shape, candidate));
    if (shape.use == Use::test && !extents) {
      return section.refuse("shape", extents.error().message);
    }
  }
}

} // namespace

Values values_at(const Names& names, const Shape& shape, const KernelCandidate& candidate) {
  Values values = values_of(names.task, shape.sizes);
  for (const Tunable& tunable : candidate.tunables) {
    values.emplace_back(tunable.name, tunable.preset);
  }
  return values;
}

std::string Names::taken(const std::string& name) const {
  if (contains(task.sizes, name)) {
    return "a size of the task";
  }
  for (const Argument& argument : task.arguments) {
    if (argument.name == name) {
      return "an argument of the task";
    }
  }
  if (name == task.entry) {
    return "the entry of the task";
  }
  return contains(numbers, name) ? "a tunable" : contains(scratch, name) ? "a scratch buffer" : "";
}

void read_tunables(Section& root, Names& names, KernelCandidate& candidate) {
  if (auto section = root.section("tunables")) {
    for (const std::string& name : section->keys()) {
      check_new_name(*section, name, name, names);
      candidate.tunables.push_back(read_tunable(*section, name));
      names.numbers.push_back(name);
    }
  }
  if (!root.has("constraints")) {
    std::string none;
    root.text("constraints", none); // asked for in any case, so that the key is known
    return;
  }
  read_constraints(root, candidate);
}

void read_scratch(Section& root, Names& names, KernelCandidate& candidate) {
  for (Section& section : root.sections("scratch")) {
    ScratchBuffer buffer;
    if (require_text(section, "name", buffer.name)) {
      check_new_name(section, "name", buffer.name, names);
    }
    read_type(section, buffer.type);
    std::vector<std::string> texts;
    section.number_texts("shape", texts);
    if (texts.empty()) {
      section.refuse("shape", fmt::format("'{}' has no shape", buffer.name), "e.g. shape = [\"16*m\"]");
    }
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (auto axis = read_over(section, "shape", i, texts[i], names.numbers, "a size or a tunable")) {
        buffer.shape.push_back(std::move(*axis));
      }
    }
    if (candidate.backend == Backend::cpp) {
      section.refuse("name", "a C++ kernel has no [[scratch]]: it allocates what it needs");
    }
    try_shape(section, buffer, names, candidate);
    names.scratch.push_back(buffer.name);
    candidate.scratch.push_back(std::move(buffer));
  }
}

} // namespace mapwright::kernel
