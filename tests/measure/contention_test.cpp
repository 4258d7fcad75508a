#include "fake_clock.hpp"
#include "measure/contention.hpp"
#include "measure/machine.hpp"

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace mapwright::measure {
namespace {

UsageSnapshot used(double cpu, std::int64_t switches = 0, std::optional<Seconds> pressure = {}) {
  return {Seconds(cpu), switches, std::nullopt, pressure};
}

TEST(Assess, FindsEachCause) {
  const ContentionRule rule;
  const Seconds wall(1);
  EXPECT_EQ(assess(used(5), used(6), wall, rule), Taint::none);
  EXPECT_EQ(assess(used(5), used(5.8), wall, rule), Taint::starved);
  EXPECT_EQ(assess(used(5, 100), used(6, 151), wall, rule), Taint::none) << "50 a second and one for free";
  EXPECT_EQ(assess(used(5, 100), used(6, 152), wall, rule), Taint::switched);
  EXPECT_EQ(assess(used(5, 0, Seconds(2)), used(6, 0, Seconds(2.05)), wall, rule), Taint::none);
  EXPECT_EQ(assess(used(5, 0, Seconds(2)), used(6, 0, Seconds(2.2)), wall, rule), Taint::pressure);
  EXPECT_EQ(assess(used(5, 0, Seconds(2)), used(6, 0), wall, rule), Taint::none) << "no counter, no judgement";
}

TEST(Assess, AsksTheSchedulerWhereItKnows) {
  const auto delayed = [](double seconds) { return UsageSnapshot{Seconds(1), 500, Seconds(seconds), Seconds(7)}; };
  const UsageSnapshot before{Seconds(0), 0, Seconds(3), Seconds(0)};
  const Seconds wall(1);
  EXPECT_EQ(assess(before, delayed(3.09), wall, {}), Taint::none) << "switches and pressure took no time from it";
  EXPECT_EQ(assess(before, delayed(3.2), wall, {}), Taint::delayed);
  EXPECT_EQ(assess({Seconds(0), 0, Seconds(3)}, {Seconds(0.002), 0, Seconds(3.00025)}, Seconds(2e-3), {}), Taint::none);
  ContentionRule waiting;
  waiting.busy_threads = 0;
  EXPECT_EQ(assess(before, delayed(3.09), wall, waiting), Taint::pressure) << "its threads only wait for a device";
}

TEST(Assess, KnowsThreadsAndWaiting) {
  const Seconds wall(1);
  ContentionRule four;
  four.busy_threads = 4;
  EXPECT_EQ(assess(used(0), used(3.8), wall, four), Taint::none);
  EXPECT_EQ(assess(used(0), used(2), wall, four), Taint::starved);
  ContentionRule waiting;
  waiting.busy_threads = 0; // a GPU computes, we sleep
  EXPECT_EQ(assess(used(0), used(0.001, 500), wall, waiting), Taint::none);
}

TEST(Assess, DoesNotJudgeWhatIsTooShort) {
  EXPECT_EQ(assess(used(0), used(0), Seconds(1e-4), {}), Taint::none);
}

TEST(FunctionTimer, TimesByTheClockAndAsksTheProbe) {
  testing::FakeClock clock;
  testing::FakeProbe calm({used(1), used(3)});
  testing::FakeProbe busy({used(1), used(1.5)});
  const auto work = [&] { clock.advance(Seconds(2)); };
  const auto clean = FunctionTimer(work, clock, &calm).run();
  EXPECT_EQ(clean->duration, Seconds(2));
  EXPECT_EQ(clean->taint, Taint::none);
  EXPECT_EQ(FunctionTimer(work, clock, &busy).run()->taint, Taint::starved);
  EXPECT_EQ(FunctionTimer(work, clock).run()->taint, Taint::none);
}

TEST(SystemUsageProbe, CountsUpAndReadsPressure) {
  const auto file = std::filesystem::temp_directory_path() / ("pressure-" + std::to_string(getpid()));
  std::ofstream(file) << "some avg10=1.23 avg60=0.00 avg300=0.04 total=2500000\n"
                         "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";
  SystemUsageProbe probe(file);
  const UsageSnapshot first = probe.snapshot();
  std::uint64_t work = 1;
  for (int i = 0; i < 50'000'000; ++i) {
    work = work * 6364136223846793005U + 1;
  }
  EXPECT_NE(work, 0U); // so that the loop is not removed
  const UsageSnapshot second = probe.snapshot();
  std::filesystem::remove(file);
  EXPECT_EQ(first.pressure, Seconds(2.5));
  EXPECT_GT(second.cpu, first.cpu);
  EXPECT_GE(second.involuntary_switches, first.involuntary_switches);
  EXPECT_EQ(SystemUsageProbe("/no/such/file").snapshot().pressure, std::nullopt);
}

TEST(Machine, IsDescribed) {
  const Machine machine = describe_machine();
  EXPECT_GE(machine.cores, 1U);
  EXPECT_FALSE(machine.cpu.empty());
  EXPECT_TRUE(machine.kernel.starts_with("Linux ")) << machine.kernel;
  EXPECT_NE(machine.summary().find(machine.compiler), std::string::npos);
  EXPECT_EQ(machine, describe_machine());
}

} // namespace
} // namespace mapwright::measure
