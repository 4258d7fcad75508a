#include "loop/settings.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::loop {
namespace {

using testing::HasSubstr;

TEST(RunSettings, AreReadFromLoopAndBudget) {
  auto file = Settings::parse("[loop]\nseed = 7\nparallel = 3\npatience = 9\nfallback = true\ndurability = \"power\"\n"
                              "[budget]\nevaluations = 5\nseconds = 1.5\ntokens = 100\ndollars = 2\njoules = 3.5\n",
                              "p.toml");
  const RunSettings settings = read_run_settings(file->root());
  ASSERT_TRUE(file->check());
  EXPECT_EQ(settings.flow.seed, 7U);
  EXPECT_EQ(settings.flow.parallel, 3U);
  EXPECT_EQ(settings.flow.patience, 9U);
  EXPECT_TRUE(settings.flow.fallback);
  EXPECT_EQ(settings.durability, archive::Durability::power);
  EXPECT_EQ(to_json(settings.flow.budget).dump(),
            R"({"dollars":2.0,"evaluations":5.0,"joules":3.5,"seconds":1.5,"tokens":100.0})");
}

TEST(RunSettings, WrongValuesAreRefusedAtTheirPlace) {
  for (const char* text : {"[loop]\nparallel = 0\n", "[loop]\ndurability = \"disk\"\n", "[budget]\nseconds = -1\n",
                           "[budget]\nminutes = 1\n"}) {
    auto file = Settings::parse(text, "p.toml");
    read_run_settings(file->root());
    const auto checked = file->check();
    ASSERT_FALSE(checked) << text;
    EXPECT_EQ(checked.error().where->line, 2) << text;
  }
}

TEST(BudgetText, RoundTripsThroughJson) {
  const auto budget = parse_budget("tokens=20000,dollars=0.5");
  ASSERT_TRUE(budget);
  const Budget again = budget_from_json(to_json(*budget));
  EXPECT_EQ(again.tokens, 20000U);
  EXPECT_EQ(again.dollars, 0.5);
  EXPECT_FALSE(again.seconds);
  EXPECT_EQ(to_json(budget_from_json(nullptr)).size(), 0U);
}

TEST(BudgetText, ANumberAloneIsOneOfEvaluations) {
  EXPECT_EQ(parse_budget("50")->evaluations, 50U);
  const auto both = parse_budget("50,seconds=2");
  ASSERT_TRUE(both);
  EXPECT_EQ(both->evaluations, 50U);
  EXPECT_EQ(both->seconds, 2.0);
}

TEST(BudgetText, ChangesReplaceWhatTheySet) {
  const Budget merged = loop::merged(*parse_budget("tokens=1,seconds=2"), *parse_budget("tokens=5"));
  EXPECT_EQ(merged.tokens, 5U);
  EXPECT_EQ(merged.seconds, 2.0);
}

TEST(BudgetText, SaysWhatIsWrong) {
  EXPECT_THAT(parse_budget("tokns=5").error().format(), HasSubstr("did you mean 'tokens'?"));
  for (const char* text : {"tokens", "tokens=", "tokens=x", "tokens=-1", "tokens=1,", "tokens=nan", "5x", "-5"}) {
    EXPECT_FALSE(parse_budget(text)) << text;
  }
}

} // namespace
} // namespace mapwright::loop
