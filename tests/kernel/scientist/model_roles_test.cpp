// Models as selector and designer: what they are shown, good answers, mended ones, hopeless ones.
#include "model_case.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using mapwright::test::scripted_failure;
using nlohmann::json;
using test::Asked;
using test::design_reply;
using test::known_scene;
using test::Scene;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Answer<Selection> select(Asked& asked, const Scene& scene) {
  test::Steps steps;
  auto context = steps.context();
  return (*make_selector("model:m", asked.tools))->select(scene.situation(), context);
}

TEST(ModelSelector, ChoosesByNumbersAndSaysWhy) {
  Asked asked({R"({"base": 1, "reference": 0, "rationale": "1 is fastest."})"});
  const auto selection = select(asked, known_scene());
  ASSERT_TRUE(selection) << selection.error().why;
  EXPECT_EQ(selection->base, 1U);
  EXPECT_EQ(selection->reference, 0U);
  EXPECT_EQ(selection->rationale, "1 is fastest.");
  EXPECT_THAT(asked.question(), HasSubstr("- version 0 (the start): 1.000 of the start's time, uses [0, 0, 0]\n"
                                          "- version 1 (from 0, tile, by built-in): 0.447 of the start's time, uses "
                                          "[2, 0, 1], against its base FASTER, 2.24x (2.13x-2.35x); n=4096: 0.400; "
                                          "n=64: 0.500\n"
                                          "- version 2 (from 0, simd, by built-in): not-compiled: no such function\n"));
}

TEST(ModelSelector, IsShownItsMistakeOnce) {
  Asked asked({R"({"base": 2, "reference": 0, "rationale": "x"})", R"({"base": 1, "reference": 0, "rationale": "x"})"});
  EXPECT_TRUE(select(asked, known_scene()));
  EXPECT_THAT(asked.question(1), HasSubstr("/base: version 2 cannot be changed; choose one of 0, 1"));
}

TEST(ModelSelector, ExhaustedBasesAreToldAndRefused) {
  Scene scene = known_scene();
  scene.exhausted = {1};
  Asked asked({R"({"base": 1, "reference": 0, "rationale": "x"})", R"({"base": 0, "reference": 1, "rationale": "x"})"});
  EXPECT_EQ(select(asked, scene)->base, 0U);
  EXPECT_THAT(asked.question(0), HasSubstr("do not choose them as base: 1."));
  scene.exhausted = {0, 1};
  EXPECT_THAT(select(asked, scene).error().why, HasSubstr("nothing is left"));
  EXPECT_THAT(asked.provider->questions(), SizeIs(2));
}

TEST(ModelSelector, GivesUpWithAReason) {
  Asked hopeless({"I like them all.", "Really."});
  const auto none = select(hopeless, known_scene());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().why, HasSubstr("the reply of scripted is unusable"));
  EXPECT_FALSE(none.error().unavailable);
}

TEST(ModelSelector, WhoCannotBeReachedIsUnavailable) {
  Asked asked(std::vector<std::string>{});
  asked.provider->then(scripted_failure(llm::FailureKind::unreachable, "nobody there"));
  ASSERT_TRUE(select(asked, known_scene()).error().unavailable);
  Asked busy(std::vector<std::string>{});
  busy.provider->then(scripted_failure(llm::FailureKind::overloaded, "busy"));
  EXPECT_FALSE(select(busy, known_scene()).error().unavailable);
}

Answer<Design> design(Asked& asked, const Scene& scene) {
  test::Steps steps;
  auto context = steps.context();
  return (*make_designer("model:m", asked.tools))->design(scene.situation(), {1, 0, "a test"}, context);
}

TEST(ModelDesigner, PlansAndTheThreeThatRunAreChosenHere) {
  Asked asked({design_reply().dump()});
  const auto made = design(asked, known_scene());
  ASSERT_TRUE(made) << made.error().why;
  EXPECT_THAT(made->avenues, SizeIs(10));
  EXPECT_THAT(made->plans, SizeIs(5));
  EXPECT_THAT(made->chosen, ::testing::ElementsAre(3, 0, 4));
  EXPECT_THAT(made->plans[0].cites, ::testing::ElementsAre("F1", "device.md"));
}

TEST(ModelDesigner, IsShownWhatThereIsToKnow) {
  Scene scene = known_scene();
  scene.versions[1].measured->headroom = 2.5;
  scene.versions[1].measured->tuning = {{"T", 8}};
  scene.findings.learn(scene.versions[1]);
  for (std::uint64_t step = 10; step < 13; ++step) {
    Prediction prediction{step, "model:m", "p", AvenueKind::memory, {1.6, 1.6}};
    prediction.gain = 1;
    scene.ledger.add(prediction, SpeedVerdict::same);
  }
  Asked asked({design_reply().dump()});
  ASSERT_TRUE(design(asked, scene));
  EXPECT_THAT(asked.system(), AllOf(HasSubstr("twice: c = 2 a."), HasSubstr("The cache has 48 KB."),
                                    HasSubstr("n=64; n=4096"), HasSubstr("8 toy cores"),
                                    HasSubstr("a = uniform(-1, 1)"), Not(HasSubstr("777")), Not(HasSubstr("{{"))));
  EXPECT_THAT(asked.question(),
              AllOf(HasSubstr("tile makes twice (cpp) on a machine"), HasSubstr("predictions were too high by 1.60x"),
                    HasSubstr("takes 2.50 times what the machine needs at least"), HasSubstr("T = 8"),
                    HasSubstr(scene.versions[1].source),
                    HasSubstr("- simd at the loop over i: Lanes work side by side."),
                    HasSubstr("It has 1.000 of the start's time"), Not(HasSubstr("{{"))));
}

TEST(ModelDesigner, LearningThatIsOffIsNotShown) {
  Scene scene = known_scene();
  scene.findings.learn(scene.versions[1]);
  Asked asked({design_reply().dump()});
  asked.tools.learning = {false, false, false, false, false};
  ASSERT_TRUE(design(asked, scene));
  EXPECT_THAT(asked.question(), AllOf(Not(HasSubstr("tile makes twice")), HasSubstr("It is not kept.")));
}

TEST(ModelDesigner, CountsAndIntervalsAreChecked) {
  json few = design_reply();
  few["plans"].erase(0);
  json upside_down = design_reply();
  upside_down["plans"][2]["gain"] = {3, 1};
  json twins = design_reply();
  twins["plans"][1]["name"] = "plan 0";
  const std::vector<std::pair<json, std::string>> cases{
      {few, "/plans"}, {upside_down, "/gain: [3, 1]"}, {twins, "two plans are called \"plan 0\""}};
  for (const auto& [reply, complaint] : cases) {
    Asked asked({reply.dump(), design_reply().dump()});
    EXPECT_TRUE(design(asked, known_scene()));
    EXPECT_THAT(asked.question(1), HasSubstr(complaint));
  }
  Asked hopeless({few.dump(), few.dump()});
  EXPECT_THAT(design(hopeless, known_scene()).error().why, HasSubstr("unusable"));
}

TEST(ModelDesigner, DoesWithoutAParser) {
  Asked asked({design_reply().dump()});
  asked.tools.examine = [](const std::string&) -> Result<Examination> {
    return fail(ErrorKind::machine, "libclang is missing");
  };
  EXPECT_TRUE(design(asked, known_scene()));
  EXPECT_THAT(asked.question(), HasSubstr("none: libclang is missing"));
}

} // namespace
} // namespace mapwright::kernel::scientist
