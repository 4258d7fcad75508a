#include "report/mapper_run_parts.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

std::string what_of(const MapperRun& run, const mapper::ChainPart& part) {
  if (!part.is_copy) {
    return run.program.launches[run.graph.slots[run.graph.tasks[part.index].slot].launch].name;
  }
  const mapper::SimulatedCopy& copy = run.simulation.copies[part.index];
  return fmt::format("copies {} to {}", to_string(run.machine.class_of_memory(copy.from).kind),
                     to_string(run.machine.class_of_memory(copy.to).kind));
}

} // namespace

std::vector<BusyKind> busy_by_kind(const MapperRun& run) {
  std::vector<BusyKind> kinds;
  for (const mapper::ProcessorClass& each : run.machine.description().processors) {
    kinds.push_back({each.kind, each.count * run.machine.description().nodes, 0, 0, 0, 0});
  }
  const double makespan = run.simulation.makespan;
  for (std::uint32_t processor = 0; makespan > 0 && processor < run.machine.processor_count(); ++processor) {
    const double share = run.simulation.busy[processor] / makespan;
    if (share <= 0) {
      continue;
    }
    const mapper::ProcessorKind kind = run.machine.class_of_processor(processor).kind;
    BusyKind& sum =
        *std::find_if(kinds.begin(), kinds.end(), [kind](const BusyKind& each) { return each.kind == kind; });
    sum.least = sum.used == 0 ? share : std::min(sum.least, share);
    sum.most = std::max(sum.most, share);
    sum.share += share;
    ++sum.used;
  }
  std::erase_if(kinds, [](const BusyKind& kind) { return kind.used == 0; });
  for (BusyKind& kind : kinds) {
    kind.share /= kind.used;
  }
  return kinds;
}

std::vector<ChainSum> chain_by_what(const MapperRun& run) {
  std::vector<ChainSum> sums;
  double last = 0;
  for (const mapper::ChainPart& part : run.simulation.chain) {
    const std::string what = what_of(run, part);
    auto sum = std::find_if(sums.begin(), sums.end(), [&](const ChainSum& each) { return each.what == what; });
    if (sum == sums.end()) {
      sum = sums.insert(sums.end(), {what, 0, 0});
    }
    ++sum->count;
    sum->seconds += std::max(0.0, part.end - last);
    last = std::max(last, part.end);
  }
  std::stable_sort(sums.begin(), sums.end(),
                   [](const ChainSum& a, const ChainSum& b) { return a.seconds > b.seconds; });
  return sums;
}

} // namespace mapwright::report
