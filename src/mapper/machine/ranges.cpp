// What is known of a machine only within ranges.
#include "mapper/machine/machine.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

/// Calls visit(number, its range, whether more of it makes runs shorter) for every number that may have a range.
template <class Description, class Visit> void visit_ranges(Description& machine, bool rates, const Visit& visit) {
  for (auto& item : machine.processors) {
    if (rates) {
      visit(item.flops, item.flops_range, true);
    }
    visit(item.overhead, item.overhead_range, false);
  }
  for (auto& item : machine.memories) {
    visit(item.bandwidth, item.bandwidth_range, true);
  }
  for (auto& item : machine.sights) {
    if (rates) {
      visit(item.bandwidth, item.bandwidth_range, true);
    }
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

MachineDescription at_the_ends(MachineDescription machine, const std::string& program, bool best) {
  const bool rates = std::none_of(machine.work.begin(), machine.work.end(),
                                  [&program](const WorkFactor& work) { return work.program == program; });
  visit_ranges(machine, rates, [best](double& number, const std::optional<Interval>& range, bool more_is_better) {
    if (range) {
      number = best == more_is_better ? range->high : range->low;
    }
  });
  return machine;
}

} // namespace

MachineDescription at_the_best(MachineDescription description, const std::string& program) {
  return at_the_ends(std::move(description), program, true);
}

MachineDescription at_the_worst(MachineDescription description, const std::string& program) {
  return at_the_ends(std::move(description), program, false);
}

bool has_ranges(const MachineDescription& description) {
  bool found = false;
  visit_ranges(description, true,
               [&found](double, const std::optional<Interval>& range, bool) { found = found || range.has_value(); });
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
