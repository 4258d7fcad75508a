// Questions and answers survive the way through JSON; what is no question or answer is refused by name.
#include "llm/json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

Request full_request() {
  return {.messages = {{Role::system, "You write kernels."}, {Role::user, "Go.\n\"now\""}, {Role::assistant, "Ok."}},
          .schema = json{{"type", "object"}},
          .schema_name = "choice",
          .max_output_tokens = 77,
          .temperature = 0.25,
          .seed = 18446744073709551615U};
}

Reply full_reply() {
  return {.text = "text",
          .reasoning = "thought",
          .finish = Finish::length,
          .usage = {.input = 10, .cached_input = 4, .output = 5, .reasoning = 2, .estimated = true},
          .time = Seconds(1.5),
          .model = "m-1",
          .retries = 2,
          .dollars = 0.125,
          .energy = InferenceEnergy{Joules(3.5), false, "meter"},
          .fixture = true};
}

TEST(ChatJson, RequestsSurvive) {
  const json written = to_json(full_request());
  const Result<Request> read = request_from_json(json::parse(written.dump()));
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(to_json(*read), written);
  EXPECT_EQ(read->messages, full_request().messages);
  EXPECT_EQ(read->seed, full_request().seed);
}

TEST(ChatJson, WhatIsAbsentStaysAbsent) {
  const json written = to_json(Request{.messages = {{Role::user, "hi"}}});
  EXPECT_EQ(written, (json{{"messages", {{{"role", "user"}, {"text", "hi"}}}}, {"max_output_tokens", 8192}}));
  const Result<Request> read = request_from_json(written);
  ASSERT_TRUE(read);
  EXPECT_FALSE(read->schema || read->temperature || read->seed);
}

TEST(ChatJson, RepliesSurvive) {
  const json written = to_json(Answer(full_reply()));
  const Result<Answer> read = answer_from_json(json::parse(written.dump()));
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_EQ(to_json(*read), written);
  ASSERT_TRUE(*read);
  EXPECT_EQ((**read).usage, full_reply().usage);
  EXPECT_EQ((**read).finish, Finish::length);
  EXPECT_TRUE((**read).fixture);
}

TEST(ChatJson, EveryKindOfFailureSurvives) {
  for (int kind = 0; kind <= static_cast<int>(FailureKind::not_recorded); ++kind) {
    const Answer failure(tl::unexpect,
                         Failure{static_cast<FailureKind>(kind), "why", "do", {1, 0, 2, 0, false}, Seconds(2), 1});
    const Result<Answer> read = answer_from_json(to_json(failure));
    ASSERT_TRUE(read) << read.error().format();
    ASSERT_FALSE(*read);
    EXPECT_EQ(to_json(*read), to_json(failure));
  }
}

TEST(ChatJson, MistakesAreNamed) {
  const auto request_error = [](const char* text) {
    const Result<Request> read = request_from_json(json::parse(text));
    return read ? std::string("accepted") : read.error().message;
  };
  EXPECT_THAT(request_error("[]"), HasSubstr("no object"));
  EXPECT_THAT(request_error("{}"), HasSubstr("lacks \"messages\""));
  EXPECT_THAT(request_error(R"({"messages": [{"role": "god", "text": ""}]})"), HasSubstr("\"god\" as \"role\""));
  EXPECT_THAT(request_error(R"({"messages": [{"role": "user"}]})"), HasSubstr("lacks \"text\""));
  EXPECT_THAT(request_error(R"({"messages": [], "seed": -1})"), HasSubstr("from 0 on as \"seed\""));
  EXPECT_THAT(request_error(R"({"messages": [], "temperature": "hot"})"), HasSubstr("a number as \"temperature\""));

  const auto answer_error = [](const char* text) {
    const Result<Answer> read = answer_from_json(json::parse(text));
    return read ? std::string("accepted") : read.error().message;
  };
  EXPECT_THAT(answer_error("{}"), HasSubstr("lacks \"reply\" and \"failure\""));
  EXPECT_THAT(answer_error(R"({"reply": {"text": 3}})"), HasSubstr("a text as \"text\""));
  EXPECT_THAT(answer_error(R"({"reply": {"text": "", "retries": 4294967296}})"), HasSubstr("\"retries\""));
  EXPECT_THAT(answer_error(R"({"failure": {"kind": "bored"}})"), HasSubstr("\"bored\" as \"kind\""));
}

TEST(ChatJson, DigestsNameTheContents) {
  EXPECT_EQ(digest(full_request()), digest(full_request()));
  EXPECT_EQ(digest(full_request()).size(), 64U);
  Request other = full_request();
  other.messages[1].text += " ";
  EXPECT_NE(digest(other), digest(full_request()));
  // Fixed for ever: recordings are found by it.
  EXPECT_EQ(digest(Request{.messages = {{Role::user, "hi"}}}),
            "631fb2a1b6d894746737073dca5fa5e01999ebebafd1caf475f21b630f4c5005");
}

TEST(ChatJson, BytesThatAreNoUtf8AreReplaced) {
  const Request request{.messages = {{Role::user, "a\xff"}}};
  EXPECT_THAT(one_line(to_json(request)), HasSubstr("a\xef\xbf\xbd"));
  EXPECT_EQ(digest(request).size(), 64U);
}

} // namespace
} // namespace mapwright::llm
