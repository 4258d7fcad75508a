// Searches of mappers for the nine applications at their default sizes, on the simulator: a row for each application
// and searcher, as a table in Markdown. Columns: throughput relative to the expert's mapper over the seeds (mean,
// deviation, worst, median, best), evaluations until 0.99 times the expert's was reached (median, most; "-": never in
// some seed), makespan over the lower bound (of mappers; of all plans where the median's best
// decides point by point), the part of (expert - bound) that the search closed, side simulations and
// seconds of one search.
//
// bench_mapper_search [MACHINE [EVALUATIONS [SEEDS [SIDE [APPLICATION[,...] [SEARCHER[,...]]]]]]]; usually p100x4, 50
// evaluations, 5 seeds, 5000 side simulations, all. For matrices and pieces the applications are made for the machine.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/search/ensemble.hpp"
#include "mapper/search/metropolis.hpp"
#include "mapper/search/portfolio.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/search/reinforcement.hpp"
#include "mapper/search/searcher.hpp"
#include "mapper/search/starts.hpp"
#include "mapper/simulate/simulate.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright {
namespace {

using namespace mapwright::mapper;
using bench::checked;
using Clock = std::chrono::steady_clock;

struct SearchBench {
  std::string machine = "p100x4";
  std::size_t evaluations = 50;
  std::uint64_t seeds = 5;
  std::uint64_t side = 5000;
  std::string applications;
  std::string searchers;
};

/// One search with one seed.
struct Outcome {
  double best = std::numeric_limits<double>::infinity();
  bool by_points = false;  ///< the best is a plan that decides point by point
  std::size_t reached = 0; ///< evaluations until 0.99 times the expert; 0: never
  std::uint64_t side = 0;
  double seconds = 0;
};

using Make = std::function<std::unique_ptr<Searcher>(const SearcherScene&)>;

std::vector<std::pair<std::string, Make>> searchers() {
  return {{"list", make_list_searcher},
          {"analytic", make_analytic_searcher},
          {"mcmc", make_mcmc_searcher},
          {"ensemble", make_ensemble_searcher},
          {"rl", make_rl_searcher},
          {"portfolio", [](const SearcherScene& scene) { return make_portfolio_searcher(scene); }}};
}

bool is_wanted(std::string_view list, std::string_view name) {
  return list.empty() || fmt::format(",{},", list).find(fmt::format(",{},", name)) != std::string::npos;
}

double makespan(Simulator& simulator, const Plan& plan) {
  const auto run = simulator.run(plan);
  return run && run->status == SimulationStatus::done ? run->makespan : std::numeric_limits<double>::infinity();
}

Outcome search(const SearchScene& scene, const DecisionSpace& space, const Make& make, std::uint64_t seed,
               const SearchBench& settings, double expert) {
  const auto begin = Clock::now();
  SideSimulations side(scene, settings.side);
  Simulator simulator(scene.program, scene.graph, scene.machine);
  const auto searcher = make(SearcherScene{scene, space, side});
  measure::Random random(seed);
  Outcome outcome;
  for (std::size_t evaluation = 1; evaluation <= settings.evaluations; ++evaluation) {
    std::optional<Mapping> next = searcher->propose(random);
    if (!next) {
      break;
    }
    Trial trial{*std::move(next), std::string(searcher->name())};
    trial.makespan =
        makespan(simulator, trial.mapping.plan ? *trial.mapping.plan : space.plan(*trial.mapping.assignment));
    if (trial.makespan < outcome.best) {
      outcome.best = trial.makespan;
      outcome.by_points = trial.mapping.plan.has_value();
    }
    if (outcome.reached == 0 && expert / outcome.best >= 0.99) {
      outcome.reached = evaluation;
    }
    searcher->observe(trial);
  }
  outcome.side = side.used();
  outcome.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  return outcome;
}

void print_row(const std::string& application, const std::string& searcher, std::vector<Outcome> outcomes,
               double expert, const ProgramBounds& bounds) {
  std::sort(outcomes.begin(), outcomes.end(), [](const Outcome& a, const Outcome& b) { return a.best > b.best; });
  const auto count = static_cast<double>(outcomes.size());
  double mean = 0;
  double seconds = 0;
  double side = 0;
  std::vector<std::size_t> reached;
  for (const Outcome& outcome : outcomes) {
    mean += expert / outcome.best / count;
    seconds += outcome.seconds / count;
    side += static_cast<double>(outcome.side) / count;
    reached.push_back(outcome.reached == 0 ? SIZE_MAX : outcome.reached);
  }
  double square = 0;
  for (const Outcome& outcome : outcomes) {
    square += std::pow(expert / outcome.best - mean, 2);
  }
  std::sort(reached.begin(), reached.end());
  const auto evaluations = [](std::size_t number) { return number == SIZE_MAX ? "-" : std::to_string(number); };
  const double median = outcomes[outcomes.size() / 2].best;
  const double bound = outcomes[outcomes.size() / 2].by_points ? bounds.any_plan() : bounds.any_mapper();
  fmt::print("| {} | {} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {:.3f} | {} | {} | {:.2f} | {:.2f} | {:.0f} | {:.2f} |\n",
             application, searcher, mean, std::sqrt(square / std::max(count - 1, 1.0)), expert / outcomes.front().best,
             expert / median, expert / outcomes.back().best, evaluations(reached[reached.size() / 2]),
             evaluations(reached.back()), median / bound, (expert - median) / (expert - bound), side, seconds);
  std::fflush(stdout);
}

/// The application for as many nodes and GPUs as the machine has.
Application application_for(const ApplicationInfo& info, const Machine& machine) {
  const std::int64_t nodes = machine.description().nodes;
  const std::int64_t gpus = machine.processors_of(ProcessorKind::gpu);
  ApplicationValues values;
  for (const ApplicationParameter& parameter : info.parameters) {
    std::int64_t value = parameter.value;
    if (parameter.name == "nodes") {
      value = nodes;
    } else if (parameter.name == "gpus" || parameter.name == "tiles_x") {
      value = std::max<std::int64_t>(gpus, 1) / (parameter.name == "tiles_x" ? 2 : 1);
    } else if (parameter.name == "pieces" || parameter.name == "tiles_y") {
      value = nodes * (parameter.name == "pieces" ? std::max<std::int64_t>(gpus, 1) : 2);
    } else if (parameter.name == "zones_y") {
      value = parameter.value * nodes;
    }
    values[parameter.name] = value;
  }
  return checked(info.make(values));
}

int run(const SearchBench& settings) {
  const Machine machine = checked(open_machine(settings.machine));
  fmt::print("| application | searcher | mean | sd | worst | median | best | evaluations | most | to bound | closed | "
             "side | seconds |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const ApplicationInfo& info : application_catalogue()) {
    if (!is_wanted(settings.applications, info.name)) {
      continue;
    }
    const Application application = application_for(info, machine);
    const TaskGraph graph = checked(expand(application.program));
    const SearchScene scene{application.program, graph, machine};
    const DecisionSpace space = checked(DecisionSpace::make(scene));
    const Elaborated expert_made =
        checked(elaborate({*application.mapper("expert"), "expert"}, application.program, graph, machine));
    Simulator simulator(application.program, graph, machine);
    const double expert = makespan(simulator, expert_made.plan);
    const ProgramBounds bounds = program_bounds(application.program, graph, machine);
    for (const auto& [name, make] : searchers()) {
      if (!is_wanted(settings.searchers, name)) {
        continue;
      }
      std::vector<Outcome> outcomes;
      for (std::uint64_t seed = 1; seed <= settings.seeds; ++seed) {
        outcomes.push_back(search(scene, space, make, seed, settings, expert));
      }
      print_row(info.name, name, std::move(outcomes), expert, bounds);
    }
  }
  return 0;
}

} // namespace
} // namespace mapwright

int main(int count, char** arguments) {
  mapwright::SearchBench settings;
  const auto argument = [&](int index, std::string otherwise) {
    return index < count ? std::string(arguments[index]) : std::move(otherwise);
  };
  settings.machine = argument(1, settings.machine);
  settings.evaluations = std::stoul(argument(2, "50"));
  settings.seeds = std::stoul(argument(3, "5"));
  settings.side = std::stoul(argument(4, "5000"));
  settings.applications = argument(5, "");
  settings.searchers = argument(6, "");
  return mapwright::run(settings);
}
