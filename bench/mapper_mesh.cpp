// Circuit, stencil and pennant at their published sizes: what it takes to make and expand them on 64 nodes, and the
// decision about circuit in the literature, shared nodes in the memory of the GPUs against pinned memory, on p100x4.
// The counters of the latter are simulated seconds of a loop and bytes between memories in a loop.
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

/// Simulated seconds and bytes of a run of so many loops.
struct CircuitRun {
  double seconds = 0;
  double bytes = 0;
};

CircuitRun circuit_on_p100x4(const std::string& before_expert, std::int64_t steps, std::int64_t loops) {
  const Application application = checked(open_application(
      fmt::format("circuit,nodes_per_piece=50000,wires_per_piece=200000,steps={},loops={}", steps, loops)));
  const TaskGraph graph = checked(expand(application.program));
  const Machine machine = checked(open_machine("p100x4"));
  const std::string text = before_expert + *application.mapper("expert");
  const Elaborated mapped = checked(elaborate({text, "circuit"}, application.program, graph, machine));
  const Simulation run = checked(Simulator(application.program, graph, machine).run(mapped.plan));
  CircuitRun made{run.makespan, 0};
  for (const MemoryTraffic& pair : run.traffic) {
    made.bytes += pair.from == pair.to ? 0 : static_cast<double>(pair.bytes);
  }
  return made;
}

/// The first statement for a key counts: what stands before the expert's text replaces its decision.
void circuit_decision(benchmark::State& state, const std::string& before_expert) {
  CircuitRun loop;
  for (auto _ : state) {
    const CircuitRun two = circuit_on_p100x4(before_expert, state.range(0), 2);
    const CircuitRun twelve = circuit_on_p100x4(before_expert, state.range(0), 12);
    loop = {(twelve.seconds - two.seconds) / 10, (twelve.bytes - two.bytes) / 10};
  }
  state.counters["loop_seconds"] = loop.seconds;
  state.counters["loop_bytes"] = loop.bytes;
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

} // namespace
