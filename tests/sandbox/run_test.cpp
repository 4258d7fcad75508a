// Real processes against the real sandbox: what they must not be able to do, and how each ending is told.
#include "attacker.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/contain.hpp"
#include "sandbox/run.hpp"
#include "sandbox/scratch.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include <arpa/inet.h>
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

/// The attacker, compiled once.
class SandboxTest : public ::testing::TestWithParam<Level> {
protected:
  static void SetUpTestSuite() {
    best = detect_level().level;
    Result<ScratchDirectory> created = ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    tools = std::move(*created);
    Policy policy;
    policy.minimum = Level::rlimits;
    policy.wall_time = Seconds(60);
    policy.cpu_time = Seconds(60);
    policy.scratch = tools->path();
    const Result<Compiled> compiled = compile_cxx(
        {.source = testing::attacker_source, .name = "attacker", .flags = {"-std=c++20", "-O0", "-w"}}, policy);
    ASSERT_TRUE(compiled) << compiled.error().format();
    ASSERT_TRUE(compiled->binary) << compiled->diagnostics << compiled->outcome.evidence;
    attacker = *compiled->binary;
    fs::permissions(tools->path(), fs::perms::others_read | fs::perms::others_exec, fs::perm_options::add);
  }
  static void TearDownTestSuite() { tools.reset(); }

  void SetUp() override {
    if (GetParam() > best) {
      GTEST_SKIP() << "this machine offers only containment level " << to_string(best);
    }
    Result<ScratchDirectory> created = ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    scratch = std::move(*created);
    policy.scratch = scratch->path();
    policy.read_only = {attacker};
    policy.wall_time = Seconds(20); // generous: only the tests of time limits may run into one
  }

  Outcome attack(std::vector<std::string> arguments, std::string_view input = {}) {
    arguments.insert(arguments.begin(), attacker.string());
    Result<Outcome> outcome = contain(GetParam(), policy, arguments, input);
    if (!outcome) {
      ADD_FAILURE() << outcome.error().format();
      return {.ending = Ending::timed_out, .code = -1};
    }
    return *outcome;
  }

  bool full() const { return GetParam() == Level::full; }

  static Level best;
  static std::optional<ScratchDirectory> tools;
  static fs::path attacker;
  std::optional<ScratchDirectory> scratch;
  Policy policy;
};
Level SandboxTest::best = Level::none;
std::optional<ScratchDirectory> SandboxTest::tools;
fs::path SandboxTest::attacker;

INSTANTIATE_TEST_SUITE_P(Levels, SandboxTest, ::testing::Values(Level::rlimits, Level::seccomp, Level::full),
                         [](const auto& level) { return std::string(to_string(level.param)); });

TEST_P(SandboxTest, PassesExitCodeInputAndBothOutputs) {
  EXPECT_EQ(attack({"exit", "0"}).ending, Ending::exited);
  EXPECT_TRUE(attack({"exit", "0"}).succeeded());
  const Outcome three = attack({"exit", "3"});
  EXPECT_EQ(three.ending, Ending::exited);
  EXPECT_EQ(three.code, 3);
  EXPECT_EQ(three.level, GetParam());

  const std::string text(200'000, 'q');
  const Outcome echo = attack({"echo"}, text);
  EXPECT_EQ(echo.standard_output, text);
  EXPECT_EQ(echo.standard_error, "to stderr");
  EXPECT_TRUE(echo.succeeded());
}

TEST_P(SandboxTest, ReportsUsage) {
  const Outcome outcome = attack({"exit", "0"});
  EXPECT_GT(outcome.usage.wall, Seconds::zero());
  EXPECT_GT(outcome.usage.peak_resident, kibibytes(100));
}

TEST_P(SandboxTest, TellsCrashesApart) {
  const Outcome crash = attack({"crash"});
  EXPECT_EQ(crash.ending, Ending::signalled);
  EXPECT_EQ(crash.code, SIGSEGV);
  EXPECT_THAT(crash.evidence, HasSubstr("SEGV"));
  EXPECT_EQ(attack({"abort"}).code, SIGABRT);
  EXPECT_EQ(crash.standard_error, "");
}

TEST_P(SandboxTest, MissingProgramEndsAs127) {
  const Result<Outcome> outcome = contain(GetParam(), policy, {"no-such-program"}, "");
  ASSERT_TRUE(outcome) << outcome.error().format();
  EXPECT_EQ(outcome->ending, Ending::exited);
  EXPECT_EQ(outcome->code, 127);
}

TEST_P(SandboxTest, EndsSleepersAtTheWallTime) {
  policy.wall_time = Seconds(0.3);
  const Outcome outcome = attack({"sleep"});
  EXPECT_EQ(outcome.ending, Ending::timed_out);
  EXPECT_FALSE(outcome.succeeded());
}

TEST_P(SandboxTest, EndsLoopsAtTheCpuTime) {
  policy.cpu_time = Seconds(1);
  EXPECT_EQ(attack({"spin"}).ending, Ending::cpu_limit);
}

TEST_P(SandboxTest, EndsLoopsThatIgnoreTheFirstSignal) {
  policy.cpu_time = Seconds(1);
  EXPECT_EQ(attack({"spin-on"}).ending, Ending::cpu_limit);
}

TEST_P(SandboxTest, CountsProcesses) {
  policy.processes = 12;
  if (!full() && geteuid() != 0) {
    GTEST_SKIP() << "without namespaces, other processes of this user count too";
  }
  const Outcome outcome = attack({"fork-bomb"});
  ASSERT_TRUE(outcome.succeeded()) << outcome.evidence;
  const int children = std::atoi(outcome.standard_output.c_str());
  EXPECT_GE(children, 5);
  EXPECT_LT(children, 12);
}

TEST_P(SandboxTest, EndsForkBombs) {
  policy.wall_time = Seconds(0.5);
  EXPECT_EQ(attack({"endless-fork-bomb"}).ending, Ending::timed_out);
}

TEST_P(SandboxTest, DeniesLargeAllocations) {
  const Outcome fails = attack({"big-malloc"});
  EXPECT_EQ(fails.code, 5) << fails.evidence;
  const Outcome dies = attack({"big-new"});
  EXPECT_EQ(dies.ending, Ending::memory_limit) << dies.evidence;
}

TEST_P(SandboxTest, CutsEndlessOutput) {
  policy.output = kibibytes(100);
  const Outcome outcome = attack({"flood"});
  EXPECT_EQ(outcome.ending, Ending::output_limit);
  EXPECT_EQ(outcome.standard_output.size(), 100U << 10U);
}

TEST_P(SandboxTest, CutsLargeFiles) {
  policy.file_size = mebibytes(1);
  EXPECT_EQ(attack({"big-file"}).ending, Ending::output_limit);
  EXPECT_EQ(fs::file_size(scratch->path() / "big"), 1U << 20U);
}

TEST_P(SandboxTest, HasNoNetwork) {
  if (GetParam() < Level::seccomp) {
    GTEST_SKIP() << "level rlimits does not promise it";
  }
  const int server = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(bind(server, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(server, 4), 0);
  socklen_t size = sizeof address;
  ASSERT_EQ(getsockname(server, reinterpret_cast<sockaddr*>(&address), &size), 0);
  const std::string port = std::to_string(ntohs(address.sin_port));

  EXPECT_EQ(attack({"connect", port}).code, 9);
  policy.network = true;
  EXPECT_EQ(attack({"connect", port}).standard_output, "CONNECTED\n") << "the server of this test does not answer";
  close(server);
}

TEST_P(SandboxTest, WritesOnlyScratch) {
  const fs::path inside = scratch->path() / "inside";
  EXPECT_EQ(attack({"write", inside.string()}).code, 1);
  EXPECT_TRUE(fs::exists(inside));
  if (!full()) {
    GTEST_SKIP() << "level " << to_string(GetParam()) << " promises no more than its user's rights";
  }
  const Outcome outside = attack(
      {"write", "/usr/x", "/etc/x", "/x", "/dev/x", "/proc/x", attacker.string(), "/root/x", "/home/x", "/var/x"});
  EXPECT_EQ(outside.code, 0) << outside.standard_output;
  EXPECT_EQ(attack({"write", "/tmp/private", "/dev/shm/private"}).code, 2);
  EXPECT_FALSE(fs::exists("/tmp/private"));
  attack(
      {"write", (attacker.parent_path() / "beside").string()}); // at best beside its view of the file, in its own /tmp
  EXPECT_FALSE(fs::exists(attacker.parent_path() / "beside"));
}

TEST_P(SandboxTest, SeesNeitherOtherFilesNorOurMemory) {
  if (!full()) {
    GTEST_SKIP() << "level " << to_string(GetParam()) << " promises no more than its user's rights";
  }
  const std::string us = fmt::format("/proc/{}", getpid());
  const Outcome outcome = attack({"read", "/etc/passwd", "/etc/shadow", "/root", "/home", us + "/mem", us + "/environ",
                                  "/proc/1/environ.bak", fs::current_path().string() + "/CMakeCache.txt"});
  EXPECT_EQ(outcome.code, 0) << outcome.standard_output;
  EXPECT_EQ(attack({"read", "/usr/bin/env", "/dev/null", "/dev/urandom"}).code, 3);
}

TEST_P(SandboxTest, CannotReadOurMemoryAsRoot) {
  if (geteuid() != 0) {
    GTEST_SKIP() << "not root: below level full the command runs as our own user";
  }
  const Outcome outcome = attack({"read", fmt::format("/proc/{}/mem", getpid()), "/etc/shadow"});
  EXPECT_EQ(outcome.code, 0) << outcome.standard_output;
  EXPECT_NE(attack({"who"}).standard_output, "0");
}

TEST_P(SandboxTest, InheritsNoEnvironmentAndNoDescriptor) {
  setenv("MAPWRIGHT_TEST_SECRET", "hunter2", 1);
  policy.environment["COLOUR"] = "blue";
  const Outcome outcome = attack({"environment"});
  unsetenv("MAPWRIGHT_TEST_SECRET");
  EXPECT_THAT(outcome.standard_output, HasSubstr("COLOUR=blue\n"));
  EXPECT_THAT(outcome.standard_output, HasSubstr("HOME=" + scratch->path().string()));
  EXPECT_THAT(outcome.standard_output, Not(HasSubstr("hunter2")));

  const int leak = dup(0); // without close-on-exec
  EXPECT_EQ(attack({"descriptors"}).standard_output, "");
  close(leak);
}

TEST_P(SandboxTest, KillsForbiddenSystemCallsAndDeniesNamespaces) {
  if (GetParam() < Level::seccomp) {
    GTEST_SKIP() << "level rlimits has no filter";
  }
  EXPECT_EQ(attack({"ptrace"}).ending, Ending::blocked_syscall);
  EXPECT_EQ(attack({"new-user-namespace"}).code, 0);
}

TEST_P(SandboxTest, NothingSurvives) {
  if (GetParam() < Level::seccomp) {
    GTEST_SKIP() << "level rlimits cannot stop a process that leaves its session";
  }
  EXPECT_TRUE(attack({"orphan"}).succeeded());
  const fs::path file = scratch->path() / "alive";
  ASSERT_TRUE(fs::exists(file));
  std::this_thread::sleep_for(std::chrono::milliseconds(50)); // a killed process needs a moment to be gone
  const auto size = fs::file_size(file);
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  EXPECT_EQ(fs::file_size(file), size);
}

TEST_P(SandboxTest, RunsInParallel) {
  std::vector<std::thread> threads;
  std::vector<int> codes(6, -1);
  policy.scratch.clear(); // a scratch directory serves one run at a time
  for (std::size_t i = 0; i < codes.size(); ++i) {
    threads.emplace_back([&, i] {
      const Result<Outcome> outcome =
          contain(GetParam(), policy, {attacker.string(), "exit", std::to_string(i + 10)}, "");
      codes[i] = outcome ? outcome->code : -2;
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_THAT(codes, ::testing::ElementsAre(10, 11, 12, 13, 14, 15));
}

TEST(Sandbox, RefusesImpossiblePolicies) {
  Policy policy;
  policy.minimum = Level::rlimits;
  policy.read_only = {"/no/such/path"};
  const Result<Outcome> outcome = run(policy, {"true"});
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::input);
  EXPECT_THAT(outcome.error().message, HasSubstr("/no/such/path"));
  EXPECT_EQ(run(Policy{.minimum = Level::rlimits}, {}).error().kind, ErrorKind::input);
}

TEST(Sandbox, RefusesWhatTheMachineCannotContain) {
  const LevelReport report = detect_level();
  const Result<Outcome> outcome = run(Policy{.minimum = Level::full}, {"true"});
  if (report.level == Level::full) {
    EXPECT_TRUE(report.missing.empty());
    ASSERT_TRUE(outcome) << outcome.error().format();
    EXPECT_TRUE(outcome->succeeded());
  } else {
    EXPECT_FALSE(report.missing.empty());
    ASSERT_FALSE(outcome);
    EXPECT_EQ(outcome.error().kind, ErrorKind::machine);
  }
}

TEST(Sandbox, RefusesWithoutBubblewrap) {
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const LevelReport report = detect_level();
  setenv("PATH", path.c_str(), 1);
  EXPECT_LT(report.level, Level::full);
  ASSERT_FALSE(report.missing.empty());
  EXPECT_THAT(report.missing.front(), HasSubstr("bwrap"));
}

} // namespace
} // namespace mapwright::sandbox
