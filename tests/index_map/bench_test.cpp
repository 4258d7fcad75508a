// The bench: every strategy reaches the points of the domain, and the report holds together.
#include "device/nvrtc.hpp"
#include "device/opencl.hpp"
#include "domain/catalogue.hpp"
#include "index_map/bench/source.hpp"
#include "index_map/bench_support.hpp"

#include <gmock/gmock.h>

namespace mapwright::test {
namespace {

using index_map::BenchBody;
using index_map::BenchRow;
using index_map::Strategy;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// Sizes small enough for a moment's work, for each of the catalogue's domains.
std::vector<expr::Int> small_sizes(const domain::Entry& entry) {
  const auto domain = domain::parse_domain(entry.names.front()).value();
  std::vector<expr::Int> sizes;
  for (std::size_t i = 0; i < domain.parameters.size(); ++i) {
    sizes.push_back(domain::has_level(domain) ? 3 : i == 0 ? 9 : 4);
  }
  return sizes;
}

std::vector<std::string> catalogue_names() {
  std::vector<std::string> names;
  for (const domain::Entry& entry : domain::catalogue()) {
    names.push_back(entry.names.front());
  }
  return names;
}

std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// prepare() runs every strategy once and fails unless each one but the textbook's writes exactly the points that the
/// box writes; table and search read the domain's own scan.
class BenchCatalogueSlow : public ::testing::TestWithParam<std::string> {};

TEST_P(BenchCatalogueSlow, EveryStrategyReachesThePointsOnTheHost) {
  const auto entry = domain::find_entry(GetParam());
  const BenchCase asked(GetParam(), small_sizes(*entry), host_device());
  const auto workbench = index_map::bench::host_workbench(3);
  const auto prepared = index_map::bench::prepare(asked.task(), *workbench);
  ASSERT_TRUE(prepared) << prepared.error().format();
  for (const char* name : {"box", "map", "step", "table", "search"}) {
    EXPECT_THAT(present(prepared->rows), Contains(name));
  }
}

TEST_P(BenchCatalogueSlow, EveryStrategyReachesThePointsOnOpenCl) {
  const auto devices = device::list_opencl_devices();
  if (!devices) {
    GTEST_SKIP() << devices.error().format();
  }
  const auto entry = domain::find_entry(GetParam());
  const BenchCase asked(GetParam(), small_sizes(*entry), devices->front());
  const auto workbench = index_map::bench::device_workbench(devices->front());
  ASSERT_TRUE(workbench) << workbench.error().format();
  const auto prepared = index_map::bench::prepare(asked.task(), **workbench);
  ASSERT_TRUE(prepared) << prepared.error().format();
  EXPECT_THAT(present(prepared->rows), Not(Contains("step")));
}

TEST_P(BenchCatalogueSlow, KernelsCompileForCuda) {
  if (const auto nvrtc = device::nvrtc_version(); !nvrtc) {
    GTEST_SKIP() << nvrtc.error().format();
  }
  const auto entry = domain::find_entry(GetParam());
  const BenchCase asked(GetParam(), small_sizes(*entry), host_device());
  const auto instance = index_map::bench::instance_at(asked.task(), asked.sizes);
  ASSERT_TRUE(instance) << instance.error().format();
  std::vector<Strategy> strategies;
  for (const Strategy strategy : index_map::all_strategies()) {
    if (index_map::bench::absence(strategy, instance->domain(), index_map::bench::Target::cuda).empty()) {
      strategies.push_back(strategy);
    }
  }
  for (const bool wide : {false, true}) {
    const auto body = instance->dimensions() > 1 ? BenchBody::attention : BenchBody::stencil;
    const auto source =
        index_map::bench::kernel_source(*instance, body, strategies, index_map::bench::Target::cuda, wide);
    ASSERT_TRUE(source) << source.error().format();
    const auto compiled = device::nvrtc_compile({.source = *source, .architecture = "sm_80"});
    ASSERT_TRUE(compiled) << compiled.error().format();
    EXPECT_TRUE(compiled->image) << compiled->log;
  }
}

INSTANTIATE_TEST_SUITE_P(All, BenchCatalogueSlow, ::testing::ValuesIn(catalogue_names()), test_name);

class BenchBodies : public ::testing::TestWithParam<BenchBody> {};

TEST_P(BenchBodies, AllStrategiesAgreeInTwoAndMoreDimensions) {
  for (const char* domain : {"triangle", "triangle-strict", "tetrahedron", "eri"}) {
    BenchCase asked(domain, {6}, host_device());
    asked.options.body = GetParam();
    const auto workbench = index_map::bench::host_workbench(2);
    const auto prepared = index_map::bench::prepare(asked.task(), *workbench);
    ASSERT_TRUE(prepared) << prepared.error().format();
    for (const BenchRow& row : prepared->rows) {
      EXPECT_NE(row.state, BenchRow::State::wrong) << to_string(row.strategy);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, BenchBodies,
                         ::testing::Values(BenchBody::write, BenchBody::pairs, BenchBody::attention,
                                           BenchBody::stencil),
                         [](const auto& body) { return std::string(to_string(body.param)); });

TEST(Bench, ReportsEveryStrategyOfTheTriangle) {
  const BenchCase asked("triangle", {64}, host_device());
  const auto report = index_map::run_bench(asked.derive, asked.sizes, asked.tables, asked.options);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_THAT(present(report->rows),
              ElementsAre("box", "map", "step", "fold", "table", "search", "textbook", "collapse"));
  EXPECT_EQ(report->points, 64 * 65 / 2);
  EXPECT_EQ(report->box, 64 * 64);
  EXPECT_EQ(report->bits, 32);
  for (const BenchRow& row : report->rows) {
    EXPECT_GT(row.pairs, 0) << to_string(row.strategy);
    EXPECT_GT(row.time, Seconds(0)) << to_string(row.strategy);
    EXPECT_LE(row.interval.low, row.speedup * 1.000001) << to_string(row.strategy);
    EXPECT_GE(row.interval.high, row.speedup * 0.999999) << to_string(row.strategy);
  }
  ASSERT_TRUE(report->prediction) << report->no_prediction;
  EXPECT_THAT(report->prediction->costs.work_sizes, ElementsAre(expr::Int{48}));
  EXPECT_GE(report->prediction->imbalance, 1);
}

TEST(Bench, TheTextbookFormulaIsWrongFromRow4607On) {
  const BenchCase asked("triangle", {4700}, host_device());
  const auto workbench = index_map::bench::host_workbench(2);
  const auto prepared = index_map::bench::prepare(asked.task(), *workbench);
  ASSERT_TRUE(prepared) << prepared.error().format();
  EXPECT_EQ(prepared->rows.at(static_cast<std::size_t>(Strategy::textbook)).state, BenchRow::State::wrong);
  EXPECT_EQ(prepared->rows.at(static_cast<std::size_t>(Strategy::fold)).state, BenchRow::State::measured);
}

TEST(Bench, SaysWhyAStrategyDoesNotExist) {
  const BenchCase asked("simplex", {5}, host_device());
  const auto workbench = index_map::bench::host_workbench(1);
  const auto prepared = index_map::bench::prepare(asked.task(), *workbench);
  ASSERT_TRUE(prepared) << prepared.error().format();
  const auto reason = [&](Strategy s) { return prepared->rows.at(static_cast<std::size_t>(s)).reason; };
  EXPECT_EQ(reason(Strategy::collapse), "a bound of z reads two outer loops, OpenMP allows one");
  EXPECT_EQ(reason(Strategy::fold), "known for triangles only");
  EXPECT_EQ(reason(Strategy::textbook), "no formula in common use is known");
}

TEST(Bench, RefusesWhatCannotBeBenched) {
  const auto refused = [](BenchCase& asked) {
    const auto report = index_map::run_bench(asked.derive, asked.sizes, asked.tables, asked.options);
    return report ? Error{ErrorKind::internal, "it was benched"} : report.error();
  };
  BenchCase empty("triangle", {0}, host_device());
  EXPECT_THAT(refused(empty).message, HasSubstr("the domain is empty"));
  BenchCase flat("cantor-set", {4}, host_device());
  flat.options.body = BenchBody::pairs;
  EXPECT_THAT(refused(flat).message, HasSubstr("needs two coordinates"));
  BenchCase large("triangle", {10'000'000}, host_device());
  EXPECT_THAT(refused(large).message, HasSubstr("the arrays over the bounding box need"));
  BenchCase beyond("triangle", {expr::Int{1} << 62}, host_device());
  EXPECT_THAT(refused(beyond).message, HasSubstr("not proved to fit 64-bit words"));
  for (BenchCase* asked : {&empty, &flat, &large, &beyond}) {
    EXPECT_EQ(refused(*asked).kind, ErrorKind::input);
  }
  EXPECT_EQ(index_map::bench_body("paint").error().message, "there is no body 'paint'");
}

TEST(Bench, RaggedDomainsTakeTheCostOfTheWorkFromTheFirstRows) {
  const BenchCase asked("ragged-causal", {8}, host_device());
  const auto report = index_map::run_bench(asked.derive, asked.sizes, asked.tables, asked.options);
  ASSERT_TRUE(report) << report.error().format();
  ASSERT_TRUE(report->prediction) << report->no_prediction;
  EXPECT_THAT(report->prediction->costs.work_sizes, ElementsAre(expr::Int{6}));
}

} // namespace
} // namespace mapwright::test
