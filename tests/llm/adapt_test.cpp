// Servers refuse what others demand: each refusal is learnt once and kept in mind.
#include "server_support.hpp"

#include <atomic>
#include <thread>

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

class Adapting : public ServerTest {
protected:
  const json good = reply(completion({{"content", "Good."}}));
  static json refusal(const char* message, int status = 400) { return reply(error_body(message), status); }
};

TEST_F(Adapting, TheTokenLimitIsRenamedOnce) {
  serve({refusal("Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' "
                 "instead."),
         good});
  const auto provider = this->provider();
  const Answer answer = provider->ask(question(), {});
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->retries, 1U);
  EXPECT_EQ(sent(0)["max_tokens"], 100);
  EXPECT_EQ(sent(1)["max_completion_tokens"], 100);
  EXPECT_FALSE(sent(1).contains("max_tokens"));
  ASSERT_TRUE(provider->ask(question(), {}));
  EXPECT_EQ(server_->requests().size(), 3U);
  EXPECT_EQ(sent(2)["max_completion_tokens"], 100);
}

TEST_F(Adapting, AServerThatRefusesBothLimitsIsNotAskedForEver) {
  const Answer answer = ask(refusal("Unsupported parameter: use max_tokens or max_completion_tokens"));
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::bad_request);
  EXPECT_EQ(server_->requests().size(), 2U);
}

TEST_F(Adapting, TemperatureIsLeftOut) {
  Request request = question();
  request.temperature = 0.3;
  ASSERT_TRUE(ask({refusal("Unsupported value: 'temperature' does not support 0.3 with this model. Only the default "
                           "(1) value is supported."),
                   good},
                  "openai", request));
  EXPECT_EQ(sent(0)["temperature"], 0.3);
  EXPECT_FALSE(sent(1).contains("temperature"));

  ASSERT_TRUE(ask({reply({{"type", "error"}, {"error", {{"message", "temperature: not allowed for this model"}}}}, 400),
                   reply({{"content", {{{"type", "text"}, {"text", "Good."}}}}})},
                  "anthropic", request));
  EXPECT_FALSE(sent(1).contains("temperature"));
}

TEST_F(Adapting, SchemasStayInThePrompt) {
  Request request = question();
  request.schema = json::object({{"type", "object"}});
  ASSERT_TRUE(ask({refusal("This response_format type is unavailable now"), good}, "openai", request));
  EXPECT_TRUE(sent(0).contains("response_format"));
  EXPECT_FALSE(sent(1).contains("response_format"));
  EXPECT_THAT(sent(1)["messages"][1]["content"].get<std::string>(), HasSubstr("{\"type\":\"object\"}"));
}

TEST_F(Adapting, SeveralRefusalsOneAfterTheOther) {
  Request request = question();
  request.temperature = 1;
  request.seed = 3;
  request.schema = json::object();
  ASSERT_TRUE(ask({refusal("{\"loc\": [\"body\", \"seed\"], \"type\": \"extra_forbidden\"}", 422),
                   refusal("stream_options is not supported"), refusal("temperature?"),
                   refusal("grammar cannot be compiled"), good},
                  "openai", request));
  const json last = sent(4);
  for (const char* name : {"seed", "stream_options", "temperature", "response_format"}) {
    EXPECT_FALSE(last.contains(name)) << name;
  }
}

TEST_F(Adapting, OtherRefusalsAreFinal) {
  const Answer answer = ask({refusal("messages must not be empty"), good});
  ASSERT_FALSE(answer);
  EXPECT_EQ(server_->requests().size(), 1U);
}

TEST_F(Adapting, EightQuestionsAtOnce) {
  serve(with(stream_reply(stream_of({chunk({{"content", "Good."}}, "stop"), usage_chunk(1, 1)})),
             {{"barrier", 8}, {"split", 50}}));
  const auto provider = this->provider();
  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        const Answer answer = provider->ask(question(), {});
        answered += answer && answer->text == "Good." ? 1 : 0;
      });
    }
  }
  EXPECT_EQ(answered, 8);
  EXPECT_EQ(server_->requests().size(), 8U);
}

TEST_F(Adapting, EightQuestionsLearnTogether) {
  serve({with(refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
              {{"path", "/v1/chat/completions"}, {"unless", "max_completion_tokens"}}),
         good});
  const auto provider = this->provider();
  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] { answered += provider->ask(question(), {}) ? 1 : 0; });
    }
  }
  EXPECT_EQ(answered, 8);
}

} // namespace
} // namespace mapwright::llm
