#include "mapper/program/builder.hpp"
#include "mapper/simulate/simulate.hpp"
#include "simgrid/compared_graph.hpp"

#include <cmath>
#include <stdexcept>

namespace mapwright::mapper {

namespace {

template <class T> T must(Result<T>&& result) {
  if (!result) {
    throw std::runtime_error(result.error().format());
  }
  return std::move(*result);
}

/// A kind and a region for each task, so that each has its own length and data.
Program program_of(const ComparedGraph& graph, double flops) {
  ProgramBuilder b("compared");
  for (std::size_t i = 0; i < graph.tasks.size(); ++i) {
    const ComparedTask& task = graph.tasks[i];
    const std::string number = std::to_string(i);
    b.region({"r" + number, {std::to_string(task.bytes)}, {"x:1"}});
    KindSpec kind{
        "k" + number, {{"out", "0"}}, {{ProcessorKind::gpu}}, std::to_string(std::llround(task.seconds * flops))};
    LaunchSpec launch{"t" + number, kind.name, {}, {}, {{"r" + number, {}, "W"}}};
    for (const std::uint32_t input : task.inputs) {
      kind.parameters.push_back({"in" + std::to_string(input), "0"});
      launch.arguments.push_back({"r" + std::to_string(input), {}, "R"});
    }
    b.kind(kind);
    b.launch(launch);
  }
  return must(b.build());
}

} // namespace

std::vector<std::uint32_t> memories_of_gpus(const Machine& machine) {
  std::vector<std::uint32_t> memories;
  for (std::uint32_t node = 0; node < machine.description().nodes; ++node) {
    for (std::uint32_t index = 0; index < machine.processors_of(ProcessorKind::gpu); ++index) {
      memories.push_back(machine.find(MemoryName{MemoryKind::fbmem, node, index}).value());
    }
  }
  return memories;
}

ComparedRun our_run(const ComparedGraph& graph, const Machine& machine, SourceChoice sources) {
  const std::uint32_t per_node = machine.processors_of(ProcessorKind::gpu);
  const std::uint32_t any_gpu = machine.find(ProcessorName{ProcessorKind::gpu, 0, 0}).value();
  const Program program = program_of(graph, machine.class_of_processor(any_gpu).flops);
  const TaskGraph expanded = must(expand(program));
  Plan plan = blank_plan(program, expanded);
  for (std::uint32_t i = 0; i < graph.tasks.size(); ++i) {
    const std::uint32_t gpu = graph.tasks[i].gpu;
    plan.tasks[i].processor = {ProcessorKind::gpu, gpu / per_node, gpu % per_node};
    for (std::uint32_t k = 0; k <= graph.tasks[i].inputs.size(); ++k) {
      plan.arguments[expanded.slots[i].first_argument + k].memory = {MemoryKind::fbmem, gpu / per_node, gpu % per_node};
    }
  }
  const Simulation run = must(Simulator(program, expanded, machine, sources).run(plan));
  if (run.status != SimulationStatus::done) {
    throw std::runtime_error(run.out_of_memory->message);
  }
  ComparedRun out{run.makespan, run.copies.size(), 0};
  for (const SimulatedCopy& copy : run.copies) {
    double asked = 0;
    for (const std::uint32_t earlier : expanded.predecessors_of(copy.access)) {
      asked = std::max(asked, run.tasks[earlier].end);
    }
    out.waited += copy.begin > asked ? 1U : 0U;
  }
  return out;
}

} // namespace mapwright::mapper
