// Programs against each other: who is out and why, what is compared, what decides. Times that decide are printed by the
// programs, not measured.
#include "kernel/external/command_race.hpp"
#include "kernel/external/lines.hpp"
#include "support/scratch_test.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

namespace mapwright::kernel {
namespace {

Contestant sh(const std::string& name, const std::string& script) {
  return {name, {{"sh", "-c", script}, "/bin/sh", "sh -c '" + script + "'"}};
}

CommandRaceRule quick() {
  CommandRaceRule rule;
  rule.stop = {.min_pairs = 5, .max_pairs = 8, .time_cap = Seconds(60)};
  rule.keep_disturbed = true;
  return rule;
}

Result<std::vector<CommandResult>> race(const Contestant& baseline, const std::vector<Contestant>& challengers,
                                        const CommandRaceRule& rule, const std::stop_token& stop = {}) {
  measure::SteadyClock clock;
  return race_commands(baseline, challengers, clock, rule, stop);
}

TEST(CommandRace, TimesWholeRuns) {
  const auto results = race(sh("a", "true"), {sh("b", "true")}, quick());
  ASSERT_TRUE(results) << results.error().format();
  const CommandResult& b = results->front();
  EXPECT_EQ(b.name, "b");
  EXPECT_EQ(b.flaw, "");
  EXPECT_GE(b.comparison.pairs, 5);
  EXPECT_EQ(b.comparison.baseline_times.size(), static_cast<std::size_t>(b.comparison.pairs));
  EXPECT_GT(b.time.count(), 0);
  EXPECT_GT(b.baseline_time.count(), 0);
}

TEST(CommandRace, PrintedTimesDecide) {
  CommandRaceRule rule = quick();
  rule.printed = *PrintedTime::parse("took ([0-9.]+) (ms|us)");
  const auto results = race(sh("a", "echo took 8 ms"),
                            {sh("fast", "echo took 99 us; echo took 2000 us"), sh("slow", "echo took 8.8 ms"),
                             sh("same", "echo took 8 ms"), sh("mute", "echo nothing"), sh("odd", "echo took 0 ms")},
                            rule);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->at(0).comparison.verdict, SpeedVerdict::faster);
  EXPECT_DOUBLE_EQ(results->at(0).comparison.ratio, 0.25);
  EXPECT_DOUBLE_EQ(results->at(0).time.count(), 0.002);
  EXPECT_EQ(results->at(1).comparison.verdict, SpeedVerdict::slower);
  EXPECT_EQ(results->at(2).comparison.verdict, SpeedVerdict::same);
  EXPECT_EQ(results->at(3).flaw, "prints no line that matches 'took ([0-9.]+) (ms|us)'");
  EXPECT_EQ(results->at(4).flaw, "prints 'took 0 ms', of which 'took ([0-9.]+) (ms|us)' takes no time above 0");
}

TEST(CommandRace, AFailureCostsOnlyItsOwn) {
  const auto results = race(sh("a", "true"), {sh("b", "echo no data >&2; exit 7"), sh("c", "true")}, quick());
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->at(0).flaw, "ended with exit code 7: no data");
  EXPECT_EQ(results->at(0).comparison.pairs, 0);
  EXPECT_EQ(results->at(1).flaw, "");
  EXPECT_GE(results->at(1).comparison.pairs, 5);
}

TEST(CommandRace, TheBaselineMustRun) {
  const auto results = race(sh("old", "exit 2"), {sh("new", "true")}, quick());
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().kind, ErrorKind::input);
  EXPECT_EQ(results.error().message, "the baseline 'old' ended with exit code 2");
}

TEST(CommandRace, OutputsAreCompared) {
  CommandRaceRule rule = quick();
  rule.check_output = true;
  rule.printed = *PrintedTime::parse("time ([0-9]+)");
  const auto results = race(
      sh("a", "echo x; echo time 1; echo y"),
      {sh("b", "echo time 2; echo x; echo y"), sh("c", "echo x; echo z; echo time 1"), sh("d", "echo x; echo time 1")},
      rule);
  ASSERT_TRUE(results) << results.error().format();
  EXPECT_EQ(results->at(0).flaw, "");
  EXPECT_EQ(results->at(1).flaw, "printed something else: line 2 is 'z', not 'y'");
  EXPECT_EQ(results->at(2).flaw, "printed something else: there is no more after 1 of 2 lines; next should be 'y'");
}

class ChangingOutput : public test::ScratchTest {};

TEST_F(ChangingOutput, OfTheBaselineCannotBeCompared) {
  CommandRaceRule rule = quick();
  rule.check_output = true;
  const std::string count = write("count", "1").string();
  const auto results =
      race(sh("a", fmt::format("n=$(cat {0}); echo $n; echo $((n + 1)) > {0}", count)), {sh("b", "echo 1")}, rule);
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().message, "the baseline 'a' printed something else: line 1 is '2', not '1'");
}

TEST(CommandRace, CanBeInterrupted) {
  std::stop_source source;
  source.request_stop();
  const auto results = race(sh("a", "true"), {sh("b", "true")}, quick(), source.get_token());
  ASSERT_FALSE(results);
  EXPECT_EQ(results.error().kind, ErrorKind::answer_no);
}

TEST(PrintedTimeTest, Patterns) {
  const auto seconds = [](const std::string& pattern, const std::string& output) {
    const auto time = PrintedTime::parse(pattern);
    EXPECT_TRUE(time) << time.error().format();
    const auto found = time->find(output);
    return found ? found->count() : -1;
  };
  EXPECT_DOUBLE_EQ(seconds("time=([0-9.]+)", "time=1.5\ntime=2.5\n"), 2.5);
  EXPECT_DOUBLE_EQ(seconds("(ns|us): ([0-9]+)", "us: 3"), 3e-6);
  EXPECT_DOUBLE_EQ(seconds("([0-9.e+-]+) s", "1e-3 s"), 1e-3);
  EXPECT_DOUBLE_EQ(seconds("x ([a-z]+)", "x one"), -1);
  EXPECT_DOUBLE_EQ(seconds("([0-9]+)", std::string(PrintedTime::longest_line + 1, '7')), -1);
  EXPECT_FALSE(PrintedTime::parse("(unclosed"));
  EXPECT_EQ(PrintedTime::parse("[0-9]+").error().message, "'[0-9]+' has no group that holds the time");
}

TEST(Lines, FirstDifference) {
  const auto none = [](std::string_view) { return false; };
  EXPECT_EQ(first_difference("a\nb\n", "a\nb", none), std::nullopt);
  EXPECT_EQ(first_difference("", "a", none), "line 1 is 'a', where there should be no more");
  EXPECT_EQ(first_difference("a\n\nb", "a\nb", none), "line 2 is 'b', not ''");
  EXPECT_EQ(first_difference("t1\na", "a\nt2", [](std::string_view line) { return line.starts_with('t'); }),
            std::nullopt);
}

} // namespace
} // namespace mapwright::kernel
