// Minimal mappers, shares of statements, and robustness maps.
#include "mapper/guidance/change.hpp"
#include "mapper/guidance/minimise.hpp"
#include "mapper/guidance/robustness.hpp"
#include "mapper/guidance/scenes.hpp"
#include "mapper/guidance/statement_shares.hpp"
#include "mapper/language/parse.hpp"

namespace mapwright::mapper {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Texts without one statement each.
std::vector<std::string> with_one_less(const std::string& text) {
  language::Diagnostics diagnostics;
  const language::MapperSyntax syntax = language::parse_mapper({text, "m"}, diagnostics);
  EXPECT_EQ(diagnostics.errors(), 0U);
  std::vector<std::string> out;
  for (const language::Statement& statement : syntax.statements) {
    out.push_back(without_statement({text, "m"}, statement.span));
  }
  return out;
}

const std::string noise = "Task nothing_like_it CPU;\nunused = 3;\ndef idle(Task t) { return Machine(CPU)[0, 0]; }\n";

TEST(Minimise, KeepsThePlan) {
  for (const char* const app : {"circuit", "cannon"}) {
    const GuidedScene scene(app);
    const std::string text = scene.text("expert") + noise;
    MinimiseOptions keep;
    keep.keep_plan = true;
    const MinimalMapper minimal = sure(minimise_mapper({text, "m"}, scene.scene(), keep));
    const Plan plan = sure(scene.elaborated(text)).plan;
    EXPECT_EQ(sure(scene.elaborated(minimal.text)).plan, plan);
    EXPECT_TRUE(minimal.same_plan);
    EXPECT_THAT(minimal.text, Not(HasSubstr("idle")));
    EXPECT_THAT(minimal.text, Not(HasSubstr("unused")));
    EXPECT_GE(minimal.removed.size(), 3U);
    for (const std::string& less : with_one_less(minimal.text)) {
      const auto made = scene.elaborated(less);
      EXPECT_TRUE(!made || made->plan != plan) << less;
    }
  }
}

TEST(Minimise, KeepsTheMakespanWithinTheTolerance) {
  const GuidedScene scene("circuit,pieces=8");
  for (const double tolerance : {0.0, 0.05}) {
    const MinimalMapper minimal = sure(minimise_mapper({scene.text("expert"), "m"}, scene.scene(), {tolerance}));
    EXPECT_LE(minimal.most_makespan, scene.run(scene.text("expert")).makespan * (1 + tolerance));
    EXPECT_EQ(minimal.makespan, scene.run(minimal.text).makespan);
    EXPECT_LE(minimal.makespan, minimal.most_makespan);
    EXPECT_GT(minimal.simulations, 1U);
    for (const std::string& less : with_one_less(minimal.text)) {
      std::string failure;
      const auto makespan = makespan_of({less, "m"}, scene.scene(), failure);
      EXPECT_TRUE(!makespan || *makespan > minimal.most_makespan) << less;
    }
  }
}

TEST(Minimise, TakesItemsOfListsAndSaysWhy) {
  const GuidedScene scene("circuit");
  const MinimalMapper minimal =
      sure(minimise_mapper({"Task * GPU, CPU;\nRegion * * GPU ZCMEM, FBMEM;\n", "m"}, scene.scene()));
  EXPECT_THAT(minimal.text, Not(HasSubstr("FBMEM")));
  ASSERT_FALSE(minimal.removed.empty());
  for (const RemovedPart& part : minimal.removed) {
    EXPECT_FALSE(part.why.empty());
    EXPECT_GE(part.line, 1);
  }
}

TEST(Minimise, RefusesWhatDoesNotRun) {
  const GuidedScene scene("circuit");
  const auto refused = minimise_mapper({"Task * IO;\n", "m"}, scene.scene());
  ASSERT_FALSE(refused.has_value());
  EXPECT_TRUE(refused.error().where.has_value());
}

TEST(StatementShares, AddUpToTheWhole) {
  const GuidedScene scene("circuit,pieces=8");
  for (const std::size_t orders : {std::size_t{24}, std::size_t{3}}) {
    const StatementShares shares = sure(
        statement_shares({scene.text("default"), "default"}, {scene.text("expert"), "m"}, scene.scene(), {orders, 1}));
    EXPECT_EQ(shares.before, scene.run(scene.text("default")).makespan);
    EXPECT_EQ(shares.after, scene.run(scene.text("expert")).makespan);
    double sum = 0;
    for (const StatementShare& each : shares.statements) {
      sum += each.seconds;
      EXPECT_THAT(each.statement, HasSubstr("m:"));
    }
    EXPECT_NEAR(sum, shares.after - shares.before, 1e-9 * shares.before);
    EXPECT_GE(shares.statements.size(), 2U);
  }
}

TEST(StatementShares, GivesAllToTheOnlyStatement) {
  const GuidedScene scene("circuit");
  const StatementShares shares = sure(statement_shares({"", "d"}, {"Region * * GPU ZCMEM;\n", "m"}, scene.scene()));
  ASSERT_EQ(shares.statements.size(), 1U);
  EXPECT_TRUE(shares.exact);
  EXPECT_EQ(shares.statements[0].statement, "m:1: Region * * GPU ZCMEM;");
  EXPECT_EQ(shares.statements[0].seconds, shares.after - shares.before);
}

TEST(Robustness, TellsWhereAMapperFailsAndWhatIsBad) {
  const std::string text =
      "Task * GPU;\nInstanceLimit calculate_new_currents 1;\n"
      "def f(Task t) { return Machine(GPU)[0, t.ipoint[0]]; }\nIndexTaskMap calculate_new_currents f;\n";
  const GuidedScene fits("circuit,pieces=4");
  const std::string& usual = fits.text("default");
  const RobustnessCell good = robustness_cell({text, "m"}, fits.scene(), &usual, nullptr);
  ASSERT_TRUE(good.makespan.has_value()) << good.failure;
  ASSERT_FALSE(good.losses.empty());
  EXPECT_EQ(good.losses[0].line, 2);
  EXPECT_LT(good.losses[0].change, -0.01);
  EXPECT_DOUBLE_EQ(*good.over_default, fits.run(usual).makespan / *good.makespan);
  EXPECT_FALSE(good.over_expert.has_value());
  const GuidedScene larger("circuit,pieces=8");
  const RobustnessCell bad = robustness_cell({text, "m"}, larger.scene(), &usual, nullptr);
  EXPECT_FALSE(bad.makespan.has_value());
  EXPECT_THAT(bad.failure, HasSubstr("line 3: "));
}

} // namespace
} // namespace mapwright::mapper
