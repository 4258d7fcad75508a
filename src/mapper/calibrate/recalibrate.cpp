#include "mapper/calibrate/recalibrate.hpp"

#include "mapper/calibrate/fit.hpp"
#include "mapper/calibrate/least_squares.hpp"
#include "mapper/calibrate/predicted_run.hpp"
#include "mapper/simulate/simulate.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr double makespan_error = 0.1;  ///< of the simulator, when all its numbers are right
constexpr double task_error = 0.05;     ///< of the time of a kind of tasks from run to run and size to size
constexpr double most_doubt_left = 0.4; ///< of a knob that is turned
constexpr double most_turn = 5;         ///< a factor of 148: what would be turned further is not what was wrong

class Recalibrating {
public:
  Recalibrating(const Program& program, const TaskGraph& graph, MachineDescription machine,
                std::span<const PlanRun> runs)
      : program_(program), graph_(graph), machine_(std::move(machine)), runs_(runs) {
    for (const PlanRun& run : runs) {
      seen_.push_back(observe(program, graph, *run.plan, run.run));
    }
  }

  Result<Recalibration> make(const std::string& measured) {
    if (auto found = find_knobs(); !found) {
      return forward(found);
    }
    std::vector<std::size_t> groups(knobs_.size());
    std::iota(groups.begin(), groups.end(), std::size_t{0});
    auto fit = fit_groups(groups, knobs_.size());
    if (!fit) {
      return forward(fit);
    }
    Recalibration made;
    std::vector<bool> told = told_by(*fit, groups);
    if (std::none_of(told.begin(), told.end(), [](bool each) { return each; })) {
      std::fill(groups.begin(), groups.end(), std::size_t{0});
      fit = fit_groups(groups, 1);
      if (!fit) {
        return forward(fit);
      }
      told = told_by(*fit, groups);
      made.common = !told.empty() && told.front();
    }
    std::vector<Knob> turned_knobs;
    std::vector<double> turns;
    std::vector<double> errors;
    for (std::size_t i = 0; i < knobs_.size(); ++i) {
      const double turn = fit->values[groups[i]];
      const double error = fit->errors[groups[i]];
      made.adjustments.push_back({to_string(knobs_[i]),
                                  std::exp(turn),
                                  {std::exp(turn - normal_90 * error), std::exp(turn + normal_90 * error)},
                                  told[i]});
      if (told[i]) {
        turned_knobs.push_back(knobs_[i]);
        turns.push_back(turn);
        errors.push_back(error);
      }
    }
    made.machine = turned_for_good(machine_, program_.name, turned_knobs, turns, errors, measured);
    const auto before = median_error(machine_);
    const auto after = median_error(made.machine);
    if (!before || !after) {
      return before ? forward(after) : forward(before);
    }
    made.error_before = *before;
    made.error_after = *after;
    return made;
  }

private:
  /// Of tasks that ran, their processors, and the links that copies pass.
  Result<void> find_knobs() {
    std::set<Knob> found;
    const auto machine = Machine::build(machine_);
    if (!machine) {
      return forward(machine);
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      for (const PlannedWork& work : planned_work(program_, graph_, *runs_[i].plan)) {
        found.insert(Knob{Knob::Sort::work, work.key.processor, work.key.task, {}});
        found.insert(Knob{Knob::Sort::overhead, work.key.processor, {}, {}});
      }
      if (runs_[i].run.conversions > 0) {
        found.insert(Knob{Knob::Sort::conversion, {}, {}, {}});
      }
      const auto simulated = Simulator(program_, graph_, *machine).run(*runs_[i].plan);
      if (!simulated) {
        return forward(simulated);
      }
      for (const MemoryTraffic& pair : simulated->traffic) {
        add_links(machine->memory_name(pair.from), machine->memory_name(pair.to), found);
      }
    }
    knobs_.assign(found.begin(), found.end());
    return {};
  }

  void add_links(const MemoryName& from, const MemoryName& to, std::set<Knob>& found) const {
    if (from == to) {
      return;
    }
    for (const RouteClass& route : machine_.routes) {
      if (route.to &&
          ((route.from == from.kind && *route.to == to.kind) || (route.from == to.kind && *route.to == from.kind))) {
        for (const std::uint32_t via : route.via) {
          found.insert(Knob{Knob::Sort::link, {}, {}, machine_.links[via].name});
        }
      }
    }
  }

  [[nodiscard]] Result<std::vector<PredictedRun>> predict(const MachineDescription& description) const {
    return predict_runs(program_, graph_, description, runs_, seen_);
  }

  /// The turn of each knob, of that of its group.
  [[nodiscard]] std::vector<double> spread(const std::vector<double>& values,
                                           const std::vector<std::size_t>& groups) const {
    std::vector<double> turns;
    for (const std::size_t group : groups) {
      turns.push_back(values[group]);
    }
    return turns;
  }

  /// Rows around these values of the groups.
  Result<std::vector<LinearRow>> rows_at(const std::vector<double>& values,
                                         const std::vector<std::size_t>& groups) const {
    constexpr double little = 0.05;
    const auto here = predict(turned(machine_, program_.name, knobs_, spread(values, groups)));
    if (!here) {
      return forward(here);
    }
    std::vector<LinearRow> rows;
    for (const PlanRun& run : runs_) {
      rows.push_back({std::vector<double>(values.size()), 0, std::hypot(makespan_error, run.error)});
    }
    for (std::size_t j = 0; j < values.size(); ++j) {
      std::vector<double> moved = values;
      moved[j] += little;
      const auto there = predict(turned(machine_, program_.name, knobs_, spread(moved, groups)));
      if (!there) {
        return forward(there);
      }
      for (std::size_t i = 0; i < runs_.size(); ++i) {
        rows[i].slopes[j] = ((*there)[i].makespan - (*here)[i].makespan) / little;
      }
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      rows[i].value = std::log(runs_[i].run.makespan) - (*here)[i].makespan;
      for (std::size_t j = 0; j < values.size(); ++j) {
        rows[i].value += rows[i].slopes[j] * values[j];
      }
      add_task_rows((*here)[i], seen_[i], values, groups, rows);
      add_conversion_row(runs_[i].run, values.size(), groups, rows);
    }
    return rows;
  }

  /// One for each kind of tasks of a run.
  void add_task_rows(const PredictedRun& predicted, const Observation& seen, const std::vector<double>& values,
                     const std::vector<std::size_t>& groups, std::vector<LinearRow>& rows) const {
    for (std::size_t k = 0; k < knobs_.size(); ++k) {
      double seconds = 0;
      for (const WorkSample& work : seen.work) {
        seconds += knobs_[k] == Knob{Knob::Sort::work, work.key.processor, work.key.task, {}} ? work.seconds : 0;
      }
      const auto expected = predicted.work.find(knobs_[k]);
      if (seconds > 0 && expected != predicted.work.end()) {
        LinearRow row{std::vector<double>(values.size()), std::log(seconds) - expected->second + values[groups[k]],
                      task_error};
        row.slopes[groups[k]] = 1;
        rows.push_back(std::move(row));
      }
    }
  }

  /// The time of a run's changes of layout is that of one knob alone.
  void add_conversion_row(const TimedRun& run, std::size_t count, const std::vector<std::size_t>& groups,
                          std::vector<LinearRow>& rows) const {
    const auto knob = std::find_if(knobs_.begin(), knobs_.end(),
                                   [](const Knob& each) { return each.sort == Knob::Sort::conversion; });
    const auto main = std::find_if(machine_.memories.begin(), machine_.memories.end(),
                                   [](const MemoryClass& item) { return item.kind == MemoryKind::sysmem; });
    if (knob == knobs_.end() || main == machine_.memories.end() || run.converted_bytes <= 0 || run.converting <= 0) {
      return;
    }
    const double factor = std::max(1.0, run.converting / run.converted_bytes * main->bandwidth);
    LinearRow row{std::vector<double>(count), std::log(factor / machine_.conversion), task_error};
    row.slopes[groups[static_cast<std::size_t>(knob - knobs_.begin())]] = 1;
    rows.push_back(std::move(row));
  }

  /// The largest doubt of the knobs of each group.
  [[nodiscard]] std::vector<double> doubts_of(const std::vector<std::size_t>& groups, std::size_t count) const {
    std::vector<double> doubts(count);
    for (std::size_t i = 0; i < knobs_.size(); ++i) {
      doubts[groups[i]] = std::max(doubts[groups[i]], doubt_of(knobs_[i], machine_, program_.name));
    }
    return doubts;
  }

  Result<LinearFit> fit_groups(const std::vector<std::size_t>& groups, std::size_t count) const {
    constexpr int turns = 4;
    const std::vector<double> doubts = doubts_of(groups, count);
    LinearFit fit{std::vector<double>(count), doubts};
    for (int turn = 0; turn < turns; ++turn) {
      const auto rows = rows_at(fit.values, groups);
      if (!rows) {
        return forward(rows);
      }
      fit = least_squares(*rows, doubts);
      for (double& value : fit.values) {
        value = std::clamp(value, -most_turn, most_turn);
      }
    }
    return fit;
  }

  /// Of each knob, whether the runs tell enough of its group.
  [[nodiscard]] std::vector<bool> told_by(const LinearFit& fit, const std::vector<std::size_t>& groups) const {
    const std::vector<double> doubts = doubts_of(groups, fit.values.size());
    std::vector<bool> told;
    for (const std::size_t group : groups) {
      told.push_back(fit.errors[group] <= most_doubt_left * doubts[group] && std::abs(fit.values[group]) < most_turn);
    }
    return told;
  }

  [[nodiscard]] Result<double> median_error(const MachineDescription& description) const {
    const auto predicted = predict(description);
    if (!predicted) {
      return forward(predicted);
    }
    std::vector<double> errors;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      errors.push_back(std::abs(std::exp((*predicted)[i].makespan) / runs_[i].run.makespan - 1));
    }
    return measure::median(errors);
  }

  const Program& program_;
  const TaskGraph& graph_;
  MachineDescription machine_;
  std::span<const PlanRun> runs_;
  std::vector<Observation> seen_;
  std::vector<Knob> knobs_;
};

} // namespace

Result<Recalibration> recalibrated(const Program& program, const TaskGraph& graph, const MachineDescription& machine,
                                   std::span<const PlanRun> runs, const std::string& measured) {
  MachineDescription begun = machine;
  if (begun.runtime.source.empty()) {
    begun.runtime = starpu_habits();
  }
  auto made = Recalibrating(program, graph, std::move(begun), runs).make(measured);
  if (made) {
    made->machine.summary =
        fmt::format("{}; recalibrated", machine.summary.substr(0, machine.summary.find("; recalibrated")));
  }
  return made;
}

} // namespace mapwright::mapper
