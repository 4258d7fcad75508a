#include "mapper/elaborate/elaborating.hpp"

#include "mapper/language/lexer.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

bool LaunchChoice::complete() const {
  return placed && std::all_of(memories.begin(), memories.end(), [](const auto& memory) { return memory.has_value(); });
}

Elaborating::Elaborating(const language::Mapper& m, const Program& p, const TaskGraph& g, const Machine& on)
    : mapper(m), program(p), graph(g), machine(on), consulted(m.syntax().statements.size()),
      choices(p.launches.size()), made{blank_plan(p, g), std::vector<LaunchOrigins>(p.launches.size())},
      printed(m.printed()) {
  for (const ProgramStep& step : program.steps) {
    if (step.launch != none) {
      choices[step.launch].inner = !step.body.empty();
    }
  }
  for (std::size_t launch = 0; launch < program.launches.size(); ++launch) {
    const std::size_t arguments = program.launches[launch].arguments.size();
    choices[launch].memories.resize(arguments);
    choices[launch].layouts.resize(arguments);
    choices[launch].collected.resize(arguments);
    made.origins[launch].arguments.resize(arguments);
  }
}

Origin Elaborating::consult(std::size_t number) {
  consulted[number] = true;
  return statement(number).span;
}

std::pair<std::uint32_t, std::uint32_t> Elaborating::slots_of(std::uint32_t launch) const {
  const auto end = launch + 1 < graph.first_slot.size() ? graph.first_slot[launch + 1]
                                                        : static_cast<std::uint32_t>(graph.slots.size());
  return {graph.first_slot[launch], end};
}

std::string Elaborating::argument_text(const Launch& launch, std::size_t index) const {
  return fmt::format("argument {} ('{}') of '{}'", index, names_of(launch, index).names.front(), kind_of(launch).name);
}

std::string Elaborating::words_for(const Launch& launch, std::size_t index) const {
  const std::string& task = kind_of(launch).name;
  const std::string argument = names_of(launch, index).names.front();
  return fmt::format("{} {}", language::is_reserved(task) ? "*" : task,
                     language::is_reserved(argument) ? std::to_string(index) : argument);
}

language::ArgumentNames Elaborating::names_of(const Launch& launch, std::size_t index) const {
  const RegionArgument& argument = launch.arguments[index];
  language::ArgumentNames names{index, {}};
  if (argument.partition != none) {
    names.names.push_back(program.partitions[argument.partition].name);
  }
  names.names.push_back(program.regions[argument.region].name);
  return names;
}

bool Elaborating::sees(ProcessorKind processor, MemoryKind memory) const {
  const std::vector<Sight>& sights = machine.description().sights;
  return machine.memories_of(memory) > 0 && std::any_of(sights.begin(), sights.end(), [&](const Sight& sight) {
           return sight.processor == processor && sight.memory == memory;
         });
}

std::string Elaborating::kinds_of_machine() const {
  std::vector<std::string_view> kinds;
  for (const ProcessorClass& each : machine.description().processors) {
    if (each.count > 0) {
      kinds.push_back(to_string(each.kind));
    }
  }
  return fmt::format("{}", fmt::join(kinds, ", "));
}

std::vector<MemoryKind> Elaborating::memories_seen(ProcessorKind processor) const {
  std::vector<MemoryKind> seen;
  for (const MemoryClass& each : machine.description().memories) {
    if (sees(processor, each.kind)) {
      seen.push_back(each.kind);
    }
  }
  return seen;
}

} // namespace mapwright::mapper
