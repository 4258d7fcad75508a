#include "mapper/guidance/guidance.hpp"

#include "mapper/amounts.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/explanation.hpp"
#include "mapper/guidance/fitting.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// The lines of a text.
std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return lines;
}

void tell_steps(const Repair& repair, Guidance& found) {
  for (const RepairStep& step : repair.steps) {
    const std::vector<std::string> lines = lines_of(step.edit);
    found.suggest.push_back(lines.front());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      found.suggest.push_back("  " + lines[i]);
    }
  }
}

void add_repair(const language::SourceText& text, const SearchScene& scene, Guidance& found) {
  found.repair = repair_mapper(text, scene);
  tell_steps(*found.repair, found);
  if (found.repair->steps.empty()) {
    found.suggest.emplace_back("no single edit removes an error; see the hints");
  } else {
    found.suggest.emplace_back(found.repair->complete ? "with these edits, made one after the other, it runs"
                                                      : "these edits remove errors; others are left");
  }
}

/// Edits with which a run that stopped comes to its end; nothing is told where none do.
void add_fitting(const StoppedRun& stopped, const SearchScene& scene, std::uint64_t most_simulations, Guidance& found) {
  Fitting fitting = make_it_fit(stopped, scene, most_simulations);
  found.simulations = fitting.simulations;
  if (fitting.repair.complete) {
    tell_steps(fitting.repair, found);
    found.suggest.push_back(fmt::format("with {}, it runs: predicted {}",
                                        fitting.repair.steps.size() == 1 ? "this edit" : "these edits",
                                        amount_of_time(fitting.makespan)));
    found.repair = std::move(fitting.repair);
  }
}

/// What a refused text says: the errors as they are for raw, hints and edits as they explain.
void tell_errors(const language::SourceText& text, const language::Diagnostics& diagnostics, Guidance& found) {
  found.outcome = GuidanceOutcome::refused;
  for (const language::Diagnostic& diagnostic : diagnostics.sorted()) {
    if (diagnostic.severity != language::Severity::error) {
      continue;
    }
    const SourceLocation place = language::place_of(text, diagnostic.where);
    found.raw.push_back(fmt::format("{}:{}:{}: error: {}", text.file, place.line, place.column, diagnostic.message));
    std::string line = fmt::format("line {}: {}", place.line, lines_of(place.source_line + "\n").front());
    if (!diagnostic.hint.empty()) {
      line += "   <- " + diagnostic.hint;
    }
    found.explain.push_back(std::move(line));
  }
}

double flops_of(const TaskGraph& graph) {
  double flops = 0;
  for (const PointTask& task : graph.tasks) {
    flops += task.flops;
  }
  return flops;
}

/// What is told of a text that is refused for these errors.
Guidance refused(const language::SourceText& text, const language::Diagnostics& diagnostics, const SearchScene& scene,
                 GuidanceLevel level) {
  Guidance found;
  tell_errors(text, diagnostics, found);
  if (level == GuidanceLevel::suggest) {
    add_repair(text, scene, found);
  }
  return found;
}

void tell_outcome(const SearchScene& scene, const Simulation& run, Guidance& found) {
  if (run.status == SimulationStatus::out_of_memory) {
    found.outcome = GuidanceOutcome::out_of_memory;
    found.raw.push_back(run.out_of_memory->message);
    return;
  }
  found.makespan = run.makespan;
  found.flops = flops_of(scene.graph);
  found.raw.push_back("makespan " + amount_of_time(run.makespan));
  if (found.flops > 0 && run.makespan > 0) {
    found.raw.back() += fmt::format(", {:.4g} GFLOP/s", found.flops / run.makespan / 1e9);
  }
}

std::string effect_of(const Counterfactual& made) {
  switch (made.run.outcome) {
  case TrialRun::Outcome::done:
    break;
  case TrialRun::Outcome::out_of_memory:
    return "does not fit: " + made.run.reason;
  case TrialRun::Outcome::refused:
    return (made.run.reason.find("exceed a memory") == std::string::npos ? "does not run: " : "does not fit: ") +
           made.run.reason;
  }
  if (!made.run.change) {
    return fmt::format("runs, predicted {}", amount_of_time(made.run.makespan));
  }
  const std::string bytes = made.bytes_change ? signed_percent_of(*made.bytes_change) + " bytes, " : "";
  return fmt::format("{}predicted {} time", bytes, signed_percent_of(*made.run.change));
}

void add_change(const Counterfactual& made, Guidance& found) {
  found.suggest.push_back(fmt::format("{}: {}", made.change.name, effect_of(made)));
  if (made.run.outcome != TrialRun::Outcome::done) {
    return;
  }
  found.suggest.push_back(made.change.removes ? fmt::format("  line {}: delete", made.change.line)
                                              : fmt::format("  before line {}, write", made.change.line));
  for (const std::string& line : lines_of(made.change.statement)) {
    found.suggest.push_back("    " + line);
  }
}

/// Gains first, then what does not run, then how many changes were found no better.
void tell_changes(const GuidanceOptions& options, Guidance& found) {
  if (found.counterfactuals.empty() && found.untried > 0) {
    found.suggest.push_back(fmt::format("no simulation is left: {} changes untried", found.untried));
    return;
  }
  std::size_t gains = 0;
  std::size_t others = 0;
  for (const Counterfactual& made : found.counterfactuals) {
    const bool done = made.run.outcome == TrialRun::Outcome::done;
    const bool gain = is_gain(made, options.least_change);
    gains += gain ? 1U : 0U;
    others += done && !gain ? 1U : 0U;
    if (gain) {
      add_change(made, found);
    }
  }
  if (gains == 0) {
    found.suggest.emplace_back(found.outcome == GuidanceOutcome::done ? "no single change that was tried is faster"
                                                                      : "no single change that was tried runs");
  }
  found.suggest.push_back(fmt::format("{} changes tried: {} better, {} no better, {} do not run; {} simulations{}",
                                      found.counterfactuals.size(), gains, others,
                                      found.counterfactuals.size() - gains - others, found.simulations,
                                      found.untried > 0 ? fmt::format(", {} changes untried", found.untried) : ""));
  for (const Counterfactual& made : found.counterfactuals) {
    if (made.run.outcome != TrialRun::Outcome::done) {
      add_change(made, found);
    }
  }
}

} // namespace

bool is_gain(const Counterfactual& made, double least_change) {
  return made.run.outcome == TrialRun::Outcome::done && (!made.run.change || *made.run.change <= -least_change);
}

std::optional<Guidance> guidance_of_refusal(const language::SourceText& text, const SearchScene& scene,
                                            GuidanceLevel level) {
  const Elaboration elaboration = check_on(text, scene.program, scene.graph, scene.machine);
  return elaboration.made ? std::nullopt : std::optional(refused(text, elaboration.diagnostics, scene, level));
}

Guidance guidance(const language::SourceText& text, const SearchScene& scene, const GuidanceOptions& options) {
  const Elaboration elaboration = check_on(text, scene.program, scene.graph, scene.machine);
  if (!elaboration.made) {
    return refused(text, elaboration.diagnostics, scene, options.level);
  }
  Guidance found;
  Simulator simulator(scene.program, scene.graph, scene.machine);
  const auto run = simulator.run(elaboration.made->plan);
  if (!run) {
    found.outcome = GuidanceOutcome::refused;
    found.raw.push_back("error: " + run.error().message);
    return found;
  }
  tell_outcome(scene, *run, found);
  found.account = account_of(scene.program, scene.graph, scene.machine, *run);
  if (options.level == GuidanceLevel::raw) {
    return found;
  }
  found.explain = explanation_lines({text, elaboration, *run, *found.account}, scene);
  found.on_path = names_on_path(*run, scene);
  if (options.level == GuidanceLevel::explain) {
    return found;
  }
  const bool done = run->status == SimulationStatus::done;
  if (!done) {
    add_fitting({text, *elaboration.made, *run->out_of_memory}, scene, options.most_simulations, found);
  }
  CounterfactualRuns runs = try_changes(
      {text, *elaboration.made, done ? std::optional(run->makespan) : std::nullopt, done ? bytes_copied(*run) : 0},
      scene, options.most_simulations - found.simulations);
  found.counterfactuals = std::move(runs.made);
  found.simulations += runs.simulations;
  found.untried = runs.untried;
  tell_changes(options, found);
  return found;
}

Guidance guidance(const language::SourceText& text, const SearchScene& scene, GuidanceOptions options,
                  SideSimulations& side) {
  options.most_simulations = std::min(options.most_simulations, side.left());
  Guidance found = guidance(text, scene, options);
  side.charge(found.simulations);
  return found;
}

} // namespace mapwright::mapper
