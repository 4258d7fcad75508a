#include "mapper/guidance/robustness.hpp"

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/guidance/proposing.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::mapper {

namespace {

/// The ratio of a mapper's makespan to that of the cell.
std::optional<double> ratio_to(const std::string* text, const SearchScene& scene, double makespan) {
  std::string ignored;
  const auto other = text != nullptr ? makespan_of({*text, ""}, scene, ignored) : std::nullopt;
  return other && makespan > 0 ? std::optional(*other / makespan) : std::nullopt;
}

void add_losses(const Elaborated& made, const language::SourceText& text, const SearchScene& scene,
                const RobustnessOptions& options, RobustnessCell& cell) {
  Simulator simulator(scene.program, scene.graph, scene.machine);
  for (const ProposedChange& removal : propose_removals(Proposing(text, made, scene))) {
    const MapperChange& change = removal.ways.front();
    const auto without = elaborate({change.text, text.file}, scene.program, scene.graph, scene.machine);
    if (!without || without->plan == made.plan || cell.simulations >= options.most_simulations) {
      continue;
    }
    const auto run = simulator.rerun(without->plan);
    ++cell.simulations;
    if (run && run->status == SimulationStatus::done && *cell.makespan > 0) {
      const double loss = run->makespan / *cell.makespan - 1;
      if (loss <= -options.least_loss) {
        cell.losses.push_back({change.line, change.statement, loss});
      }
    }
  }
  std::stable_sort(cell.losses.begin(), cell.losses.end(),
                   [](const StatementLoss& a, const StatementLoss& b) { return a.change < b.change; });
}

} // namespace

std::optional<double> makespan_of(const language::SourceText& text, const SearchScene& scene, std::string& failure) {
  const auto made = elaborate(text, scene.program, scene.graph, scene.machine);
  if (!made) {
    failure =
        (made.error().where ? "line " + std::to_string(made.error().where->line) + ": " : "") + made.error().message;
    return std::nullopt;
  }
  const auto run = Simulator(scene.program, scene.graph, scene.machine).run(made->plan);
  if (!run || run->status != SimulationStatus::done) {
    failure = run ? "out of memory: " + run->out_of_memory->message : run.error().message;
    return std::nullopt;
  }
  return run->makespan;
}

RobustnessCell robustness_cell(const language::SourceText& text, const SearchScene& scene, const std::string* usual,
                               const std::string* expert, const RobustnessOptions& options) {
  RobustnessCell cell;
  cell.makespan = makespan_of(text, scene, cell.failure);
  if (!cell.makespan) {
    return cell;
  }
  cell.over_default = ratio_to(usual, scene, *cell.makespan);
  cell.over_expert = ratio_to(expert, scene, *cell.makespan);
  if (const auto made = elaborate(text, scene.program, scene.graph, scene.machine)) {
    add_losses(*made, text, scene, options, cell);
  }
  return cell;
}

} // namespace mapwright::mapper
