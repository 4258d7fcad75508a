// Commands as models: real processes, and how each of their ends is told.
#include "llm/command.hpp"
#include "llm/command_line.hpp"
#include "sandbox/scratch.hpp"

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(SplitCommand, AsAShellSplitsWords) {
  const auto words = [](const char* text) { return split_command(text).value(); };
  EXPECT_THAT(words("  agent -p\t--json\n"), ElementsAre("agent", "-p", "--json"));
  EXPECT_THAT(words(R"(sh -c 'echo "$HOME" | cat')"), ElementsAre("sh", "-c", "echo \"$HOME\" | cat"));
  EXPECT_THAT(words(R"("a b"c'd e' "" \"x\ y)"), ElementsAre("a bcd e", "", "\"x y"));
  EXPECT_THAT(words(R"("\n \" \\ \$" 'a\b')"), ElementsAre("\\n \" \\ $", "a\\b"));
  EXPECT_THAT(words("a $HOME * ; b"), ElementsAre("a", "$HOME", "*", ";", "b"));
}

TEST(SplitCommand, RefusesWhatIsNotWhole) {
  for (const char* text : {"", "  ", "a 'b", "a \"b", "a \\"}) {
    const auto words = split_command(text);
    ASSERT_FALSE(words) << text;
    EXPECT_EQ(words.error().kind, ErrorKind::input);
  }
}

Request command_question() {
  return {
      .messages = {
          {Role::system, "Be short."}, {Role::user, "Say hello."}, {Role::assistant, "Hi."}, {Role::user, "Again."}}};
}

ProviderSettings shell(const std::string& script) {
  ProviderSettings settings;
  settings.kind = "command";
  settings.command = {"sh", "-c", script};
  return settings;
}

Answer ask(const ProviderSettings& settings, const std::stop_token& stop = {}) {
  auto provider = make_command(settings);
  EXPECT_TRUE(provider) << provider.error().format();
  return (*provider)->ask(command_question(), stop);
}

Failure failure(const ProviderSettings& settings) {
  const Answer answer = ask(settings);
  EXPECT_FALSE(answer) << answer->text;
  return answer ? Failure{} : answer.error();
}

TEST(Command, AnswersTheQuestionOnItsInput) {
  ProviderSettings settings;
  settings.command_line = "cat";
  settings.fixture = true;
  const Answer answer = ask(settings);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->text, "Be short.\n\nSay hello.\n\n<previous-answer>\nHi.\n</previous-answer>\n\nAgain.\n");
  EXPECT_TRUE(answer->usage.estimated);
  EXPECT_EQ(answer->model, "cat");
  EXPECT_TRUE(answer->fixture);
}

TEST(Command, SchemasStandInTheQuestion) {
  Request request = command_question();
  request.schema = nlohmann::json::object({{"type", "array"}});
  ProviderSettings settings;
  settings.command = {"cat"};
  const Answer answer = (*make_command(settings))->ask(request, {});
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->text, HasSubstr("Again.\n\nAnswer with one JSON value"));
  EXPECT_THAT(answer->text, HasSubstr("{\"type\":\"array\"}"));
}

TEST(Command, ThinkingIsKeptApart) {
  const Answer answer = ask(shell("echo '<think>hm</think>'; echo done"));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "done\n");
  EXPECT_EQ(answer->reasoning, "hm");
}

TEST(Command, ItsFailureQuotesTheEndOfStandardError) {
  const Failure f = failure(shell("seq 1000 >&2; echo 'no such model' >&2; echo partial; exit 3"));
  EXPECT_EQ(f.kind, FailureKind::broken);
  EXPECT_THAT(f.message, AllOf(HasSubstr("failed with code 3: ..."), HasSubstr("no such model"), Not(HasSubstr("\n"))));
  EXPECT_LT(f.message.size(), 600U);
  EXPECT_GT(f.usage.output, 0U);
}

TEST(Command, EveryEndIsTold) {
  EXPECT_THAT(failure(shell("kill -SEGV $$")).message, HasSubstr("ended by signal 11"));
  EXPECT_EQ(failure(shell("true")).kind, FailureKind::empty);
  EXPECT_EQ(failure(shell("echo; echo")).kind, FailureKind::empty);

  ProviderSettings loud = shell("yes");
  loud.max_reply_bytes = 100'000;
  EXPECT_EQ(failure(loud).kind, FailureKind::broken);
  EXPECT_THAT(failure(loud).message, HasSubstr("more than 100000 bytes"));

  ProviderSettings missing;
  missing.command = {"/no/such/program"};
  EXPECT_EQ(failure(missing).kind, FailureKind::unreachable);
}

TEST(Command, UnknownProgramsAreRefusedAtOnce) {
  ProviderSettings settings;
  settings.command_line = "no-such-program --flag";
  const auto provider = make_command(settings);
  ASSERT_FALSE(provider);
  EXPECT_EQ(provider.error().kind, ErrorKind::machine);
  EXPECT_THAT(provider.error().message, HasSubstr("no-such-program"));
}

/// Whether process `pid` has ended; who inherited it may not have reaped it yet.
bool ended(pid_t pid) {
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string number;
  std::string name;
  std::string state;
  stat >> number >> name >> state;
  return !stat || state == "Z" || state == "X";
}

/// Whether the process whose number a script wrote to `file` ends within 20 seconds.
bool gone(const std::filesystem::path& file) {
  pid_t pid = 0;
  for (int look = 0; look < 2000; ++look) {
    std::ifstream(file) >> pid;
    if (pid > 0 && ended(pid)) {
      return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Command, TheWholeGroupDiesWhenTimeIsOver) {
  const auto scratch = sandbox::ScratchDirectory::create().value();
  ProviderSettings settings = shell("sleep 1000 & echo $! > child; echo started; wait");
  settings.directory = scratch.path();
  settings.timeout = Seconds(0.5);
  const Failure f = failure(settings);
  EXPECT_EQ(f.kind, FailureKind::timed_out);
  EXPECT_THAT(f.message, HasSubstr("within 0.5 s"));
  EXPECT_TRUE(gone(scratch.path() / "child"));
}

TEST(Command, TheWholeGroupDiesWhenCancelled) {
  const auto scratch = sandbox::ScratchDirectory::create().value();
  ProviderSettings settings = shell("sleep 1000 & echo $! > child; wait");
  settings.directory = scratch.path();
  std::stop_source stop;
  std::jthread canceller([&] {
    for (int look = 0; look < 2000 && !std::filesystem::exists(scratch.path() / "child"); ++look) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    stop.request_stop();
  });
  const Answer answer = ask(settings, stop.get_token());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().kind, FailureKind::cancelled);
  EXPECT_TRUE(gone(scratch.path() / "child"));
}

TEST(Command, WhatItLeavesBehindDiesToo) {
  const auto scratch = sandbox::ScratchDirectory::create().value();
  ProviderSettings settings = shell("sleep 1000 & echo $! > child; echo done");
  settings.directory = scratch.path();
  EXPECT_TRUE(ask(settings));
  EXPECT_TRUE(gone(scratch.path() / "child"));
}

TEST(Command, KeysOfOthersAreWithheld) {
  setenv("MAPWRIGHT_TEST_OTHER_KEY", "sk-other-12345", 1);
  setenv("MAPWRIGHT_TEST_OWN_KEY", "sk-own-1234567", 1);
  setenv("MAPWRIGHT_TEST_PLAIN", "plain", 1);
  ProviderSettings settings = shell("echo ${MAPWRIGHT_TEST_OTHER_KEY-none} ${MAPWRIGHT_TEST_OWN_KEY:+seen} "
                                    "$MAPWRIGHT_TEST_PLAIN $MAPWRIGHT_TEST_OWN_KEY");
  settings.withhold = {"MAPWRIGHT_TEST_OTHER_KEY", "MAPWRIGHT_TEST_OWN_KEY"};
  settings.pass = {"MAPWRIGHT_TEST_OWN_KEY"};
  const Answer answer = ask(settings);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->text, "none seen plain [key]\n");
}

} // namespace
} // namespace mapwright::llm
