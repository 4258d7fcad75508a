// A scene with its space, and a run of a searcher on it by the simulator.
#pragma once

#include "../examples.hpp"
#include "mapper/search/decision_space.hpp"
#include "mapper/search/searcher.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Everything a search is about; never moved, since spaces and searchers refer to it.
struct SearcherWorld {
  Program program;
  TaskGraph graph;
  Machine machine;
  SearchScene scene{program, graph, machine};
  DecisionSpace space;

  SearcherWorld(Program made, Machine where)
      : program(std::move(made)), graph(sure(expand(program))), machine(std::move(where)),
        space(sure(DecisionSpace::make(scene))) {}
  SearcherWorld(const SearcherWorld&) = delete;
  SearcherWorld& operator=(const SearcherWorld&) = delete;
};

/// stencil_program under names that mappers can say: its tiles exchange in a task of their own.
inline Program tiled_program(std::int64_t tiles, std::int64_t width, std::int64_t halo, std::int64_t trips) {
  Program program = stencil_program(tiles, width, halo, trips);
  program.kinds[2].name = "exchange";
  program.launches[2].name = "exchange";
  return program;
}

using MakeSearcher = std::function<std::unique_ptr<Searcher>(const SearcherScene&)>;

/// What came of a search.
struct SearcherRun {
  std::vector<Trial> trials;
  std::uint64_t side_used = 0;
  bool ended = false; ///< the searcher had nothing more to propose
  [[nodiscard]] double best() const {
    double least = std::numeric_limits<double>::infinity();
    for (const Trial& trial : trials) {
      least = std::min(least, trial.makespan);
    }
    return least;
  }
};

inline Trial evaluate_on_simulator(const SearcherWorld& world, Mapping mapping) {
  Trial trial{std::move(mapping), "test"};
  const Plan plan = trial.mapping.plan ? *trial.mapping.plan : world.space.plan(*trial.mapping.assignment);
  const auto run = Simulator(world.program, world.graph, world.machine).run(plan);
  if (run && run->status == SimulationStatus::done) {
    trial.makespan = run->makespan;
  } else {
    trial.failure = run ? run->out_of_memory->message : run.error().message;
  }
  return trial;
}

inline SearcherRun run_searcher(const SearcherWorld& world, const MakeSearcher& make, std::uint64_t seed,
                                std::size_t evaluations, std::uint64_t most_side) {
  SideSimulations side(world.scene, most_side);
  const auto searcher = make(SearcherScene{world.scene, world.space, side});
  measure::Random random(seed);
  SearcherRun run;
  while (run.trials.size() < evaluations) {
    std::optional<Mapping> next = searcher->propose(random);
    if (!next) {
      run.ended = true;
      break;
    }
    run.trials.push_back(evaluate_on_simulator(world, *std::move(next)));
    searcher->observe(run.trials.back());
  }
  run.side_used = side.used();
  return run;
}

} // namespace mapwright::mapper
