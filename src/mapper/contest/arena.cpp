#include "mapper/contest/arena.hpp"

#include "mapper/agent/agent.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/simulate/simulate.hpp"

#include <utility>

namespace mapwright::mapper {

TimedMapper time_mapper(const std::string& text, const SearchScene& scene) {
  const auto made = elaborate(language::SourceText{text, "mapper"}, scene.program, scene.graph, scene.machine);
  if (!made) {
    return {std::nullopt, made.error().message};
  }
  const auto run = Simulator(scene.program, scene.graph, scene.machine).run(made->plan);
  if (!run) {
    return {std::nullopt, run.error().message};
  }
  return run->out_of_memory ? TimedMapper{std::nullopt, run->out_of_memory->message} : TimedMapper{run->makespan, ""};
}

Result<std::shared_ptr<const SearchArena>> SearchArena::make(ArenaSpec spec) {
  auto graph = expand(spec.program);
  if (!graph) {
    return forward(graph);
  }
  const std::shared_ptr<SearchArena> arena(new SearchArena(std::move(spec), *std::move(graph)));
  auto space = DecisionSpace::make(arena->scene());
  if (!space) {
    return forward(space);
  }
  arena->space_ = *std::move(space);
  arena->bounds_ = program_bounds(arena->spec_.program, arena->graph_, arena->spec_.machine);
  arena->usual_ = time_mapper(arena->spec_.usual, arena->scene());
  if (arena->spec_.expert) {
    arena->expert_ = time_mapper(*arena->spec_.expert, arena->scene());
  }
  return std::shared_ptr<const SearchArena>(arena);
}

double SearchArena::bound_of(const std::string& form) const {
  return form == plan_form ? bounds_.any_plan() : bounds_.any_mapper();
}

} // namespace mapwright::mapper
