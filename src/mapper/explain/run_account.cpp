#include "mapper/explain/run_account.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The values of a map, the largest `size` first.
template <class Key, class Item, class Size>
std::vector<Item> largest_first(const std::map<Key, Item>& items, const Size& size) {
  std::vector<Item> list;
  for (const auto& [key, item] : items) {
    list.push_back(item);
  }
  std::stable_sort(list.begin(), list.end(), [&](const Item& a, const Item& b) { return size(a) > size(b); });
  return list;
}

void add_critical_path(const Program& program, const TaskGraph& graph, const Machine& machine, const Simulation& run,
                       RunAccount& account) {
  std::map<std::uint32_t, TaskShare> tasks;
  std::map<CopyClass, CopyShare> copies;
  double last = 0;
  for (const ChainPart& part : run.chain) {
    const double seconds = std::max(0.0, part.end - last);
    last = std::max(last, part.end);
    const std::uint32_t index = part.index;
    if (part.is_copy) {
      const SimulatedCopy& copy = run.copies[index];
      const CopyClass which = copy_class(machine, copy.from, copy.to);
      CopyShare& share = copies[which];
      share.copies = which;
      ++share.count;
      share.bytes += copy.bytes;
      share.seconds += seconds;
    } else {
      const std::uint32_t kind = program.launches[graph.slots[graph.tasks[index].slot].launch].kind;
      TaskShare& share = tasks[kind];
      share.kind = kind;
      ++share.tasks;
      share.seconds += seconds;
      share.overhead += std::min(seconds, machine.class_of_processor(run.tasks[index].processor).overhead);
    }
  }
  account.path_tasks = largest_first(tasks, [](const TaskShare& share) { return share.seconds; });
  account.path_copies = largest_first(copies, [](const CopyShare& share) { return share.seconds; });
}

void add_traffic(const Machine& machine, const Simulation& run, RunAccount& account) {
  std::map<CopyClass, CopyShare> copies;
  for (const MemoryTraffic& pair : run.traffic) {
    const CopyClass which = copy_class(machine, pair.from, pair.to);
    CopyShare& share = copies[which];
    share.copies = which;
    share.count += pair.copies;
    share.bytes += pair.bytes;
  }
  account.copies = largest_first(copies, [](const CopyShare& share) { return share.bytes; });
}

void add_processors(const Machine& machine, const Simulation& run, RunAccount& account) {
  std::map<ProcessorKind, ProcessorShare> kinds;
  for (std::uint32_t processor = 0; processor < machine.processor_count(); ++processor) {
    const ProcessorKind kind = machine.class_of_processor(processor).kind;
    ProcessorShare& share = kinds[kind];
    share.kind = kind;
    ++share.processors;
    share.used += run.busy[processor] > 0 ? 1U : 0U;
    share.busy += run.busy[processor];
  }
  account.processors = largest_first(kinds, [](const ProcessorShare& share) { return share.busy; });
}

void add_memories(const Machine& machine, const Simulation& run, RunAccount& account) {
  std::map<MemoryKind, MemoryPressure> kinds;
  for (std::uint32_t memory = 0; memory < machine.memory_count(); ++memory) {
    const MemoryClass& made = machine.class_of_memory(memory);
    MemoryPressure& fullest = kinds[made.kind];
    if (run.peak[memory] > fullest.peak) {
      fullest = {made.kind, memory, run.peak[memory], made.capacity};
    }
  }
  std::erase_if(kinds, [](const auto& entry) { return entry.second.peak == 0; });
  account.memories = largest_first(kinds, [](const MemoryPressure& pressure) {
    return static_cast<double>(pressure.peak) / static_cast<double>(pressure.capacity);
  });
}

} // namespace

std::string to_string(const CopyClass& copies) {
  if (copies.reach == CopyReach::inside) {
    return fmt::format("inside {}", to_string(copies.from));
  }
  return fmt::format("{} to {}{}", to_string(copies.from), to_string(copies.to),
                     copies.reach == CopyReach::network ? " of another node" : "");
}

CopyClass copy_class(const Machine& machine, std::uint32_t from, std::uint32_t to) {
  const bool same_node = machine.node_of_memory(from) == machine.node_of_memory(to);
  return {machine.class_of_memory(from).kind, machine.class_of_memory(to).kind,
          from == to  ? CopyReach::inside
          : same_node ? CopyReach::node
                      : CopyReach::network};
}

RunAccount account_of(const Program& program, const TaskGraph& graph, const Machine& machine, const Simulation& run) {
  RunAccount account;
  account.status = run.status;
  if (run.out_of_memory) {
    account.failure = run.out_of_memory->message;
    account.hint = run.out_of_memory->hint;
  }
  account.makespan = run.makespan;
  account.bounds = run.bounds;
  add_critical_path(program, graph, machine, run, account);
  add_traffic(machine, run, account);
  add_processors(machine, run, account);
  add_memories(machine, run, account);
  return account;
}

} // namespace mapwright::mapper
