// The cost model of the bench: pure functions.
#include "index_map/bench/predict.hpp"
#include "index_map/bench_support.hpp"
#include "reference/enumerate.hpp"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace mapwright::test {
namespace {

using index_map::BenchCosts;
using index_map::bench::Load;
using index_map::bench::Share;
using ::testing::ElementsAre;

Load random_load() {
  Load load;
  const int threads = *rc::gen::inRange(1, 9);
  for (int t = 0; t < threads; ++t) {
    const auto box = *rc::gen::inRange<std::int64_t>(1, 100'000);
    const auto points = *rc::gen::inRange<std::int64_t>(0, box + 1);
    load.shares.push_back({box, points});
    load.points += points;
  }
  load.points = std::max<std::int64_t>(load.points, 1);
  return load;
}

RC_GTEST_PROP(BenchPredict, CostsThatMadeTheTimesAreFoundAgain, ()) {
  Load full = random_load();
  Load small = random_load();
  for (Load* load : {&full, &small}) {
    load->shares[0].points = std::max<std::int64_t>(load->shares[0].points, 1);
  }
  BenchCosts costs;
  costs.skipped = *rc::gen::inRange(1, 1000) * 1e-10;
  costs.useful_in_box = *rc::gen::inRange(1000, 100'000) * 1e-10;
  costs.map = *rc::gen::inRange(1, 1000) * 1e-10;
  costs.useful_in_map = *rc::gen::inRange(1000, 10'000) * 1e-10;
  costs.launch = Seconds(*rc::gen::inRange(0, 100) * 1e-7);
  // The work is cheaper at the smaller size; a look-up costs as much as the map finds a point.
  const double cheaper = *rc::gen::inRange(0, 900) * 1e-10;
  BenchCosts unarmed = costs;
  unarmed.useful_in_box = 0;
  unarmed.useful_in_map = 0;
  BenchCosts at_small = costs;
  at_small.useful_in_box -= cheaper;
  at_small.useful_in_map -= cheaper;
  const auto of_size = [&](const BenchCosts& armed, const Load& load) {
    return index_map::bench::SizeTimes{box_time(unarmed, load), map_time(unarmed, load), map_time(unarmed, load),
                                       map_time(armed, load)};
  };
  const index_map::bench::Times times{of_size(costs, full), of_size(at_small, small), box_time(at_small, small),
                                      map_time(at_small, small), costs.launch};
  const BenchCosts found = costs_of(times, full, small);
  RC_ASSERT(std::abs(found.skipped / costs.skipped - 1) < 1e-6);
  RC_ASSERT(std::abs(found.map / costs.map - 1) < 1e-6);
  RC_ASSERT(std::abs(found.useful_in_map / costs.useful_in_map - 1) < 1e-6);
  RC_ASSERT(std::abs(map_time(found, full) / map_time(costs, full) - 1) < 1e-6);
  // Of the box, the time is known, and the cost of the work only where a thread with work is the slowest.
  BenchCosts found_small = found;
  found_small.useful_in_box -= cheaper;
  RC_ASSERT(found.useful_in_box >= costs.useful_in_box * 0.999999);
  const bool decided = box_time(at_small, small) > box_time(unarmed, small) * 1.001;
  RC_ASSERT(!decided || std::abs(box_time(found_small, small) / box_time(at_small, small) - 1) < 1e-6);
}

TEST(BenchPredict, TheImbalanceOfATriangleIsTheOneOfTheLiterature) {
  // 8 threads, only the useful work costs: 8 (1 - (7/8)^2) = 1.875 for large n.
  const BenchCase asked("triangle", {4000}, host_device());
  const auto instance = index_map::bench::instance_at(asked.task(), asked.sizes);
  ASSERT_TRUE(instance);
  const auto load = index_map::bench::load_of(*instance, 8U);
  ASSERT_TRUE(load);
  BenchCosts costs;
  costs.useful_in_box = 1;
  EXPECT_NEAR(imbalance(costs, *load), 1.875, 1e-3);
  costs.useful_in_box = 0;
  costs.skipped = 1;
  EXPECT_NEAR(imbalance(costs, *load), 1, 1e-9);
}

TEST(BenchPredict, SharesAreThoseOfContiguousRows) {
  for (const auto& [domain, sizes] : std::vector<std::pair<std::string, std::vector<expr::Int>>>{
           {"triangle", {7}}, {"tetrahedron", {5}}, {"cantor-set", {3}}, {"hexagon", {3}}, {"band", {9, 2, 1}}}) {
    const BenchCase asked(domain, sizes, host_device());
    const auto instance = index_map::bench::instance_at(asked.task(), asked.sizes);
    ASSERT_TRUE(instance) << instance.error().format();
    const auto points = index_map::bench::points_of(*instance);
    ASSERT_TRUE(points);
    const std::size_t dimensions = instance->dimensions();
    const std::int64_t width = dimensions == 1 ? 1 : instance->extent.back();
    const std::int64_t rows = instance->box / width;
    for (const unsigned threads : {1U, 2U, 3U, 5U, 64U}) {
      // Row by row to the threads, as OpenMP's static schedule deals them out.
      std::vector<unsigned> owner;
      for (unsigned t = 0; t < threads; ++t) {
        const auto many = static_cast<std::size_t>(rows / threads + (t < rows % threads ? 1 : 0));
        owner.insert(owner.end(), many, t);
      }
      std::vector<std::int64_t> expected(threads);
      for (std::size_t w = 0; w < points->size(); w += dimensions) {
        std::int64_t row = 0;
        for (std::size_t k = 0; k < std::max<std::size_t>(dimensions - 1, 1); ++k) {
          row = row * instance->extent[k] + ((*points)[w + k] - instance->low[k]);
        }
        ++expected[owner[static_cast<std::size_t>(row)]];
      }
      const auto shares = index_map::bench::shares_of_box(*instance, threads);
      ASSERT_TRUE(shares);
      std::int64_t box = 0;
      for (unsigned t = 0; t < threads; ++t) {
        EXPECT_EQ((*shares)[t].points, expected[t]) << domain << " thread " << t << " of " << threads;
        box += (*shares)[t].box;
      }
      EXPECT_EQ(box, instance->box);
    }
  }
}

TEST(BenchPredict, TheFirstWinIsTheOneThatLasts) {
  using index_map::bench::first_win;
  const auto from = [](expr::Int least) { return [least](expr::Int t) { return t >= least; }; };
  for (const expr::Int last : {1, 2, 31, 32, 33, 1000, 65'537}) {
    for (const expr::Int least : {1, 2, 3, 31, 32, 33, 34, 63, 64, 65, 999, 1000, 50'000}) {
      if (least <= last) {
        EXPECT_EQ(first_win(last, from(least)), least) << expr::to_string(last);
      } else {
        EXPECT_EQ(first_win(last, from(least)), std::nullopt);
      }
    }
  }
  EXPECT_EQ(first_win(20, [](expr::Int t) { return t == 2 || t > 5; }), expr::Int{6}) << "a win that does not last";
}

TEST(BenchPredict, SmallerSizesKeepTheShape) {
  using index_map::bench::sizes_at;
  const auto domain = [](const char* text) { return domain::parse_domain(text).value(); };
  EXPECT_THAT(sizes_at(domain("band"), {4096, 16, 3}, 2048), ElementsAre(2048, 16, 3));
  EXPECT_THAT(sizes_at(domain("wavefront"), {100, 60}, 50), ElementsAre(50, 30));
  EXPECT_THAT(sizes_at(domain("wavefront"), {100, 60}, 100), ElementsAre(100, 60));
  EXPECT_THAT(sizes_at(domain("wavefront"), {100, 60}, 1), ElementsAre(1, 1));
  EXPECT_THAT(sizes_at(domain("gasket"), {9}, 4), ElementsAre(4));
}

} // namespace
} // namespace mapwright::test
