#include "mapper/calibrate/predicted_run.hpp"

#include "mapper/calibrate/fit.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mapwright::mapper {

Result<std::vector<PredictedRun>> predict_runs(const Program& program, const TaskGraph& graph,
                                               const MachineDescription& description, std::span<const PlanRun> runs,
                                               std::span<const Observation> seen) {
  const auto machine = Machine::build(description);
  if (!machine) {
    return forward(machine);
  }
  Simulator simulator(program, graph, *machine);
  std::vector<PredictedRun> predicted;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto run = simulator.run(*runs[i].plan);
    if (!run) {
      return forward(run);
    }
    if (run->out_of_memory) {
      return fail(ErrorKind::input, run->out_of_memory->message);
    }
    std::map<Knob, double> seconds;
    for (const WorkSample& work : seen[i].work) {
      const auto processor = std::find_if(description.processors.begin(), description.processors.end(),
                                          [&](const ProcessorClass& item) { return item.kind == work.key.processor; });
      const double factor = machine->work_factor(program.name, work.key.task, work.key.processor, work.key.layouts);
      seconds[Knob{Knob::Sort::work, work.key.processor, work.key.task, {}}] +=
          factor * seconds_at(work.shares, processor->flops, bandwidths_of(description, work.key.processor));
    }
    PredictedRun one{std::log(run->makespan), {}};
    for (const auto& [knob, time] : seconds) {
      if (time > 0) {
        one.work[knob] = std::log(time);
      }
    }
    predicted.push_back(std::move(one));
  }
  return predicted;
}

} // namespace mapwright::mapper
