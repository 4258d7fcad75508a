// What was recorded is answered again: in order, failures too, nothing else.
#include "llm/json.hpp"
#include "llm/record.hpp"
#include "llm/replay.hpp"
#include "sandbox/scratch.hpp"

#include <atomic>
#include <fstream>
#include <iterator>
#include <thread>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using ::testing::HasSubstr;

/// Answers "1", "2", ... to any question, and fails where the question says so.
class Counter final : public Provider {
public:
  [[nodiscard]] std::string_view kind() const override { return "openai"; }
  [[nodiscard]] const std::string& model() const override { return model_; }
  Answer ask(const Request& request, std::stop_token) override {
    const int number = ++asked_;
    if (request.messages.front().text == "fail") {
      return tl::unexpected(Failure{FailureKind::overloaded, "busy", "ask later", {1, 0, 2, 0, false}});
    }
    if (request.messages.front().text == "cancel") {
      return tl::unexpected(Failure{FailureKind::cancelled, "cancelled"});
    }
    Reply reply;
    reply.text = std::to_string(number);
    reply.usage = {3, 0, 1, 0, false};
    return reply;
  }

private:
  std::string model_ = "counter";
  std::atomic<int> asked_ = 0;
};

Request question(const std::string& text) {
  return {.messages = {{Role::user, text}}};
}

class Recording : public ::testing::Test {
protected:
  std::unique_ptr<Provider> recorder() { return make_recorder(std::make_unique<Counter>(), file_).value(); }
  std::unique_ptr<Provider> replay(bool fixture = false) {
    auto made = make_replay(file_, fixture);
    EXPECT_TRUE(made) << made.error().format();
    return *std::move(made);
  }
  std::string contents() const {
    std::ifstream stream(file_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  sandbox::ScratchDirectory scratch_ = sandbox::ScratchDirectory::create().value();
  std::string file_ = scratch_.path() / "chat.jsonl";
};

TEST_F(Recording, IsAnsweredAgainInOrder) {
  {
    const auto provider = recorder();
    EXPECT_EQ(provider->model(), "counter");
    EXPECT_EQ(provider->kind(), "openai");
    for (const char* text : {"a", "b", "a", "fail"}) {
      static_cast<void>(provider->ask(question(text), {}));
    }
  }
  const auto provider = replay();
  EXPECT_EQ(provider->kind(), "replay");
  EXPECT_EQ(provider->model(), "counter");
  EXPECT_EQ(provider->ask(question("b"), {})->text, "2");
  EXPECT_EQ(provider->ask(question("a"), {})->text, "1");
  EXPECT_EQ(provider->ask(question("a"), {})->text, "3");
  const Answer failed = provider->ask(question("fail"), {});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().kind, FailureKind::overloaded);
  EXPECT_EQ(failed.error().usage, (Usage{1, 0, 2, 0, false}));

  const Answer once_more = provider->ask(question("a"), {});
  ASSERT_FALSE(once_more);
  EXPECT_EQ(once_more.error().kind, FailureKind::not_recorded);
  EXPECT_THAT(once_more.error().message, HasSubstr("no further answer"));
  const Answer never = provider->ask(question("c"), {});
  ASSERT_FALSE(never);
  EXPECT_EQ(never.error().kind, FailureKind::not_recorded);
}

TEST_F(Recording, CancelledQuestionsAreNotKept) {
  EXPECT_FALSE(recorder()->ask(question("cancel"), {}));
  EXPECT_EQ(contents(), "");
}

TEST_F(Recording, LinesHoldQuestionAndAnswer) {
  static_cast<void>(recorder()->ask(question("a\xff"), {}));
  const nlohmann::json line = nlohmann::json::parse(contents());
  EXPECT_EQ(line["digest"], digest(question("a\xff")));
  EXPECT_EQ(line["model"], "counter");
  EXPECT_EQ(line["kind"], "openai");
  EXPECT_EQ(line["answer"]["reply"]["text"], "1");
  EXPECT_EQ(replay(true)->ask(question("a\xff"), {})->fixture, true);
}

TEST_F(Recording, GoesOnAfterAKilledRun) {
  static_cast<void>(recorder()->ask(question("a"), {}));
  const std::string whole = contents();
  std::ofstream(file_, std::ios::app) << R"({"digest": "torn)";
  EXPECT_EQ(replay()->ask(question("a"), {})->text, "1");
  static_cast<void>(recorder()->ask(question("b"), {}));
  EXPECT_TRUE(contents().starts_with(whole + "{"));
  EXPECT_EQ(replay()->ask(question("b"), {})->text, "1");
}

TEST_F(Recording, ManyAtOnceStayWhole) {
  {
    const auto provider = recorder();
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        for (int j = 0; j < 20; ++j) {
          static_cast<void>(provider->ask(question(fmt::format("{}-{}", i, j)), {}));
        }
      });
    }
  }
  const auto provider = replay();
  std::atomic<int> answered = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&, i] {
        for (int j = 0; j < 20; ++j) {
          answered += provider->ask(question(fmt::format("{}-{}", i, j)), {}) ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(answered, 160);
}

TEST_F(Recording, FaultyLinesAreNamed) {
  for (const char* bad : {"nonsense", "{}", R"({"digest": "x", "answer": {"reply": {}}})"}) {
    std::ofstream(file_) << R"({"digest": "d", "answer": {"reply": {"text": "t"}}})"
                         << "\n"
                         << bad << "\n";
    const auto made = make_replay(file_);
    ASSERT_FALSE(made) << bad;
    EXPECT_EQ(made.error().kind, ErrorKind::input);
    ASSERT_TRUE(made.error().where);
    EXPECT_EQ(made.error().where->line, 2);
  }
  EXPECT_FALSE(make_replay("/no/such/file"));
}

TEST_F(Recording, WhatCannotBeWrittenIsAFailure) {
  const auto made = make_recorder(std::make_unique<Counter>(), "/dev/full");
  if (!made) {
    GTEST_SKIP() << "/dev/full cannot be opened here";
  }
  const Answer answer = (*made)->ask(question("a"), {});
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::broken);
  EXPECT_EQ(answer.error().usage, (Usage{3, 0, 1, 0, false}));
  EXPECT_FALSE(make_recorder(std::make_unique<Counter>(), "/no/such/file"));
}

} // namespace
} // namespace mapwright::llm
