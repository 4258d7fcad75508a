// The ladder from a question to an answer that can be used.
#include "llm/ask.hpp"
#include "llm/extract_json.hpp"
#include "support/scripted_provider.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;
using test::scripted_failure;
using test::scripted_reply;
using test::ScriptedProvider;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Request number_question{{{Role::system, "You choose."}, {Role::user, "Which number?"}}};

/// {"n": integer} as the integer.
tl::expected<ReadReply<int>, std::string> number(const Reply& reply) {
  const json schema = {{"type", "object"}, {"required", {"n"}}, {"properties", {{"n", {{"type", "integer"}}}}}};
  auto found = extract_json(reply.text, schema, reply.finish == Finish::length);
  if (!found) {
    return tl::unexpected<std::string>(found.error());
  }
  return ReadReply<int>{found->value["n"].get<int>(), found->fixes};
}

tl::expected<Asked<int>, NotAsked> ask(ScriptedProvider& provider, const AskOptions& options = {}) {
  return ask_for<int>(provider, number_question, number, options);
}

TEST(Ask, AsAsked) {
  ScriptedProvider provider(std::vector<std::string>{R"({"n": 3})"});
  const auto asked = ask(provider);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->value, 3);
  EXPECT_EQ(asked->rung, Rung::as_asked);
  EXPECT_EQ(asked->conversation.answers.size(), 1U);
  EXPECT_TRUE(asked->conversation.answers[0]->fixture);
}

TEST(Ask, LenientlyNeedsNoSecondCall) {
  ScriptedProvider provider(std::vector<std::string>{"Sure: {n: 3,}"});
  const auto asked = ask(provider);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->rung, Rung::lenient);
  EXPECT_THAT(asked->fixes, ElementsAre("unquoted key", "trailing comma"));
}

TEST(Ask, TheRepairCallShowsTheMistake) {
  ScriptedProvider provider(std::vector<std::string>{R"({"n": "three"})", R"({"n": 3})"});
  AskOptions options;
  options.form = "Answer in JSON.";
  std::vector<std::string> seen;
  options.observe = [&](const Request& request, const Answer& answer) {
    seen.push_back(request.messages.back().text + " -> " + answer->text);
  };
  const auto asked = ask(provider, options);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->value, 3);
  EXPECT_EQ(asked->rung, Rung::repaired);
  EXPECT_EQ(asked->conversation.answers.size(), 2U);
  EXPECT_EQ(asked->conversation.usage().output, 4U + 3U);
  EXPECT_TRUE(asked->conversation.usage().estimated);
  const std::vector<Message> repair = provider.questions().at(1).messages;
  EXPECT_THAT(repair,
              ElementsAre(number_question.messages[0], number_question.messages[1],
                          Message{Role::assistant, R"({"n": "three"})"},
                          Message{Role::user, "Your answer could not be used: /n: must be an integer, not "
                                              "\"three\".\nGive the whole answer again, with this mended and nothing "
                                              "else changed.\nAnswer in JSON."}));
  EXPECT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], R"(Which number? -> {"n": "three"})");
}

TEST(Ask, GivesUpAfterOneRepairAndKeepsAll) {
  ScriptedProvider provider(std::vector<std::string>{"No.", "Never.", R"({"n": 3})"});
  const auto asked = ask(provider);
  ASSERT_FALSE(asked);
  EXPECT_EQ(asked.error().why, NoAnswer::unusable);
  EXPECT_THAT(asked.error().message, HasSubstr("holds no JSON value"));
  ASSERT_EQ(asked.error().conversation.answers.size(), 2U);
  EXPECT_EQ(asked.error().conversation.answers[1]->text, "Never.");
  EXPECT_EQ(provider.questions().size(), 2U);
}

TEST(Ask, WithoutRepair) {
  ScriptedProvider provider(std::vector<std::string>{"No.", R"({"n": 3})"});
  AskOptions options;
  options.repair = false;
  EXPECT_EQ(ask(provider, options).error().why, NoAnswer::unusable);
  EXPECT_EQ(provider.questions().size(), 1U);
}

TEST(Ask, AThoughtWithoutAnAnswerIsRepaired) {
  ScriptedProvider provider({scripted_failure(FailureKind::empty), scripted_reply(R"({"n": 3})")});
  const auto asked = ask(provider);
  ASSERT_TRUE(asked);
  EXPECT_EQ(asked->rung, Rung::repaired);
  EXPECT_EQ(provider.questions()[1].messages.size(), 3U);
}

TEST(Ask, FailuresAndRefusalsAreNotRepaired) {
  ScriptedProvider failing({scripted_failure(FailureKind::overloaded, "busy"), scripted_reply(R"({"n": 3})")});
  EXPECT_EQ(ask(failing).error().why, NoAnswer::failed);
  EXPECT_EQ(failing.questions().size(), 1U);
  ScriptedProvider refusing({scripted_reply("I will not.", Finish::refused)});
  EXPECT_EQ(ask(refusing).error().message, "the answer was refused");
}

TEST(Ask, ACutAnswerSaysSo) {
  ScriptedProvider provider({scripted_reply(R"({"x": [1, 2)", Finish::length), scripted_reply(R"({"n": 3})")});
  ASSERT_TRUE(ask(provider));
  EXPECT_THAT(provider.questions()[1].messages.back().text, HasSubstr("cut off after 3 tokens (8192 are allowed"));
}

TEST(Ask, AStopEndsTheLadder) {
  std::stop_source source;
  ScriptedProvider provider;
  provider.then([&](const Request&, const std::stop_token&) -> Answer {
    source.request_stop();
    return scripted_reply("No.");
  });
  EXPECT_FALSE(ask_for<int>(provider, number_question, number, {}, source.get_token()));
  EXPECT_EQ(provider.questions().size(), 1U);
}

TEST(Ask, SumsAreOnlyMadeOfWhatIsKnown) {
  Reply cheap = scripted_reply("a");
  cheap.dollars = 0.25;
  cheap.time = Seconds(1);
  cheap.energy = InferenceEnergy{Joules(2), false, "meter"};
  Reply dear = cheap;
  dear.energy->estimated = true;
  Conversation both{{cheap, dear}};
  EXPECT_EQ(both.dollars(), 0.5);
  EXPECT_EQ(both.time(), Seconds(2));
  EXPECT_EQ(both.energy()->energy, Joules(4));
  EXPECT_TRUE(both.energy()->estimated);
  EXPECT_EQ(both.energy()->method, "meter");
  both.answers.emplace_back(scripted_reply("b"));
  EXPECT_FALSE(both.dollars());
  EXPECT_FALSE(both.energy());
}

} // namespace
} // namespace mapwright::llm
