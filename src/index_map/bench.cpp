#include "index_map/bench.hpp"

#include "index_map/bench/predict.hpp"
#include "index_map/bench/set_up.hpp"
#include "index_map/bench/timing.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <array>
#include <deque>

#include <fmt/format.h>

namespace mapwright::index_map {

using bench::Prepared;
using bench::Rehearsal;
using bench::Task;
using expr::Int;

namespace {

constexpr std::array<std::string_view, 8> strategy_names{"box",   "map",    "step",     "fold",
                                                         "table", "search", "textbook", "collapse"};

measure::CompareOptions compare_options(const BenchOptions& options) {
  measure::CompareOptions compare;
  compare.stop.time_cap = options.time_cap;
  compare.stop.ci_width = 0.02;
  compare.seed = options.seed;
  return compare;
}

Seconds median_of(const std::vector<Seconds>& times) {
  std::vector<double> values;
  for (const Seconds time : times) {
    values.push_back(time.count());
  }
  return Seconds(measure::median(values));
}

void fill(BenchRow& row, const measure::Comparison& result) {
  row.stop = result.stop;
  row.pairs = result.pairs;
  row.dropped = result.dropped;
  if (result.pairs > 0) {
    row.time = median_of(result.challenger_times);
    row.speedup = 1 / result.ratio;
    row.interval = {1 / result.ratio_interval.high, 1 / result.ratio_interval.low};
    row.verdict = row.state == BenchRow::State::measured ? result.verdict : SpeedVerdict::unclear;
  }
}

/// Times the strategies and, in the same rounds, the runs of the rehearsal; their times, in the order of `timers`
/// below, or nothing when contention left no pair.
Result<std::vector<Seconds>> compare(const Task& task, Prepared& prepared, Rehearsal* rehearsal) {
  measure::SystemUsageProbe system;
  measure::UsageProbe* const probe = task.options.contention_check ? &system : nullptr;
  const int busy = task.on_host() && task.options.threads == 1 ? 1 : 0;
  std::deque<bench::StageTimer> timers;
  for (const Strategy strategy : prepared.options.strategies) {
    timers.emplace_back(*prepared.stage, strategy, true, probe, busy);
  }
  if (rehearsal != nullptr) {
    for (const Strategy strategy : {Strategy::box, Strategy::map}) {
      timers.emplace_back(*rehearsal->stage, strategy, false, probe, busy);
      timers.emplace_back(*rehearsal->stage, strategy, true, probe, busy);
    }
    if (rehearsal->tiny != nullptr) {
      timers.emplace_back(*rehearsal->tiny, Strategy::map, false, probe, busy);
    }
  }
  std::vector<measure::Timer*> challengers;
  for (bench::StageTimer& timer : timers) {
    challengers.push_back(&timer);
  }
  measure::SteadyClock clock;
  const auto results = measure::compare_all(*challengers.front(), std::span(challengers).subspan(1), clock,
                                            compare_options(task.options));
  if (!results) {
    return forward(results);
  }
  BenchRow& box = prepared.rows.front();
  const measure::Comparison& first = results->front();
  box.pairs = first.pairs;
  box.dropped = first.dropped;
  box.stop = first.stop;
  if (first.pairs == 0) {
    return std::vector<Seconds>();
  }
  box.time = median_of(first.baseline_times);
  box.verdict = SpeedVerdict::same;
  box.interval = {1, 1};
  std::vector<Seconds> times;
  for (std::size_t i = 0; i < results->size(); ++i) {
    const measure::Comparison& result = (*results)[i];
    if (i + 1 < prepared.options.strategies.size()) {
      fill(prepared.rows[static_cast<std::size_t>(prepared.options.strategies[i + 1])], result);
    } else if (result.pairs > 0) {
      times.push_back(result.ratio * box.time);
    }
  }
  return times;
}

/// Loads at other sizes: exact for the sizes of the bench, with equal shares for the search of the break-even.
struct Outlook {
  const Task& task;
  const BenchCosts& costs;
  double uneven = 1; ///< imbalance of the box

  [[nodiscard]] bool map_wins(const std::vector<Int>& sizes) const {
    const auto at = bench::instance_at(task, sizes);
    if (!at) {
      return false; // an empty domain: nothing to win
    }
    const double threads = task.threads().value_or(1);
    const bench::Share equal{static_cast<std::int64_t>(uneven * static_cast<double>(at->box) / threads),
                             static_cast<std::int64_t>(uneven * static_cast<double>(at->points) / threads)};
    const bench::Load load{{equal}, at->points};
    const Seconds map =
        costs.launch + (costs.map + costs.useful_in_map) * Seconds(static_cast<double>(at->points)) / threads;
    return map < bench::box_time(costs, load);
  }
};

Result<BenchPrediction> predict(const Task& task, const Prepared& prepared, const Rehearsal& rehearsal,
                                const std::vector<Seconds>& times) {
  const auto load = bench::load_of(prepared.instance, task.threads());
  if (!load) {
    return forward(load);
  }
  const bench::Times taken{times[0], times[1], times[2], times[3], times.size() > 4 ? times[4] : Seconds(0)};
  BenchPrediction prediction;
  prediction.costs = bench::costs_of(taken, rehearsal.load);
  prediction.costs.sizes = rehearsal.sizes;
  prediction.imbalance = bench::imbalance(prediction.costs, *load);
  prediction.speedup = bench::box_time(prediction.costs, *load) / bench::map_time(prediction.costs, *load);
  const Outlook outlook{task, prediction.costs, prediction.imbalance};
  const domain::Domain& domain = prepared.instance.domain();
  const auto win = bench::first_win(bench::steps(task.sizes),
                                    [&](Int t) { return outlook.map_wins(bench::sizes_at(domain, task.sizes, t)); });
  if (win) {
    prediction.break_even = bench::sizes_at(domain, task.sizes, *win);
  }
  return prediction;
}

Result<std::unique_ptr<measure::EnergyMeter>> meter_of(const device::DeviceInfo& info) {
  return info.api == device::Api::cuda ? measure::open_nvml(static_cast<unsigned>(info.id.value()))
                                       : measure::open_rapl();
}

Result<void> measure_energies(Prepared& prepared, measure::EnergyMeter& meter) {
  for (const Strategy strategy : prepared.options.strategies) {
    BenchRow& row = prepared.rows[static_cast<std::size_t>(strategy)];
    if (row.pairs == 0) {
      continue;
    }
    auto energy = bench::energy_of(*prepared.stage, strategy, meter, row.time);
    if (!energy) {
      return forward(energy);
    }
    row.energy = std::move(energy->reading);
    row.energy_runs = energy->runs;
  }
  return {};
}

} // namespace

std::string_view to_string(Strategy strategy) {
  return strategy_names.at(static_cast<std::size_t>(strategy));
}

Result<BenchReport> run_bench(const BenchDerive& derive, const std::vector<Int>& sizes,
                              const std::vector<expr::Table>& tables, const BenchOptions& options) {
  const Task task{derive, sizes, tables, options};
  auto workbench = task.on_host() ? Result<std::unique_ptr<bench::Workbench>>(bench::host_workbench(options.threads))
                                  : bench::device_workbench(options.device);
  if (!workbench) {
    return forward(workbench);
  }
  auto prepared = bench::prepare(task, **workbench);
  if (!prepared) {
    return forward(prepared);
  }
  auto rehearsal = bench::rehearse(task, *prepared, **workbench);
  if (!rehearsal && rehearsal.error().kind != ErrorKind::input) {
    return forward(rehearsal);
  }
  const auto times = compare(task, *prepared, rehearsal ? &*rehearsal : nullptr);
  if (!times) {
    return forward(times);
  }

  BenchReport report;
  report.sizes = sizes;
  report.points = prepared->instance.points;
  report.box = prepared->instance.box;
  report.bits = prepared->instance.bits;
  report.compiled = prepared->stage->compiled();
  if (!rehearsal) {
    report.no_prediction = rehearsal.error().message;
  } else if (times->size() < 4) {
    report.no_prediction = "other work on the machine left no undisturbed runs";
  } else {
    auto prediction = predict(task, *prepared, *rehearsal, *times);
    if (!prediction) {
      return forward(prediction);
    }
    report.prediction = std::move(*prediction);
  }
  auto meter = meter_of(options.device);
  report.meter = meter ? (*meter)->method() : "none: " + meter.error().message;
  if (meter) {
    if (auto done = measure_energies(*prepared, **meter); !done) {
      return forward(done);
    }
  }
  for (BenchRow& row : prepared->rows) {
    row.per_point = row.time.count() * task.threads().value_or(1) / static_cast<double>(report.points);
  }
  report.rows = std::move(prepared->rows);
  return report;
}

} // namespace mapwright::index_map
