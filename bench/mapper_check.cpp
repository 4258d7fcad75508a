// Static checks of mappers: from the text and from a mapper that was read, for a program that was expanded, and with
// the expansion. A grid of tiles with sides on nodes with four GPUs, one tile for each, in 50 trips. Items are tasks.
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/program/builder.hpp"
#include "support/checked.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace {

using namespace mapwright;
using namespace mapwright::mapper;
using bench::checked;

constexpr std::int64_t tile_width = 1000;
constexpr std::int64_t trips = 50;

/// Four tiles for each node in a row, every one with sides of two points.
Program stencil(std::int64_t nodes) {
  ProgramBuilder b("stencil");
  b.size("x", 2 * nodes);
  b.region({"grid", {std::to_string(2 * nodes * tile_width), std::to_string(2 * tile_width)}, {"in:8", "out:8"}});
  b.blocks({"tile", "grid", {"x", "2"}});
  b.halo({"sides", "tile", {"2", "2"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu},
                                          {ProcessorKind::gpu, 1, {"F_order", "F_order", "F_order"}}};
  b.kind({"start", {{"a"}}, {{ProcessorKind::cpu}, {ProcessorKind::gpu}}, "a"});
  b.kind({"sweep", {{"own"}, {"sides"}, {"to"}}, variants, "10*own"});
  b.kind({"add", {{"to"}}, {{ProcessorKind::cpu}, {ProcessorKind::gpu}}, "to"});
  b.launch({"", "start", {"x", "2"}, {"i", "j"}, {{"tile", {"i", "j"}, "W"}}});
  b.loop({"time", "t", std::to_string(trips)});
  b.launch(
      {"",
       "sweep",
       {"x", "2"},
       {"i", "j"},
       {{"tile", {"i", "j"}, "R", {"in"}}, {"sides", {"i", "j"}, "R", {"in"}}, {"tile", {"i", "j"}, "RW", {"out"}}},
       "time"});
  b.launch({"", "add", {"x", "2"}, {"i", "j"}, {{"tile", {"i", "j"}, "RW", {"in"}}}, "time"});
  return checked(b.build());
}

/// Blocks over nodes, cyclic inside a node, with statements of every sort.
const std::string mapper_text = "Task * GPU, CPU;\n"
                                "Region * * GPU FBMEM, ZCMEM;\n"
                                "Region sweep sides GPU ZCMEM;\n"
                                "Layout * * * SOA F_order;\n"
                                "CollectMemory sweep sides;\n"
                                "InstanceLimit sweep 4;\n"
                                "g = Machine(GPU);\n"
                                "def blocks(Task t) {\n"
                                "  a = g.auto_split(0, t.ispace);\n"
                                "  b = a.auto_split(2, t.ispace / a[:-1]);\n"
                                "  x = t.ipoint[0] * b.size[0] / t.ispace[0];\n"
                                "  y = t.ipoint[1] * b.size[1] / t.ispace[1];\n"
                                "  return b[x, y, t.ipoint[0] % b.size[2], t.ipoint[1] % b.size[3]];\n"
                                "}\n"
                                "IndexTaskMap start, sweep, add blocks;\n";

struct CheckSetting {
  explicit CheckSetting(std::int64_t nodes)
      : machine(checked(open_machine("lassen,nodes=" + std::to_string(nodes)))), program(stencil(nodes)),
        graph(checked(expand(program))) {}
  Machine machine;
  Program program;
  TaskGraph graph;
};

void check_of_text(benchmark::State& state) {
  const CheckSetting setting(state.range(0));
  const language::SourceText text{mapper_text, "M"};
  std::size_t tasks = 0;
  for (auto _ : state) {
    const Elaboration elaboration = check_on(text, setting.program, setting.graph, setting.machine);
    tasks += elaboration.made.value().plan.tasks.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(tasks));
}

void check_of_read_mapper(benchmark::State& state) {
  const CheckSetting setting(state.range(0));
  const auto mapper = checked(language::Mapper::make({mapper_text, "M"}, shape_of(setting.machine)));
  std::size_t tasks = 0;
  for (auto _ : state) {
    const Elaboration elaboration = check_on(mapper, setting.program, setting.graph, setting.machine);
    tasks += elaboration.made.value().plan.tasks.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(tasks));
}

void check_with_expansion(benchmark::State& state) {
  const CheckSetting setting(state.range(0));
  const language::SourceText text{mapper_text, "M"};
  std::size_t tasks = 0;
  for (auto _ : state) {
    const TaskGraph graph = checked(expand(setting.program));
    const Elaboration elaboration = check_on(text, setting.program, graph, setting.machine);
    tasks += elaboration.made.value().plan.tasks.size();
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(tasks));
}

BENCHMARK(check_of_text)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(check_of_read_mapper)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);
BENCHMARK(check_with_expansion)->Arg(1)->Arg(64)->Unit(benchmark::kMillisecond);

} // namespace
