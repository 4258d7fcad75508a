// One task after another on the round machine, each where the test wants it.
#pragma once

#include "mapper/examples.hpp"
#include "mapper/simulate/simulate.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

inline constexpr MemoryName device(std::uint32_t index, std::uint32_t node = 0) {
  return {MemoryKind::fbmem, node, index};
}
inline constexpr MemoryName zero_copy(std::uint32_t node = 0) {
  return {MemoryKind::zcmem, node, 0};
}
inline constexpr MemoryName host(std::uint32_t node = 0) {
  return {MemoryKind::sysmem, node, 0};
}
inline constexpr ProcessorName gpu(std::uint32_t index, std::uint32_t node = 0) {
  return {ProcessorKind::gpu, node, index};
}

/// A single task with one argument, 1 s long on a GPU.
struct SceneTask {
  std::string privilege;
  ProcessorName processor{};
  MemoryName memory{};
  std::string data{"r"};
  bool collect = false;
  std::int32_t priority = 0;
  DataLayout layout{};
};

/// Region r has 100 bytes, cut into halves; s and q have 100 bytes each.
struct Scene {
  explicit Scene(const std::vector<SceneTask>& tasks, std::string flops = "1000000") {
    ProgramBuilder b("scene");
    for (const char* name : {"r", "s", "q"}) {
      b.region({name, {"100"}, {"x:1"}});
    }
    b.blocks({"half", "r", {"2"}});
    const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
    b.kind({"t", {{"a", "0"}}, variants, std::move(flops)});
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const bool half = tasks[i].data.starts_with("half");
      const std::vector<std::string> colour = half ? std::vector{tasks[i].data.substr(4)} : std::vector<std::string>{};
      b.launch({fmt::format("t{}", i), "t", {}, {}, {{half ? "half" : tasks[i].data, colour, tasks[i].privilege}}});
    }
    program = sure(b.build());
    graph = sure(expand(program));
    plan = blank_plan(program, graph);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      plan.tasks[i] = {tasks[i].processor, tasks[i].priority};
      plan.arguments[i] = {tasks[i].memory, tasks[i].layout, tasks[i].collect};
    }
  }

  Simulation run(const Machine& machine) const { return sure(Simulator(program, graph, machine).run(plan)); }

  Program program;
  TaskGraph graph;
  Plan plan;
};

/// "FBMEM 0 of node 0 -> FBMEM 1 of node 0: 100 B in 1; ..." of a run.
inline std::string traffic_text(const Machine& machine, const Simulation& run) {
  std::string text;
  for (const MemoryTraffic& pair : run.traffic) {
    text += fmt::format("{}{} -> {}: {} B in {}", text.empty() ? "" : "; ", to_string(machine.memory_name(pair.from)),
                        to_string(machine.memory_name(pair.to)), pair.bytes, pair.copies);
  }
  return text;
}

} // namespace mapwright::mapper
