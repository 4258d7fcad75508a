// Programs of the user's own: how they are found, what becomes of them, what is left of them.
#include "kernel/external/user_command.hpp"
#include "support/scratch_test.hpp"

#include <cerrno>

#include <gmock/gmock.h>
#include <poll.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;

class UserCommandTest : public test::ScratchTest {
protected:
  /// Runs a text of `sh`.
  static CommandRun shell(const std::string& script, const RunRule& rule = {}, const std::stop_token& stop = {},
                          const std::string& input = {}) {
    const auto run = run_command({{"sh", "-c", script}, "/bin/sh", "sh"}, input, rule, stop);
    EXPECT_TRUE(run) << run.error().format();
    return *run;
  }
};

TEST_F(UserCommandTest, SplitsWordsWithoutAShell) {
  const auto command = parse_user_command("printf '%s' 'a  b' \"$HOME\" *");
  ASSERT_TRUE(command) << command.error().format();
  EXPECT_EQ(command->argv, (std::vector<std::string>{"printf", "%s", "a  b", "$HOME", "*"}));
  EXPECT_TRUE(command->executable.ends_with("/printf")) << command->executable;
}

TEST_F(UserCommandTest, ProgramsThatCannotBe) {
  const auto absent = parse_user_command("no-such-program-here");
  ASSERT_FALSE(absent);
  EXPECT_EQ(absent.error().kind, ErrorKind::machine);
  EXPECT_EQ(absent.error().message, "there is no program 'no-such-program-here' in PATH");
  const auto missing = parse_user_command("./tool", directory->path().string());
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, ErrorKind::input);
  EXPECT_EQ(missing.error().message, "there is no program " + (directory->path() / "./tool").string());
  write("tool", "#!/bin/sh\n");
  const auto plain = parse_user_command("./tool", directory->path().string());
  ASSERT_FALSE(plain);
  EXPECT_THAT(plain.error().message, HasSubstr("may not be executed"));
  EXPECT_FALSE(parse_user_command("echo 'open"));
  EXPECT_FALSE(parse_user_command("  "));
}

TEST_F(UserCommandTest, RunsWithInputAndEnvironment) {
  RunRule rule;
  rule.environment = {{"MAPWRIGHT_TEST_VARIABLE", "set"}};
  const CommandRun run = shell("cat; echo \"$MAPWRIGHT_TEST_VARIABLE\"; echo aside >&2", rule, {}, "given ");
  EXPECT_TRUE(run.succeeded());
  EXPECT_EQ(run.standard_output, "given set\n");
  EXPECT_EQ(run.standard_error, "aside\n");
  EXPECT_GT(run.wall.count(), 0);
}

TEST_F(UserCommandTest, FailuresSayWhatCame) {
  const RunRule rule;
  EXPECT_EQ(failure_text(shell("for i in 1 2 3 4 5 6 7; do echo line $i >&2; done; exit 3"), rule),
            "ended with exit code 3: line 3 line 4 line 5 line 6 line 7");
  EXPECT_EQ(failure_text(shell("exit 4"), rule), "ended with exit code 4");
  EXPECT_EQ(failure_text(shell("kill -TERM $$"), rule), "was ended by signal 15 (Terminated)");
  write("broken", "no header\n");
  std::filesystem::permissions(directory->path() / "broken", std::filesystem::perms::owner_all);
  const auto command = parse_user_command("./broken", directory->path().string());
  ASSERT_TRUE(command);
  const auto run = run_command(*command, {}, rule);
  ASSERT_TRUE(run);
  EXPECT_EQ(run->end, RunEnd::not_executed);
  EXPECT_EQ(failure_text(*run, rule), "cannot be executed (Exec format error)");
}

TEST_F(UserCommandTest, TimeAndOutputAreLimited) {
  RunRule rule;
  rule.time = Seconds(0.2);
  const CommandRun late = shell("echo begun; tail -f /dev/null", rule);
  EXPECT_EQ(late.end, RunEnd::timed_out);
  EXPECT_EQ(late.standard_output, "begun\n");
  EXPECT_EQ(failure_text(late, rule), "did not end within 0.2 s");
  rule.time = Seconds(60);
  rule.output = Bytes(1000);
  const CommandRun loud = shell("yes", rule);
  EXPECT_EQ(loud.end, RunEnd::output_limit);
  EXPECT_EQ(loud.standard_output.size(), 1000U);
  EXPECT_EQ(failure_text(loud, rule), "wrote more than 1000 bytes");
}

TEST_F(UserCommandTest, NothingOfTheGroupIsLeft) {
  const CommandRun run = shell("tail -f /dev/null & echo $!");
  EXPECT_TRUE(run.succeeded());
  const pid_t left = std::stoi(run.standard_output);
  // It was killed, which takes effect when it is next scheduled; who reaps it is another matter.
  const int process = static_cast<int>(syscall(SYS_pidfd_open, left, 0U));
  if (process < 0) {
    EXPECT_EQ(errno, ESRCH);
    return;
  }
  pollfd ended{process, POLLIN, 0};
  EXPECT_EQ(poll(&ended, 1, 60'000), 1) << "it is still alive";
  close(process);
}

TEST_F(UserCommandTest, AStopEndsIt) {
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(shell("tail -f /dev/null", {}, source.get_token()).end, RunEnd::stopped);
}

TEST(ThreadEnvironment, IsThatOfKernels) {
  const auto environment = thread_environment(3);
  EXPECT_THAT(environment, ::testing::Contains(std::pair<std::string, std::string>("OMP_NUM_THREADS", "3")));
  EXPECT_THAT(environment, ::testing::Contains(std::pair<std::string, std::string>("OMP_WAIT_POLICY", "passive")));
}

TEST(OneLine, HasNoControlCharacters) {
  EXPECT_EQ(one_line("a\tb\n", 10), "a b ");
  EXPECT_EQ(one_line("abcdef", 3), "abc...");
}

} // namespace
} // namespace mapwright::kernel
