// A command that is talked to while it runs: stopping it, its end, its output.
#include "sandbox/compile.hpp"
#include "sandbox/level.hpp"
#include "sandbox/scratch.hpp"
#include "sandbox/session.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <optional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

constexpr const char* talker_source = R"cpp(
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <thread>
#include <unistd.h>
int main(int, char** argv) {
  const int fd = std::atoi(argv[1]);
  char word[64];
  for (ssize_t n; (n = read(fd, word, sizeof word)) > 0;) {
    const std::string what(word, static_cast<std::size_t>(n));
    if (what == "exit") { std::fputs("bye", stderr); return 3; }
    if (what == "crash") { raise(SIGSEGV); }
    if (what == "memory") { std::memset(::operator new(100UL << 30), 1, 1); }
    if (what == "flood") { static char block[65536]; for (;;) if (write(1, block, sizeof block) < 0) return 1; }
    if (what == "spin") { for (int i = 0; i < 2; ++i) std::thread([] { for (volatile unsigned long i = 0;; i = i + 1) {} }).detach(); }
    if (write(fd, what.data(), what.size()) < 0) return 1;
  }
  return 0;
}
)cpp";

Seconds cpu_time(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (clock_getcpuclockid(process, &clock) != 0 || clock_gettime(clock, &time) != 0) {
    ADD_FAILURE() << "no CPU clock of process " << process;
  }
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

class SessionTest : public ::testing::TestWithParam<Level> {
protected:
  static void SetUpTestSuite() {
    best = detect_level().level;
    Result<ScratchDirectory> created = ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    tools = std::move(*created);
    Policy policy;
    policy.minimum = Level::rlimits;
    policy.wall_time = policy.cpu_time = Seconds(60);
    policy.scratch = tools->path();
    const Result<Compiled> compiled = compile_cxx(
        {.source = talker_source, .name = "talker", .flags = {"-std=c++20", "-O0", "-w", "-pthread"}}, policy);
    ASSERT_TRUE(compiled) << compiled.error().format();
    ASSERT_TRUE(compiled->binary) << compiled->diagnostics << compiled->outcome.evidence;
    talker = *compiled->binary;
    fs::permissions(tools->path(), fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  }
  static void TearDownTestSuite() { tools.reset(); }

  void SetUp() override {
    if (GetParam() > best) {
      GTEST_SKIP() << "this machine offers only containment level " << to_string(best);
    }
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    ours = FileDescriptor(ends[0]);
    Result<FileDescriptor> theirs = for_session(FileDescriptor(ends[1]));
    ASSERT_TRUE(theirs) << theirs.error().format();
    policy.read_only = {talker};
    policy.wall_time = policy.cpu_time = Seconds(60);
    Result<Session> started =
        Session::start(GetParam(), policy, {talker.string(), std::to_string(theirs->get())}, {theirs->get()});
    ASSERT_TRUE(started) << started.error().format();
    session = std::move(*started);
  }

  void say(std::string_view word) { ASSERT_EQ(write(ours.get(), word.data(), word.size()), std::ssize(word)); }

  /// What it says within `patience`; nothing when it says nothing.
  std::optional<std::string> hear(std::chrono::milliseconds patience = std::chrono::seconds(20)) {
    pollfd watched{ours.get(), POLLIN, 0};
    if (poll(&watched, 1, static_cast<int>(patience.count())) <= 0) {
      return std::nullopt;
    }
    char word[64];
    const ssize_t n = read(ours.get(), word, sizeof word);
    return std::string(word, n > 0 ? static_cast<std::size_t>(n) : 0);
  }

  void wait_for_end() {
    pollfd watched{session->ended(), POLLIN, 0};
    ASSERT_EQ(poll(&watched, 1, 20'000), 1) << "it does not end";
  }

  Outcome end() {
    Result<Outcome> outcome = session->end();
    if (!outcome) {
      ADD_FAILURE() << outcome.error().format();
      return {.ending = Ending::timed_out, .code = -1};
    }
    return *outcome;
  }

  static Level best;
  static std::optional<ScratchDirectory> tools;
  static fs::path talker;
  Policy policy;
  FileDescriptor ours;
  std::optional<Session> session;
};
Level SessionTest::best = Level::none;
std::optional<ScratchDirectory> SessionTest::tools;
fs::path SessionTest::talker;

INSTANTIATE_TEST_SUITE_P(Levels, SessionTest, ::testing::Values(Level::rlimits, Level::seccomp, Level::full),
                         [](const auto& level) { return std::string(to_string(level.param)); });

TEST_P(SessionTest, TalksOverAnInheritedDescriptor) {
  EXPECT_EQ(session->level(), GetParam());
  say("hello");
  EXPECT_EQ(hear(), "hello");
  EXPECT_FALSE(session->has_ended());
}

TEST_P(SessionTest, PidIsTheCommandItself) {
  say("hello");
  ASSERT_EQ(hear(), "hello");
  EXPECT_EQ(fs::read_symlink("/proc/" + std::to_string(session->pid()) + "/exe").filename(), "talker");
}

TEST_P(SessionTest, FreezesEveryThread) {
  say("spin");
  ASSERT_EQ(hear(), "spin");
  ASSERT_TRUE(session->freeze());
  const Seconds before = cpu_time(session->pid());
  say("hello");
  EXPECT_EQ(hear(std::chrono::milliseconds(50)), std::nullopt);
  EXPECT_EQ(cpu_time(session->pid()), before);
  session->thaw();
  EXPECT_EQ(hear(), "hello");
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(session->freeze());
    session->thaw();
  }
  say("again");
  EXPECT_EQ(hear(), "again");
}

TEST_P(SessionTest, TellsHowItEnded) {
  say("exit");
  wait_for_end();
  EXPECT_TRUE(session->has_ended());
  EXPECT_FALSE(session->freeze());
  const Outcome outcome = end();
  EXPECT_EQ(outcome.ending, Ending::exited);
  EXPECT_EQ(outcome.code, 3);
  EXPECT_EQ(outcome.standard_error, "bye");
  EXPECT_EQ(outcome.level, GetParam());
}

TEST_P(SessionTest, TellsCrashesFromMemory) {
  say("crash");
  wait_for_end();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.ending, Ending::signalled);
  EXPECT_EQ(outcome.code, SIGSEGV);
}

TEST_P(SessionTest, TellsThatMemoryRanOut) {
  say("memory");
  wait_for_end();
  EXPECT_EQ(end().ending, Ending::memory_limit);
}

TEST_P(SessionTest, EndlessOutputEndsOnlyTheCommand) {
  say("flood");
  wait_for_end();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.ending, Ending::output_limit);
  EXPECT_LE(outcome.standard_output.size(), policy.output.count());
}

TEST_P(SessionTest, EndKillsWhatStillRunsEvenFrozen) {
  say("spin");
  ASSERT_EQ(hear(), "spin");
  ASSERT_TRUE(session->freeze());
  const pid_t pid = session->pid();
  const Outcome outcome = end();
  EXPECT_EQ(outcome.ending, Ending::signalled);
  EXPECT_EQ(outcome.code, SIGKILL);
  EXPECT_EQ(kill(pid, 0), -1) << "it still runs";
}

TEST_P(SessionTest, DestructionKills) {
  const pid_t pid = session->pid();
  session.reset();
  EXPECT_EQ(kill(pid, 0), -1) << "it still runs";
}

TEST_P(SessionTest, StartFailsWithoutTheProgram) {
  const Result<Session> missing = Session::start(GetParam(), policy, {"/no/such/program"});
  if (missing) { // at full a shell looks for it
    pollfd watched{missing->ended(), POLLIN, 0};
    ASSERT_EQ(poll(&watched, 1, 20'000), 1);
    return;
  }
  EXPECT_EQ(missing.error().kind, ErrorKind::machine);
}

} // namespace
} // namespace mapwright::sandbox
