// [runtime] and [[work]] of a machine file.
#include "core/suggest.hpp"
#include "mapper/machine/read_parts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// One of two words into whether it is the second.
void read_habit(Section& section, std::string_view key, const std::string& usual, const std::string& other,
                bool& target) {
  std::string word = usual;
  section.text(key, word);
  target = word == other;
  if (word != usual && word != other) {
    section.refuse(key, fmt::format("'{}' is \"{}\" or \"{}\", not \"{}\"", key, usual, other, word));
  }
}

void read_work_factor(Section& section, MachineDescription& machine) {
  WorkFactor work;
  read_required_text(section, "program", work.program);
  read_required_text(section, "task", work.task);
  if (const auto kind = read_processor_kind(section, "processor")) {
    work.processor = *kind;
  }
  std::vector<std::string> layouts;
  section.texts("layouts", layouts);
  for (std::size_t i = 0; i < layouts.size(); ++i) {
    if (const auto layout = data_layout_named(layouts[i])) {
      work.layouts.push_back(*layout);
    } else {
      section.refuse_within("layouts", i, 0, fmt::format("there is no layout '{}'", layouts[i]),
                            "e.g. layouts = [\"SOA F_order\", \"AOS C_order\"]");
    }
  }
  read_positive(section, "factor", work.factor);
  read_range(section, "factor", work.factor, work.factor_range);
  const bool known = std::any_of(machine.work.begin(), machine.work.end(), [&work](const WorkFactor& other) {
    return other.program == work.program && other.task == work.task && other.processor == work.processor &&
           other.layouts == work.layouts;
  });
  if (known) {
    section.refuse("task", fmt::format("there are two factors for '{}' of {} on {} with these layouts", work.task,
                                       work.program, to_string(work.processor)));
  }
  work.source = require_source(section);
  machine.work.push_back(std::move(work));
}

} // namespace

void read_habits(Section& root, MachineDescription& machine) {
  if (auto section = root.section("runtime")) {
    RuntimeHabits& habits = machine.runtime;
    read_habit(*section, "conversions", "copy engine", "processor", habits.converts_on_processor);
    read_habit(*section, "reductions", "apart", "in order", habits.reduces_in_order);
    read_habit(*section, "launching", "a task", "free", habits.launches_for_free);
    read_habit(*section, "waiting", "as they come", "program order", habits.takes_in_program_order);
    habits.source = require_source(*section);
  }
  for (Section& section : root.sections("work")) {
    read_work_factor(section, machine);
  }
}

} // namespace mapwright::mapper
