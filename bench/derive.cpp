// Time to derive, and to derive and certify, each catalogue domain on one core.
#include "index_map/derive.hpp"

#include "domain/catalogue.hpp"
#include "domain/parse.hpp"
#include "index_map/certificate.hpp"

#include <benchmark/benchmark.h>

namespace mapwright::index_map {
namespace {

void derive_and_certify(benchmark::State& state, const std::string& name) {
  for (auto _ : state) {
    const auto domain = domain::parse_domain(name);
    const auto certified = derive_certified(*domain);
    if (!certified || certified->certificate.status != Status::proved) {
      state.SkipWithError("not proved");
      return;
    }
  }
}

void derive_only(benchmark::State& state, const std::string& name) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(derive(*domain::parse_domain(name)));
  }
}

const int registered = [] {
  for (const domain::Entry& entry : domain::catalogue()) {
    const std::string& name = entry.names.front();
    benchmark::RegisterBenchmark(("derive_and_certify/" + name).c_str(), derive_and_certify, name)
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(("derive/" + name).c_str(), derive_only, name)->Unit(benchmark::kMillisecond);
  }
  return 0;
}();

} // namespace
} // namespace mapwright::index_map
