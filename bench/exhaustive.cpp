// How many indices per second an exhaustive verification compares, on all cores: `indices` by the clock, `per_core` by
// the processor time of all threads, which other work on the machine disturbs less.
#include "index_map/exhaustive.hpp"

#include "domain/parse.hpp"
#include "index_map/derive.hpp"

#include <ctime>
#include <string>

#include <benchmark/benchmark.h>

namespace mapwright::index_map {
namespace {

double processor_seconds() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  constexpr double nano = 1e-9;
  return static_cast<double>(time.tv_sec) + nano * static_cast<double>(time.tv_nsec);
}

void verify(benchmark::State& state, const std::string& text, expr::Int size, bool check_rank = true) {
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
  ExhaustiveOptions options;
  options.check_rank = check_rank;
  std::uint64_t indices = 0;
  const double began = processor_seconds();
  for (auto _ : state) {
    const auto report = verify_exhaustively(derived->map, parameters, *tables, options);
    if (!report || !report->agrees) {
      state.SkipWithError((report ? report->counterexample : report.error().format()).c_str());
      return;
    }
    indices += report->indices;
  }
  state.counters["per_core"] = static_cast<double>(indices) / (processor_seconds() - began);
  state.counters["indices"] = benchmark::Counter(static_cast<double>(indices), benchmark::Counter::kIsRate);
}

BENCHMARK_CAPTURE(verify, triangle, "triangle", 20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, triangle_strict, "triangle-strict", 20'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, tetrahedron, "tetrahedron", 1'000)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, pyramid, "pyramid", 800)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, gasket_14, "gasket", 14)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, gasket_14_unrank, "gasket", 14, false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, gasket_17, "gasket", 17)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, gasket_17_unrank, "gasket", 17, false)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, carpet, "carpet", 9)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK_CAPTURE(verify, menger_sponge, "menger-sponge", 6)->Unit(benchmark::kMillisecond)->UseRealTime();

} // namespace
} // namespace mapwright::index_map
