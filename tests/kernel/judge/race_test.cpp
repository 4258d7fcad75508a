// Races between kernels of known speed: a runner that computes as it should and says what time it took.
#include "kernel/judge/race.hpp"
#include "measure/random.hpp"

#include <cstring>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;

/// y = 2 x.
Task doubling_task() {
  Task task;
  task.name = task.entry = "doubling";
  task.sizes = {"n"};
  const expr::Expr n = expr::Expr::variable("n");
  task.arguments = {{"x", Element::f32, Intent::in, {n}}, {"y", Element::f32, Intent::out, {n}}};
  task.shapes = {{Use::test, {3}}, {Use::benchmark, {64}}, {Use::benchmark, {256}}, {Use::held_out, {100}}};
  Distribution uniform{.kind = "uniform", .numbers = {-1, 1}, .text = "uniform(-1, 1)"};
  task.scenarios = {{"uniform", {uniform, {}}, false}};
  return task;
}

std::vector<float> floats(const Elements& bytes) {
  std::vector<float> values(bytes.size() / sizeof(float));
  std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

class DoublingReference final : public Reference {
public:
  Result<Expectation> compute(const Inputs& inputs) override {
    ++computed;
    Expectation expected(2);
    for (const float x : floats(inputs.values[0])) {
      expected[1].values.push_back(2.0 * x);
      expected[1].scales.push_back(std::abs(2.0 * x));
    }
    return expected;
  }
  int computed = 0;
};

/// Right results in a time that is `seconds` with some noise, and notes on what it was shown.
class TimedRunner final : public Runner {
public:
  explicit TimedRunner(double seconds, std::uint64_t seed = 1) : seconds_(seconds), random_(seed) {}

  Result<CallResult> call(const Inputs& inputs, const CallOptions& options) override {
    CallResult result{.outputs = {{}, inputs.values[0]}};
    const double burst = random_.below(8) == 0 ? disturbance * static_cast<double>(random_.below(1000)) / 1000 : 0;
    const double noise = (1 + 0.02 * static_cast<double>(random_.below(1000)) / 1000 + burst) * luck_;
    const double null = nulls < held_up_nulls ? 10 * own_null : own_null;
    nulls += options.skip ? 1U : 0U;
    result.time = Seconds(options.skip ? null : null_seconds + seconds_ * noise);
    result.taint = disturbed ? measure::Taint::starved : measure::Taint::none;
    if (options.skip) {
      return result;
    }
    ++calls;
    twice = twice || !seen_.insert(inputs.values[0]).second;
    all_seen.insert(inputs.values[0]);
    std::vector<float> values = floats(inputs.values[0]);
    for (float& value : values) {
      value *= 2;
    }
    if (calls == wrong_call) {
      values.back() += 1;
    }
    std::memcpy(result.outputs[1].data(), values.data(), result.outputs[1].size());
    return result;
  }
  Result<void> compile_for(const Inputs& inputs) override {
    compiled_for.insert(inputs.values[0]);
    return {};
  }
  void forget() override {
    seen_.clear();
    double sum = -6; // of twelve uniform numbers: about normal
    for (int i = 0; i < 12; ++i) {
      sum += static_cast<double>(random_.below(1 << 20)) / (1 << 20);
    }
    luck_ = 1 + process_deviation * sum;
  }
  [[nodiscard]] sandbox::Level level() const override { return sandbox::Level::full; }

  static constexpr double null_seconds = 3e-5;
  double own_null = null_seconds;
  std::uint64_t held_up_nulls = 0; ///< so many take ten times as long
  std::uint64_t nulls = 0;
  std::uint64_t wrong_call = 0;
  std::uint64_t calls = 0;
  bool disturbed = false;
  double process_deviation = 0; ///< of the speeds of this kernel's processes
  double disturbance = 0;       ///< one call in eight takes up to this much longer
  bool twice = false;           ///< some input came twice between two forgets
  std::set<Elements> all_seen{};
  std::set<Elements> compiled_for{};

private:
  double seconds_;
  measure::Random random_;
  double luck_ = 1;
  std::set<Elements> seen_{};
};

class Race : public ::testing::Test {
protected:
  Result<std::vector<RaceResult>> run(TimedRunner& baseline, std::vector<TimedRunner*> challengers,
                                      Floor* floor = nullptr, RaceRule rule = {}) {
    std::vector<Racer> racers;
    for (TimedRunner* challenger : challengers) {
      racers.push_back({"challenger " + std::to_string(racers.size()), challenger});
    }
    return race(cases, {"baseline", &baseline}, racers, Use::benchmark, clock, floor, rule);
  }

  Task task = doubling_task();
  DoublingReference reference;
  Cases cases{task, reference, 7};
  measure::SteadyClock clock;
};

TEST_F(Race, VerdictsFollowFromTheTimes) {
  TimedRunner baseline(1e-3);
  TimedRunner faster(0.8e-3, 2);
  TimedRunner slower(1.3e-3, 3);
  TimedRunner same(1e-3, 4);
  const auto results = run(baseline, {&faster, &slower, &same});
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->at(0).verdict, SpeedVerdict::faster);
  EXPECT_EQ(results->at(1).verdict, SpeedVerdict::slower);
  EXPECT_EQ(results->at(2).verdict, SpeedVerdict::same);
  ASSERT_EQ(results->at(0).shapes.size(), 2U); // both benchmark shapes, no others
  EXPECT_EQ(results->at(0).shapes[1].shape.sizes, std::vector<std::int64_t>{256});
  EXPECT_NEAR(results->at(0).ratio, 0.8, 0.02);
  EXPECT_LT(results->at(0).ratio_interval.high, 0.83);
}

TEST_F(Race, TheProtocolsCostIsSubtracted) {
  TimedRunner baseline(1e-3);
  TimedRunner half(0.5e-3);
  const auto results = run(baseline, {&half});
  ASSERT_TRUE(results) << results.error().format();
  const ShapeResult& shape = results->front().shapes.front();
  EXPECT_NEAR(shape.null_time.count(), TimedRunner::null_seconds, 1e-12);
  EXPECT_NEAR(shape.baseline_time.count(), 1e-3, 0.03e-3);
  EXPECT_NEAR(shape.comparison.ratio, 0.5, 0.02);
}

TEST_F(Race, NobodyGainsBySlowingDownItsNullCalls) {
  TimedRunner baseline(1e-3);
  TimedRunner cheat(1e-3, 5);
  cheat.own_null = 0.5e-3;
  const auto results = run(baseline, {&cheat});
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->front().verdict, SpeedVerdict::same);
  EXPECT_NEAR(results->front().shapes.front().null_time.count(), TimedRunner::null_seconds, 1e-12);
}

TEST_F(Race, ShortCallsAreBatchedAndNoInputIsSeenTwiceByAProcess) {
  TimedRunner baseline(1e-4);
  TimedRunner same(1e-4, 9);
  const auto results = run(baseline, {&same});
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->front().shapes.front().calls_per_sample, 22U); // all the inputs there are but the two to warm up
  EXPECT_GT(same.calls, 200U);
  EXPECT_FALSE(same.twice);
  EXPECT_FALSE(baseline.twice);
}

TEST_F(Race, ASecondRaceCanHaveInputsThatNobodyHasSeen) {
  TimedRunner baseline(1e-3);
  TimedRunner winner(0.8e-3, 2);
  RaceRule rule;
  ASSERT_TRUE(run(baseline, {&winner}, nullptr, rule));
  TimedRunner same_winner(0.8e-3, 3);
  rule.first_case = rule.timing.pool;
  const auto again = run(baseline, {&same_winner}, nullptr, rule);
  ASSERT_TRUE(again) << again.error().format();
  EXPECT_EQ(again->front().verdict, SpeedVerdict::faster);
  ASSERT_FALSE(same_winner.all_seen.empty());
  for (const Elements& input : same_winner.all_seen) {
    ASSERT_FALSE(winner.all_seen.contains(input));
  }
}

TEST_F(Race, InputsToCompileForAreShownToNoCall) {
  TimedRunner baseline(1e-3);
  TimedRunner same(1e-3, 2);
  ASSERT_TRUE(run(baseline, {&same}));
  EXPECT_EQ(same.compiled_for.size(), 2U); // one for each shape
  EXPECT_EQ(baseline.compiled_for, same.compiled_for);
  for (const Elements& input : same.compiled_for) {
    EXPECT_FALSE(same.all_seen.contains(input));
  }
}

TEST_F(Race, AWrongOutputOfATimedCallEndsTheRaceForItsKernelAlone) {
  TimedRunner baseline(1e-3);
  TimedRunner honest(0.9e-3, 2);
  TimedRunner cheat(0.1e-3, 3);
  cheat.wrong_call = 40;
  const auto results = run(baseline, {&honest, &cheat});
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->at(0).verdict, SpeedVerdict::faster);
  ASSERT_TRUE(results->at(1).flaw);
  EXPECT_EQ(results->at(1).flaw->fault, Fault::wrong_output);
  EXPECT_THAT(results->at(1).flaw->where, HasSubstr("n="));
}

TEST_F(Race, ABaselineThatIsNotValidIsAnInputError) {
  TimedRunner baseline(1e-3);
  baseline.wrong_call = 30;
  TimedRunner honest(1e-3);
  const auto results = run(baseline, {&honest});
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().kind, ErrorKind::input);
  EXPECT_THAT(results.error().message, HasSubstr("the baseline is not valid"));
}

TEST_F(Race, NobodyIsFasterThanMovingTheData) {
  TimedRunner baseline(1e-3);
  TimedRunner miracle(1e-9);
  Floor floor(1);
  RaceRule rule;
  rule.timing.most_calls = 1;
  const auto results = run(baseline, {&miracle}, &floor, rule);
  ASSERT_TRUE(results) << results.error().format();
  ASSERT_TRUE(results->front().flaw);
  EXPECT_EQ(results->front().flaw->fault, Fault::too_fast);
  EXPECT_THAT(results->front().flaw->evidence, HasSubstr("bytes that must be moved"));
}

TEST_F(Race, NobodyIsTooFastBecauseNullCallsWereHeldUp) {
  TimedRunner baseline(1e-4);
  TimedRunner challenger(1e-4, 2);
  baseline.held_up_nulls = challenger.held_up_nulls = static_cast<std::uint64_t>(TimingRule().null_calls);
  Floor floor([](Bytes) { return Result<Floor::Rate>(Floor::Rate{1e9, 1}); });
  const auto results = run(baseline, {&challenger}, &floor);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_FALSE(results->front().flaw) << results->front().flaw->evidence;
  EXPECT_EQ(challenger.nulls, 3 * challenger.held_up_nulls) << "for both shapes, and before it would be condemned";
}

TEST_F(Race, KeptCasesNeedNoReferenceAgain) {
  TimedRunner baseline(1e-3);
  TimedRunner other(1e-3, 2);
  RaceRule rule;
  rule.keep_cases = true;
  ASSERT_TRUE(run(baseline, {&other}, nullptr, rule));
  const int computed = reference.computed;
  ASSERT_TRUE(run(baseline, {&other}, nullptr, rule));
  EXPECT_EQ(reference.computed, computed);
  rule.keep_cases = false;
  ASSERT_TRUE(run(baseline, {&other}, nullptr, rule));
  ASSERT_TRUE(run(baseline, {&other}, nullptr, rule));
  EXPECT_EQ(reference.computed, 2 * computed);
}

TEST_F(Race, DisturbedSamplesDecideNothing) {
  TimedRunner baseline(1e-3);
  TimedRunner faster(0.5e-3);
  faster.disturbed = true;
  Floor floor(1);
  auto results = run(baseline, {&faster}, &floor);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->front().verdict, SpeedVerdict::unclear);
  EXPECT_FALSE(results->front().flaw);
  EXPECT_EQ(results->front().shapes.front().comparison.pairs, 0);
  EXPECT_THAT(results->front().untimed, ::testing::HasSubstr("pairs on n="));
  EXPECT_THAT(results->front().untimed, ::testing::HasSubstr("were disturbed by other work"));
  RaceRule rule;
  rule.timing.keep_disturbed = true;
  results = run(baseline, {&faster}, nullptr, rule);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->front().verdict, SpeedVerdict::faster);
}

class RaceSlow : public Race {};

TEST_F(RaceSlow, OfEqualKernelsInUnequalProcessesFewAreCalledFaster) {
  constexpr int races = 300;
  RaceRule rule;
  rule.most_shapes = 1;
  int faster = 0;
  int slower = 0;
  for (int i = 0; i < races; ++i) {
    TimedRunner baseline(1e-3, 1000 + 2 * static_cast<std::uint64_t>(i));
    TimedRunner same(1e-3, 1001 + 2 * static_cast<std::uint64_t>(i));
    for (TimedRunner* runner : {&baseline, &same}) {
      runner->process_deviation = 0.02;
      runner->disturbance = 0.5;
    }
    rule.seed = static_cast<std::uint64_t>(i);
    const auto results = run(baseline, {&same}, nullptr, rule);
    ASSERT_TRUE(results) << results.error().format();
    faster += results->front().verdict == SpeedVerdict::faster ? 1 : 0;
    slower += results->front().verdict == SpeedVerdict::slower ? 1 : 0;
  }
  RecordProperty("faster", faster);
  EXPECT_LE(faster, races / 500 + 1);
  EXPECT_LE(slower, races / 500 + 1);
}

TEST(Floor, CountsWhatMustBeMoved) {
  Task task = doubling_task();
  const auto bytes = compulsory_bytes(task, {Use::benchmark, {1000}});
  ASSERT_TRUE(bytes) << bytes.error().format();
  EXPECT_EQ(bytes->count(), 8000U);
  task.arguments[1].intent = Intent::in_out; // a kernel may leave most of it alone
  EXPECT_EQ(compulsory_bytes(task, {Use::benchmark, {1000}})->count(), 4000U);
  Floor floor(1);
  const auto least = floor.least_time(Bytes(1 << 20));
  ASSERT_TRUE(least);
  EXPECT_GT(*least, Seconds(0));
  EXPECT_LT(*least, Seconds(0.1));
}

} // namespace
} // namespace mapwright::kernel
