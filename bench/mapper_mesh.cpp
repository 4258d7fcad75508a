// Circuit, stencil and pennant at their published sizes: what it takes to make and expand them on 64 nodes, and the
// decision about circuit in the literature, shared nodes in the memory of the GPUs against pinned memory, on p100x4.
// The counters of the latter are simulated seconds of a loop and bytes between memories in a loop. Then expert and
// default mappings on lassen, in simulated seconds.
#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"
#include "support/checked.hpp"

#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>
#include <fmt/format.h>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;
using bench::checked;

void make_and_expand(benchmark::State& state, const std::string& specification) {
  std::size_t tasks = 0;
  for (auto _ : state) {
    const Application application = checked(open_application(specification));
    tasks = checked(expand(application.program)).tasks.size();
  }
  state.counters["tasks"] = static_cast<double>(tasks);
}

/// Simulated seconds and bytes between memories of a run.
struct MeshRun {
  double seconds = 0;
  double bytes = 0;
};

MeshRun simulated(const std::string& specification, const std::string& machine_name, const std::string& mapper,
                  const std::string& before_mapper = "") {
  const Application application = checked(open_application(specification));
  const TaskGraph graph = checked(expand(application.program));
  const Machine machine = checked(open_machine(machine_name));
  const Elaborated mapped =
      checked(elaborate({before_mapper + *application.mapper(mapper), mapper}, application.program, graph, machine));
  const Simulation run = checked(Simulator(application.program, graph, machine).run(mapped.plan));
  MeshRun made{run.makespan, 0};
  for (const MemoryTraffic& pair : run.traffic) {
    made.bytes += pair.from == pair.to ? 0 : static_cast<double>(pair.bytes);
  }
  return made;
}

/// The first statement for a key counts: what stands before the expert's text replaces its decision.
void circuit_decision(benchmark::State& state, const std::string& before_expert) {
  MeshRun loop;
  for (auto _ : state) {
    const auto run = [&](int loops) {
      return simulated(
          fmt::format("circuit,nodes_per_piece=50000,wires_per_piece=200000,steps={},loops={}", state.range(0), loops),
          "p100x4", "expert", before_expert);
    };
    const MeshRun two = run(2);
    const MeshRun twelve = run(12);
    loop = {(twelve.seconds - two.seconds) / 10, (twelve.bytes - two.bytes) / 10};
  }
  state.counters["loop_seconds"] = loop.seconds;
  state.counters["loop_bytes"] = loop.bytes;
}

/// An application at its published size on so many nodes of lassen, for so many repetitions of its loop.
std::string published(const std::string& name, std::int64_t nodes, std::int64_t repetitions) {
  if (name == "circuit") {
    return fmt::format("circuit,pieces={},nodes_per_piece=50000,wires_per_piece=200000,steps=10000,loops={}", 4 * nodes,
                       repetitions);
  }
  if (name == "pennant") {
    return fmt::format("pennant,zones_x=320,zones_y={},pieces={},cycles={}", 92160 * nodes, 4 * nodes, repetitions);
  }
  std::int64_t tiles_x = 2;
  std::int64_t tiles_y = 2;
  for (std::int64_t n = nodes; n > 1; n /= 2) {
    (tiles_x == tiles_y ? tiles_x : tiles_y) *= 2;
  }
  return fmt::format("stencil,n=15000,tiles_x={},tiles_y={},steps={}", tiles_x, tiles_y, repetitions);
}

/// Seconds of the published number of repetitions, and how many times as long the expert's mapping takes as the
/// default.
void default_against_expert(benchmark::State& state, const std::string& name, int repetitions) {
  const std::string machine = fmt::format("lassen,nodes={}", state.range(0));
  double seconds[2] = {};
  for (auto _ : state) {
    for (const int mapper : {0, 1}) {
      const auto run = [&](int count) {
        return simulated(published(name, state.range(0), count), machine, mapper == 0 ? "expert" : "default").seconds;
      };
      seconds[mapper] = run(repetitions + 2) - run(2);
    }
  }
  state.counters["expert_seconds"] = seconds[0];
  state.counters["default_seconds"] = seconds[1];
  state.counters["expert_over_default"] = seconds[0] / seconds[1];
}

BENCHMARK_CAPTURE(make_and_expand, circuit,
                  "circuit,pieces=256,nodes_per_piece=50000,wires_per_piece=200000,steps=10000,loops=50")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_and_expand, stencil, "stencil,n=15000,tiles_x=16,tiles_y=16,steps=50")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(make_and_expand, pennant, "pennant,zones_x=320,zones_y=5898240,pieces=256,cycles=30")
    ->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(circuit_decision, zcmem, "")->Arg(10)->Arg(1000)->Arg(10000)->Iterations(1);
BENCHMARK_CAPTURE(circuit_decision, fbmem, "Region * rp_shared GPU FBMEM;\nRegion * rp_ghost GPU FBMEM;\n")
    ->Arg(10)
    ->Arg(1000)
    ->Arg(10000)
    ->Iterations(1);
BENCHMARK_CAPTURE(default_against_expert, circuit, "circuit", 50)->RangeMultiplier(4)->Range(1, 64)->Iterations(1);
BENCHMARK_CAPTURE(default_against_expert, stencil, "stencil", 50)->RangeMultiplier(4)->Range(1, 64)->Iterations(1);
BENCHMARK_CAPTURE(default_against_expert, pennant, "pennant", 30)->RangeMultiplier(4)->Range(1, 64)->Iterations(1);

} // namespace
