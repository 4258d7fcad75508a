#include "mapper/simulate/report.hpp"

#include "mapper/amounts.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// What lies in a memory, by region, and how much of it are copies that could be collected.
void find_holders(const TaskGraph& graph, const SiteTable& sites, const SimulationState& state, OutOfMemory& out) {
  std::map<std::uint32_t, std::uint64_t> by_region;
  for (std::uint32_t atom = 0; atom < graph.atoms.size(); ++atom) {
    const std::uint64_t bytes = graph.atoms[atom].bytes;
    for (std::uint32_t copy = state.valid[atom]; copy != none; copy = state.pool[copy].next) {
      const SiteCopy& entry = state.pool[copy];
      if (sites.memory(entry.site) == out.memory) {
        by_region[graph.atoms[atom].region] += bytes;
        const bool only = state.valid[atom] == copy && entry.next == none;
        out.collectable += only ? 0 : bytes;
      }
    }
    for (std::uint32_t copy = state.pending[atom]; copy != none; copy = state.pool[copy].next) {
      if (sites.memory(state.pool[copy].site) == out.memory) {
        by_region[graph.atoms[atom].region] += bytes;
      }
    }
  }
  for (const auto& [region, bytes] : by_region) {
    out.held.push_back({region, bytes});
  }
  std::stable_sort(out.held.begin(), out.held.end(),
                   [](const OutOfMemory::Held& a, const OutOfMemory::Held& b) { return a.bytes > b.bytes; });
}

std::string hint_of(const Program& program, const Machine& machine, const SimulationState& state,
                    std::uint32_t processor, const OutOfMemory& out) {
  std::vector<std::string> held;
  for (const OutOfMemory::Held& item : out.held) {
    held.push_back(fmt::format("{} {}", program.regions[item.region].name, amount_of_bytes(item.bytes)));
  }
  std::string hint = held.empty() ? "nothing lies there yet" : fmt::format("it holds {}", fmt::join(held, ", "));
  if (out.collectable > 0) {
    hint += fmt::format("; {} of it are copies that are valid elsewhere too, which CollectMemory or InstanceLimit can "
                        "keep fewer",
                        amount_of_bytes(out.collectable));
  }
  for (const std::uint32_t memory : out.fits) {
    const std::uint64_t free = machine.class_of_memory(memory).capacity - state.memories[memory].used;
    hint += fmt::format("; {}, which {} sees too, has {} free", to_string(machine.memory_name(memory)),
                        to_string(machine.processor_name(processor)), amount_of_bytes(free));
  }
  return out.fits.empty() ? hint + "; no other memory that the processor sees has the room" : hint;
}

} // namespace

std::vector<MemoryTraffic> traffic_of(const std::vector<SimulatedCopy>& copies, std::uint32_t memories) {
  std::vector<std::vector<MemoryTraffic>> from(memories); // a memory has few partners
  for (const SimulatedCopy& copy : copies) {
    std::vector<MemoryTraffic>& partners = from[copy.from];
    auto pair =
        std::find_if(partners.begin(), partners.end(), [&](const MemoryTraffic& other) { return other.to == copy.to; });
    if (pair == partners.end()) {
      pair = partners.insert(partners.end(), {copy.from, copy.to, 0, 0});
    }
    pair->bytes += copy.bytes;
    ++pair->copies;
  }
  std::vector<MemoryTraffic> traffic;
  for (std::vector<MemoryTraffic>& partners : from) {
    std::sort(partners.begin(), partners.end(),
              [](const MemoryTraffic& a, const MemoryTraffic& b) { return a.to < b.to; });
    traffic.insert(traffic.end(), partners.begin(), partners.end());
  }
  return traffic;
}

std::vector<ChainPart> chain_of(const SimulationState& state) {
  Cause cause = no_cause;
  double latest = 0;
  for (std::uint32_t task = 0; task < state.tasks.size(); ++task) {
    if (state.tasks[task].ended && (cause == no_cause || state.tasks[task].end > latest)) {
      cause = task;
      latest = state.tasks[task].end;
    }
  }
  std::vector<ChainPart> chain;
  while (cause != no_cause) {
    const bool is_copy = (cause & copy_bit) != 0;
    const std::uint32_t index = cause & ~copy_bit;
    if (is_copy) {
      chain.push_back({true, index, state.copies[index].begin, state.copies[index].end});
      cause = state.copy_causes[index];
    } else {
      chain.push_back({false, index, state.tasks[index].begin, state.tasks[index].end});
      cause = state.tasks[index].begin_cause;
    }
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

LowerBounds bounds_of(const TaskGraph& graph, const Machine& machine, const Engine& engine, const ResolvedPlan& plan,
                      const SimulationState& state) {
  LowerBounds bounds;
  std::vector<double> ends(graph.tasks.size());
  std::map<ProcessorKind, double> work;
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    const PointTask& made = graph.tasks[task];
    const double seconds = engine.duration(task);
    double begin = made.parent == none ? 0 : ends[made.parent];
    for (std::uint32_t i = 0; i < made.accesses; ++i) {
      for (const std::uint32_t earlier : graph.predecessors_of(made.first_access + i)) {
        begin = std::max(begin, ends[earlier]);
      }
    }
    ends[task] = begin + seconds;
    bounds.critical_path = std::max(bounds.critical_path, ends[task]);
    work[machine.class_of_processor(plan.tasks[made.slot].processor).kind] += seconds;
  }
  for (const auto& [kind, seconds] : work) {
    const std::uint32_t processors = machine.processors_of(kind) * machine.description().nodes;
    bounds.work = std::max(bounds.work, seconds / processors);
  }
  for (const ResourceState& resource : state.resources) {
    bounds.links = std::max(bounds.links, resource.busy);
  }
  return bounds;
}

OutOfMemory out_of_memory_of(const Program& program, const TaskGraph& graph, const Machine& machine,
                             const SiteTable& sites, const ResolvedPlan& plan, const SimulationState& state) {
  const Access& access = graph.accesses[state.failure->access];
  const PointTask& task = graph.tasks[access.task];
  OutOfMemory out;
  out.task = access.task;
  out.argument = state.failure->access - task.first_access;
  out.memory = state.failure->memory;
  out.needed = state.failure->needed;
  const std::uint64_t capacity = machine.class_of_memory(out.memory).capacity;
  out.free = capacity - state.memories[out.memory].used;
  find_holders(graph, sites, state, out);
  const std::uint32_t processor = plan.tasks[task.slot].processor;
  for (std::uint32_t memory = 0; memory < machine.memory_count(); ++memory) {
    const std::uint64_t room = machine.class_of_memory(memory).capacity - state.memories[memory].used;
    if (memory != out.memory && room >= out.needed && machine.bandwidth(processor, memory)) {
      out.fits.push_back(memory);
    }
  }
  const Launch& launch = program.launches[graph.slots[task.slot].launch];
  out.message = fmt::format(
      "out of memory: {} on {} needs {} more in {} for argument '{}' ({}), where {} of {} are free",
      name_of_slot(program, graph, task.slot), to_string(machine.processor_name(processor)),
      amount_of_bytes(out.needed), to_string(machine.memory_name(out.memory)),
      program.kinds[launch.kind].parameters[out.argument].name, name_of_view(program, graph.views[access.view]),
      amount_of_bytes(out.free), amount_of_bytes(capacity));
  out.hint = hint_of(program, machine, state, processor, out);
  return out;
}

} // namespace mapwright::mapper
