// What the tests of HTTP providers share: a scripted server, settings that point to it, bodies of both interfaces.
#pragma once

#include "llm/anthropic.hpp"
#include "llm/openai.hpp"
#include "support/scripted_server.hpp"

#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm::testing {

using nlohmann::json;

inline constexpr const char* key_variable = "MAPWRIGHT_TEST_KEY";
inline constexpr const char* key = "sk-test/0123+4567=89\"ab";

/// Waits are noted and skipped; chance is 0.
class SkippingClock final : public RetryClock {
public:
  Seconds now() override { return real_clock().now() + Seconds(skipped_.load()); }
  std::chrono::system_clock::time_point date() override { return date_; }
  bool sleep(Seconds time, const std::stop_token& stop) override {
    const std::scoped_lock lock(mutex_);
    waits_.push_back(time.count());
    skipped_ = skipped_ + time.count();
    return !stop.stop_requested();
  }
  double chance() override { return 0; }

  std::vector<double> waits() {
    const std::scoped_lock lock(mutex_);
    return waits_;
  }

private:
  std::chrono::system_clock::time_point date_ = std::chrono::system_clock::from_time_t(1'700'000'000);
  std::mutex mutex_;
  std::vector<double> waits_;
  std::atomic<double> skipped_ = 0;
};

/// "data: ..." for each chunk, then the sign of the end.
inline std::string stream_of(const std::vector<json>& chunks, const std::string& end = "data: [DONE]\n\n") {
  std::string text;
  for (const json& chunk : chunks) {
    text += "data: " + chunk.dump() + "\n\n";
  }
  return text + end;
}

/// A chunk of /v1/chat/completions with one choice.
inline json chunk(const json& delta, const json& finish = nullptr) {
  return {{"model", "m-served"}, {"choices", {{{"index", 0}, {"delta", delta}, {"finish_reason", finish}}}}};
}

inline json usage_chunk(int input, int output) {
  return {{"choices", json::array()},
          {"usage", {{"prompt_tokens", input}, {"completion_tokens", output}, {"total_tokens", input + output}}}};
}

/// A whole reply of /v1/chat/completions.
inline json completion(const json& message, const char* finish = "stop") {
  return {{"model", "m-served"},
          {"choices", {{{"index", 0}, {"message", message}, {"finish_reason", finish}}}},
          {"usage", {{"prompt_tokens", 12}, {"completion_tokens", 5}, {"total_tokens", 17}}}};
}

/// A scripted reply with a JSON body.
inline json reply(const json& body, int status = 200) {
  return {{"status", status}, {"body", body.dump()}};
}

/// A scripted reply with a stream of events.
inline json stream_reply(const std::string& body) {
  return {{"body", body}, {"headers", {{"Content-Type", "text/event-stream"}}}, {"framing", "chunked"}};
}

inline json error_body(const std::string& message, const std::string& code = "") {
  return {{"error", {{"message", message}, {"type", "error"}, {"code", code}}}};
}

/// `base` with the members of `more`.
inline json with(json base, const json& more) {
  base.update(more);
  return base;
}

/// A server and providers that talk to it.
class ServerTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (!test::ScriptedServer::available()) {
      GTEST_SKIP() << "python3 is not installed";
    }
    for (const char* name :
         {"http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy", "NO_PROXY"}) {
      unsetenv(name);
    }
    setenv(key_variable, key, 1);
  }

  /// The server answers so from now on; settings_ points to it. One process serves all tests of this one.
  void serve(const json& replies) {
    static std::optional<test::ScriptedServer> process;
    const json list = replies.is_array() ? replies : json::array({replies});
    if (process) {
      process->script(list);
    } else {
      process.emplace(list);
    }
    server_ = &*process;
    settings_.base_url = server_->url();
  }

  std::unique_ptr<Provider> provider(const char* kind = "openai") {
    settings_.kind = kind;
    settings_.model = "m-wanted";
    settings_.key_variable = key_variable;
    Result<std::unique_ptr<Provider>> made =
        settings_.kind == "openai" ? make_openai(settings_, clock_) : make_anthropic(settings_, clock_);
    if (!made) {
      throw std::runtime_error(made.error().format());
    }
    return *std::move(made);
  }

  static Request question() {
    return {.messages = {{Role::system, "Be short."}, {Role::user, "Say hello."}}, .max_output_tokens = 100};
  }

  /// One question to a new provider.
  Answer ask(const json& replies, const char* kind = "openai", const Request& request = question()) {
    serve(replies);
    return provider(kind)->ask(request, {});
  }

  /// The body of request number `number`.
  json sent(std::size_t number = 0) { return json::parse(server_->requests().at(number)["body"].get<std::string>()); }

  test::ScriptedServer* server_ = nullptr;
  ProviderSettings settings_{};
  SkippingClock clock_;
};

/// Describes an answer for a failed assertion.
inline std::string shown(const Answer& answer) {
  return answer ? "reply: " + answer->text
                : std::string(to_string(answer.error().kind)) + ": " + answer.error().message;
}

} // namespace mapwright::llm::testing
