#include "measure/random.hpp"
#include "measure/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::measure {
namespace {

TEST(Quantile, InterpolatesBetweenOrderStatistics) {
  const std::vector<double> x{40, 10, 30, 20};
  EXPECT_DOUBLE_EQ(quantile(x, 0), 10);
  EXPECT_DOUBLE_EQ(quantile(x, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(x, 0.5), 25);
  EXPECT_DOUBLE_EQ(quantile(x, 0.25), 17.5);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{3, 1, 2}), 2);
  EXPECT_DOUBLE_EQ(median(std::vector<double>{5}), 5);
}

TEST(Quantile, RefusesWhatHasNoAnswer) {
  const std::vector<double> nan{1, std::numeric_limits<double>::quiet_NaN()};
  const std::vector<double> one{1};
  EXPECT_THROW(median({}), std::logic_error);
  EXPECT_THROW(median(nan), std::logic_error);
  EXPECT_THROW(quantile(one, 1.5), std::logic_error);
  EXPECT_THROW(quantile(one, std::nan("")), std::logic_error);
  EXPECT_THROW(bootstrap_median({}), std::logic_error);
  EXPECT_THROW(bootstrap_median(one, {.confidence = 1}), std::logic_error);
}

TEST(Spread, IgnoresOneOutlier) {
  const std::vector<double> x{1, 2, 3, 4, 1e9};
  EXPECT_DOUBLE_EQ(interquartile_range(x), 2);
  EXPECT_DOUBLE_EQ(median_absolute_deviation(x), 1);
}

RC_GTEST_PROP(Quantile, LiesBetweenNeighboursOfTheSortedSample, (const std::vector<int>& values)) {
  RC_PRE(!values.empty());
  std::vector<double> x(values.begin(), values.end());
  const double q = *rc::gen::inRange(0, 101) / 100.0;
  const double answer = quantile(x, q);
  std::sort(x.begin(), x.end());
  const double position = q * static_cast<double>(x.size() - 1);
  RC_ASSERT(answer >= x[static_cast<std::size_t>(std::floor(position))]);
  RC_ASSERT(answer <= x[static_cast<std::size_t>(std::ceil(position))]);
}

RC_GTEST_PROP(BootstrapMedian, LiesInsideTheSampleAndIsReproducible, (const std::vector<int>& values)) {
  RC_PRE(!values.empty());
  const std::vector<double> x(values.begin(), values.end());
  const Bootstrap options{.resamples = 100, .seed = *rc::gen::arbitrary<std::uint64_t>()};
  const Interval interval = bootstrap_median(x, options);
  RC_ASSERT(interval.low <= interval.high);
  RC_ASSERT(interval.inside({*std::min_element(x.begin(), x.end()), *std::max_element(x.begin(), x.end())}));
  RC_ASSERT(interval == bootstrap_median(x, options));
}

TEST(BootstrapMedian, NarrowsWithTheSample) {
  Random random(7);
  std::vector<double> x(400);
  std::generate(x.begin(), x.end(), [&] { return static_cast<double>(random.below(1000)); });
  EXPECT_LT(bootstrap_median(x).width(), bootstrap_median(std::span(x).first(20)).width());
  EXPECT_EQ(bootstrap_median(std::vector<double>{3}), (Interval{3, 3}));
}

/// 95 % intervals must cover the true median about 95 times in 100: the seeds are fixed, so the count is exact.
TEST(OrderMedian, TakesTheRanksOfTheBinomialDistribution) {
  std::vector<double> x(10);
  std::iota(x.begin(), x.end(), 1.0);
  EXPECT_EQ(order_median(x, 0.95), (Interval{2, 9}));   // misses with 22/1024; 3 to 8 would with 112/1024
  EXPECT_EQ(order_median(x, 0.999), (Interval{1, 10})); // misses with 2/1024: as much as ten samples can say
  std::vector<double> many(100);
  std::iota(many.begin(), many.end(), 1.0);
  EXPECT_EQ(order_median(many, 0.95), (Interval{40, 61}));
  EXPECT_EQ(order_median(std::vector<double>{3}, 0.5), (Interval{3, 3}));
  EXPECT_THROW(order_median(x, 1), std::logic_error);
  EXPECT_THROW(order_median({}, 0.9), std::logic_error);
}

TEST(BootstrapMedian, CoversTheTrueMedianAsOftenAsItSays) {
  int covered = 0;
  constexpr int experiments = 400;
  for (int e = 0; e < experiments; ++e) {
    Random random(static_cast<std::uint64_t>(e) + 1);
    std::vector<double> x(41);
    std::generate(x.begin(), x.end(), [&] { return static_cast<double>(random.below(1'000'001)); });
    const Interval interval = bootstrap_median(x, {.resamples = 400, .seed = random.next()});
    covered += interval.low <= 500'000 && 500'000 <= interval.high ? 1 : 0;
  }
  EXPECT_GE(covered, experiments * 92 / 100);
  EXPECT_LE(covered, experiments * 99 / 100);
}

TEST(RandomNumbers, AreThoseOfTheReference) {
  Random random(1234567); // test vector of the public-domain reference implementation
  EXPECT_EQ(random.next(), 6457827717110365317U);
  EXPECT_EQ(random.next(), 3203168211198807973U);
}

TEST(RandomNumbers, ShuffleReachesEveryOrder) {
  Random random(1);
  std::vector<int> seen(6);
  for (int i = 0; i < 6000; ++i) {
    std::vector<int> order{0, 1, 2};
    random.shuffle(std::span(order));
    ++seen[static_cast<std::size_t>(2 * order[0] + (order[1] > order[2] ? 1 : 0))];
  }
  for (const int count : seen) {
    EXPECT_NEAR(count, 1000, 150);
  }
}

} // namespace
} // namespace mapwright::measure
