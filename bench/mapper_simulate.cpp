// Events per second of the simulator, cost of expanding a program, and what a rerun saves when only the last launch
// changes: a circuit of pieces with shared and ghost nodes on nodes with four GPUs. Items are events: tasks that became
// ready, began and ended, and copies.
#include "mapper/machine/read_machine.hpp"
#include "mapper/program/builder.hpp"
#include "mapper/simulate/simulate.hpp"
#include "support/checked.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;
using bench::checked;

constexpr std::int64_t nodes_per_piece = 5000;
constexpr std::int64_t wires_per_piece = 20000;
constexpr std::int64_t shared_per_piece = 50;

/// Pieces in a ring: the first of a piece's nodes are shared, its ghosts are the shared nodes of its neighbours.
Program circuit(std::int64_t pieces, std::int64_t loops) {
  ProgramBuilder b("circuit");
  b.size("p", pieces);
  b.region({"nodes", {std::to_string(pieces * nodes_per_piece)}, {"cap:4", "leakage:4", "charge:4", "voltage:4"}});
  b.region({"wires", {std::to_string(pieces * wires_per_piece)}, {"state:76", "rest:24"}});
  b.blocks({"piece", "wires", {"p"}});
  std::vector<PointSet> own(static_cast<std::size_t>(pieces));
  std::vector<PointSet> shared = own;
  std::vector<PointSet> ghost = own;
  for (std::int64_t i = 0; i < pieces; ++i) {
    const std::int64_t first = i * nodes_per_piece;
    const auto at = static_cast<std::size_t>(i);
    shared[at] = {{1, {first}, {first + shared_per_piece}}};
    own[at] = {{1, {first + shared_per_piece}, {first + nodes_per_piece}}};
    for (const std::int64_t neighbour : {(i + 1) % pieces, (i + pieces - 1) % pieces}) {
      ghost[at].push_back({1, {neighbour * nodes_per_piece}, {neighbour * nodes_per_piece + shared_per_piece}});
    }
  }
  b.sets({"private", "nodes", {"p"}, own});
  b.sets({"shared", "nodes", {"p"}, shared});
  b.sets({"ghost", "nodes", {"p"}, ghost});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"start", {{"w"}, {"n"}, {"s"}}, variants, "4*w"});
  b.kind({"currents", {{"w"}, {"n"}, {"s"}, {"g"}}, variants, "960000*w"});
  b.kind({"charge", {{"w"}, {"n"}, {"s"}, {"g"}}, variants, "4*w"});
  b.kind({"voltages", {{"n"}, {"s"}}, variants, "4*n"});
  b.launch({"", "start", {"p"}, {"i"}, {{"piece", {"i"}, "W"}, {"private", {"i"}, "W"}, {"shared", {"i"}, "W"}}});
  b.loop({"time", "t", std::to_string(loops)});
  b.launch({"",
            "currents",
            {"p"},
            {"i"},
            {{"piece", {"i"}, "RW"},
             {"private", {"i"}, "R", {"voltage"}},
             {"shared", {"i"}, "R", {"voltage"}},
             {"ghost", {"i"}, "R", {"voltage"}}},
            "time"});
  b.launch({"",
            "charge",
            {"p"},
            {"i"},
            {{"piece", {"i"}, "R", {"state"}},
             {"private", {"i"}, "RW", {"charge"}},
             {"shared", {"i"}, "reduce(+)", {"charge"}},
             {"ghost", {"i"}, "reduce(+)", {"charge"}}},
            "time"});
  b.launch({"", "voltages", {"p"}, {"i"}, {{"private", {"i"}, "RW"}, {"shared", {"i"}, "RW"}}, "time"});
  b.kind({"check", {{"n"}}, variants, "n"});
  b.launch({"", "check", {"p"}, {"i"}, {{"private", {"i"}, "R"}}});
  return checked(b.build());
}

Plan on_gpus(const Program& program, const TaskGraph& graph, std::uint32_t nodes) {
  Plan plan = blank_plan(program, graph);
  for (std::uint32_t slot = 0; slot < graph.slots.size(); ++slot) {
    const std::uint32_t node = graph.slots[slot].point / 4 % nodes;
    const std::uint32_t index = graph.slots[slot].point % 4;
    plan.tasks[slot].processor = {ProcessorKind::gpu, node, index};
    for (std::size_t i = 0; i < program.launches[graph.slots[slot].launch].arguments.size(); ++i) {
      plan.arguments[graph.slots[slot].first_argument + i].memory = {MemoryKind::fbmem, node, index};
    }
  }
  return plan;
}

/// A program on lassen with this many nodes, four pieces on each.
struct Setting {
  Setting(std::int64_t nodes, std::int64_t loops)
      : machine(checked(open_machine("lassen,nodes=" + std::to_string(nodes)))), program(circuit(4 * nodes, loops)),
        graph(checked(expand(program))), plan(on_gpus(program, graph, static_cast<std::uint32_t>(nodes))) {}
  Machine machine;
  Program program;
  TaskGraph graph;
  Plan plan;
};

void simulate_circuit(benchmark::State& state) {
  const Setting setting(state.range(0), state.range(1));
  Simulator simulator(setting.program, setting.graph, setting.machine);
  std::uint64_t events = 0;
  for (auto _ : state) {
    const Simulation run = checked(simulator.run(setting.plan));
    events += run.events;
    benchmark::DoNotOptimize(run.makespan);
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(events));
}

void expand_circuit(benchmark::State& state) {
  const Program program = circuit(4 * state.range(0), state.range(1));
  std::size_t tasks = 0;
  for (auto _ : state) {
    tasks += checked(expand(program)).tasks.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(tasks));
}

void rerun_after_a_change(benchmark::State& state) {
  Setting setting(state.range(0), state.range(1));
  Simulator simulator(setting.program, setting.graph, setting.machine);
  checked(simulator.rerun(setting.plan));
  for (auto _ : state) {
    setting.plan.tasks.back().priority ^= 1;
    benchmark::DoNotOptimize(checked(simulator.rerun(setting.plan)).makespan);
  }
}

BENCHMARK(simulate_circuit)
    ->Args({1, 50})
    ->Args({4, 50})
    ->Args({16, 50})
    ->Args({64, 50})
    ->Unit(benchmark::kMillisecond);
BENCHMARK(expand_circuit)->Args({64, 50})->Unit(benchmark::kMillisecond);
BENCHMARK(rerun_after_a_change)->Args({16, 50})->Unit(benchmark::kMillisecond);

} // namespace
