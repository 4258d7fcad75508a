// Plans: which three run, and their form in archives.
#include "kernel/scientist/plan.hpp"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using nlohmann::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

ExperimentPlan plan(const std::string& name, Interval gain, int innovation) {
  return {name, AvenueKind::compute, "why", {"`x` is added"}, gain, innovation, "line 3", {"F1"}};
}

TEST(ChooseThree, TheMostInnovativeTheHighestMaximumTheHighestMinimum) {
  EXPECT_THAT(choose_three({plan("safe", {1.4, 1.5}, 10), plan("bold", {0.5, 9}, 20), plan("new", {0.9, 1.1}, 95),
                            plan("dull", {1, 1.1}, 5), plan("safest", {1.3, 1.6}, 1)}),
              ElementsAre(2, 1, 0));
  EXPECT_THAT(choose_three({plan("a", {1, 2}, 5), plan("b", {1, 2}, 5)}), ElementsAre(0, 1));
  EXPECT_THAT(choose_three({}), IsEmpty());
}

rc::Gen<ExperimentPlan> any_plan() {
  return rc::gen::map(rc::gen::tuple(rc::gen::inRange(1, 300), rc::gen::inRange(0, 300), rc::gen::inRange(0, 101)),
                      [](const std::tuple<int, int, int>& drawn) {
                        const auto& [low, width, innovation] = drawn;
                        return plan("p", {low / 100.0, (low + width) / 100.0}, innovation);
                      });
}

RC_GTEST_PROP(ChooseThreeProperty, EachIsTheBestOfWhatWasLeft, ()) {
  const auto plans = *rc::gen::container<std::vector<ExperimentPlan>>(any_plan());
  const auto chosen = choose_three(plans);
  RC_ASSERT(chosen.size() == std::min<std::size_t>(3, plans.size()));
  for (std::size_t turn = 0; turn < chosen.size(); ++turn) {
    const auto value = [turn](const ExperimentPlan& p) {
      return turn == 0 ? static_cast<double>(p.innovation) : turn == 1 ? p.gain.high : p.gain.low;
    };
    for (std::size_t i = 0; i < plans.size(); ++i) {
      const auto at = std::find(chosen.begin(), chosen.end(), i);
      const bool left = at - chosen.begin() >= static_cast<std::ptrdiff_t>(turn);
      RC_ASSERT(!left || value(plans[i]) <= value(plans[chosen[turn]]));
      RC_ASSERT(!left || i >= chosen[turn] || value(plans[i]) < value(plans[chosen[turn]]));
    }
  }
}

TEST(PlanJson, ReadsBack) {
  const Design design{
      {{"tiles", AvenueKind::memory, "cache"}}, {plan("a", {1.25, 2}, 3), plan("b", {0.5, 1}, 100)}, {1, 0}};
  const auto again = design_from_json(json::parse(to_json(design).dump()));
  ASSERT_TRUE(again) << again.error().format();
  EXPECT_EQ(again->avenues, design.avenues);
  EXPECT_EQ(again->plans, design.plans);
  EXPECT_EQ(again->chosen, design.chosen);
}

TEST(PlanJson, NewerMembersAreIgnored) {
  json value = to_json(plan("a", {1, 2}, 3));
  value["of the future"] = 1;
  EXPECT_TRUE(plan_from_json(value));
}

TEST(PlanJson, SaysWhatIsWrong) {
  const json good = to_json(plan("a", {1, 2}, 3));
  const auto wrong = [&](const char* member, const json& value) {
    json changed = good;
    if (value.is_null()) {
      changed.erase(member);
    } else {
      changed[member] = value;
    }
    const auto read = plan_from_json(changed);
    EXPECT_FALSE(read) << changed.dump();
    EXPECT_EQ(read.error().kind, ErrorKind::input);
    return read.error().message;
  };
  EXPECT_THAT(wrong("name", nullptr), HasSubstr("name"));
  EXPECT_THAT(wrong("kind", "magic"), HasSubstr("/kind"));
  EXPECT_THAT(wrong("gain", json::array({2})), HasSubstr("/gain"));
  EXPECT_THAT(wrong("gain", json::array({2, 1})), HasSubstr("[2, 1]"));
  EXPECT_THAT(wrong("gain", json::array({0, 1})), HasSubstr("above 0"));
  EXPECT_THAT(wrong("innovation", 101), HasSubstr("/innovation"));
  EXPECT_THAT(wrong("rubric", json::array({1})), HasSubstr("/rubric/0"));
  EXPECT_THAT(plan_from_json(json::array()).error().message, HasSubstr("object"));
  json design = to_json(Design{{}, {plan("a", {1, 2}, 3)}, {1}});
  EXPECT_THAT(design_from_json(design).error().message, HasSubstr("no plan 1 among 1"));
}

} // namespace
} // namespace mapwright::kernel::scientist
