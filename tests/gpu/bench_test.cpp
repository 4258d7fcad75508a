// The bench on a real CUDA device: every strategy that exists there reaches the points of the domain.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "index_map/bench_support.hpp"

#include <gmock/gmock.h>

namespace mapwright::test {
namespace {

using index_map::BenchRow;
using ::testing::IsSupersetOf;

TEST(GpuBench, EveryStrategyReachesThePoints) {
  const auto devices = device::list_cuda_devices();
  if (!devices) {
    GTEST_SKIP() << devices.error().format();
  }
  if (const auto nvrtc = device::nvrtc_version(); !nvrtc) {
    GTEST_SKIP() << nvrtc.error().format();
  }
  for (const auto& [domain, size] : std::vector<std::pair<std::string, expr::Int>>{{"triangle", 1000},
                                                                                   {"tetrahedron", 90},
                                                                                   {"eri", 12},
                                                                                   {"gasket", 9},
                                                                                   {"menger-sponge", 3},
                                                                                   {"ragged-causal", 8}}) {
    BenchCase asked(domain, {size}, devices->front());
    for (const auto body : {index_map::BenchBody::write, index_map::BenchBody::pairs, index_map::BenchBody::attention,
                            index_map::BenchBody::stencil}) {
      asked.options.body = body;
      const auto report = index_map::run_bench(asked.derive, asked.sizes, asked.tables, asked.options);
      ASSERT_TRUE(report) << domain << ": " << report.error().format();
      EXPECT_THAT(present(report->rows), IsSupersetOf({"box", "map", "table", "search"})) << domain;
      for (const BenchRow& row : report->rows) {
        EXPECT_TRUE(row.state != BenchRow::State::wrong || row.strategy == index_map::Strategy::textbook)
            << domain << " " << to_string(row.strategy);
      }
    }
  }
}

} // namespace
} // namespace mapwright::test
