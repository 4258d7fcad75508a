// Points of an index launch placed per second on one core: items_per_second is points. A block map over a million
// points, proved and vectorised; one of about the same length that is not proved, by its tape; a point at a time by the
// evaluator; and the cost of reading, checking and proving.
#include "mapper/language/launch_map.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include <benchmark/benchmark.h>

namespace mapwright::mapper::language {
namespace {

const std::string block_cyclic =
    "g = Machine(GPU);\n"
    "def f(Task t) {\n"
    "  a = g.auto_split(0, t.ispace);\n"
    "  b = a.auto_split(2, t.ispace / a[:-1]);\n"
    "  return b[t.ipoint[0] * b.size[0] / t.ispace[0], t.ipoint[1] * b.size[1] / t.ispace[1],\n"
    "           t.ipoint[0] % b.size[2], t.ipoint[1] % b.size[3]];\n"
    "}\n"
    "IndexTaskMap sweep f;\n";

/// Intervals do not know that x*x - x is even.
const std::string unproved =
    "g = Machine(GPU);\n"
    "def f(Task t) {\n"
    "  a = g.auto_split(0, t.ispace);\n"
    "  b = a.auto_split(2, t.ispace / a[:-1]);\n"
    "  x = t.ipoint[0];\n"
    "  return b[x * b.size[0] / t.ispace[0] + (x * x - x) % 2, t.ipoint[1] * b.size[1] / t.ispace[1],\n"
    "           t.ipoint[0] % b.size[2], t.ipoint[1] % b.size[3]];\n"
    "}\n"
    "IndexTaskMap sweep f;\n";

MachineShape cluster() {
  MachineShape shape;
  shape.nodes = 16;
  shape.processors[static_cast<std::size_t>(ProcessorKind::gpu)] = 4;
  return shape;
}

void place(benchmark::State& state) {
  constexpr std::int64_t chunk = 65'536;
  const Mapper mapper = *Mapper::make({block_cyclic, "bench"}, cluster());
  const LaunchMap map = *LaunchMap::make(mapper, "f", ProcessorKind::gpu, LaunchDomain::of({1'024, 1'024}));
  if (!map.proved()) {
    state.SkipWithError("not proved");
    return;
  }
  std::int64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(map.place(first, chunk));
    first = (first + chunk) % (1'024 * 1'024);
  }
  state.SetItemsProcessed(state.iterations() * chunk);
}
BENCHMARK(place);

void place_unproved(benchmark::State& state) {
  constexpr std::int64_t chunk = 65'536;
  const Mapper mapper = *Mapper::make({unproved, "bench"}, cluster());
  const LaunchMap map = *LaunchMap::make(mapper, "f", ProcessorKind::gpu, LaunchDomain::of({1'024, 1'024}));
  if (map.proved() || !map.recorded()) {
    state.SkipWithError("not recorded");
    return;
  }
  std::int64_t first = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(map.place(first, chunk));
    first = (first + chunk) % (1'024 * 1'024);
  }
  state.SetItemsProcessed(state.iterations() * chunk);
}
BENCHMARK(place_unproved);

void evaluate_each(benchmark::State& state) {
  const Mapper mapper = *Mapper::make({block_cyclic, "bench"}, cluster());
  Evaluator evaluator = mapper.evaluator();
  const LaunchDomain domain = LaunchDomain::of({1'024, 1'024});
  TaskView task;
  task.launch = LaunchPoint{{Number{0}, Number{0}}, domain.extents};
  std::int64_t number = 0;
  for (auto _ : state) {
    const std::vector<std::int64_t> point = domain.point(number);
    task.launch->point = {Number{point[0]}, Number{point[1]}};
    benchmark::DoNotOptimize(evaluator.place(*mapper.function("f"), task));
    number = (number + 4'097) % domain.volume();
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(evaluate_each);

void read_and_prove(benchmark::State& state) {
  for (auto _ : state) {
    const Mapper mapper = *Mapper::make({block_cyclic, "bench"}, cluster());
    benchmark::DoNotOptimize(LaunchMap::make(mapper, "f", ProcessorKind::gpu, LaunchDomain::of({1'024, 1'024})));
  }
}
BENCHMARK(read_and_prove)->Unit(benchmark::kMicrosecond);

} // namespace
} // namespace mapwright::mapper::language
