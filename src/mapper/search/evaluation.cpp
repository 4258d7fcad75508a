#include "mapper/search/evaluation.hpp"

#include "mapper/elaborate/elaborate.hpp"

#include <stdexcept>
#include <utility>

namespace mapwright::mapper {

Evaluation::Evaluation(const SearchScene& scene, const DecisionSpace& space)
    : scene_(scene), space_(space), simulator_(scene.program, scene.graph, scene.machine) {}

Result<Plan> Evaluation::plan_of(const Mapping& mapping) const {
  if (mapping.assignment) {
    return space_.plan(*mapping.assignment);
  }
  if (mapping.text) {
    auto elaborated = elaborate({*mapping.text, "mapper"}, scene_.program, scene_.graph, scene_.machine);
    return elaborated ? Result<Plan>(std::move(elaborated->plan)) : Result<Plan>(forward(elaborated));
  }
  if (!mapping.plan) {
    throw std::logic_error("Evaluation::run: an empty mapping");
  }
  return *mapping.plan;
}

Trial Evaluation::run(Mapping mapping, std::string_view searcher) {
  ++count_;
  Trial trial;
  trial.searcher = searcher;
  const auto plan = plan_of(mapping);
  trial.mapping = std::move(mapping);
  const auto simulated = plan ? simulator_.run(*plan) : Result<Simulation>(forward(plan));
  if (!simulated) {
    trial.failure = simulated.error().format();
  } else if (simulated->status != SimulationStatus::done) {
    trial.failure = simulated->out_of_memory->message;
  } else {
    trial.makespan = simulated->makespan;
  }
  return trial;
}

} // namespace mapwright::mapper
