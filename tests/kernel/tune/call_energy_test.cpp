// The energy of a call, by a meter that counts what a runner says it spends.
#include "kernel/tune/energy_race.hpp"

#include <cstring>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;

/// y = x.
Task copying_task() {
  Task task;
  task.name = task.entry = "copying";
  task.sizes = {"n"};
  const expr::Expr n = expr::Expr::variable("n");
  task.arguments = {{"x", Element::f32, Intent::in, {n}}, {"y", Element::f32, Intent::out, {n}}};
  task.shapes = {{Use::benchmark, {64}}, {Use::benchmark, {256}}, {Use::held_out, {100}}};
  Distribution uniform{.kind = "uniform", .numbers = {-1, 1}, .text = "uniform(-1, 1)"};
  task.scenarios = {{"uniform", {uniform, {}}, false}};
  return task;
}

class CopyingReference final : public Reference {
public:
  Result<Expectation> compute(const Inputs& inputs) override {
    Expectation expected(2);
    for (std::size_t i = 0; i + sizeof(float) <= inputs.values[0].size(); i += sizeof(float)) {
      float x = 0;
      std::memcpy(&x, &inputs.values[0][i], sizeof x);
      expected[1].values.push_back(x);
      expected[1].scales.push_back(std::abs(x));
    }
    return expected;
  }
};

/// Joules that runners have spent.
class Spent final : public measure::EnergyMeter {
public:
  [[nodiscard]] std::string method() const override { return "a counter"; }
  [[nodiscard]] Seconds update_period() const override { return period; }
  Result<Joules> total() override {
    return broken ? Result<Joules>(fail(ErrorKind::machine, "gone")) : Result<Joules>(Joules(joules));
  }

  Seconds period{0};
  double joules = 0;
  bool broken = false;
};

/// Right results for `joules`, beside those of the judge; a wrong one in call `wrong_call`.
class SpendingRunner final : public Runner {
public:
  SpendingRunner(Spent& spent, double joules) : spent_(spent), joules_(joules) {}

  Result<CallResult> call(const Inputs& inputs, const CallOptions& options) override {
    constexpr double of_judge = 3;
    spent_.joules += of_judge + (options.skip ? 0 : joules_);
    CallResult result{.outputs = {{}, options.skip ? Elements(inputs.values[0].size()) : inputs.values[0]}};
    if (!options.skip) {
      EXPECT_TRUE(seen_.insert(inputs.values[0]).second) << "an input was shown twice to a process";
      if (++calls == wrong_call) {
        result.outputs[1][0] ^= std::byte{64};
      }
    }
    return result;
  }
  void forget() override { seen_.clear(); }
  [[nodiscard]] sandbox::Level level() const override { return sandbox::Level::full; }

  int calls = 0;
  int wrong_call = 0;

private:
  Spent& spent_;
  double joules_;
  std::set<Elements> seen_{};
};

class CallEnergyTest : public ::testing::Test {
protected:
  Result<CallEnergy> energy_of(SpendingRunner& runner) {
    return energy_of_call(cases, runner, task.shapes.front(), spent);
  }

  Task task = copying_task();
  CopyingReference reference;
  Cases cases{task, reference, 7};
  Spent spent;
};

TEST_F(CallEnergyTest, IsThatOfTheKernelWithoutTheJudge) {
  SpendingRunner runner(spent, 0.25);
  const auto energy = energy_of(runner);
  ASSERT_TRUE(energy) << energy.error().format();
  EXPECT_FALSE(energy->flaw);
  EXPECT_NEAR(energy->joules.count(), 0.25, 1e-9);
}

TEST_F(CallEnergyTest, WindowsGoOnUntilTheMeterCanBeBelieved) {
  SpendingRunner runner(spent, 0.25);
  ASSERT_TRUE(energy_of(runner));
  const int calls = runner.calls;
  spent.period = std::chrono::microseconds(200); // windows of 10 ms
  const auto energy = energy_of(runner);
  ASSERT_TRUE(energy) << energy.error().format();
  EXPECT_NEAR(energy->joules.count(), 0.25, 1e-9);
  EXPECT_GT(runner.calls, 2 * calls);
}

TEST_F(CallEnergyTest, AWrongOutputIsAFlaw) {
  SpendingRunner runner(spent, 0.25);
  runner.wrong_call = 5;
  const auto energy = energy_of(runner);
  ASSERT_TRUE(energy) << energy.error().format();
  ASSERT_TRUE(energy->flaw);
  EXPECT_EQ(energy->flaw->fault, Fault::wrong_output);
}

TEST_F(CallEnergyTest, WhatTheMeterCannotTellIsNoNumber) {
  SpendingRunner nothing(spent, 0);
  const auto none = energy_of(nothing);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().kind, ErrorKind::machine);
  EXPECT_THAT(none.error().message, HasSubstr("a counter cannot tell"));
  SpendingRunner runner(spent, 1);
  spent.broken = true;
  EXPECT_EQ(energy_of(runner).error().message, "gone");
}

TEST_F(CallEnergyTest, RacesGiveVerdicts) {
  SpendingRunner preset(spent, 1);
  SpendingRunner frugal(spent, 0.5);
  SpendingRunner equal(spent, 1);
  SpendingRunner wrong(spent, 0.1);
  wrong.wrong_call = 100;
  const std::vector<Racer> challengers = {{"frugal", &frugal}, {"equal", &equal}, {"wrong", &wrong}};
  const auto results = race_energy(cases, {"preset", &preset}, challengers, Use::benchmark, spent);
  ASSERT_TRUE(results) << results.error().format();
  ASSERT_EQ(results->size(), 3U);
  EXPECT_NEAR(results->at(0).ratio, 0.5, 1e-9);
  EXPECT_EQ(energy_text(results->at(0).verdict), "LESS");
  EXPECT_EQ(results->at(0).pairs, energy_pairs(RaceRule{}.confidence, 3));
  EXPECT_EQ(energy_text(results->at(1).verdict), "SAME");
  ASSERT_TRUE(results->at(2).flaw);
  preset.wrong_call = preset.calls + 1;
  EXPECT_EQ(race_energy(cases, {"preset", &preset}, challengers, Use::benchmark, spent).error().kind, ErrorKind::input);
}

} // namespace
} // namespace mapwright::kernel
