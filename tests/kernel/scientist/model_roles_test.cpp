// Models in the three roles: what they are shown, good answers, mended ones, hopeless ones.
#include "kernel/scientist/situation_text.hpp"
#include "llm/make.hpp"
#include "scientist_case.hpp"
#include "support/scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using mapwright::test::scripted_failure;
using mapwright::test::ScriptedProvider;
using mapwright::test::ScriptedServer;
using nlohmann::json;
using test::Scene;
using test::version_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

struct Asked {
  std::shared_ptr<ScriptedProvider> provider;
  RoleTools tools;

  explicit Asked(const std::vector<std::string>& replies)
      : provider(std::make_shared<ScriptedProvider>(replies)), tools(test::toy_tools({{"m", provider}})) {}

  [[nodiscard]] std::string system(std::size_t question = 0) const {
    return provider->questions().at(question).messages.at(0).text;
  }
  [[nodiscard]] std::string question(std::size_t which = 0) const {
    return provider->questions().at(which).messages.back().text;
  }
};

Scene some_scene() {
  Scene scene;
  scene.add(version_of(1, scene.versions[0], "tile", {0.5, 0.4})).behaviour = {2, 0, 1};
  scene.add(test::failed_version(2, scene.versions[0], "simd"));
  scene.knowledge.documents.push_back({"device.md", "", "The cache has 48 KB.\n"});
  return scene;
}

Answer<Selection> select(Asked& asked, const Scene& scene) {
  test::Steps steps;
  auto context = steps.context();
  return (*make_selector("model:m", asked.tools))->select(scene.situation(), context);
}

TEST(ModelSelector, ChoosesByNumbersAndSaysWhy) {
  Asked asked({R"({"base": 1, "reference": 0, "rationale": "1 is fastest."})"});
  const auto selection = select(asked, some_scene());
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
  EXPECT_TRUE(select(asked, some_scene()));
  EXPECT_THAT(asked.question(1), HasSubstr("/base: version 2 cannot be changed; choose one of 0, 1"));
}

TEST(ModelSelector, ExhaustedBasesAreToldAndRefused) {
  Scene scene = some_scene();
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
  const auto none = select(hopeless, some_scene());
  ASSERT_FALSE(none);
  EXPECT_THAT(none.error().why, HasSubstr("the reply of scripted is unusable"));
  EXPECT_FALSE(none.error().unavailable);
}

TEST(ModelSelector, WhoCannotBeReachedIsUnavailable) {
  Asked asked(std::vector<std::string>{});
  asked.provider->then(scripted_failure(llm::FailureKind::unreachable, "nobody there"));
  ASSERT_TRUE(select(asked, some_scene()).error().unavailable);
  Asked busy(std::vector<std::string>{});
  busy.provider->then(scripted_failure(llm::FailureKind::overloaded, "busy"));
  EXPECT_FALSE(select(busy, some_scene()).error().unavailable);
}

json design_reply() {
  json avenues = json::array();
  for (int i = 0; i < 10; ++i) {
    avenues.push_back({{"title", "avenue " + std::to_string(i)}, {"kind", "memory"}, {"why", "because"}});
  }
  json plans = json::array();
  for (int i = 0; i < 5; ++i) {
    plans.push_back({{"name", "plan " + std::to_string(i)},
                     {"kind", "compute"},
                     {"description", "do"},
                     {"rubric", {"Add `x`."}},
                     {"gain", {1 + 0.1 * i, 3 - 0.1 * i}},
                     {"innovation", i == 3 ? 90 : 10},
                     {"site", ""},
                     {"cites", {"F1", "device.md"}}});
  }
  return {{"avenues", avenues}, {"plans", plans}};
}

Answer<Design> design(Asked& asked, const Scene& scene) {
  test::Steps steps;
  auto context = steps.context();
  return (*make_designer("model:m", asked.tools))->design(scene.situation(), {1, 0, "a test"}, context);
}

TEST(ModelDesigner, PlansAndTheThreeThatRunAreChosenHere) {
  Asked asked({design_reply().dump()});
  const auto made = design(asked, some_scene());
  ASSERT_TRUE(made) << made.error().why;
  EXPECT_THAT(made->avenues, SizeIs(10));
  EXPECT_THAT(made->plans, SizeIs(5));
  EXPECT_THAT(made->chosen, ::testing::ElementsAre(3, 0, 4));
  EXPECT_THAT(made->plans[0].cites, ::testing::ElementsAre("F1", "device.md"));
}

TEST(ModelDesigner, IsShownWhatThereIsToKnow) {
  Scene scene = some_scene();
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
  Scene scene = some_scene();
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
    EXPECT_TRUE(design(asked, some_scene()));
    EXPECT_THAT(asked.question(1), HasSubstr(complaint));
  }
  Asked hopeless({few.dump(), few.dump()});
  EXPECT_THAT(design(hopeless, some_scene()).error().why, HasSubstr("unusable"));
}

TEST(ModelDesigner, DoesWithoutAParser) {
  Asked asked({design_reply().dump()});
  asked.tools.examine = [](const std::string&) -> Result<Examination> {
    return fail(ErrorKind::machine, "libclang is missing");
  };
  EXPECT_TRUE(design(asked, some_scene()));
  EXPECT_THAT(asked.question(), HasSubstr("none: libclang is missing"));
}

Answer<Written> write(Asked& asked, const Scene& scene, const std::string& writer = "model:m") {
  test::Steps steps;
  auto context = steps.context();
  ExperimentPlan plan;
  plan.name = "double it";
  plan.description = "Multiply.";
  plan.rubric = {"Use `2 *`."};
  return (*make_writer(writer, asked.tools))->write(scene.situation(), {0, 1, ""}, plan, context);
}

const std::string edits = "<account>\nI multiply.\n</account>\n<<<<<<< SEARCH\n    c[i] = a[i] + a[i];\n=======\n"
                          "    c[i] = 2 * a[i];\n>>>>>>> REPLACE\n";

TEST(ModelWriter, EditsTheBase) {
  Asked asked({edits});
  const auto written = write(asked, some_scene());
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->source, test::twice("c[i] = 2 * a[i];"));
  EXPECT_EQ(written->account, "I multiply.");
  EXPECT_THAT(asked.question(), AllOf(HasSubstr("# The plan: double it"), HasSubstr("- Use `2 *`."),
                                      HasSubstr(test::twice()), Not(HasSubstr("{{"))));
  EXPECT_THAT(asked.system(), Not(HasSubstr("777")));
}

TEST(ModelWriter, TakesAWholeFileAndItsTunables) {
  const std::string source = "/*mapwright\n[tunables]\nT = [1, 2]\n*/\n" + test::twice("c[i] = 2 * a[i];");
  Asked asked({"Here it is.\n```cpp\n" + source + "```\n"});
  const auto written = write(asked, some_scene());
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->source, source);
  EXPECT_EQ(written->account, "Here it is.");
}

TEST(ModelWriter, IsShownWhyItsAnswerCannotBeUsed) {
  const std::string bad_comment = "```cpp\n/*mapwright\n[tunables]\nT = [2, 2]\n*/\n" + test::twice("f();") + "```\n";
  const std::string nowhere = "<<<<<<< SEARCH\n    no such line\n=======\n    x\n>>>>>>> REPLACE\n";
  const std::string unchanged = "```cpp\n" + test::twice() + "```\n";
  const std::string other = "```cpp\nint main() { return 0; }\n```\n";
  const std::vector<std::pair<std::string, std::string>> cases{{bad_comment, "'T' has a value twice"},
                                                               {nowhere, "no such line"},
                                                               {unchanged, "leave the base as it is"},
                                                               {other, "does not define 'twice'"}};
  for (const auto& [reply, complaint] : cases) {
    Asked asked({reply, edits});
    EXPECT_TRUE(write(asked, some_scene()));
    EXPECT_THAT(asked.question(1), HasSubstr(complaint));
  }
  Asked hopeless({other, other});
  EXPECT_THAT(write(hopeless, some_scene()).error().why, HasSubstr("unusable"));
}

TEST(ModelWriter, OfADeviceKernelIsToldOfLaunches) {
  Scene scene = some_scene();
  const Situation situation{
      scene.task, Backend::opencl, scene.versions, scene.ledger, scene.findings, scene.knowledge, 0, {}};
  EXPECT_THAT(common_text(situation, ""), AllOf(HasSubstr("[[launch]]"), HasSubstr("OpenCL C"), Not(HasSubstr("{{"))));
  EXPECT_THAT(common_text(scene.situation(), ""), Not(HasSubstr("[[launch]]")));
}

TEST(ModelWriter, ACommandMayBeTheModel) {
  llm::ProviderSettings settings;
  settings.kind = "command";
  settings.command = {"printf", "%s", edits};
  auto provider = llm::make_provider(settings);
  ASSERT_TRUE(provider) << provider.error().format();
  Asked asked(std::vector<std::string>{});
  asked.tools.models.push_back({"shell", std::shared_ptr<llm::Provider>(std::move(*provider))});
  const auto written = write(asked, some_scene(), "model:shell");
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->source, test::twice("c[i] = 2 * a[i];"));
}

TEST(ModelRoles, AServerPlaysAllThree) {
  if (!ScriptedServer::available()) {
    GTEST_SKIP() << "no scripted server on this machine";
  }
  const auto reply = [](const std::string& text) {
    return json{{"status", 200},
                {"body", json{{"choices", {{{"message", {{"content", text}}}, {"finish_reason", "stop"}}}}}.dump()}};
  };
  ScriptedServer server(json::array(
      {reply(R"({"base": 0, "reference": 1, "rationale": "to see"})"), reply(design_reply().dump()), reply(edits)}));
  llm::ProviderSettings settings;
  settings.model = "toy";
  settings.base_url = server.url();
  settings.stream = false;
  auto provider = llm::make_provider(settings);
  ASSERT_TRUE(provider) << provider.error().format();
  const Scene scene = some_scene();
  const RoleTools tools = test::toy_tools({{"toy", std::shared_ptr<llm::Provider>(std::move(*provider))}});
  test::Steps steps;
  auto context = steps.context();
  const auto selection = (*make_selector("model", tools))->select(scene.situation(), context);
  ASSERT_TRUE(selection) << selection.error().why;
  const auto made = (*make_designer("model", tools))->design(scene.situation(), *selection, context);
  ASSERT_TRUE(made) << made.error().why;
  const auto written =
      (*make_writer("model:toy", tools))->write(scene.situation(), *selection, made->plans[made->chosen[0]], context);
  ASSERT_TRUE(written) << written.error().why;
  EXPECT_EQ(written->source, test::twice("c[i] = 2 * a[i];"));
  EXPECT_THAT(steps.exchanges(), SizeIs(3));
}

TEST(Occupants, AreNamed) {
  Asked asked(std::vector<std::string>{});
  EXPECT_EQ((*make_selector("built-in", asked.tools))->name(), "built-in");
  EXPECT_EQ((*make_selector("model", asked.tools))->name(), "model:m");
  EXPECT_EQ((*make_designer("random", asked.tools))->name(), "random");
  EXPECT_EQ((*make_writer("random", asked.tools))->name(), "built-in");
  EXPECT_EQ((*make_writer("built-in", asked.tools))->reserve(), Resources{});
  EXPECT_GT((*make_writer("model:m", asked.tools))->reserve().tokens, 8192U);
  const auto unknown = make_designer("model:n", asked.tools);
  EXPECT_EQ(unknown.error().message, "there is no designer 'model:n'");
  EXPECT_THAT(unknown.error().hint, HasSubstr("did you mean 'model:m'?"));
  EXPECT_THAT(make_selector("model", test::toy_tools()).error().message, HasSubstr("no model is named"));
}

} // namespace
} // namespace mapwright::kernel::scientist
