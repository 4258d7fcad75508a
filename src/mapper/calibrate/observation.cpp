#include "mapper/calibrate/observation.hpp"

#include "mapper/program/effective_layout.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Adds one task to the shares.
void add_share(std::vector<WorkShare>& shares, const WorkShare& task) {
  const auto same = std::find_if(shares.begin(), shares.end(), [&task](const WorkShare& share) {
    return share.flops == task.flops && share.bytes == task.bytes && share.memory == task.memory;
  });
  if (same == shares.end()) {
    shares.push_back(task);
  } else {
    ++same->count;
  }
}

} // namespace

std::vector<PlannedWork> planned_work(const Program& program, const TaskGraph& graph, const Plan& plan) {
  std::map<WorkKey, std::vector<WorkShare>> work;
  for (const PointTask& task : graph.tasks) {
    const Slot& slot = graph.slots[task.slot];
    if (program.only_launches(slot.launch)) {
      continue;
    }
    const Launch& launch = program.launches[slot.launch];
    WorkKey key{program.name, program.kinds[launch.kind].name, plan.tasks[task.slot].processor.kind, {}};
    WorkShare share{task.flops, 0, MemoryKind::sysmem, 1};
    double most = -1;
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const ArgumentDecision& decision = plan.arguments[slot.first_argument + i];
      const double bytes = graph.accesses[task.first_access + i].bytes;
      key.layouts.push_back(effective_layout(program, launch.arguments[i], decision.layout));
      share.bytes += bytes;
      if (bytes > most) {
        most = bytes;
        share.memory = decision.memory.kind;
      }
    }
    add_share(work[std::move(key)], share);
  }
  std::vector<PlannedWork> planned;
  for (auto& [key, shares] : work) {
    planned.push_back({key, std::move(shares)});
  }
  return planned;
}

Observation observe(const Program& program, const TaskGraph& graph, const Plan& plan, TimedRun run) {
  Observation seen;
  std::set<ProcessorName> processors;
  for (const PointTask& task : graph.tasks) {
    if (!program.only_launches(graph.slots[task.slot].launch)) {
      processors.insert(plan.tasks[task.slot].processor);
    }
  }
  seen.processors.assign(processors.begin(), processors.end());
  for (PlannedWork& planned : planned_work(program, graph, plan)) {
    for (const TimedWork& timed : run.work) {
      if (timed.task == planned.key.task && timed.processor == planned.key.processor &&
          timed.layouts == planned.key.layouts) {
        seen.work.push_back({planned.key, std::move(planned.shares), timed.seconds});
        break;
      }
    }
  }
  seen.run = std::move(run);
  return seen;
}

} // namespace mapwright::mapper
