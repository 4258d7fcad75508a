#include "report/mapper_run.hpp"

#include "mapper/amounts.hpp"
#include "report/mapper_run_parts.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

std::string percent_text(double part) {
  return fmt::format("{:.3g} %", 100 * part);
}

std::string counted_things(std::uint64_t n, const char* what, const char* many) {
  return fmt::format("{} {}", grouped(std::to_string(n)), n == 1 ? what : many);
}

std::string bound_text(const mapper::Simulation& run) {
  const double bound = run.bounds.highest();
  const double gap = bound > 0 ? run.makespan / bound - 1 : 0;
  return fmt::format("{}, which the run exceeds by {}: chain of tasks {}, processors {}, links {}",
                     duration_text(bound), percent_text(gap), duration_text(run.bounds.critical_path),
                     duration_text(run.bounds.work), duration_text(run.bounds.links));
}

std::string busy_table(const MapperRun& run) {
  std::vector<std::vector<std::string>> rows;
  for (const BusyKind& kind : busy_by_kind(run)) {
    rows.push_back({std::string(to_string(kind.kind)), std::to_string(kind.processors), std::to_string(kind.used),
                    percent_text(kind.share), percent_text(kind.least), percent_text(kind.most)});
  }
  return table_text({{"processors"}, {"there", true}, {"used", true}, {"busy", true}, {"least", true}, {"most", true}},
                    rows);
}

/// Copies by the kinds of the two memories, and whether they went to another node.
std::string traffic_table(const MapperRun& run) {
  using Key = std::tuple<std::string, std::string, bool>;
  std::map<Key, std::pair<std::uint64_t, std::uint64_t>> sums;
  for (const mapper::MemoryTraffic& pair : run.simulation.traffic) {
    const bool away = run.machine.node_of_memory(pair.from) != run.machine.node_of_memory(pair.to);
    auto& sum = sums[{std::string(to_string(run.machine.class_of_memory(pair.from).kind)),
                      std::string(to_string(run.machine.class_of_memory(pair.to).kind)), away}];
    sum.first += pair.bytes;
    sum.second += pair.copies;
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [key, sum] : sums) {
    const auto& [from, to, away] = key;
    rows.push_back({from, to, away ? "another" : "the same", mapper::amount_of_bytes(sum.first),
                    grouped(std::to_string(sum.second))});
  }
  return table_text({{"copies from"}, {"to"}, {"node"}, {"bytes", true}, {"copies", true}}, rows);
}

/// The fullest memory of each kind.
std::string memory_table(const MapperRun& run) {
  std::map<mapper::MemoryKind, std::uint32_t> fullest;
  for (std::uint32_t memory = 0; memory < run.machine.memory_count(); ++memory) {
    const auto [found, is_new] = fullest.try_emplace(run.machine.class_of_memory(memory).kind, memory);
    if (!is_new && run.simulation.peak[memory] > run.simulation.peak[found->second]) {
      found->second = memory;
    }
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& [kind, memory] : fullest) {
    if (run.simulation.peak[memory] > 0) {
      rows.push_back({to_string(run.machine.memory_name(memory)), mapper::amount_of_bytes(run.simulation.peak[memory]),
                      mapper::amount_of_bytes(run.machine.class_of_memory(memory).capacity)});
    }
  }
  return table_text({{"fullest memory"}, {"peak", true}, {"capacity", true}}, rows);
}

std::string chain_table(const MapperRun& run) {
  std::vector<std::vector<std::string>> rows;
  for (const ChainSum& sum : chain_by_what(run)) {
    rows.push_back({sum.what, grouped(std::to_string(sum.count)), duration_text(sum.seconds),
                    percent_text(run.simulation.makespan > 0 ? sum.seconds / run.simulation.makespan : 0)});
  }
  return table_text({{"in the chain"}, {"count", true}, {"time", true}, {"of the run", true}}, rows);
}

} // namespace

std::string to_text(const MapperRun& run) {
  const mapper::Simulation& simulation = run.simulation;
  std::string text = field(
      "program", fmt::format("{}, {}", run.program.name, counted_things(run.graph.tasks.size(), "task", "tasks")));
  text += field("machine", fmt::format("{}, {}", run.machine.description().name,
                                       counted_things(run.machine.description().nodes, "node", "nodes")));
  text += field("plan", plan_hash(run.program, run.graph, run.plan).substr(0, 16));
  text += field("makespan", fmt::format("{}, after {}", duration_text(simulation.makespan),
                                        counted_things(simulation.events, "event", "events")));
  if (run.makespan_range) {
    text +=
        field("range", fmt::format("{} to {}, as far as the numbers of the machine are known",
                                   duration_text(run.makespan_range->low), duration_text(run.makespan_range->high)));
  }
  text += field("bound", bound_text(simulation));
  text += "\n" + busy_table(run);
  text += simulation.traffic.empty() ? "" : "\n" + traffic_table(run);
  text += "\n" + memory_table(run);
  text += "\n" + chain_table(run);
  return text;
}

} // namespace mapwright::report
