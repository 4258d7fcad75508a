#include "mapper/calibrate/fit.hpp"

#include "measure/statistics.hpp"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr double confidence_of_ranges = 0.9;
constexpr double least_factor = 1e-6;  ///< of tasks that do nothing
constexpr double shortest_work = 1e-6; ///< seconds of one task: less is hardly more than the call

using Values = std::vector<double>;

Estimate tidy(Estimate estimate) {
  estimate.value = four_digits(estimate.value);
  estimate.range = {std::min(four_digits(estimate.range.low), estimate.value),
                    std::max(four_digits(estimate.range.high), estimate.value)};
  return estimate;
}

Estimate median_estimate(const Values& values) {
  return tidy({measure::median(values), measure::order_median(values, confidence_of_ranges), values.size()});
}

/// The median of different things, half of which lie in the range.
Estimate middle_half(const Values& values) {
  return tidy(
      {measure::median(values), {measure::quantile(values, 0.25), measure::quantile(values, 0.75)}, values.size()});
}

/// Work and time of one key, all runs together.
struct KeyTotals {
  double flops = 0;
  double bytes = 0;
  double seconds = 0;
  std::uint64_t count = 0;
  MemoryKind memory = MemoryKind::sysmem;
};

/// Of tasks that do something and take long enough to tell a rate.
std::map<WorkKey, KeyTotals> totals_of(std::span<const Observation> observations) {
  std::map<WorkKey, KeyTotals> totals;
  for (const Observation& seen : observations) {
    for (const WorkSample& sample : seen.work) {
      KeyTotals& total = totals[sample.key];
      total.seconds += sample.seconds;
      for (const WorkShare& share : sample.shares) {
        total.flops += share.flops * static_cast<double>(share.count);
        total.bytes += share.bytes * static_cast<double>(share.count);
        total.count += share.count;
        total.memory = share.memory;
      }
    }
  }
  std::erase_if(totals, [](const auto& entry) {
    const KeyTotals& total = entry.second;
    return total.flops + total.bytes <= 0 || total.seconds <= shortest_work * static_cast<double>(total.count);
  });
  return totals;
}

/// Rates of one kind of processor: each key belongs to what would take longer, flops or bytes, which the rates decide;
/// so they are found by turns.
void fit_rates(ProcessorKind kind, const std::map<WorkKey, KeyTotals>& totals, Calibration& made) {
  Values all_flops;
  Values all_bytes;
  for (const auto& [key, total] : totals) {
    if (key.processor == kind && total.flops > 0) {
      all_flops.push_back(total.flops / total.seconds);
    }
    if (key.processor == kind && total.bytes > 0) {
      all_bytes.push_back(total.bytes / total.seconds);
    }
  }
  if (all_flops.empty() || all_bytes.empty()) {
    return;
  }
  Estimate flops = middle_half(all_flops);
  double bytes = measure::median(all_bytes);
  std::map<MemoryKind, Values> moving;
  constexpr int turns = 8;
  for (int turn = 0; turn < turns; ++turn) {
    Values computing;
    Values any_memory;
    moving.clear();
    for (const auto& [key, total] : totals) {
      if (key.processor != kind) {
        continue;
      }
      if (total.flops / flops.value >= total.bytes / bytes) {
        computing.push_back(total.flops / total.seconds);
      } else {
        moving[total.memory].push_back(total.bytes / total.seconds);
        any_memory.push_back(total.bytes / total.seconds);
      }
    }
    flops = computing.empty() ? flops : middle_half(computing);
    bytes = any_memory.empty() ? bytes : measure::median(any_memory);
  }
  made.flops[kind] = flops;
  for (const auto& [memory, values] : moving) {
    made.bandwidth[{kind, memory}] = middle_half(values);
  }
}

/// Seconds besides kernels for each task: of runs on one processor without copies.
void fit_overhead(std::span<const Observation> observations, Calibration& made) {
  std::map<ProcessorKind, Values> each;
  for (const Observation& seen : observations) {
    const auto calls = static_cast<double>(seen.run.tasks + seen.run.conversions);
    if (seen.processors.size() == 1 && seen.run.copies == 0 && calls > 0) {
      each[seen.processors.front().kind].push_back(std::max(0.0, seen.run.makespan - seen.run.busy) / calls);
    }
  }
  for (const auto& [kind, values] : each) {
    made.overhead[kind] = median_estimate(values);
  }
}

/// Of runs on CPUs, where there are any: devices change layouts through main memory.
void fit_conversion(std::span<const Observation> observations, double copy_bandwidth, Calibration& made) {
  Values on_cpus;
  Values anywhere;
  for (const Observation& seen : observations) {
    if (seen.run.converted_bytes > 0 && seen.run.converting > 0) {
      const double factor = std::max(1.0, seen.run.converting / seen.run.converted_bytes * copy_bandwidth);
      anywhere.push_back(factor);
      if (std::all_of(seen.processors.begin(), seen.processors.end(),
                      [](const ProcessorName& name) { return name.kind == ProcessorKind::cpu; })) {
        on_cpus.push_back(factor);
      }
    }
  }
  if (!anywhere.empty()) {
    made.conversion = median_estimate(on_cpus.empty() ? anywhere : on_cpus);
  }
}

/// Latency and bandwidth of copies: least squares over runs on one processor, whose time is kernels, overhead and
/// copies.
std::optional<std::pair<double, double>> solve_copies(const std::vector<const Observation*>& runs, double overhead,
                                                      const Observation* left_out) {
  double cc = 0;
  double cb = 0;
  double bb = 0;
  double ct = 0;
  double bt = 0;
  for (const Observation* seen : runs) {
    if (seen == left_out) {
      continue;
    }
    const auto copies = static_cast<double>(seen->run.copies);
    const double bytes = seen->run.copied_bytes;
    const double left = seen->run.makespan - seen->run.busy - overhead * static_cast<double>(seen->run.tasks);
    cc += copies * copies;
    cb += copies * bytes;
    bb += bytes * bytes;
    ct += copies * left;
    bt += bytes * left;
  }
  const double determinant = cc * bb - cb * cb;
  if (determinant <= 1e-9 * cc * bb) {
    return std::nullopt; // copies of one size only tell their sum
  }
  const double latency = (ct * bb - bt * cb) / determinant;
  const double per_byte = (cc * bt - cb * ct) / determinant;
  return latency > 0 && per_byte > 0 ? std::optional(std::pair(latency, 1 / per_byte)) : std::nullopt;
}

void fit_link(std::span<const Observation> observations, Calibration& made) {
  std::vector<const Observation*> runs;
  for (const Observation& seen : observations) {
    if (seen.run.copies > 0 && seen.processors.size() == 1) {
      runs.push_back(&seen);
    }
  }
  if (runs.size() < 3 || !made.overhead.contains(runs.front()->processors.front().kind)) {
    return;
  }
  const double overhead = made.overhead.at(runs.front()->processors.front().kind).value;
  const auto solved = solve_copies(runs, overhead, nullptr);
  if (!solved) {
    return;
  }
  Interval latency{solved->first, solved->first};
  Interval bandwidth{solved->second, solved->second};
  for (const Observation* left_out : runs) {
    if (const auto other = solve_copies(runs, overhead, left_out)) {
      latency = {std::min(latency.low, other->first), std::max(latency.high, other->first)};
      bandwidth = {std::min(bandwidth.low, other->second), std::max(bandwidth.high, other->second)};
    }
  }
  made.link_latency = tidy({solved->first, latency, runs.size()});
  made.link_bandwidth = tidy({solved->second, bandwidth, runs.size()});
}

/// Factors are relative to the rates that the machine has in the end.
std::map<WorkKey, Estimate> fit_factors(std::span<const Observation> observations, const MachineDescription& machine) {
  std::map<WorkKey, Values> each;
  for (const Observation& seen : observations) {
    for (const WorkSample& sample : seen.work) {
      const auto processor =
          std::find_if(machine.processors.begin(), machine.processors.end(),
                       [&](const ProcessorClass& item) { return item.kind == sample.key.processor; });
      if (processor == machine.processors.end()) {
        continue;
      }
      const double model = seconds_at(sample.shares, processor->flops, bandwidths_of(machine, sample.key.processor));
      if (model > 0) {
        each[sample.key].push_back(std::max(least_factor, sample.seconds / model));
      }
    }
  }
  std::map<WorkKey, Estimate> factors;
  std::map<WorkKey, Values> whatever;
  for (const auto& [key, values] : each) {
    factors[key] = median_estimate(values);
    whatever[{key.program, key.task, key.processor, {}}].push_back(factors[key].value);
  }
  for (const auto& [key, values] : whatever) {
    if (!factors.contains(key)) { // a task without arguments has no other layouts
      factors[key] =
          tidy({measure::median(values),
                {*std::min_element(values.begin(), values.end()), *std::max_element(values.begin(), values.end())},
                values.size()});
    }
  }
  return factors;
}

} // namespace

double four_digits(double value) {
  return std::strtod(fmt::format("{:.3e}", value).c_str(), nullptr);
}

std::map<MemoryKind, double> bandwidths_of(const MachineDescription& machine, ProcessorKind kind) {
  std::map<MemoryKind, double> bandwidths;
  for (const Sight& sight : machine.sights) {
    if (sight.processor == kind) {
      bandwidths[sight.memory] = sight.bandwidth;
    }
  }
  return bandwidths;
}

double seconds_at(std::span<const WorkShare> shares, double flops, const std::map<MemoryKind, double>& bandwidths) {
  double seconds = 0;
  for (const WorkShare& share : shares) {
    const auto bandwidth = bandwidths.find(share.memory);
    const double moving = bandwidth == bandwidths.end() ? 0 : share.bytes / bandwidth->second;
    seconds += static_cast<double>(share.count) * std::max(share.flops / flops, moving);
  }
  return seconds;
}

Calibration fit(std::span<const Observation> observations, const MachineDescription& machine) {
  Calibration made;
  const std::map<WorkKey, KeyTotals> totals = totals_of(observations);
  for (const ProcessorClass& item : machine.processors) {
    fit_rates(item.kind, totals, made);
  }
  fit_overhead(observations, made);
  const auto main = std::find_if(machine.memories.begin(), machine.memories.end(),
                                 [](const MemoryClass& item) { return item.kind == MemoryKind::sysmem; });
  if (main != machine.memories.end()) {
    fit_conversion(observations, main->bandwidth, made);
  }
  fit_link(observations, made);
  made.factors = fit_factors(observations, calibrated(machine, made, "")); // against the rates it has in the end
  return made;
}

} // namespace mapwright::mapper
