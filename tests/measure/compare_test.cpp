// Verdicts on made-up times: nothing here depends on how long anything really takes.
#include "fake_clock.hpp"
#include "measure/compare.hpp"
#include "measure/random.hpp"
#include "measure/statistics.hpp"

#include <cmath>
#include <stdexcept>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::measure {
namespace {

using testing::FakeClock;
using testing::FakeTimer;
using ::testing::HasSubstr;

/// Times around `typical` with multiplicative noise up to `noise` and drift shared through the clock.
std::function<Result<Sample>()> noisy(FakeClock& clock, double typical, double noise, std::uint64_t seed) {
  return [&clock, typical, noise, random = Random(seed)]() mutable -> Result<Sample> {
    const double unit = static_cast<double>(random.below(2'000'001)) / 1e6 - 1; // in [-1, 1]
    const double drift = 1 + 0.5 * std::sin(clock.now().count() / 3);           // slow, 50 % up and down
    return Sample{Seconds(typical * drift * (1 + noise * unit))};
  };
}

Comparison compare_noisy(double ratio, double noise, const CompareOptions& options = {}) {
  FakeClock clock;
  FakeTimer baseline(clock, noisy(clock, 0.01, noise, 11));
  FakeTimer challenger(clock, noisy(clock, 0.01 * ratio, noise, 12));
  const Result<Comparison> result = compare(baseline, challenger, clock, options);
  EXPECT_TRUE(result);
  return *result;
}

TEST(Judge, FollowsTheInterval) {
  EXPECT_EQ(judge({0.90, 0.95}, 0.01), SpeedVerdict::faster);
  EXPECT_EQ(judge({1.05, 1.10}, 0.01), SpeedVerdict::slower);
  EXPECT_EQ(judge({0.995, 1.004}, 0.01), SpeedVerdict::same);
  EXPECT_EQ(judge({0.992, 0.996}, 0.01), SpeedVerdict::same) << "a real difference, but inside the band";
  EXPECT_EQ(judge({0.95, 1.05}, 0.01), SpeedVerdict::unclear);
  EXPECT_EQ(judge({0.98, 1.0}, 0.01), SpeedVerdict::unclear) << "equality is not excluded";
  EXPECT_EQ(judge({0.98, 0.999}, 0.01), SpeedVerdict::faster);
}

TEST(Compare, SeesDifferencesBelowTheDrift) {
  const Comparison faster = compare_noisy(0.95, 0.02);
  EXPECT_EQ(faster.verdict, SpeedVerdict::faster);
  EXPECT_NEAR(faster.ratio, 0.95, 0.01);
  EXPECT_LT(faster.ratio_interval.low, faster.ratio);
  EXPECT_GT(faster.ratio_interval.high, faster.ratio);
  EXPECT_EQ(compare_noisy(1.05, 0.02).verdict, SpeedVerdict::slower);
}

TEST(Compare, EqualThingsAreTheSameAndStopEarly) {
  const Comparison result = compare_noisy(1.0, 0.002);
  EXPECT_EQ(result.verdict, SpeedVerdict::same);
  EXPECT_EQ(result.stop, StopReason::precise);
  EXPECT_LT(result.pairs, 50);
}

TEST(Compare, NoiseIsUnclearNotAVerdict) {
  CompareOptions options;
  options.stop.max_pairs = 20;
  const Comparison result = compare_noisy(1.0, 0.8, options);
  EXPECT_EQ(result.verdict, SpeedVerdict::unclear);
  EXPECT_EQ(result.stop, StopReason::max_pairs);
  EXPECT_EQ(result.pairs, 20);
  EXPECT_EQ(result.baseline_times.size(), 20U);
  EXPECT_EQ(result.challenger_times.size(), 20U);
}

/// Adaptive stopping must not turn noise into verdicts: of 200 comparisons of equal things few may claim a difference.
TEST(Compare, ClaimsFewDifferencesBetweenEqualThings) {
  int claims = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    FakeClock clock;
    FakeTimer baseline(clock, noisy(clock, 0.01, 0.1, 2 * seed));
    FakeTimer challenger(clock, noisy(clock, 0.01, 0.1, 2 * seed + 1));
    const Result<Comparison> result =
        compare(baseline, challenger, clock, {.stop = {.max_pairs = 60}, .resamples = 300, .seed = seed});
    ASSERT_TRUE(result);
    claims += result->verdict == SpeedVerdict::faster || result->verdict == SpeedVerdict::slower ? 1 : 0;
  }
  EXPECT_LE(claims, 20) << "95 % confidence allows about 10";
}

TEST(Compare, IsReproducible) {
  const Comparison a = compare_noisy(0.98, 0.05);
  const Comparison b = compare_noisy(0.98, 0.05);
  EXPECT_EQ(a.ratio_interval, b.ratio_interval);
  EXPECT_EQ(a.challenger_times, b.challenger_times);
}

TEST(Compare, RunsBothSidesInBothOrders) {
  FakeClock clock;
  std::string order;
  FakeTimer baseline(clock, [&]() -> Result<Sample> {
    order += 'b';
    return Sample{Seconds(1)};
  });
  FakeTimer challenger(clock, [&]() -> Result<Sample> {
    order += 'c';
    return Sample{Seconds(2)};
  });
  CompareOptions options;
  options.stop = {.min_pairs = 40, .max_pairs = 40, .time_cap = Seconds(1e9)};
  ASSERT_TRUE(compare(baseline, challenger, clock, options));
  EXPECT_EQ(order.substr(0, 4), "bcbc") << "warm-up: the least number of runs";
  ASSERT_EQ(order.size(), 84U);
  int baseline_first = 0;
  for (std::size_t i = 4; i < order.size(); i += 2) {
    EXPECT_NE(order[i], order[i + 1]) << "each pair runs both";
    baseline_first += order[i] == 'b' ? 1 : 0;
  }
  EXPECT_GT(baseline_first, 8);
  EXPECT_LT(baseline_first, 32);
}

TEST(Compare, WarmsUpForAMinimalTime) {
  FakeClock clock;
  FakeTimer baseline(clock, []() -> Result<Sample> { return Sample{Seconds(0.001)}; });
  FakeTimer challenger(clock, []() -> Result<Sample> { return Sample{Seconds(0.001)}; });
  CompareOptions options;
  options.warm_up = {.min_runs = 1, .min_time = Seconds(0.1)};
  options.stop = {.min_pairs = 10, .max_pairs = 10};
  ASSERT_TRUE(compare(baseline, challenger, clock, options));
  EXPECT_NEAR(baseline.runs, 60, 1) << "50 rounds of 2 ms, then 10 pairs";
}

TEST(Compare, DropsTaintedPairs) {
  FakeClock clock;
  int runs = 0;
  FakeTimer baseline(clock, []() -> Result<Sample> { return Sample{Seconds(0.01)}; });
  FakeTimer challenger(clock, [&]() -> Result<Sample> {
    return ++runs % 3 == 0 ? Sample{Seconds(1), Taint::starved} : Sample{Seconds(0.008)};
  });
  CompareOptions options;
  options.stop = {.min_pairs = 10, .max_pairs = 20, .time_cap = Seconds(1e9), .ci_width = -1};
  const Result<Comparison> result = compare(baseline, challenger, clock, options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->pairs, 20);
  EXPECT_NEAR(result->dropped, 10, 1);
  EXPECT_DOUBLE_EQ(result->ratio, 0.8);
  EXPECT_EQ(result->verdict, SpeedVerdict::faster);
}

/// The verdict on a challenger of 0.8 times the baseline when the time ends after so many pairs.
Comparison cut_after(int pairs) {
  FakeClock clock;
  FakeTimer baseline(clock, []() -> Result<Sample> { return Sample{Seconds(1)}; });
  FakeTimer challenger(clock, []() -> Result<Sample> { return Sample{Seconds(0.8)}; });
  CompareOptions options;
  options.warm_up = {.min_runs = 0, .max_runs = 0};
  options.stop = {.min_pairs = 30, .max_pairs = 60, .time_cap = Seconds(1.8 * pairs - 0.1), .ci_width = -1};
  options.confidence = 0.99;
  const Result<Comparison> result = compare(baseline, challenger, clock, options);
  EXPECT_TRUE(result);
  return result.value_or(Comparison());
}

TEST(Compare, FewPairsDecideWhenTheirRangeIsAnInterval) {
  const Comparison enough = cut_after(8); // 2^-7 < 0.01 < 2^-6
  EXPECT_EQ(enough.pairs, 8);
  EXPECT_EQ(enough.stop, StopReason::time_cap);
  EXPECT_EQ(enough.verdict, SpeedVerdict::faster);
  const Comparison few = cut_after(3);
  EXPECT_EQ(few.pairs, 3) << "eight do not fit into twice the time";
  EXPECT_EQ(few.verdict, SpeedVerdict::unclear);
}

TEST(Compare, TimeIsStretchedForTheLastPairsOfAVerdict) {
  for (const int pairs : {5, 6, 7}) {
    const Comparison stretched = cut_after(pairs);
    EXPECT_EQ(stretched.pairs, 8) << "no more than a verdict needs";
    EXPECT_EQ(stretched.stop, StopReason::time_cap);
    EXPECT_EQ(stretched.verdict, SpeedVerdict::faster);
  }
}

TEST(Compare, FewestSamplesHoldTheMedian) {
  for (const double confidence : {0.5, 0.9, 0.99, 0.998, 0.9999}) {
    const int fewest = fewest_samples(confidence);
    EXPECT_LE(std::pow(2, 1 - fewest), 1 - confidence + 1e-12);
    EXPECT_GT(std::pow(2, 2 - fewest), 1 - confidence);
  }
  EXPECT_THROW(fewest_samples(1), std::logic_error);
}

TEST(Compare, GivesUpWhenEverythingIsTainted) {
  FakeClock clock;
  FakeTimer timer(clock, []() -> Result<Sample> { return Sample{Seconds(0.01), Taint::pressure}; });
  CompareOptions options;
  options.stop.max_dropped = 30;
  const Result<Comparison> result = compare(timer, timer, clock, options);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stop, StopReason::contended);
  EXPECT_EQ(result->verdict, SpeedVerdict::unclear);
  EXPECT_EQ(result->pairs, 0);
  EXPECT_EQ(result->dropped, 30);
  EXPECT_THROW(to_measurement(*result, "", ""), std::logic_error);
}

TEST(Compare, TooFewPairsGiveNoVerdict) {
  FakeClock clock;
  FakeTimer baseline(clock, []() -> Result<Sample> { return Sample{Seconds(4)}; });
  FakeTimer challenger(clock, []() -> Result<Sample> { return Sample{Seconds(1)}; });
  const Result<Comparison> result = compare(baseline, challenger, clock, {.stop = {.time_cap = Seconds(12)}});
  ASSERT_TRUE(result);
  EXPECT_EQ(result->stop, StopReason::time_cap);
  EXPECT_EQ(result->pairs, 3);
  EXPECT_EQ(result->verdict, SpeedVerdict::unclear);
}

TEST(Compare, FailuresNeverBecomeNumbers) {
  FakeClock clock;
  FakeTimer good(clock, []() -> Result<Sample> { return Sample{Seconds(1)}; });
  FakeTimer bad(clock, []() -> Result<Sample> { return fail(ErrorKind::machine, "the kernel faulted"); });
  FakeTimer instant(clock, []() -> Result<Sample> { return Sample{Seconds(0)}; });
  CompareOptions options;
  options.warm_up.max_runs = 3;
  EXPECT_EQ(compare(good, bad, clock, options).error().message, "the kernel faulted");
  EXPECT_EQ(compare(instant, good, clock, options).error().kind, ErrorKind::machine);
}

TEST(CompareAll, SharesRoundsAndConfidence) {
  FakeClock clock;
  FakeTimer baseline(clock, noisy(clock, 0.010, 0.01, 1));
  FakeTimer faster(clock, noisy(clock, 0.009, 0.01, 2));
  FakeTimer equal(clock, noisy(clock, 0.010, 0.001, 3));
  FakeTimer slower(clock, noisy(clock, 0.012, 0.01, 4));
  Timer* const challengers[] = {&faster, &equal, &slower};
  const auto results = compare_all(baseline, challengers, clock);
  ASSERT_TRUE(results);
  ASSERT_EQ(results->size(), 3U);
  EXPECT_EQ((*results)[0].verdict, SpeedVerdict::faster);
  EXPECT_EQ((*results)[1].verdict, SpeedVerdict::same);
  EXPECT_EQ((*results)[2].verdict, SpeedVerdict::slower);
  EXPECT_NEAR((*results)[0].confidence, 1 - 0.05 / 3, 1e-12);
  EXPECT_THROW((void)compare_all(baseline, {}, clock), std::logic_error);
}

TEST(ToMeasurement, CarriesUnitMethodBaselineAndMachine) {
  const Measurement m = to_measurement(compare_noisy(0.9, 0.01), "bounding box", "a machine");
  EXPECT_EQ(m.unit, "1");
  EXPECT_EQ(m.baseline, "bounding box");
  EXPECT_EQ(m.machine, "a machine");
  EXPECT_THAT(m.method, HasSubstr("interleaved pairs (0 dropped"));
  EXPECT_THAT(m.method, HasSubstr("95 % bootstrap"));
  ASSERT_TRUE(m.confidence);
  EXPECT_NEAR(m.value, 0.9, 0.01);
}

TEST(AdaptiveStop, LooksRarelyAndStopsOnPrecision) {
  AdaptiveStop stop({.min_pairs = 10, .max_pairs = 100, .time_cap = Seconds(5), .ci_width = 0.02});
  EXPECT_FALSE(stop.wants_interval(9));
  EXPECT_TRUE(stop.wants_interval(10));
  EXPECT_EQ(stop.check(10, 0, Seconds(1), Interval{-0.1, 0.1}), std::nullopt);
  EXPECT_FALSE(stop.wants_interval(11));
  EXPECT_TRUE(stop.wants_interval(12));
  EXPECT_EQ(stop.check(12, 0, Seconds(1), Interval{0.30, 0.315}), StopReason::precise);
}

TEST(AdaptiveStop, HasHardLimits) {
  AdaptiveStop stop({.min_pairs = 10, .max_pairs = 100, .time_cap = Seconds(5), .max_dropped = 7});
  EXPECT_EQ(stop.check(3, 0, Seconds(1), std::nullopt), std::nullopt);
  EXPECT_EQ(stop.check(3, 0, Seconds(5), std::nullopt), StopReason::time_cap);
  EXPECT_EQ(stop.check(100, 0, Seconds(1), std::nullopt), StopReason::max_pairs);
  EXPECT_EQ(stop.check(3, 7, Seconds(1), std::nullopt), StopReason::contended);
  EXPECT_THROW(AdaptiveStop({.min_pairs = 4}), std::logic_error);
  EXPECT_THROW(AdaptiveStop({.min_pairs = 20, .max_pairs = 10}), std::logic_error);
}

TEST(AdaptiveStop, GoesOnForPairsThatFitIntoTwiceTheTime) {
  AdaptiveStop stop({.min_pairs = 20, .max_pairs = 100, .time_cap = Seconds(5)}, 14);
  EXPECT_EQ(stop.check(7, 0, Seconds(5), std::nullopt), std::nullopt) << "seven more in five seconds";
  EXPECT_EQ(stop.check(6, 0, Seconds(5), std::nullopt), StopReason::time_cap) << "eight more would take 6.7";
  EXPECT_EQ(stop.check(6, 6, Seconds(5), std::nullopt), std::nullopt) << "twelve rounds: eight more take 3.3";
  EXPECT_EQ(stop.check(13, 0, Seconds(9.2), std::nullopt), std::nullopt);
  EXPECT_EQ(stop.check(13, 0, Seconds(10), std::nullopt), StopReason::time_cap);
  EXPECT_EQ(stop.check(14, 0, Seconds(6), std::nullopt), StopReason::time_cap) << "enough for a verdict";
  EXPECT_EQ(stop.check(0, 0, Seconds(6), std::nullopt), StopReason::time_cap) << "nothing to judge by";
}

} // namespace
} // namespace mapwright::measure
