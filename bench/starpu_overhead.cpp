// What the engine on StarPU adds to a task: a plan with kernels that do nothing, against the same tasks given to StarPU
// by hand, on one CPU worker. Runs alternate; counters are medians: microseconds of a task on each, and of the ratios
// of neighbouring runs. The goal is a ratio of at most 2.
#include "core/units.hpp"
#include "mapper/program/builder.hpp"
#include "starpu_engine/engine.hpp"
#include "support/checked.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>
#include <starpu.h>

namespace {

using namespace mapwright;
using bench::checked;

constexpr int pairs = 15;

/// Blocks of a line that are changed in turns, each with its neighbours' sides where `halo`, else alone.
mapper::Program blocks_program(bool halo) {
  mapper::ProgramBuilder b("blocks");
  b.region({"line", {"6400"}, {"now:8", "next:8"}});
  b.blocks({"block", "line", {"64"}});
  b.halo({"wide", "block", {"1"}, true});
  const std::string read = halo ? "wide" : "block";
  b.kind({"sweep", {{"to"}, {"from"}}, {{mapper::ProcessorKind::cpu}}});
  b.kind({"swap", {{"to"}, {"from"}}, {{mapper::ProcessorKind::cpu}}});
  b.loop({"t", "t", "100", ""});
  b.launch({"sweep", "sweep", {"64"}, {"i"}, {{"block", {"i"}, "W", {"next"}}, {read, {"i"}, "R", {"now"}}}, "t"});
  b.launch({"swap", "swap", {"64"}, {"i"}, {{"block", {"i"}, "W", {"now"}}, {"block", {"i"}, "R", {"next"}}}, "t"});
  return checked(b.build());
}

const std::filesystem::path& starpu_cache() {
  static const std::filesystem::path folder = [] {
    const std::filesystem::path made = std::filesystem::temp_directory_path() / "mapwright-bench-starpu";
    std::filesystem::create_directories(made);
    return made;
  }();
  return folder;
}

double seconds_by_engine(const mapper::Program& program, const mapper::TaskGraph& graph) {
  const mapper::KernelTable kernels{{"sweep", {[](const mapwright_task*) {}, {}}},
                                    {"swap", {[](const mapwright_task*) {}, {}}}};
  const auto runtime = checked(starpu_engine::Runtime::start({1, 0}, starpu_cache()));
  starpu_engine::Engine engine(runtime, program, graph, kernels);
  mapper::RegionData data = checked(mapper::RegionData::make(program));
  return checked(engine.run(blank_plan(program, graph), data)).seconds;
}

/// The same atoms and the same uses of them.
double seconds_by_hand(const mapper::TaskGraph& graph) {
  starpu_conf settings;
  starpu_conf_init(&settings);
  settings.sched_policy_name = "eager";
  if (starpu_init(&settings) != 0) {
    return 0;
  }
  std::vector<std::vector<std::byte>> bytes(graph.atoms.size());
  std::vector<starpu_data_handle_t> handles(graph.atoms.size());
  for (std::size_t atom = 0; atom < graph.atoms.size(); ++atom) {
    bytes[atom].resize(graph.atoms[atom].bytes);
    starpu_vector_data_register(&handles[atom], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(bytes[atom].data()),
                                static_cast<std::uint32_t>(bytes[atom].size()), 1);
  }
  starpu_codelet codelet;
  starpu_codelet_init(&codelet);
  codelet.cpu_funcs[0] = [](void**, void*) {};
  codelet.nbuffers = STARPU_VARIABLE_NBUFFERS;
  const auto begin = std::chrono::steady_clock::now();
  for (const mapper::PointTask& point : graph.tasks) {
    starpu_task* const task = starpu_task_create();
    task->cl = &codelet;
    for (std::uint32_t i = 0; i < point.accesses; ++i) {
      const mapper::Access& access = graph.accesses[point.first_access + i];
      for (const std::uint32_t atom : graph.atoms_of(access.view)) {
        task->handles[task->nbuffers] = handles[atom];
        task->modes[task->nbuffers++] = access.privilege == mapper::Privilege::read ? STARPU_R : STARPU_W;
      }
    }
    if (starpu_task_submit(task) != 0) {
      return 0;
    }
  }
  starpu_task_wait_for_all();
  const double seconds = Seconds(std::chrono::steady_clock::now() - begin).count();
  for (starpu_data_handle_t handle : handles) {
    starpu_data_unregister(handle);
  }
  starpu_shutdown();
  return seconds;
}

double middle(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

void task_overhead(benchmark::State& state) {
  const mapper::Program program = blocks_program(state.range(0) != 0);
  const mapper::TaskGraph graph = checked(mapper::expand(program));
  const double microseconds_of_task = 1e6 / static_cast<double>(graph.tasks.size());
  std::vector<double> engine;
  std::vector<double> bare;
  std::vector<double> ratios;
  seconds_by_engine(program, graph); // the first calibrates and sets what both read from the environment
  for (auto _ : state) {
    engine.push_back(seconds_by_engine(program, graph));
    bare.push_back(seconds_by_hand(graph));
    ratios.push_back(engine.back() / bare.back());
    state.SetIterationTime(engine.back());
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(graph.tasks.size()) * state.iterations());
  state.counters["engine_us"] = middle(engine) * microseconds_of_task;
  state.counters["bare_us"] = middle(bare) * microseconds_of_task;
  state.counters["ratio"] = middle(ratios);
}

BENCHMARK(task_overhead)
    ->ArgName("halo")
    ->Arg(0)
    ->Arg(1)
    ->Iterations(pairs)
    ->UseManualTime()
    ->Unit(benchmark::kMillisecond);

} // namespace
