#include "mapper/guidance/fitting.hpp"

#include "mapper/guidance/change.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// Launch, argument and kind of memory of a run that stopped.
using StopPlace = std::tuple<std::uint32_t, std::uint32_t, MemoryKind>;

StopPlace stop_place(const SearchScene& scene, const OutOfMemory& why) {
  return {scene.graph.slots[scene.graph.tasks[why.task].slot].launch, why.argument,
          scene.machine.class_of_memory(why.memory).kind};
}

void add_once(std::vector<MemoryKind>& kinds, MemoryKind kind) {
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    kinds.push_back(kind);
  }
}

/// Statements that may make room where the run of `plan` stopped, in the order of preference.
std::vector<std::string> statements_that_make_room(const SearchScene& scene, const Plan& plan, const OutOfMemory& why) {
  const auto& [launch, argument, full] = stop_place(scene, why);
  const Launch& made = scene.program.launches[launch];
  const RegionArgument& data = made.arguments[argument];
  const std::string& task = scene.program.kinds[made.kind].name;
  const ProcessorKind processor = plan.tasks[scene.graph.tasks[why.task].slot].processor.kind;
  std::vector<std::string> statements;
  std::vector<MemoryKind> with_room;
  for (const std::uint32_t memory : why.fits) {
    add_once(with_room, scene.machine.class_of_memory(memory).kind);
  }
  for (const MemoryKind memory : with_room) {
    statements.push_back(fmt::format("Region {} {} {} {};", task,
                                     data.partition == none ? scene.program.regions[data.region].name
                                                            : scene.program.partitions[data.partition].name,
                                     to_string(processor), to_string(memory)));
  }
  if (why.collectable > 0) {
    statements.emplace_back("CollectMemory * *;");
  }
  for (const OutOfMemory::Held& held : why.held) {
    for (const Sight& sight : scene.machine.description().sights) {
      if (sight.processor == processor && sight.memory != full) {
        statements.push_back(fmt::format("Region * {} {} {};", scene.program.regions[held.region].name,
                                         to_string(processor), to_string(sight.memory)));
      }
    }
  }
  statements.push_back(fmt::format("InstanceLimit {} 1;", task));
  return statements;
}

} // namespace

Fitting make_it_fit(const StoppedRun& stopped, const SearchScene& scene, std::uint64_t most_simulations,
                    std::size_t most_steps) {
  Fitting out{{{}, stopped.source.text, false}};
  Simulator simulator(scene.program, scene.graph, scene.machine);
  Plan plan = stopped.made.plan;
  OutOfMemory why = stopped.why;
  std::set<StopPlace> seen{stop_place(scene, why)};
  for (bool further = true; further && !out.repair.complete && out.repair.steps.size() < most_steps;) {
    further = false;
    for (const std::string& statement : statements_that_make_room(scene, plan, why)) {
      auto [text, line] = with_statements_on_top({out.repair.text, stopped.source.file}, statement);
      auto made = elaborate({text, stopped.source.file}, scene.program, scene.graph, scene.machine);
      if (!made || made->plan == plan) {
        continue;
      }
      if (out.simulations >= most_simulations) {
        return out;
      }
      ++out.simulations;
      const auto run = simulator.rerun(made->plan);
      if (!run || (run->out_of_memory && !seen.insert(stop_place(scene, *run->out_of_memory)).second)) {
        continue;
      }
      out.repair.steps.push_back({why.message, fmt::format("line {}: insert `{}`", line, statement), line});
      out.repair.text = std::move(text);
      out.repair.complete = !run->out_of_memory;
      out.makespan = run->makespan;
      plan = std::move(made->plan);
      why = run->out_of_memory.value_or(why);
      further = true;
      break;
    }
  }
  return out;
}

} // namespace mapwright::mapper
