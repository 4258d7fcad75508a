// What a search hands out: nothing in it can go, and its shares add up.
#include "mapper/contest/small_search.hpp"
#include "mapper/contest/winner.hpp"

namespace mapwright::mapper {
namespace {

constexpr const char* with_idle_statements = "Task * GPU;\n"
                                             "Region * * GPU FBMEM;\n"
                                             "Layout * * * SOA F_order;\n"
                                             "InstanceLimit nobody 3;\n";

TEST(MinimalWinner, LosesWhatDoesNothingAndSharesItsSpeedUpOut) {
  const auto arena = small_arena();
  const double before = *time_mapper(with_idle_statements, arena->scene()).makespan;
  const MinimalWinner winner = sure(minimal_winner(*arena, with_idle_statements, false));
  EXPECT_LE(winner.minimal.makespan, before);
  EXPECT_EQ(time_mapper(winner.minimal.text, arena->scene()).makespan, winner.minimal.makespan);
  EXPECT_FALSE(winner.minimal.removed.empty());
  EXPECT_EQ(winner.minimal.text.find("Layout"), std::string::npos) << winner.minimal.text;
  ASSERT_TRUE(winner.shares);
  EXPECT_EQ(winner.shares->before, *arena->usual().makespan);
  double seconds = 0;
  for (const StatementShare& each : winner.shares->statements) {
    seconds += each.seconds;
  }
  EXPECT_NEAR(seconds, winner.minimal.makespan - *arena->usual().makespan, 1e-12);
  const MinimalWinner again = sure(minimal_winner(*arena, winner.minimal.text, false));
  EXPECT_EQ(again.minimal.text, winner.minimal.text);
  EXPECT_TRUE(again.minimal.removed.empty());
}

TEST(MinimalWinner, KeepsThePlanThatRealRunsHaveJudged) {
  const MinimalWinner winner = sure(minimal_winner(*small_arena(), with_idle_statements, true));
  EXPECT_TRUE(winner.minimal.same_plan);
  EXPECT_EQ(winner.minimal.makespan, winner.minimal.makespan_before);
}

TEST(MinimalWinner, HasNoSharesWhereTheDefaultDoesNotRun) {
  const auto arena =
      sure(SearchArena::make({"stencil", stencil_program(8, 100, 2, 3), round_machine(1), {}, "Task * FPGA;\n"}));
  const MinimalWinner winner = sure(minimal_winner(*arena, all_on_gpus, false));
  EXPECT_FALSE(winner.shares);
  EXPECT_FALSE(minimal_winner(*arena, "Task * FPGA;\n", false));
}

} // namespace
} // namespace mapwright::mapper
