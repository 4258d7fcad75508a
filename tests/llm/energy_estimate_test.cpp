// Joules from tokens, and joules from a meter around questions.
#include "llm/energy_estimate.hpp"
#include "llm/metered.hpp"
#include "support/scripted_provider.hpp"

#include <barrier>
#include <mutex>
#include <optional>
#include <semaphore>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using test::scripted_failure;
using test::ScriptedProvider;
using ::testing::HasSubstr;
using ::testing::StartsWith;

Usage tokens(std::uint64_t input, std::uint64_t cached, std::uint64_t output) {
  Usage usage;
  usage.input = input;
  usage.cached_input = cached;
  usage.output = output;
  return usage;
}

TEST(EnergyEstimate, Formula) {
  EnergyAssumptions assumptions;
  assumptions.active_parameters = 1e9;
  assumptions.joules_per_flop = 1e-12;
  assumptions.prefill_utilisation = 0.5;
  assumptions.generation_utilisation = 0.1;
  assumptions.site_overhead = 1;
  const InferenceEnergy energy = estimate_energy(tokens(1000, 200, 100), assumptions);
  EXPECT_NEAR(energy.energy.count(), 800 * 0.004 + 100 * 0.02, 1e-9);
  EXPECT_TRUE(energy.estimated);
  EXPECT_EQ(energy.method, "estimated: 0.004 J per input token, 0.02 J per output token (2 flop per token and "
                           "parameter, 1e+09 active parameters, 1e-12 J/flop, utilisation 0.5 (input) and 0.1 "
                           "(output), site overhead 1)");
}

TEST(EnergyEstimate, AnUnknownSizeIsStated) {
  const InferenceEnergy energy = estimate_energy(tokens(0, 0, 500), {});
  EXPECT_NEAR(energy.energy.count(), 1548, 1); // 0.4 Wh: the order of what Epoch AI finds for such an answer
  EXPECT_THAT(energy.method, HasSubstr("1e+11 active parameters (assumed: the model's size is not known)"));
}

TEST(EnergyEstimate, KnownEnergiesOfATokenReplaceIt) {
  EnergyAssumptions assumptions;
  assumptions.joules_per_output_token = 2;
  EXPECT_THAT(estimate_energy(tokens(1, 0, 1), assumptions).method, HasSubstr("active parameters"));
  assumptions.joules_per_input_token = 0.5;
  Usage usage = tokens(10, 0, 10);
  usage.estimated = true;
  const InferenceEnergy energy = estimate_energy(usage, assumptions);
  EXPECT_DOUBLE_EQ(energy.energy.count(), 25);
  EXPECT_EQ(energy.method, "estimated: 0.5 J per input token, 2 J per output token (as configured); tokens estimated "
                           "too");
}

/// A machine whose time and power the test decides. Shared by a meter and a clock.
struct Machine {
  std::mutex mutex;
  Seconds now{100};
  Joules used{5};
  bool broken = false;

  void pass(Seconds time, double watts) {
    const std::lock_guard lock(mutex);
    now += time;
    used = used + Joules(watts * time.count());
  }
};

class FakeMeter final : public measure::EnergyMeter {
public:
  explicit FakeMeter(Machine& machine) : machine_(machine) {}
  [[nodiscard]] std::string method() const override { return "a fake meter"; }
  [[nodiscard]] Seconds update_period() const override { return Seconds(0.02); }
  Result<Joules> total() override {
    const std::lock_guard lock(machine_.mutex);
    return machine_.broken ? Result<Joules>(fail(ErrorKind::machine, "the meter is broken")) : machine_.used;
  }

private:
  Machine& machine_;
};

class FakeClock final : public measure::Clock {
public:
  explicit FakeClock(Machine& machine) : machine_(machine) {}
  Seconds now() override {
    const std::lock_guard lock(machine_.mutex);
    return machine_.now;
  }

private:
  Machine& machine_;
};

Reply reply_of(std::uint64_t output) {
  Reply reply = test::scripted_reply("x");
  reply.usage = tokens(0, 0, output);
  return reply;
}

class Metered : public ::testing::Test {
protected:
  /// A provider with 10 W of idle power that answers by the script.
  MeteredProvider provider(std::unique_ptr<ScriptedProvider> script) {
    EnergyAssumptions assumptions;
    assumptions.joules_per_input_token = 1;
    assumptions.joules_per_output_token = 1;
    return MeteredProvider(std::move(script), std::make_unique<FakeMeter>(machine),
                           std::make_unique<FakeClock>(machine), {10, Seconds(3)}, assumptions);
  }

  /// An answer of `output` tokens that takes `time` at `watts`.
  ScriptedProvider::Entry answer(std::uint64_t output, Seconds time, double watts) {
    return [this, output, time, watts](const Request&, const std::stop_token&) -> Answer {
      machine.pass(time, watts);
      return reply_of(output);
    };
  }

  Machine machine;
};

TEST_F(Metered, IdlePower) {
  FakeMeter meter(machine);
  FakeClock clock(machine);
  const auto idle = measure_idle_power(meter, clock, [&](Seconds time) { machine.pass(time, 12); });
  ASSERT_TRUE(idle);
  EXPECT_NEAR(idle->watts, 12, 1e-9);
  EXPECT_NEAR(idle->window.count(), 1.1, 1e-9);
  machine.broken = true;
  EXPECT_EQ(measure_idle_power(meter, clock, [](Seconds) {}).error().message,
            "the idle power cannot be measured: the meter is broken");
}

TEST_F(Metered, AQuestionAloneGetsAllButTheIdlePower) {
  auto script = std::make_unique<ScriptedProvider>();
  script->then(answer(50, Seconds(4), 60));
  MeteredProvider metered = provider(std::move(script));
  machine.pass(Seconds(1000), 500); // before
  const Answer got = metered.ask({}, {});
  ASSERT_TRUE(got);
  EXPECT_FALSE(got->energy->estimated);
  EXPECT_NEAR(got->energy->energy.count(), 4 * 50, 1e-6);
  EXPECT_EQ(got->energy->method, "a fake meter over 4 s, less 10 W measured idle over 3 s");
}

TEST_F(Metered, FallsBackToTheEstimateWithTheReason) {
  auto script = std::make_unique<ScriptedProvider>();
  script->then(answer(50, Seconds(0.5), 60));
  script->then(answer(50, Seconds(4), 9));
  script->then([this](const Request&, const std::stop_token&) -> Answer {
    machine.broken = true;
    machine.pass(Seconds(4), 60);
    return reply_of(50);
  });
  MeteredProvider metered = provider(std::move(script));
  for (const char* reason :
       {"not measured: the window lasted 0.5 s, this meter needs at least 1 s",
        "not measured: a fake meter read no more than the idle power of 10 W", "not measured: the meter is broken"}) {
    const Answer got = metered.ask({}, {});
    ASSERT_TRUE(got);
    EXPECT_TRUE(got->energy->estimated);
    EXPECT_DOUBLE_EQ(got->energy->energy.count(), 50);
    EXPECT_THAT(got->energy->method, StartsWith("estimated: "));
    EXPECT_THAT(got->energy->method, HasSubstr(reason));
  }
}

TEST_F(Metered, FailuresPassThrough) {
  auto script = std::make_unique<ScriptedProvider>();
  script->then(scripted_failure(FailureKind::overloaded));
  script->then(answer(50, Seconds(4), 60));
  MeteredProvider metered = provider(std::move(script));
  EXPECT_EQ(metered.ask({}, {}).error().kind, FailureKind::overloaded);
  EXPECT_NEAR(metered.ask({}, {})->energy->energy.count(), 200, 1e-6);
}

TEST_F(Metered, QuestionsThatOverlapShareByTokens) {
  // The long one is in flight for 4 s with 400 tokens, the short one for the first 2 s with 200; all draws 60 W.
  std::barrier both(2);
  auto script = std::make_unique<ScriptedProvider>();
  std::binary_semaphore first_ended(0);
  const auto entry = [&](const Request& request, const std::stop_token&) -> Answer {
    both.arrive_and_wait();
    if (request.schema_name == "short") {
      machine.pass(Seconds(2), 60);
      return reply_of(200);
    }
    first_ended.acquire();
    machine.pass(Seconds(2), 60);
    return reply_of(400);
  };
  script->then(entry);
  script->then(entry);
  MeteredProvider metered = provider(std::move(script));
  Request brief;
  brief.schema_name = "short";
  std::optional<Answer> long_answer;
  std::jthread other([&] { long_answer = metered.ask({}, {}); });
  const Answer short_answer = metered.ask(brief, {});
  first_ended.release();
  other.join();
  EXPECT_NEAR(short_answer->energy->energy.count(), 50, 1e-6);
  EXPECT_NEAR((*long_answer)->energy->energy.count(), 150, 1e-6);
  EXPECT_THAT((*long_answer)->energy->method, HasSubstr("over 4 s"));
  EXPECT_THAT(short_answer->energy->method, HasSubstr("questions overlapped: split by output tokens"));
}

} // namespace
} // namespace mapwright::llm
