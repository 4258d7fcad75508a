#include "mapper/agent/describe.hpp"

#include "mapper/amounts.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// "12 GB/s".
std::string rate(double bytes_per_second) {
  return amount_of_bytes(static_cast<std::uint64_t>(bytes_per_second)) + "/s";
}

std::string extents_text(const Rectangle& rectangle) {
  std::vector<std::int64_t> extents;
  for (std::size_t axis = 0; axis < rectangle.axes; ++axis) {
    extents.push_back(rectangle.extent(axis));
  }
  return fmt::format("{}", fmt::join(extents, " x "));
}

/// "fields old, new" or "all fields".
std::string fields_text(const Region& region, std::uint64_t fields) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < region.fields.size(); ++i) {
    if ((fields >> i & 1U) != 0) {
      names.push_back(region.fields[i].name);
    }
  }
  return names.size() == region.fields.size() ? "all fields" : fmt::format("fields {}", fmt::join(names, ", "));
}

std::string data_name(const Program& program, const RegionArgument& argument) {
  return argument.partition == none ? program.regions[argument.region].name
                                    : program.partitions[argument.partition].name;
}

/// What one variant needs of the arguments; empty: nothing.
std::string needs_text(const TaskKind& kind, const TaskVariant& variant) {
  std::vector<std::string> needs;
  for (std::size_t i = 0; i < variant.layouts.size(); ++i) {
    const std::string need = to_string(variant.layouts[i]);
    if (need != "*") {
      needs.push_back(fmt::format("{} {}", kind.parameters[i].name, need));
    }
  }
  return needs.empty() ? "" : fmt::format(" (needs {})", fmt::join(needs, ", "));
}

/// Of each launch, how many tasks it has, the bytes of the largest of each argument, and floating-point operations.
struct LaunchSums {
  std::uint64_t tasks = 0;
  double flops = 0;
  std::vector<std::uint64_t> bytes; ///< of each argument
};

std::vector<LaunchSums> sums_of_launches(const Program& program, const TaskGraph& graph) {
  std::vector<LaunchSums> sums(program.launches.size());
  for (const PointTask& task : graph.tasks) {
    LaunchSums& sum = sums[graph.slots[task.slot].launch];
    ++sum.tasks;
    sum.flops = std::max(sum.flops, task.flops);
    sum.bytes.resize(std::max<std::size_t>(sum.bytes.size(), task.accesses));
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      sum.bytes[i] = std::max(sum.bytes[i], graph.views[graph.accesses[task.first_access + i].view].bytes);
    }
  }
  return sums;
}

std::string launch_text(const Program& program, const Launch& launch, const LaunchSums& sums,
                        const std::string& parent) {
  const TaskKind& kind = program.kinds[launch.kind];
  std::string text =
      fmt::format("- {} of the task {}{}: {}, {} tasks in the whole run", launch.name, kind.name,
                  parent.empty() ? "" : fmt::format(", inside {}", parent),
                  launch.index ? fmt::format("an index launch over {} points", extents_text(launch.domain))
                               : std::string("a single task"),
                  sums.tasks);
  if (sums.flops > 0) {
    text += fmt::format(", {:.3g} floating-point operations each", sums.flops);
  }
  text += "\n";
  for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
    const RegionArgument& argument = launch.arguments[i];
    text += fmt::format("    {}: {} ({}), {}, {}", i, data_name(program, argument), kind.parameters[i].name,
                        to_string(argument.privilege, argument.reduction),
                        fields_text(program.regions[argument.region], argument.fields));
    text += i < sums.bytes.size() ? fmt::format(", {} for one task\n", amount_of_bytes(sums.bytes[i])) : "\n";
  }
  return text;
}

} // namespace

std::string machine_in_words(const Machine& machine) {
  const MachineDescription& m = machine.description();
  std::string text = fmt::format("{} node{}; on each node:\n", m.nodes, m.nodes == 1 ? "" : "s");
  for (const ProcessorClass& each : m.processors) {
    text += fmt::format("- {} {}: {:.3g} floating-point operations per second each, {:.3g} s for every task besides\n",
                        each.count, to_string(each.kind), each.flops, each.overhead);
  }
  for (const MemoryClass& each : m.memories) {
    text += fmt::format("- {} {} of {} each\n", each.count, to_string(each.kind), amount_of_bytes(each.capacity));
  }
  for (const Sight& each : m.sights) {
    text += fmt::format("- {} sees {}{} at {}\n", to_string(each.processor), each.own ? "its own " : "",
                        to_string(each.memory), rate(each.bandwidth));
  }
  for (const LinkClass& each : m.links) {
    text += fmt::format("- link {}{}: {:.3g} s and {} each way\n", each.name,
                        each.per ? fmt::format(", one for each {}", to_string(*each.per)) : "", each.latency,
                        rate(each.bandwidth));
  }
  if (m.network && m.nodes > 1) {
    text += fmt::format("- network between nodes: {:.3g} s and {}\n", m.network->latency, rate(m.network->bandwidth));
  }
  return text +
         fmt::format("- a copy that changes the layout takes {:.3g} times as long for each byte\n", m.conversion);
}

std::string program_in_words(const Program& program, const TaskGraph& graph) {
  std::string text = fmt::format("The program is called {}.\nRegions:\n", program.name);
  for (const Region& region : program.regions) {
    text += fmt::format("- {}: {} elements, {} bytes each, {}\n", region.name, extents_text(region.extents),
                        bytes_of_fields(region, UINT64_MAX), fmt::format("{} fields", region.fields.size()));
  }
  text += "Partitions:\n";
  for (const Partition& partition : program.partitions) {
    text += fmt::format("- {} of {}: {} colours\n", partition.name, program.regions[partition.region].name,
                        extents_text(partition.colours));
  }
  text += "Tasks and their variants:\n";
  for (const TaskKind& kind : program.kinds) {
    std::vector<std::string> variants;
    for (const TaskVariant& variant : kind.variants) {
      variants.push_back(std::string(to_string(variant.processor)) + needs_text(kind, variant));
    }
    text += fmt::format("- {}: {}\n", kind.name, fmt::join(variants, ", "));
  }
  text += "Launches, with their arguments by number: partition or region (name in the task), privilege, fields:\n";
  const std::vector<LaunchSums> sums = sums_of_launches(program, graph);
  for (std::uint32_t i = 0; i < program.launches.size(); ++i) {
    const std::uint32_t parent = program.parent_launch(i);
    text += launch_text(program, program.launches[i], sums[i], parent == none ? "" : program.launches[parent].name);
  }
  return text;
}

} // namespace mapwright::mapper
