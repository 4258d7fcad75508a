// A machine with measured numbers.
#include "mapper/calibrate/fit.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

void put(const Estimate& estimate, double& number, std::optional<Interval>& range) {
  number = estimate.value;
  range = estimate.range;
}

void put_rates(MachineDescription& machine, const Calibration& calibration, const std::string& measured) {
  for (ProcessorClass& item : machine.processors) {
    const auto flops = calibration.flops.find(item.kind);
    const auto overhead = calibration.overhead.find(item.kind);
    std::string source;
    if (flops != calibration.flops.end()) {
      put(flops->second, item.flops, item.flops_range);
      source += fmt::format("flops: {}, the median of {} kinds of tasks, half of them in the range", measured,
                            flops->second.samples);
    }
    if (overhead != calibration.overhead.end()) {
      put(overhead->second, item.overhead, item.overhead_range);
      source += fmt::format("{}overhead: {}, {} runs on one processor", source.empty() ? "" : "; ", measured,
                            overhead->second.samples);
    }
    if (!source.empty()) {
      item.source = (flops == calibration.flops.end() || overhead == calibration.overhead.end())
                        ? fmt::format("{}; else: {}", source, item.source)
                        : source;
    }
  }
  for (Sight& sight : machine.sights) {
    const auto found = calibration.bandwidth.find({sight.processor, sight.memory});
    if (found != calibration.bandwidth.end()) {
      put(found->second, sight.bandwidth, sight.bandwidth_range);
      sight.source = fmt::format("{}, the median of {} kinds of tasks, half of them in the range", measured,
                                 found->second.samples);
    }
  }
}

/// Whether copies between device memory and main memory take the link.
bool joins_devices(const MachineDescription& machine, const LinkClass& link) {
  return std::any_of(machine.routes.begin(), machine.routes.end(), [&](const RouteClass& route) {
    const auto joins = [](MemoryKind device, MemoryKind main) {
      return device == MemoryKind::fbmem && (main == MemoryKind::sysmem || main == MemoryKind::zcmem);
    };
    return route.to && (joins(route.from, *route.to) || joins(*route.to, route.from)) &&
           std::any_of(route.via.begin(), route.via.end(),
                       [&](std::uint32_t via) { return machine.links[via].name == link.name; });
  });
}

} // namespace

RuntimeHabits starpu_habits() {
  return {true, true, true, true, "what the engine on StarPU does (docs/starpu.md)"};
}

MachineDescription calibrated(MachineDescription machine, const Calibration& calibration, const std::string& measured) {
  put_rates(machine, calibration, measured);
  if (calibration.conversion) {
    put(*calibration.conversion, machine.conversion, machine.conversion_range);
    machine.conversion_source = fmt::format("{}, {} runs; against a copy in SYSMEM at the bandwidth above", measured,
                                            calibration.conversion->samples);
  }
  for (LinkClass& link : machine.links) {
    if (calibration.link_latency && calibration.link_bandwidth && joins_devices(machine, link)) {
      put(*calibration.link_latency, link.latency, link.latency_range);
      put(*calibration.link_bandwidth, link.bandwidth, link.bandwidth_range);
      link.source = fmt::format("{}, least squares over {} runs, the range without each of them", measured,
                                calibration.link_latency->samples);
    }
  }
  machine.runtime = starpu_habits();
  machine.work.clear();
  for (const auto& [key, factor] : calibration.factors) {
    machine.work.push_back({key.program, key.task, key.processor, key.layouts, factor.value, factor.range,
                            key.layouts.empty() ? fmt::format("{}, median and range of {} combinations of layouts",
                                                              measured, factor.samples)
                                                : fmt::format("{}, {} runs", measured, factor.samples)});
  }
  return machine;
}

} // namespace mapwright::mapper
