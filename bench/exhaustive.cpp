// How many indices per second an exhaustive verification compares, on all cores.
#include "index_map/exhaustive.hpp"

#include "domain/parse.hpp"
#include "index_map/derive.hpp"

#include <string>

#include <benchmark/benchmark.h>

namespace mapwright::index_map {
namespace {

void verify(benchmark::State& state, const std::string& text, expr::Int size) {
  const auto domain = domain::parse_domain(text);
  const auto derived = domain ? derive(*domain) : Result<Derived>(forward(domain));
  if (!derived) {
    state.SkipWithError(derived.error().format().c_str());
    return;
  }
  const std::vector<expr::Int> parameters{size};
  const auto tables = tables_for(*derived, parameters);
  if (!tables) {
    state.SkipWithError(tables.error().format().c_str());
    return;
  }
  std::uint64_t indices = 0;
  for (auto _ : state) {
    const auto report = verify_exhaustively(derived->map, parameters, *tables);
    if (!report || !report->agrees) {
      state.SkipWithError((report ? report->counterexample : report.error().format()).c_str());
      return;
    }
    indices += report->indices;
  }
  state.counters["indices"] = benchmark::Counter(static_cast<double>(indices), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(verify, triangle, "triangle", 20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, triangle_strict, "triangle-strict", 20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, tetrahedron, "tetrahedron", 1'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, pyramid, "pyramid", 800)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, gasket, "gasket", 17)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, carpet, "carpet", 9)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, menger_sponge, "menger-sponge", 6)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace mapwright::index_map
