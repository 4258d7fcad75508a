// When a request is repeated and after which wait: the rules alone, then against a server.
#include "server_support.hpp"

#include <thread>

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

HttpResponse response(int status, std::vector<std::pair<std::string, std::string>> headers = {},
                      std::string body = {}) {
  HttpResponse made;
  made.status = status;
  made.headers = std::move(headers);
  made.body = std::move(body);
  return made;
}

const auto today = std::chrono::system_clock::from_time_t(1'700'000'000); // Tue, 14 Nov 2023 22:13:20 GMT

TEST(RetryRules, StatusesThatMayPass) {
  for (const int status : {408, 409, 429, 500, 502, 503, 504, 529}) {
    EXPECT_TRUE(retryable(response(status))) << status;
  }
  for (const int status : {200, 301, 400, 401, 402, 403, 404, 413, 422}) {
    EXPECT_FALSE(retryable(response(status))) << status;
  }
}

TEST(RetryRules, TheServersAdviceComesFirst) {
  EXPECT_FALSE(retryable(response(500, {{"x-should-retry", "false"}})));
  EXPECT_TRUE(retryable(response(400, {{"x-should-retry", "true"}})));
  EXPECT_FALSE(retryable(response(200, {{"x-should-retry", "true"}})));
}

TEST(RetryRules, QuotaDoesNotPass) {
  EXPECT_FALSE(retryable(response(429, {}, R"({"error": {"code": "insufficient_quota"}})")));
}

TEST(RetryRules, ConnectionsMayComeBackButCostIsNotPaidTwice) {
  using enum TransferError;
  for (const auto error : {unreachable, no_reply, broken_off, idle, timed_out, too_large, cancelled}) {
    HttpResponse failed;
    failed.error = error;
    EXPECT_EQ(retryable(failed), error == unreachable || error == no_reply);
  }
}

TEST(RetryRules, WaitsThatServersAskFor) {
  const auto wait = [](std::vector<std::pair<std::string, std::string>> headers) {
    const std::optional<Seconds> wanted = wanted_wait(response(429, std::move(headers)), today);
    return wanted ? wanted->count() : -1;
  };
  EXPECT_EQ(wait({}), -1);
  EXPECT_EQ(wait({{"retry-after", "7"}}), 7);
  EXPECT_EQ(wait({{"retry-after", "0.5"}}), 0.5);
  EXPECT_EQ(wait({{"retry-after", "7"}, {"retry-after-ms", "1500"}}), 1.5);
  EXPECT_EQ(wait({{"retry-after", "Tue, 14 Nov 2023 22:13:30 GMT"}}), 10);
  EXPECT_EQ(wait({{"retry-after", "Tue, 14 Nov 2023 22:13:00 GMT"}}), 0);
  EXPECT_EQ(wait({{"retry-after", "-3"}}), 0);
  EXPECT_EQ(wait({{"retry-after", "soon"}}), -1);
  EXPECT_EQ(wait({{"retry-after", "nan"}}), -1);
}

TEST(RetryRules, OwnWaitsDoubleUpToALimit) {
  const RetryPolicy policy;
  EXPECT_EQ(own_wait(policy, 0, 0).count(), 0.5);
  EXPECT_EQ(own_wait(policy, 1, 0).count(), 1);
  EXPECT_EQ(own_wait(policy, 4, 0).count(), 8);
  EXPECT_EQ(own_wait(policy, 4000, 0).count(), 8);
  EXPECT_EQ(own_wait(policy, 1, 1).count(), 0.75);
}

TEST(RetryRules, IdempotencyKeysDiffer) {
  EXPECT_NE(idempotency_header(), idempotency_header());
}

TEST(RealClock, SleepEndsOnStop) {
  std::stop_source stop;
  std::jthread stopper([&] { stop.request_stop(); });
  EXPECT_FALSE(real_clock().sleep(Seconds(1000), stop.get_token()));
  EXPECT_TRUE(real_clock().sleep(Seconds(0.001), {}));
}

class Retry : public ServerTest {
protected:
  const json good = reply(completion({{"content", "Good."}}));
  static json limited(const json& headers) { return with(reply(error_body("slow down"), 429), {{"headers", headers}}); }
};

TEST_F(Retry, SucceedsAfterFailures) {
  const Answer answer = ask({reply(error_body("oops"), 500), reply(error_body("overloaded"), 529), good});
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_EQ(answer->retries, 2U);
  EXPECT_THAT(clock_.waits(), ElementsAre(0.5, 1.0));
  EXPECT_EQ(server_->requests()[0]["headers"]["idempotency-key"], server_->requests()[2]["headers"]["idempotency-key"]);
  EXPECT_EQ(server_->requests()[0]["body"], server_->requests()[2]["body"]);
}

TEST_F(Retry, ObeysWhatTheServerAsksFor) {
  const Answer answer =
      ask({limited({{"Retry-After", "2"}}), limited({{"Retry-After-Ms", "250"}, {"Retry-After", "9"}}), good});
  ASSERT_TRUE(answer) << shown(answer);
  EXPECT_THAT(clock_.waits(), ElementsAre(2.0, 0.25));

  SkippingClock dated;
  serve({limited({{"Retry-After", "Tue, 14 Nov 2023 22:13:25 GMT"}}), good});
  settings_.model = "m";
  ASSERT_TRUE((*make_openai(settings_, dated))->ask(question(), {}));
  EXPECT_THAT(dated.waits(), ElementsAre(5.0));
}

TEST_F(Retry, TooLongWaitsEndTheQuestion) {
  const Answer answer = ask({limited({{"Retry-After", "3600"}}), good});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::rate_limited);
  EXPECT_EQ(answer.error().hint, "it asks to wait 3600 s");
  EXPECT_TRUE(clock_.waits().empty());
}

TEST_F(Retry, DoesNotGoBeyondTheTimeOfTheQuestion) {
  settings_.timeout = Seconds(5);
  const Answer answer = ask({limited({{"Retry-After", "6"}}), good});
  ASSERT_FALSE(answer);
  EXPECT_TRUE(clock_.waits().empty());
}

TEST_F(Retry, NoneWhenNoneAreWanted) {
  settings_.max_retries = 0;
  EXPECT_FALSE(ask({reply(error_body("oops"), 500), good}));
  EXPECT_EQ(server_->requests().size(), 1U);
}

TEST_F(Retry, WaitingEndsOnStop) {
  serve({limited({{"Retry-After", "50"}}), good});
  settings_.model = "m";
  const auto provider = *make_openai(settings_);
  std::stop_source stop;
  std::jthread stopper([&] {
    EXPECT_TRUE(server_->wait_for_requests(1));
    stop.request_stop();
  });
  const Answer answer = provider->ask(question(), stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
}

} // namespace
} // namespace mapwright::llm
