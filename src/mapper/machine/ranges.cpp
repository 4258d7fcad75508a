// What is known of a machine only within ranges.
#include "mapper/machine/machine.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Calls visit(number, its range, whether more of it makes runs shorter) for every number that may have a range.
template <class Description, class Visit> void visit_ranges(Description& machine, const Visit& visit) {
  for (auto& item : machine.processors) {
    visit(item.flops, item.flops_range, true);
    visit(item.overhead, item.overhead_range, false);
  }
  for (auto& item : machine.memories) {
    visit(item.bandwidth, item.bandwidth_range, true);
  }
  for (auto& item : machine.sights) {
    visit(item.bandwidth, item.bandwidth_range, true);
  }
  for (auto& item : machine.links) {
    visit(item.latency, item.latency_range, false);
    visit(item.bandwidth, item.bandwidth_range, true);
  }
  visit(machine.conversion, machine.conversion_range, false);
  for (auto& item : machine.work) {
    visit(item.factor, item.factor_range, false);
  }
}

MachineDescription at_the_ends(MachineDescription machine, bool best) {
  visit_ranges(machine, [best](double& number, const std::optional<Range>& range, bool more_is_better) {
    if (range) {
      number = best == more_is_better ? range->most : range->least;
    }
  });
  return machine;
}

} // namespace

MachineDescription at_the_best(MachineDescription description) {
  return at_the_ends(std::move(description), true);
}

MachineDescription at_the_worst(MachineDescription description) {
  return at_the_ends(std::move(description), false);
}

bool has_ranges(const MachineDescription& description) {
  bool found = false;
  visit_ranges(description,
               [&found](double, const std::optional<Range>& range, bool) { found = found || range.has_value(); });
  return found;
}

double Machine::work_factor(const std::string& program, const std::string& task, ProcessorKind processor,
                            const std::vector<DataLayout>& layouts) const {
  const WorkFactor* general = nullptr;
  for (const WorkFactor& work : description_.work) {
    if (work.task != task || work.program != program || work.processor != processor) {
      continue;
    }
    if (work.layouts == layouts) {
      return work.factor;
    }
    if (work.layouts.empty()) {
      general = &work;
    }
  }
  return general == nullptr ? 1 : general->factor;
}

} // namespace mapwright::mapper
