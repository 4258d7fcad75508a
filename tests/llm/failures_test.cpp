// How servers and networks fail, told in one clear sentence each, and never with the key in it.
#include "server_support.hpp"

#include <chrono>
#include <thread>

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

class HttpFailure : public ServerTest {
protected:
  /// The failure of one question; an answered question fails the test.
  Failure failure(const json& replies, const char* kind = "openai") {
    const Answer answer = ask(replies, kind);
    EXPECT_FALSE(answer) << shown(answer);
    return answer ? Failure{} : answer.error();
  }
};

TEST_F(HttpFailure, WrongKey) {
  for (const int status : {401, 403}) {
    const Failure f = failure(reply(error_body("Incorrect API key provided: {{key_json}}."), status));
    EXPECT_EQ(f.kind, FailureKind::unauthorized);
    EXPECT_THAT(f.message, AllOf(HasSubstr("refuses the key in environment variable MAPWRIGHT_TEST_KEY"),
                                 HasSubstr("Incorrect API key provided: [key].")));
    EXPECT_EQ(f.retries, 0U);
  }
}

TEST_F(HttpFailure, UnknownModelListsThoseThereAre) {
  const Failure f =
      failure({with(reply(error_body("The model `m-wanted` does not exist.", "model_not_found"), 404),
                    {{"path", "/v1/chat/completions"}}),
               with(reply({{"data", {{{"id", "m-wanter"}}, {{"id", "other"}}}}}), {{"path", "/v1/models"}})});
  EXPECT_EQ(f.kind, FailureKind::unknown_model);
  EXPECT_THAT(f.message, HasSubstr("has no model \"m-wanted\" (status 404)"));
  EXPECT_EQ(f.hint, "did you mean 'm-wanter'?; it has m-wanter, other");
  EXPECT_EQ(server_->requests().at(1)["method"], "GET");
}

TEST_F(HttpFailure, WrongPath) {
  const Failure f = failure({{"status", 404}, {"body", "<html>not found</html>"}});
  EXPECT_EQ(f.kind, FailureKind::bad_request);
  EXPECT_THAT(f.message, AllOf(HasSubstr("there is nothing at http://127.0.0.1:"), HasSubstr("a web page")));
}

TEST_F(HttpFailure, BadRequestKeepsTheServersWords) {
  const Failure f = failure(reply({{"detail", "max_tokens is too large: 100000"}}, 400));
  EXPECT_EQ(f.kind, FailureKind::bad_request);
  EXPECT_THAT(f.message, HasSubstr("max_tokens is too large: 100000"));
  EXPECT_EQ(server_->requests().size(), 1U); // renaming the limit would not help
}

TEST_F(HttpFailure, QuotaIsNotRetried) {
  const Failure f = failure(reply(error_body("You exceeded your current quota", "insufficient_quota"), 429));
  EXPECT_EQ(f.kind, FailureKind::out_of_quota);
  EXPECT_EQ(server_->requests().size(), 1U);
  EXPECT_EQ(failure(reply(error_body("Insufficient Balance"), 402)).kind, FailureKind::out_of_quota);
}

TEST_F(HttpFailure, PersistentTroubleIsToldAfterTheRetries) {
  const Failure limited = failure(with(reply(error_body("slow down"), 429), {{"headers", {{"Retry-After", "3"}}}}));
  EXPECT_EQ(limited.kind, FailureKind::rate_limited);
  EXPECT_EQ(limited.retries, 2U);
  EXPECT_THAT(limited.message, HasSubstr("(after 2 retries)"));
  EXPECT_EQ(limited.hint, "it asks to wait 3 s");
  EXPECT_EQ(server_->requests().size(), 3U);

  const Failure failing = failure(reply(error_body("oops"), 500));
  EXPECT_EQ(failing.kind, FailureKind::overloaded);
  EXPECT_THAT(failing.message, HasSubstr("oops"));
  EXPECT_EQ(failure(reply(error_body("late"), 408)).kind, FailureKind::timed_out);
}

TEST_F(HttpFailure, MalformedJson) {
  settings_.stream = false;
  const Failure f = failure({{"body", "{\"choices\": [{\"mess"}});
  EXPECT_EQ(f.kind, FailureKind::broken);
  EXPECT_THAT(f.message, HasSubstr("something other than JSON: {\"choices\""));
  EXPECT_EQ(failure({{"body", ""}}).kind, FailureKind::broken);
  EXPECT_EQ(failure({{"body", "[]"}}).kind, FailureKind::broken);
  EXPECT_THAT(failure({{"body", "{}"}}).message, HasSubstr("without choices"));
  EXPECT_EQ(failure({{"body", "["}, {"repeat", 100000}}).kind, FailureKind::broken);
}

TEST_F(HttpFailure, DeeplyNestedJsonDoesNoHarm) {
  std::string deep(200'000, '[');
  deep += std::string(200'000, ']');
  settings_.stream = false;
  EXPECT_EQ(failure({{"body", "{\"error\": " + deep + "}"}}).kind, FailureKind::broken);
  EXPECT_EQ(failure({{"status", 400}, {"body", "{\"error\": " + deep + "}"}}).kind, FailureKind::bad_request);
}

TEST_F(HttpFailure, MalformedEvents) {
  const Failure f = failure(stream_reply(stream_of({chunk({{"content", "Hel"}})}, "data: {\"choi\n\n")));
  EXPECT_EQ(f.kind, FailureKind::broken);
  EXPECT_THAT(f.message, HasSubstr("no JSON object"));
  EXPECT_EQ(f.usage, (Usage{5, 0, 1, 0, true}));
}

TEST_F(HttpFailure, WebPages) {
  const Failure f =
      failure({{"body", "<!DOCTYPE html><html>Log in</html>"}, {"headers", {{"Content-Type", "text/html"}}}});
  EXPECT_EQ(f.kind, FailureKind::broken);
  EXPECT_THAT(f.message, HasSubstr("a web page"));
  EXPECT_THAT(f.hint, HasSubstr("base_url"));
}

TEST_F(HttpFailure, StreamsThatBreakOffKeepTheirCost) {
  const std::string half = stream_of({chunk({{"content", "Half an answer"}}), chunk({{"content", ", and"}})}, "");
  for (const json& broken : {stream_reply(half),                                              // a clean end too early
                             with(stream_reply(half), {{"end", "reset"}}),                    // torn
                             with(stream_reply(half), {{"framing", "length"}, {"short", 2}}), // announced longer
                             with(stream_reply(half), {{"short", 1}})}) {                     // without a last chunk
    const Failure f = failure(broken);
    EXPECT_EQ(f.kind, FailureKind::broken) << f.message;
    EXPECT_GT(f.usage.output, 0U);
    EXPECT_TRUE(f.usage.estimated);
    EXPECT_EQ(server_->requests().size(), 1U);
  }
}

TEST_F(HttpFailure, StreamsThatSayWhyTheyStoppedAreWhole) {
  const Answer answer = ask(stream_reply(stream_of({chunk({{"content", "All."}}, "stop")}, "")));
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "All.");
}

TEST_F(HttpFailure, ErrorsInsideReplies) {
  EXPECT_EQ(failure(reply(error_body("The engine is overloaded", "overloaded"))).kind, FailureKind::overloaded);
  EXPECT_EQ(failure(reply({{"error", {{"message", "busy"}, {"code", 429}}}})).kind, FailureKind::rate_limited);
  EXPECT_EQ(failure(reply({{"error", "strange"}})).kind, FailureKind::broken);

  const Failure streamed = failure(
      stream_reply(stream_of({chunk({{"content", "Hel"}}), error_body("{{key_json}} went wrong", "server_error")})));
  EXPECT_EQ(streamed.kind, FailureKind::overloaded);
  EXPECT_THAT(streamed.message, HasSubstr("[key] went wrong"));
  EXPECT_GT(streamed.usage.output, 0U);

  const Failure named = failure(stream_reply("event: error\ndata: {\"message\": \"out of memory\"}\n\n"));
  EXPECT_EQ(named.kind, FailureKind::broken);
  EXPECT_THAT(named.message, HasSubstr("out of memory"));
}

TEST_F(HttpFailure, RepliesBeyondTheLimit) {
  settings_.max_reply_bytes = 100'000;
  const Failure f =
      failure(with(stream_reply(stream_of({chunk({{"content", std::string(1000, 'x')}})}, "")), {{"repeat", 1000}}));
  EXPECT_EQ(f.kind, FailureKind::broken);
  EXPECT_THAT(f.message, HasSubstr("too large: more than 100000 bytes"));
}

TEST_F(HttpFailure, Silence) {
  settings_.idle_timeout = Seconds(0.2);
  const Failure mute = failure({{"before", -1}});
  EXPECT_EQ(mute.kind, FailureKind::timed_out);
  EXPECT_THAT(mute.message, HasSubstr("not a byte for 0.2 s"));

  const Failure stuck = failure(with(stream_reply(stream_of({chunk({{"content", "Hel"}})}, "")), {{"end", "hang"}}));
  EXPECT_EQ(stuck.kind, FailureKind::timed_out);
  EXPECT_GT(stuck.usage.output, 0U);
}

TEST_F(HttpFailure, SlowDrip) {
  settings_.timeout = Seconds(0.4);
  const Failure f = failure(
      with(stream_reply(stream_of({chunk({{"content", std::string(1000, 'x')}})})), {{"split", 1}, {"drip", 0.05}}));
  EXPECT_EQ(f.kind, FailureKind::timed_out);
  EXPECT_THAT(f.message, HasSubstr("no complete answer within 0.4 s"));
}

TEST_F(HttpFailure, WithoutStreamingOnlyTheWholeTimeCounts) {
  settings_.stream = false;
  settings_.idle_timeout = Seconds(0.05);
  const Answer answer = ask(with(reply(completion({{"content", "Late."}})), {{"before", 0.3}}));
  ASSERT_TRUE(answer) << shown(answer);
}

TEST_F(HttpFailure, RedirectsAreNotFollowed) {
  serve(json::array());
  const std::string elsewhere = server_->url() + "/elsewhere?k={{key_percent}}";
  const Failure f =
      failure({{{"status", 307}, {"path", "/v1/chat/completions"}, {"headers", {{"Location", elsewhere}}}},
               with(reply(completion({{"content", "caught"}})), {{"path", "/elsewhere"}})});
  EXPECT_EQ(f.kind, FailureKind::bad_request);
  EXPECT_THAT(f.message, AllOf(HasSubstr("redirects to \"http://127.0.0.1:"), HasSubstr("k=[key]")));
  EXPECT_EQ(server_->requests().size(), 1U);
}

TEST_F(HttpFailure, NobodyListens) {
  settings_.base_url = "http://127.0.0.1:1";
  const Answer answer = provider()->ask(question(), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::unreachable);
  EXPECT_THAT(answer.error().message, HasSubstr("cannot reach http://127.0.0.1:1/v1/chat/completions"));
  EXPECT_EQ(clock_.waits(), (std::vector{0.5, 1.0}));
}

TEST_F(HttpFailure, UnknownHost) {
  settings_.base_url = "http://nowhere.invalid";
  settings_.max_retries = 0;
  const Answer answer = provider()->ask(question(), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::unreachable);
  EXPECT_THAT(answer.error().message, HasSubstr("nowhere.invalid"));
}

TEST_F(HttpFailure, ConnectionsLostBeforeAReplyAreRetried) {
  const Answer answer = ask({{{"drop", true}}, reply(completion({{"content", "Back."}}))});
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->retries, 1U);
}

TEST_F(HttpFailure, CancelledWhileTheServerIsMute) {
  serve({{"before", -1}});
  const auto provider = this->provider();
  std::stop_source stop;
  std::jthread canceller([&] {
    EXPECT_TRUE(server_->wait_for_requests(1));
    stop.request_stop();
  });
  const Answer answer = provider->ask(question(), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
}

TEST_F(HttpFailure, CancelledWithinAStreamKeepsTheCost) {
  serve(with(stream_reply(stream_of({chunk({{"content", std::string(400, 'x')}})}, "")), {{"end", "hang"}}));
  const auto provider = this->provider();
  std::stop_source stop;
  std::jthread canceller([&] {
    EXPECT_TRUE(server_->wait_for_requests(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(300)); // so that the piece is usually there
    stop.request_stop();
  });
  const Answer answer = provider->ask(question(), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
}

TEST_F(HttpFailure, CancelledBeforeItBegins) {
  serve(reply(completion({{"content", "x"}})));
  std::stop_source stop;
  stop.request_stop();
  const Answer answer = provider()->ask(question(), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
  EXPECT_TRUE(server_->requests().empty());
}

TEST_F(HttpFailure, TheKeyNeverComesBack) {
  const std::string echo = "{{key}} {{key_percent}} {{key_json}} Bearer {{key}}";
  const auto holds_key = [](const std::string& text) {
    return text.find("0123") != std::string::npos || text.find("sk-test") != std::string::npos ||
           text.find("sk%2D") != std::string::npos || text.find("\\u0073") != std::string::npos;
  };
  for (const int status : {200, 302, 400, 401, 404, 429, 500}) {
    for (const bool stream : {true, false}) {
      settings_.stream = stream;
      settings_.max_retries = 0;
      for (const json& body :
           {json{{"model", echo}, {"choices", {{{"message", {{"content", echo}, {"reasoning", echo}}}}}}},
            json{{"error", {{"message", echo}}}}, json(echo)}) {
        const Answer answer = ask({{"status", status},
                                   {"body", body.is_string() ? echo : body.dump()},
                                   {"headers", {{"Location", echo}, {"Retry-After", echo}}}});
        if (answer) {
          EXPECT_FALSE(holds_key(answer->text + answer->reasoning + answer->model)) << answer->text;
        } else {
          EXPECT_FALSE(holds_key(answer.error().message + answer.error().hint)) << answer.error().message;
        }
      }
    }
  }
}

TEST_F(HttpFailure, ProxiesComeFromTheEnvironment) {
  serve(reply(completion({{"content", "By proxy."}})));
  setenv("http_proxy", server_->url().c_str(), 1);
  settings_.base_url = "http://far.invalid/v1";
  const Answer answer = provider()->ask(question(), {});
  unsetenv("http_proxy");
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->text, "By proxy.");
  EXPECT_EQ(server_->requests().at(0)["target"], "http://far.invalid/v1/chat/completions");
}

} // namespace
} // namespace mapwright::llm
