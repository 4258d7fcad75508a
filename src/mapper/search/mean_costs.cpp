#include "mapper/search/mean_costs.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::uint32_t most_memories_averaged = 64;

} // namespace

const TaskVariant* variant_on(const TaskKind& kind, ProcessorKind processor) {
  const auto found = std::find_if(kind.variants.begin(), kind.variants.end(),
                                  [processor](const TaskVariant& item) { return item.processor == processor; });
  return found == kind.variants.end() ? nullptr : &*found;
}

std::vector<MemoryKind> memories_seen(const Machine& machine, ProcessorKind processor) {
  std::vector<std::pair<double, MemoryKind>> seen;
  for (const Sight& sight : machine.description().sights) {
    if (sight.processor == processor && machine.memories_of(sight.memory) > 0) {
      seen.emplace_back(sight.bandwidth, sight.memory);
    }
  }
  std::stable_sort(seen.begin(), seen.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<MemoryKind> kinds;
  kinds.reserve(seen.size());
  for (const auto& [bandwidth, kind] : seen) {
    kinds.push_back(kind);
  }
  return kinds;
}

double nearest_bandwidth(const Machine& machine, ProcessorKind processor) {
  double fastest = 0;
  for (const Sight& sight : machine.description().sights) {
    if (sight.processor == processor && machine.memories_of(sight.memory) > 0) {
      fastest = std::max(fastest, sight.bandwidth);
    }
  }
  return fastest;
}

std::vector<double> mean_task_seconds(const SearchScene& scene) {
  std::vector<double> means;
  means.reserve(scene.graph.tasks.size());
  for (const PointTask& task : scene.graph.tasks) {
    const TaskKind& kind = scene.program.kinds[scene.program.launches[scene.graph.slots[task.slot].launch].kind];
    double bytes = 0;
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      bytes += scene.graph.accesses[task.first_access + i].bytes;
    }
    double sum = 0;
    double processors = 0;
    for (const ProcessorClass& each : scene.machine.description().processors) {
      const TaskVariant* variant = variant_on(kind, each.kind);
      const double bandwidth = nearest_bandwidth(scene.machine, each.kind);
      if (variant == nullptr || (bytes > 0 && bandwidth == 0)) {
        continue;
      }
      const double moving = bytes > 0 ? bytes / bandwidth : 0;
      sum += each.count * (each.overhead + std::max(task.flops / (each.flops * variant->efficiency), moving));
      processors += each.count;
    }
    means.push_back(processors > 0 ? sum / processors : 0);
  }
  return means;
}

MeanCopy mean_copy(const Machine& machine) {
  MeanCopy mean;
  double pairs = 0;
  const std::uint32_t memories = std::min(machine.memory_count(), most_memories_averaged);
  for (std::uint32_t from = 0; from < memories; ++from) {
    for (std::uint32_t to = 0; to < memories; ++to) {
      if (from != to) {
        const CopyPath path = machine.path(from, to);
        mean.latency += path.latency;
        mean.seconds_per_byte += 1 / path.bandwidth;
        pairs += 1;
      }
    }
  }
  if (pairs > 0) {
    mean.latency /= pairs;
    mean.seconds_per_byte /= pairs;
  }
  return mean;
}

} // namespace mapwright::mapper
