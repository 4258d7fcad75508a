// Thinking is told from answers, and prompts are put into words.
#include "llm/draft.hpp"
#include "llm/prompt.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

std::pair<std::string, std::string> split(std::string text) {
  std::string reasoning;
  split_thinking(text, reasoning);
  return {text, reasoning};
}

using Parts = std::pair<std::string, std::string>;

TEST(SplitThinking, LeadingBlocksAreReasoning) {
  EXPECT_EQ(split("<think>\nhm\n</think>\n\nanswer\n"), Parts("answer\n", "hm"));
  EXPECT_EQ(split(" \n<think>a</think> <think>b</think>c"), Parts("c", "a\n\nb"));
  EXPECT_EQ(split("<think></think>c"), Parts("c", ""));
  EXPECT_EQ(split("<think>never ends"), Parts("", "never ends"));
}

TEST(SplitThinking, TheOpeningTagMayBeMissing) {
  EXPECT_EQ(split("I ponder.\n</think>\nanswer"), Parts("answer", "I ponder."));
  EXPECT_EQ(split("</think>answer"), Parts("answer", ""));
}

TEST(SplitThinking, TagsWithinTheAnswerStay) {
  for (const char* text : {"", "  plain\n", "use <think> and </think>", "a <think> b", "<thinking>x</thinking>"}) {
    EXPECT_EQ(split(text), Parts(text, ""));
  }
  EXPECT_EQ(split("<think>a</think>use <think>b</think>"), Parts("use <think>b</think>", "a"));
}

TEST(SplitThinking, AddsToWhatCameApart) {
  std::string text = "<think>b</think>c";
  std::string reasoning = "a";
  split_thinking(text, reasoning);
  EXPECT_EQ(reasoning, "a\n\nb");
}

TEST(Prompt, TheSchemaEndsTheUsersLastMessage) {
  Request request{.messages = {{Role::user, "one"}, {Role::user, "two"}, {Role::assistant, "so"}}};
  EXPECT_EQ(messages_with_schema(request), request.messages);
  request.schema = nlohmann::json::object();
  const std::vector<Message> said = messages_with_schema(request);
  EXPECT_EQ(said[0].text, "one");
  EXPECT_TRUE(said[1].text.starts_with("two\n\nAnswer with one JSON value")) << said[1].text;
  EXPECT_TRUE(said[1].text.ends_with("\n{}"));
  EXPECT_EQ(said[2].text, "so");
  request.messages = {{Role::system, "s"}};
  EXPECT_EQ(messages_with_schema(request).back().role, Role::user);
}

} // namespace
} // namespace mapwright::llm
