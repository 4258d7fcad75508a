#include "index_map/bench.hpp"

#include "index_map/bench/predict.hpp"
#include "index_map/bench/race.hpp"
#include "index_map/bench/set_up.hpp"
#include "index_map/bench/timing.hpp"

#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map {

using bench::Prepared;
using bench::Rehearsal;
using bench::Task;
using expr::Int;

namespace {

constexpr std::array<Strategy, 8> strategies{Strategy::box,   Strategy::map,    Strategy::step,     Strategy::fold,
                                             Strategy::table, Strategy::search, Strategy::textbook, Strategy::collapse};
constexpr std::array<std::string_view, 8> strategy_names{"box",   "map",    "step",     "fold",
                                                         "table", "search", "textbook", "collapse"};

/// Other sizes than those of the bench, where all threads are taken to have equal shares of the box.
struct Outlook {
  const Task& task;
  const BenchCosts& costs;
  double uneven = 1; ///< imbalance of the box

  [[nodiscard]] bool map_wins(const std::vector<Int>& sizes) const {
    const auto at = bench::instance_at(task, sizes);
    if (!at) {
      return false; // an empty domain: nothing to win
    }
    const unsigned threads = task.threads().value_or(1);
    const auto part = [&](std::int64_t all) {
      return static_cast<std::int64_t>(uneven * static_cast<double>(all) / threads);
    };
    const bench::Load load{std::vector(threads, bench::Share{part(at->box), part(at->points)}), at->points};
    return bench::map_time(costs, load) < bench::box_time(costs, load);
  }
};

Result<BenchPrediction> predict(const Task& task, const Prepared& prepared, const Rehearsal& rehearsal,
                                const bench::Times& times) {
  const auto load = bench::load_of(prepared.instance, task.threads());
  if (!load) {
    return forward(load);
  }
  BenchPrediction prediction;
  prediction.costs = bench::costs_of(times, *load, rehearsal.load);
  prediction.costs.work_sizes = rehearsal.sizes;
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

std::span<const Strategy> all_strategies() {
  return strategies;
}

Result<Strategy> bench_strategy(std::string_view name) {
  for (const Strategy strategy : strategies) {
    if (to_string(strategy) == name) {
      return strategy;
    }
  }
  return fail(ErrorKind::input, fmt::format("there is no strategy '{}'", name),
              fmt::format("use some of {}", fmt::join(strategy_names, ", ")));
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
  const auto times = bench::race(task, *prepared, rehearsal ? &*rehearsal : nullptr);
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
  } else if (!*times) {
    report.no_prediction = "other work on the machine left no undisturbed runs";
  } else {
    auto prediction = predict(task, *prepared, *rehearsal, **times);
    if (!prediction) {
      return forward(prediction);
    }
    report.prediction = std::move(*prediction);
  }
  auto meter = meter_of(options.device);
  if (!meter) {
    report.no_meter = meter.error().message;
  } else {
    report.meter = (*meter)->method();
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
