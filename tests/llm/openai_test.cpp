// What an OpenAI-compatible server may send as a reply, and what becomes of it.
#include "server_support.hpp"

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class OpenAi : public ServerTest {};

TEST_F(OpenAi, WholeReply) {
  settings_.stream = false;
  const Answer answer = ask(reply(completion({{"role", "assistant"}, {"content", "Hello."}})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "Hello.");
  EXPECT_EQ(answer->finish, Finish::stop);
  EXPECT_EQ(answer->usage, (Usage{12, 0, 5, 0, false}));
  EXPECT_EQ(answer->model, "m-served");
  EXPECT_EQ(answer->retries, 0U);
  EXPECT_GT(answer->time.count(), 0);
  EXPECT_FALSE(answer->fixture);

  const json request = server_->requests().at(0);
  EXPECT_EQ(request["target"], "/v1/chat/completions");
  EXPECT_EQ(request["headers"]["authorization"], std::string("Bearer ") + key);
  EXPECT_THAT(request["headers"]["idempotency-key"].get<std::string>(), HasSubstr("mapwright-"));
  EXPECT_EQ(sent(),
            (json{{"model", "m-wanted"},
                  {"stream", false},
                  {"max_tokens", 100},
                  {"messages",
                   {{{"role", "system"}, {"content", "Be short."}}, {{"role", "user"}, {"content", "Say hello."}}}}}));
}

TEST_F(OpenAi, Stream) {
  settings_.fixture = true;
  const Answer answer =
      ask(stream_reply(stream_of({chunk({{"role", "assistant"}, {"content", ""}}), chunk({{"content", "Hel"}}),
                                  chunk({{"content", "lo."}}), chunk(json::object(), "stop"), usage_chunk(9, 3)})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "Hello.");
  EXPECT_EQ(answer->usage, (Usage{9, 0, 3, 0, false}));
  EXPECT_EQ(answer->model, "m-served");
  EXPECT_TRUE(answer->fixture);
  EXPECT_EQ(sent()["stream"], true);
  EXPECT_EQ(sent()["stream_options"], (json{{"include_usage", true}}));
}

TEST_F(OpenAi, ChunkBoundariesAnywhere) {
  const std::string body =
      ": ping\n\n" + stream_of({chunk({{"content", "Gr\u00fc\u00dfe "}}), chunk({{"content", "\"\\n\""}}),
                                chunk(json::object(), "stop"), usage_chunk(1, 2)});
  json replies = json::array();
  for (const int size : {1, 2, 3, 5, 7, 11, 64, 1000}) {
    replies.push_back(with(stream_reply(body), {{"split", size}}));
  }
  serve(replies);
  const auto provider = this->provider();
  for (std::size_t i = 0; i < replies.size(); ++i) {
    const Answer answer = provider->ask(question(), {});
    ASSERT_TRUE(answer) << shown(answer);
    EXPECT_EQ(answer->text, "Gr\u00fc\u00dfe \"\\n\"");
  }
}

TEST_F(OpenAi, ServersThatIgnoreStreamingAreRead) {
  const Answer answer = ask(reply(completion({{"content", "At once."}})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "At once.");
}

TEST_F(OpenAi, BaseUrlsInAllForms) {
  serve(reply(completion({{"content", "x"}})));
  const std::string url = server_->url();
  for (const char* end : {"", "/", "/v1", "/v1/", "/v1//"}) {
    settings_.base_url = url + end;
    ASSERT_TRUE(provider()->ask(question(), {})) << end;
    EXPECT_EQ(server_->requests().back()["target"], "/v1/chat/completions") << end;
  }
  settings_.base_url = url + "/team/v1?version=2";
  ASSERT_TRUE(provider()->ask(question(), {}));
  EXPECT_EQ(server_->requests().back()["target"], "/team/v1/chat/completions?version=2");
}

TEST_F(OpenAi, ReasoningIsKeptApart) {
  for (const char* name : {"reasoning_content", "reasoning"}) {
    const Answer streamed =
        ask(stream_reply(stream_of({chunk({{name, "Let me "}}), chunk({{name, "think."}, {"content", nullptr}}),
                                    chunk({{"content", "Done."}}, "stop")})));
    ASSERT_TRUE(streamed) << shown(streamed);
    EXPECT_EQ(streamed->text, "Done.");
    EXPECT_EQ(streamed->reasoning, "Let me think.");
  }
  const Answer both = ask(reply(completion({{"reasoning_content", "r"}, {"reasoning", "r"}, {"content", "t"}})));
  ASSERT_TRUE(both);
  EXPECT_EQ(both->reasoning, "r");
}

TEST_F(OpenAi, InlineThinkingIsReasoning) {
  const Answer answer =
      ask(stream_reply(stream_of({chunk({{"content", "<thi"}}), chunk({{"content", "nk>\nhm\n</thi"}}),
                                  chunk({{"content", "nk>\n\nAnswer with `<think>` in it</think>."}}, "stop")})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->reasoning, "hm");
  EXPECT_EQ(answer->text, "Answer with `<think>` in it</think>.");
}

TEST_F(OpenAi, ContentInParts) {
  const Answer answer =
      ask(reply(completion({{"content",
                             {{{"type", "thinking"}, {"thinking", {{{"type", "text"}, {"text", "hm"}}}}},
                              {{"type", "text"}, {"text", "one "}},
                              {{"type", "text"}, {"text", "two"}}}}})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "one two");
  EXPECT_EQ(answer->reasoning, "hm");
}

TEST_F(OpenAi, UsageDetails) {
  const auto usage_of = [this](const json& usage) {
    const Answer answer = ask(reply(with(completion({{"content", "12345"}}), {{"usage", usage}})));
    return answer ? answer->usage : Usage{};
  };
  EXPECT_EQ(usage_of({{"prompt_tokens", 100},
                      {"completion_tokens", 50},
                      {"prompt_tokens_details", {{"cached_tokens", 64}}},
                      {"completion_tokens_details", {{"reasoning_tokens", 40}}}}),
            (Usage{100, 64, 50, 40, false}));
  EXPECT_EQ(usage_of({{"prompt_tokens", 100},
                      {"completion_tokens", 50},
                      {"prompt_cache_hit_tokens", 30},
                      {"prompt_cache_miss_tokens", 70}}),
            (Usage{100, 30, 50, 0, false}));
  // Reasoning counted beside the completion.
  EXPECT_EQ(usage_of({{"prompt_tokens", 10},
                      {"completion_tokens", 5},
                      {"total_tokens", 35},
                      {"completion_tokens_details", {{"reasoning_tokens", 20}}}}),
            (Usage{10, 0, 25, 20, false}));
  EXPECT_EQ(usage_of({{"prompt_tokens", -1}, {"completion_tokens", "many"}}), (Usage{0, 0, 0, 0, false}));
  // Nothing said: 19 bytes asked, 5 answered.
  EXPECT_EQ(usage_of(nullptr), (Usage{5, 0, 2, 0, true}));
}

TEST_F(OpenAi, WhyItStopped) {
  const auto finish_of = [this](const char* reason) {
    const Answer answer = ask(reply(completion({{"content", "x"}}, reason)));
    return answer ? answer->finish : Finish::refused;
  };
  EXPECT_EQ(finish_of("stop"), Finish::stop);
  EXPECT_EQ(finish_of("length"), Finish::length);
  EXPECT_EQ(finish_of("content_filter"), Finish::filtered);
  EXPECT_EQ(finish_of("tool_calls"), Finish::stop);
}

TEST_F(OpenAi, RefusalsAreReplies) {
  const Answer answer = ask(reply(completion({{"content", nullptr}, {"refusal", "I cannot."}})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->finish, Finish::refused);
  EXPECT_EQ(answer->text, "I cannot.");
}

TEST_F(OpenAi, ThinkingWithoutAnAnswerIsEmpty) {
  const Answer answer = ask(stream_reply(
      stream_of({chunk({{"reasoning_content", "on and on"}}), chunk(json::object(), "length"), usage_chunk(7, 100)})));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::empty);
  EXPECT_THAT(answer.error().message, HasSubstr("thought but did not answer"));
  EXPECT_THAT(answer.error().hint, HasSubstr("max_output_tokens"));
  EXPECT_EQ(answer.error().usage, (Usage{7, 0, 100, 0, false}));

  const Answer tagged = ask(reply(completion({{"content", "<think>never ends"}})));
  ASSERT_FALSE(tagged);
  EXPECT_EQ(tagged.error().kind, FailureKind::empty);
}

TEST_F(OpenAi, SettingsReachTheServer) {
  settings_.stream = false;
  settings_.temperature = 0.5;
  settings_.headers = {{"X-Team", "kernels"}};
  settings_.key_header = "api-key";
  settings_.extra_body = {{"reasoning_effort", "low"}, {"max_tokens", nullptr}};
  Request request = question();
  request.seed = 7;
  ASSERT_TRUE(ask(reply(completion({{"content", "x"}})), "openai", request));
  EXPECT_EQ(sent()["temperature"], 0.5);
  EXPECT_EQ(sent()["seed"], 7);
  EXPECT_EQ(sent()["reasoning_effort"], "low");
  EXPECT_FALSE(sent().contains("max_tokens"));
  const json headers = server_->requests().at(0)["headers"];
  EXPECT_EQ(headers["x-team"], "kernels");
  EXPECT_EQ(headers["api-key"], key);
  EXPECT_FALSE(headers.contains("authorization"));
}

TEST_F(OpenAi, SchemasGoIntoTheRequestAndThePrompt) {
  Request request = question();
  request.schema = {{"type", "object"},
                    {"properties", {{"pick", {{"type", "integer"}}}}},
                    {"required", {"pick"}},
                    {"additionalProperties", false}};
  request.schema_name = "choice";
  ASSERT_TRUE(ask(reply(completion({{"content", "{\"pick\": 1}"}})), "openai", request));
  EXPECT_EQ(sent()["response_format"],
            (json{{"type", "json_schema"},
                  {"json_schema", {{"name", "choice"}, {"schema", *request.schema}, {"strict", true}}}}));
  const std::string prompt = sent()["messages"][1]["content"];
  EXPECT_THAT(prompt, HasSubstr("Say hello."));
  EXPECT_THAT(prompt, HasSubstr(request.schema->dump()));
}

TEST(StrictSchema, AsksForClosedObjectsEverywhere) {
  const json closed = json::parse(R"({"type": "object", "properties": {"a": {"type": "string"}}, "required": ["a"],
                                      "additionalProperties": false})");
  EXPECT_TRUE(is_strict_schema(closed));
  EXPECT_FALSE(is_strict_schema({{"type", "string"}}));
  json open = closed;
  open.erase("additionalProperties");
  EXPECT_FALSE(is_strict_schema(open));
  json optional = closed;
  optional["required"] = json::array();
  EXPECT_FALSE(is_strict_schema(optional));
  json nested = closed;
  nested["properties"]["a"] = {{"type", "array"}, {"items", open}};
  EXPECT_FALSE(is_strict_schema(nested));
  nested["properties"]["a"]["items"] = closed;
  EXPECT_TRUE(is_strict_schema(nested));
  nested["properties"]["a"] = {{"not", json::object()}};
  EXPECT_FALSE(is_strict_schema(nested));
}

} // namespace
} // namespace mapwright::llm
