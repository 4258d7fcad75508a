// Models as writers, other kinds of providers in the roles, and who the occupants are.
#include "kernel/scientist/situation_text.hpp"
#include "llm/make.hpp"
#include "model_case.hpp"
#include "sandbox/scratch.hpp"
#include "support/scripted_server.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using mapwright::test::ScriptedServer;
using nlohmann::json;
using test::Asked;
using test::design_reply;
using test::edits;
using test::known_scene;
using test::Scene;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

Answer<Written> write(Asked& asked, const Scene& scene, const std::string& writer = "model:m") {
  test::Steps steps;
  auto context = steps.context();
  ExperimentPlan plan;
  plan.name = "double it";
  plan.description = "Multiply.";
  plan.rubric = {"Use `2 *`."};
  return (*make_writer(writer, asked.tools))->write(scene.situation(), {0, 1, ""}, plan, context);
}

TEST(ModelWriter, EditsTheBase) {
  Asked asked({edits});
  const auto written = write(asked, known_scene());
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
  const auto written = write(asked, known_scene());
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
    EXPECT_TRUE(write(asked, known_scene()));
    EXPECT_THAT(asked.question(1), HasSubstr(complaint));
  }
  Asked hopeless({other, other});
  EXPECT_THAT(write(hopeless, known_scene()).error().why, HasSubstr("unusable"));
}

TEST(ModelWriter, OfADeviceKernelIsToldOfLaunches) {
  Scene scene = known_scene();
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
  const auto written = write(asked, known_scene(), "model:shell");
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
  const Scene scene = known_scene();
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

TEST(ModelRoles, AReplayAsksTheSameAndHearsTheSame) {
  const Scene scene = known_scene();
  Asked asked({R"({"base": 1, "reference": 0, "rationale": "x"})", "No.", design_reply().dump(), edits});
  const auto play = [&](loop::StepContext context) {
    const auto selection = (*make_selector("model", asked.tools))->select(scene.situation(), context);
    const auto made = (*make_designer("model", asked.tools))->design(scene.situation(), *selection, context);
    const auto written = (*make_writer("model", asked.tools))
                             ->write(scene.situation(), {0, 1, ""}, made->plans[made->chosen[0]], context);
    return to_json(*made).dump() + written->source;
  };
  test::Steps steps;
  const std::string first = play(steps.context());
  loop::ChatLog recorded(steps.exchanges(), nullptr);
  EXPECT_EQ(play({0, 1, recorded, {}}), first);
  EXPECT_THAT(asked.provider->questions(), SizeIs(4));
}

TEST(ModelRoles, ARecordingAnswersForAModel) {
  const mapwright::sandbox::ScratchDirectory scratch = *sandbox::ScratchDirectory::create();
  const std::string file = (scratch.path() / "recording.jsonl").string();
  llm::ProviderSettings settings;
  settings.kind = "command";
  settings.model = "toy";
  settings.command = {"printf", "%s", edits};
  settings.record_to = file;
  const auto by = [&](const llm::ProviderSettings& from) {
    auto provider = llm::make_provider(from);
    EXPECT_TRUE(provider) << provider.error().format();
    Asked asked(std::vector<std::string>{});
    asked.tools.models.push_back({"toy", std::shared_ptr<llm::Provider>(std::move(*provider))});
    const auto written = write(asked, known_scene(), "model:toy");
    return written ? written->source : written.error().why;
  };
  EXPECT_EQ(by(settings), test::twice("c[i] = 2 * a[i];"));
  llm::ProviderSettings recording;
  recording.kind = "replay";
  recording.model = "toy";
  recording.recording = file;
  EXPECT_EQ(by(recording), test::twice("c[i] = 2 * a[i];"));
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
