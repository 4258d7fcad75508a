// The Messages API: requests as it wants them, replies as it sends them, and how it fails.
#include "server_support.hpp"

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::HasSubstr;

class Anthropic : public ServerTest {
protected:
  Answer ask_claude(const json& replies, const Request& request = question()) {
    return ask(replies, "anthropic", request);
  }
  Failure failure(const json& replies) {
    const Answer answer = ask_claude(replies);
    EXPECT_FALSE(answer) << shown(answer);
    return answer ? Failure{} : answer.error();
  }

  /// "event: TYPE", "data: ..." for each, as the API sends them.
  static std::string events(const std::vector<json>& all) {
    std::string text;
    for (const json& event : all) {
      text += "event: " + event["type"].get<std::string>() + "\ndata: " + event.dump() + "\n\n";
    }
    return text;
  }

  const json start = {{"type", "message_start"},
                      {"message",
                       {{"model", "c-served"},
                        {"usage",
                         {{"input_tokens", 10},
                          {"cache_creation_input_tokens", 200},
                          {"cache_read_input_tokens", 3000},
                          {"output_tokens", 1}}}}}};
  const json stop = {{"type", "message_stop"}};

  static json block(int index, const json& content) {
    return {{"type", "content_block_start"}, {"index", index}, {"content_block", content}};
  }
  static json delta(int index, const json& content) {
    return {{"type", "content_block_delta"}, {"index", index}, {"delta", content}};
  }
  static json end(const char* reason, int output) {
    return {{"type", "message_delta"}, {"delta", {{"stop_reason", reason}}}, {"usage", {{"output_tokens", output}}}};
  }
  static json text_block(const std::string& text) { return {{"type", "text"}, {"text", text}}; }
  static json message(const std::vector<json>& content, const char* reason = "end_turn") {
    return {{"type", "message"},
            {"model", "c-served"},
            {"content", content},
            {"stop_reason", reason},
            {"usage", {{"input_tokens", 4}, {"output_tokens", 3}}}};
  }
  static json error(const char* type, const char* words) {
    return {{"type", "error"}, {"error", {{"type", type}, {"message", words}}}};
  }
};

TEST_F(Anthropic, RequestsMarkTheirStablePrefix) {
  Request request{.messages = {{Role::system, "You tune kernels."},
                               {Role::system, "Be short."},
                               {Role::user, "The task."},
                               {Role::user, "The findings."},
                               {Role::assistant, "Noted."},
                               {Role::user, ""},
                               {Role::user, "Now."}},
                  .max_output_tokens = 50,
                  .temperature = 0.5,
                  .seed = 4};
  ASSERT_TRUE(ask_claude(reply(message({text_block("x")})), request));
  const json cached = {{"type", "ephemeral"}};
  EXPECT_EQ(
      sent(),
      (json{{"model", "m-wanted"},
            {"max_tokens", 50},
            {"stream", true},
            {"temperature", 0.5},
            {"system",
             {text_block("You tune kernels."), {{"type", "text"}, {"text", "Be short."}, {"cache_control", cached}}}},
            {"messages",
             {{{"role", "user"}, {"content", {text_block("The task."), text_block("The findings.")}}},
              {{"role", "assistant"}, {"content", {{{"type", "text"}, {"text", "Noted."}, {"cache_control", cached}}}}},
              {{"role", "user"}, {"content", {text_block("Now.")}}}}}}));
  const json asked = server_->requests().at(0);
  EXPECT_EQ(asked["target"], "/v1/messages");
  EXPECT_EQ(asked["headers"]["x-api-key"], key);
  EXPECT_EQ(asked["headers"]["anthropic-version"], "2023-06-01");
  EXPECT_FALSE(asked["headers"].contains("authorization"));
}

TEST_F(Anthropic, WholeReply) {
  settings_.stream = false;
  settings_.fixture = true;
  const Answer answer =
      ask_claude(reply(message({{{"type", "thinking"}, {"thinking", "hm"}}, text_block("Hel"), text_block("lo.")})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "Hello.");
  EXPECT_EQ(answer->reasoning, "hm");
  EXPECT_EQ(answer->usage, (Usage{4, 0, 3, 0, false}));
  EXPECT_EQ(answer->model, "c-served");
  EXPECT_TRUE(answer->fixture);
}

TEST_F(Anthropic, StreamOfSeveralBlocksCutAnywhere) {
  const std::string body = events({start,
                                   {{"type", "ping"}},
                                   block(0, {{"type", "thinking"}, {"thinking", ""}}),
                                   delta(0, {{"type", "thinking_delta"}, {"thinking", "Let me "}}),
                                   delta(0, {{"type", "thinking_delta"}, {"thinking", "see."}}),
                                   delta(0, {{"type", "signature_delta"}, {"signature", "abc"}}),
                                   {{"type", "content_block_stop"}, {"index", 0}},
                                   block(1, text_block("")),
                                   delta(1, {{"type", "text_delta"}, {"text", "One, "}}),
                                   block(2, text_block("t")),
                                   delta(2, {{"type", "text_delta"}, {"text", "wo."}}),
                                   {{"type", "some_future_event"}},
                                   end("end_turn", 42),
                                   stop});
  for (const int size : {1, 4, 33, 5000}) {
    const Answer answer = ask_claude(with(stream_reply(body), {{"split", size}}));
    ASSERT_TRUE(answer) << shown(answer);
    EXPECT_EQ(answer->text, "One, two.");
    EXPECT_EQ(answer->reasoning, "Let me see.");
    EXPECT_EQ(answer->usage, (Usage{3210, 3000, 42, 0, false}));
    EXPECT_EQ(answer->model, "c-served");
  }
}

TEST_F(Anthropic, WhyItStopped) {
  const auto finish_of = [this](const char* reason) {
    const Answer answer = ask_claude(reply(message({text_block("x")}, reason)));
    return answer ? answer->finish : Finish::filtered;
  };
  EXPECT_EQ(finish_of("end_turn"), Finish::stop);
  EXPECT_EQ(finish_of("stop_sequence"), Finish::stop);
  EXPECT_EQ(finish_of("max_tokens"), Finish::length);
  EXPECT_EQ(finish_of("model_context_window_exceeded"), Finish::length);
  EXPECT_EQ(finish_of("refusal"), Finish::refused);
}

TEST_F(Anthropic, RefusalsNeedNoText) {
  const Answer answer = ask_claude(stream_reply(events({start, end("refusal", 1), stop})));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->finish, Finish::refused);
  EXPECT_EQ(answer->text, "");
}

TEST_F(Anthropic, ThinkingWithoutAnAnswerIsEmpty) {
  const Failure f = failure(stream_reply(
      events({start, block(0, {{"type", "thinking"}, {"thinking", "on and on"}}), end("max_tokens", 100), stop})));
  EXPECT_EQ(f.kind, FailureKind::empty);
  EXPECT_EQ(f.usage, (Usage{3210, 3000, 100, 0, false}));
}

TEST_F(Anthropic, ErrorsOfTheApi) {
  settings_.max_retries = 0;
  EXPECT_EQ(failure(reply(error("overloaded_error", "Overloaded"), 529)).kind, FailureKind::overloaded);
  EXPECT_EQ(failure(reply(error("authentication_error", "invalid x-api-key"), 401)).kind, FailureKind::unauthorized);
  EXPECT_EQ(failure(reply(error("rate_limit_error", "slow"), 429)).kind, FailureKind::rate_limited);
  EXPECT_EQ(failure(reply(error("timeout_error", "slow"), 504)).kind, FailureKind::overloaded);
  EXPECT_EQ(failure(reply(error("request_too_large", "big"), 413)).kind, FailureKind::bad_request);
  EXPECT_EQ(failure(reply(error("invalid_request_error", "Your credit balance is too low"), 400)).kind,
            FailureKind::out_of_quota);
  EXPECT_EQ(failure(reply(error("not_found_error", "model: m-wanted"), 404)).kind, FailureKind::unknown_model);
}

TEST_F(Anthropic, OverloadPasses) {
  const Answer answer =
      ask_claude({reply(error("overloaded_error", "Overloaded"), 529), reply(message({text_block("Here.")}))});
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->retries, 1U);
}

TEST_F(Anthropic, ErrorsWithinAStream) {
  const Failure f = failure(stream_reply(
      events({start, block(0, text_block("Half")), error("overloaded_error", "Overloaded {{key_json}}")})));
  EXPECT_EQ(f.kind, FailureKind::overloaded);
  EXPECT_THAT(f.message, HasSubstr("Overloaded [key]"));
  EXPECT_EQ(f.usage.input, 3210U);
}

TEST_F(Anthropic, StreamsThatBreakOffKeepTheirCost) {
  const std::string half = events({start, block(0, text_block("Half"))});
  for (const json& broken : {stream_reply(half), with(stream_reply(half), {{"end", "reset"}})}) {
    const Failure f = failure(broken);
    EXPECT_EQ(f.kind, FailureKind::broken) << f.message;
    EXPECT_EQ(f.usage, (Usage{3210, 3000, 1, 0, false}));
  }
}

TEST_F(Anthropic, StrangeReplies) {
  settings_.stream = false;
  EXPECT_THAT(failure({{"body", "{}"}}).message, HasSubstr("without content"));
  EXPECT_EQ(failure({{"body", "{\"content\": ["}}).kind, FailureKind::broken);
  EXPECT_EQ(failure({{"body", R"({"content": [1, null, {"type": "text", "text": 3}], "usage": 4})"}}).kind,
            FailureKind::empty);
}

TEST_F(Anthropic, TheKeyNeverComesBack) {
  const std::string echo = "{{key_json}} {{key_percent}}";
  for (const int status : {200, 400, 401, 500}) {
    settings_.max_retries = 0;
    std::string body = with(message({text_block("ECHO")}), error("invalid_request_error", "ECHO")).dump();
    if (status == 200) {
      body = message({text_block("ECHO")}).dump();
    }
    for (std::size_t at = 0; (at = body.find("ECHO", at)) != std::string::npos;) {
      body.replace(at, 4, echo);
    }
    const Answer answer = ask_claude({{"status", status}, {"body", body}});
    const std::string told = answer ? answer->text : answer.error().message + answer.error().hint;
    EXPECT_THAT(told, HasSubstr("[key] [key]"));
  }
}

} // namespace
} // namespace mapwright::llm
