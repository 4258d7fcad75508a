// Runs that the simulator makes on a machine with hidden numbers, as an engine would have measured them.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/calibrate/fit.hpp"
#include "mapper/examples.hpp"
#include "mapper/program/effective_layout.hpp"
#include "mapper/simulate/simulate.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// A box nobody has measured.
inline Machine unknown_box() {
  return sure(open_machine("box,cpus=2,devices=1"));
}

/// The same with other numbers, which a calibration is to find.
inline Machine true_box() {
  MachineDescription machine = unknown_box().description();
  machine.runtime = {true, true, true, true, "test"};
  for (ProcessorClass& item : machine.processors) {
    item.flops = 3e9;
    item.overhead = 6e-6;
  }
  for (Sight& sight : machine.sights) {
    sight.bandwidth = 4e9;
  }
  machine.conversion = 9;
  for (const char* task : {"stencil", "increment"}) {
    machine.work.push_back({"stencil", task, ProcessorKind::cpu, {}, task[0] == 's' ? 1.7 : 0.6, {}, "test"});
  }
  machine.work.push_back({"circuit", "update_voltages", ProcessorKind::cpu, {}, 2.2, {}, "test"});
  return sure(Machine::build(std::move(machine)));
}

/// An application with its tasks.
struct Opened {
  explicit Opened(const std::string& specification)
      : application(sure(open_application(specification))), graph(sure(expand(application.program))) {}
  Application application;
  TaskGraph graph;
};

/// What an engine would have measured had the simulated run been real.
inline Observation observed(const Opened& opened, const Plan& plan, const Machine& machine) {
  const Program& program = opened.application.program;
  const Simulation run = sure(Simulator(program, opened.graph, machine).run(plan));
  EXPECT_EQ(run.status, SimulationStatus::done);
  TimedRun timed;
  timed.makespan = run.makespan;
  std::map<WorkKey, TimedWork> work;
  std::vector<double> converting(opened.graph.tasks.size());
  std::vector<std::uint64_t> conversions(opened.graph.tasks.size());
  const MachineDescription& numbers = machine.description();
  for (const SimulatedCopy& copy : run.copies) {
    const std::uint32_t task = opened.graph.accesses[copy.access].task;
    const double seconds =
        static_cast<double>(copy.bytes) * numbers.conversion / machine.path(copy.to, copy.to).bandwidth;
    converting[task] += seconds;
    ++conversions[task];
    timed.converting += seconds;
    timed.converted_bytes += static_cast<double>(copy.bytes);
    ++timed.conversions;
    timed.busy += seconds;
  }
  for (std::uint32_t i = 0; i < opened.graph.tasks.size(); ++i) {
    const PointTask& task = opened.graph.tasks[i];
    const Slot& slot = opened.graph.slots[task.slot];
    if (program.only_launches(slot.launch)) {
      continue;
    }
    const Launch& launch = program.launches[slot.launch];
    WorkKey key{program.name, program.kinds[launch.kind].name, plan.tasks[task.slot].processor.kind, {}};
    for (std::uint32_t a = 0; a < task.accesses; ++a) {
      key.layouts.push_back(
          effective_layout(program, launch.arguments[a], plan.arguments[slot.first_argument + a].layout));
    }
    const double overhead = machine.class_of_processor(run.tasks[i].processor).overhead;
    const double seconds =
        run.tasks[i].end - run.tasks[i].begin - converting[i] - overhead * static_cast<double>(1 + conversions[i]);
    TimedWork& sum = work[key];
    sum.task = key.task;
    sum.processor = key.processor;
    sum.layouts = key.layouts;
    ++sum.count;
    sum.seconds += seconds;
    timed.busy += seconds;
    ++timed.tasks;
  }
  for (auto& [key, sum] : work) {
    timed.work.push_back(std::move(sum));
  }
  return observe(program, opened.graph, plan, std::move(timed));
}

} // namespace mapwright::mapper
