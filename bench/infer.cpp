// Time to infer each catalogue domain from its first 500 points (all of them where it has fewer), on one core.
#include "index_map/infer/infer.hpp"

#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "domain/reference.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

namespace mapwright::index_map::infer {
namespace {

constexpr std::size_t given = 500;

/// Sizes with about `given` points of which not all ends are seen.
std::vector<expr::Int> sizes_of(const domain::Entry& entry, const domain::Domain& domain) {
  if (domain.parameters.size() == 1 && domain.parameters[0].name() == "level") {
    return {9 - static_cast<int>(domain.dimensions.size())};
  }
  std::vector<expr::Int> sizes(entry.default_size.begin(), entry.default_size.end());
  sizes[0] = entry.row == 12 || entry.row == 13 ? 14 : 40;
  return sizes;
}

Examples examples_of(const domain::Entry& entry) {
  const auto domain = domain::parse_domain(entry.names.front());
  domain::ScanOptions options;
  options.count_first = false;
  auto scanner = domain::Reference::make(*domain)->scan(sizes_of(entry, *domain), {}, options);
  Examples examples;
  examples.file = entry.names.front();
  examples.dimensions = domain->dimensions;
  examples.points = PointList(domain->dimensions.size());
  std::vector<std::int64_t> point;
  domain::Run run;
  while (examples.points.size() < given && scanner->next(run)) {
    for (std::int64_t x = run.first; x <= run.last && examples.points.size() < given; ++x) {
      point.assign(run.prefix.begin(), run.prefix.end());
      point.push_back(x);
      examples.points.push(point);
      examples.lines.push_back(static_cast<int>(examples.lines.size()) + 1);
      examples.sources.emplace_back();
    }
  }
  return examples;
}

void infer_entry(benchmark::State& state, const domain::Entry& entry) {
  const Examples examples = examples_of(entry);
  for (auto _ : state) {
    const auto inference = infer(examples);
    if (!inference) {
      state.SkipWithError(inference.error().message.c_str());
      return;
    }
    benchmark::DoNotOptimize(inference->held_back);
  }
  state.counters["points"] = static_cast<double>(examples.points.size());
}

const int registered = [] {
  for (const domain::Entry& entry : domain::catalogue()) {
    if (entry.row != 9) { // run-time tables: no law in the points
      benchmark::RegisterBenchmark(("infer/" + entry.names.front()).c_str(), [&entry](benchmark::State& state) {
        infer_entry(state, entry);
      })->Unit(benchmark::kMillisecond);
    }
  }
  return 0;
}();

} // namespace
} // namespace mapwright::index_map::infer
