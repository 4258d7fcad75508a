// The bandits over part, level and model: what they learn from rewards, and what they leave alone.
#include "mapper/agent/arms.hpp"

#include <array>
#include <functional>

#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

const std::vector<std::string> three_parts{"task", "region", "layout"};
const std::vector<GuidanceLevel> all_levels(all_guidance_levels.begin(), all_guidance_levels.end());

/// What comes of a question.
struct Lesson {
  double reward = 0;
  double tokens = 100;
};

/// How often each arm was taken in the last hundred of `steps` steps, one at a time.
struct TakenArms {
  std::array<unsigned, 3> part{};
  std::array<unsigned, 3> level{};
  std::array<unsigned, 3> model{};
};

TakenArms taken_late(ArmChoice& arms, unsigned steps, const std::function<Lesson(const QuestionArms&)>& lesson) {
  TakenArms taken;
  measure::Random random(7);
  for (unsigned step = 0; step < steps; ++step) {
    const QuestionArms chosen = arms.choose(step, random).value();
    if (step + 100 >= steps) {
      ++taken.part.at(chosen.part);
      ++taken.level.at(chosen.level);
      ++taken.model.at(chosen.model);
    }
    const Lesson learnt = lesson(chosen);
    arms.learn(step, learnt.reward, learnt.tokens);
  }
  return taken;
}

TEST(QuestionArms, EachIsTriedBeforeOneIsTriedAgain) {
  ArmChoice arms(three_parts, all_levels, {"a", "b", "c"});
  measure::Random random(1);
  for (std::size_t step = 0; step < 3; ++step) { // nothing is learnt: what is under way counts
    const QuestionArms chosen = arms.choose(step, random).value();
    EXPECT_EQ(chosen.part, step);
    EXPECT_EQ(chosen.level, step);
    EXPECT_EQ(chosen.model, step);
    EXPECT_TRUE(arms.planned(step));
  }
  EXPECT_TRUE(arms.any_under_way());
}

TEST(QuestionArms, LearnWhichPartLevelAndModelPay) {
  for (std::size_t best = 0; best < 3; ++best) {
    ArmChoice arms(three_parts, all_levels, {"a", "b", "c"});
    const std::size_t level = (best + 1) % 3;
    const std::size_t model = (best + 2) % 3;
    const TakenArms taken = taken_late(arms, 600, [&](const QuestionArms& chosen) {
      return Lesson{(chosen.part == best ? 0.4 : 0) + (chosen.level == level ? 0.4 : 0) +
                    (chosen.model == model ? 0.2 : 0)};
    });
    EXPECT_GT(taken.part.at(best), 50U) << best;
    EXPECT_GT(taken.level.at(level), 50U) << best;
    EXPECT_GT(taken.model.at(model), 34U) << best;
  }
}

TEST(QuestionArms, WithoutAnyRewardAllAreTakenAlike) {
  ArmChoice arms(three_parts, all_levels, {"a"});
  const TakenArms taken = taken_late(arms, 300, [](const QuestionArms&) { return Lesson{}; });
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(taken.part.at(i), 33, 8);
    EXPECT_NEAR(taken.level.at(i), 33, 8);
  }
}

TEST(QuestionArms, OfModelsThatAchieveTheSameTheOneThatSaysLessIsAsked) {
  ArmChoice arms({"task"}, {GuidanceLevel::suggest}, {"long", "short"});
  const TakenArms taken = taken_late(arms, 300, [](const QuestionArms& chosen) {
    return Lesson{0.5, chosen.model == 0 ? 5000.0 : 500.0};
  });
  EXPECT_GT(taken.model.at(1), 70U);
}

TEST(QuestionArms, AModelThatIsLostIsPassedOverAndNothingIsLearnt) {
  ArmChoice arms(three_parts, {GuidanceLevel::raw}, {"a", "b"});
  measure::Random random(1);
  ASSERT_EQ(arms.choose(0, random).value().model, 0U);
  arms.lose_model(0);
  EXPECT_FALSE(arms.planned(0));
  for (std::uint64_t step = 1; step < 20; ++step) {
    const QuestionArms chosen = arms.choose(step, random).value();
    EXPECT_EQ(chosen.model, 1U);
    EXPECT_TRUE(step > 1 || chosen.part == 0) << "the first part was not learnt of";
    arms.learn(step, 0, 10);
  }
  arms.choose(20, random);
  arms.lose_model(20);
  EXPECT_EQ(arms.choose(21, random), std::nullopt);
  EXPECT_FALSE(arms.any_under_way());
}

TEST(QuestionArms, StepsOfOthersTeachNothing) {
  ArmChoice told(three_parts, all_levels, {"a"});
  ArmChoice untold(three_parts, all_levels, {"a"});
  measure::Random first(5);
  measure::Random second(5);
  for (std::uint64_t step = 0; step < 60; ++step) {
    told.learn(1000 + step, 1, 10);
    told.lose_model(2000 + step);
    const QuestionArms a = told.choose(step, first).value();
    const QuestionArms b = untold.choose(step, second).value();
    EXPECT_EQ(a.part, b.part);
    EXPECT_EQ(a.level, b.level);
    told.learn(step, a.part == 1 ? 1 : 0, 10);
    untold.learn(step, b.part == 1 ? 1 : 0, 10);
  }
}

TEST(QuestionArms, DrawTheSameNumberOfTimesWhateverWasLearnt) {
  ArmChoice learnt(three_parts, all_levels, {"a", "b"});
  ArmChoice fresh(three_parts, all_levels, {"a", "b"});
  measure::Random random(3);
  for (std::uint64_t step = 0; step < 40; ++step) {
    learnt.choose(step, random);
    learnt.learn(step, 0.3, 10);
  }
  measure::Random one(9);
  measure::Random other(9);
  learnt.choose(100, one);
  fresh.choose(100, other);
  EXPECT_EQ(one.next(), other.next()) << "both took the same number of draws: a replay stays in step";
}

} // namespace
} // namespace mapwright::mapper
