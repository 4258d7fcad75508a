// Candidates that misbehave: each is told by its status, and the next call works as if nothing had been.
#include "runner_case.hpp"

#include <chrono>

namespace mapwright::kernel {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using testing::header;
using testing::RunnerTest;
using testing::scale_inputs;
using testing::scale_source;
using testing::values;

class HostileTest : public RunnerTest {
protected:
  /// A candidate that does `harm` when n is 13: first that, then an honest call.
  void expect_status(RunStatus status, const std::string& harm, const std::string& includes = {}) {
    const auto candidate = runner(scale_source("if (n == 13) { " + harm + " }", includes));
    ASSERT_TRUE(candidate);
    expect_right(call(*candidate, scale_inputs(8)), 8);
    const CallResult result = call(*candidate, scale_inputs(13));
    EXPECT_EQ(to_string(result.status), to_string(status)) << result.evidence;
    EXPECT_FALSE(result.evidence.empty());
    EXPECT_TRUE(result.outputs.empty());
    evidence = result.evidence;
    expect_right(call(*candidate, scale_inputs(8)), 8);
  }
  std::string evidence;
};

TEST_F(HostileTest, Crash) {
  expect_status(RunStatus::crashed, "*reinterpret_cast<volatile int*>(8) = 1;");
  EXPECT_THAT(evidence, HasSubstr("SEGV"));
}

TEST_F(HostileTest, Exit) {
  expect_status(RunStatus::crashed, "std::_Exit(0);", "#include <cstdlib>");
  EXPECT_THAT(evidence, HasSubstr("exited with code 0"));
}

TEST_F(HostileTest, Exception) {
  expect_status(RunStatus::crashed, "throw 1;");
}

TEST_F(HostileTest, StackOverflow) {
  expect_status(RunStatus::crashed, "*total += down(n);",
                "#include <cstdint>\n__attribute__((noinline)) std::int64_t down(volatile std::int64_t n) { volatile "
                "char frame[4096]; frame[n % 4096] = 1; return frame[7] + down(n + 1); }");
}

TEST_F(HostileTest, EndlessLoop) {
  settings.call_time = Seconds(2);
  expect_status(RunStatus::timed_out, "for (volatile int i = 0;; i = i + 1) {}");
}

TEST_F(HostileTest, EndlessSleep) {
  settings.call_time = Seconds(2);
  expect_status(RunStatus::timed_out, "for (;;) pause();", "#include <unistd.h>");
}

TEST_F(HostileTest, StoppingItself) {
  settings.call_time = Seconds(2);
  expect_status(RunStatus::timed_out, "raise(SIGSTOP);", "#include <csignal>");
}

TEST_F(HostileTest, HundredGigabytes) {
  expect_status(RunStatus::out_of_memory, "std::memset(::operator new(100UL << 30), 1, 1);",
                "#include <cstring>\n#include <new>");
}

TEST_F(HostileTest, ForkBomb) {
  expect_status(RunStatus::forbidden, "for (;;) fork();", "#include <unistd.h>");
}

TEST_F(HostileTest, OtherPrograms) {
  expect_status(RunStatus::forbidden, "std::system(\"true\");", "#include <cstdlib>");
}

TEST_F(HostileTest, Tracing) {
  expect_status(RunStatus::forbidden, "ptrace(PTRACE_ATTACH, getppid(), nullptr, nullptr);",
                "#include <sys/ptrace.h>\n#include <unistd.h>");
}

TEST_F(HostileTest, ThreadBomb) {
  const auto candidate = runner(scale_source("if (n == 13) { for (;;) { pthread_t t; if (pthread_create(&t, nullptr, "
                                             "[](void*) -> void* { for (;;) pause(); }, "
                                             "nullptr) != 0) std::abort(); } }",
                                             "#include <cstdlib>\n#include <pthread.h>\n#include <unistd.h>"));
  ASSERT_TRUE(candidate);
  EXPECT_EQ(call(*candidate, scale_inputs(13)).status, RunStatus::crashed);
  expect_right(call(*candidate, scale_inputs(8)), 8);
}

TEST_F(HostileTest, EndlessOutput) {
  expect_status(RunStatus::crashed, "static char block[65536]; for (;;) if (write(1, block, sizeof block) < 0) return;",
                "#include <unistd.h>");
  EXPECT_THAT(evidence, HasSubstr("output"));
}

TEST_F(HostileTest, WritingToAnInput) {
  expect_status(RunStatus::crashed, "const_cast<float*>(a)[0] = 1;");
}

TEST_F(HostileTest, MakingAnInputWritable) {
  expect_status(RunStatus::crashed,
                "const auto page = reinterpret_cast<std::uintptr_t>(a) / 4096 * 4096; "
                "mprotect(reinterpret_cast<void*>(page), 4096, PROT_READ | PROT_WRITE); const_cast<float*>(a)[0] = 1;",
                "#include <sys/mman.h>");
}

TEST_F(HostileTest, WritingBehindAnOutput) {
  expect_status(RunStatus::wrote_outside, "b[n] = 1;");
  EXPECT_THAT(evidence, HasSubstr("'b'"));
}

TEST_F(HostileTest, WritingBeforeAnOutput) {
  expect_status(RunStatus::wrote_outside, "b[-1] = 1;");
}

TEST_F(HostileTest, WritingBehindTheLastOutput) {
  expect_status(RunStatus::wrote_outside, "total[1] = 1;");
}

TEST_F(HostileTest, WorkingOnAfterDone) {
  expect_status(RunStatus::deferred, "std::thread([] { for (volatile int i = 0;; i = i + 1) {} }).detach();",
                "#include <thread>");
}

TEST_F(HostileTest, OutputsWrittenLaterDoNotCount) {
  const auto candidate = runner(
      std::string("#include <thread>\n#include <unistd.h>\n") + header +
      "{ std::thread([=] { usleep(500000); for (std::int64_t i = 0; i < n; ++i) b[i] = s * a[i]; }).detach(); }");
  ASSERT_TRUE(candidate);
  const CallResult result = call(*candidate, scale_inputs(10));
  ASSERT_EQ(to_string(result.status), "done") << result.evidence; // it slept while it was watched
  EXPECT_NE(values<float>(result.outputs[2]), (std::vector<float>{3, 6, 9, 12, 15, 18, 21, 24, 27, 30}));
}

// A candidate that finds the judge's socket and answers for the worker.
constexpr const char* forger = R"cpp(
#include <cstdint>
#include <cstring>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>
static void forge(std::uint32_t kind) {
  struct { std::uint32_t kind, length; std::uint64_t number; } packet{kind, 0, 4711};
  for (int fd = 3; fd < 256; ++fd) {
    struct stat info;
    if (fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode)) send(fd, &packet, sizeof packet, MSG_DONTWAIT);
  }
}
)cpp";

TEST_F(HostileTest, AnswersOfItsOwn) {
  expect_status(RunStatus::forbidden, "forge(9);", forger); // "done", for a number it does not know
  EXPECT_THAT(evidence, HasSubstr("message of its own"));
}

TEST_F(HostileTest, EarlyAnswersDoNotStopTheNextClock) {
  const auto candidate = runner(scale_source("if (n == 13) { b[0] = 0; forge(9); }", forger));
  ASSERT_TRUE(candidate);
  EXPECT_EQ(call(*candidate, scale_inputs(13)).status, RunStatus::forbidden);
}

TEST_F(HostileTest, ClosingTheSocket) {
  expect_status(RunStatus::crashed, "for (int fd = 3; fd < 256; ++fd) close(fd);", "#include <unistd.h>");
}

TEST_F(HostileTest, ConstructorsRunInTheSandboxToo) {
  const BuildResult crash = build_here(
      scale_source({}, "#include <csignal>\n__attribute__((constructor)) static void first() { raise(SIGSEGV); }"));
  EXPECT_EQ(to_string(crash.status), "crashed") << crash.log;
  const BuildResult bomb =
      build_here(scale_source({}, "#include <unistd.h>\n__attribute__((constructor)) static void first() { fork(); }"));
  EXPECT_EQ(to_string(bomb.status), "forbidden") << bomb.log;
  settings.call_time = Seconds(2);
  const BuildResult hang = build_here(
      scale_source({}, "#include <unistd.h>\n__attribute__((constructor)) static void first() { for (;;) pause(); }"));
  EXPECT_EQ(to_string(hang.status), "timed-out") << hang.log;
}

TEST_F(HostileTest, CompilersAreContained) {
  settings.compile_time = Seconds(1);
  const BuildResult endless = build_here("template <long N, class T = void> struct S { using A = typename S<N + 1, "
                                         "T*>::A; using B = typename S<N + 2, T**>::B; }; S<0>::A a;\n"
                                         "constexpr int f(int n) { int r = 0; for (long i = 0; i < 1L << 24; ++i) r += "
                                         "i; return n == 0 ? r : f(n - 1) + f(n - 1); } constexpr int x = f(30);");
  EXPECT_THAT(endless.status, AnyOf(RunStatus::timed_out, RunStatus::not_compiled)) << endless.log;
  const BuildResult reading = build_here("#include \"/etc/shadow\"\n" + scale_source());
  EXPECT_EQ(reading.status, RunStatus::not_compiled);
  EXPECT_THAT(reading.log, ::testing::Not(HasSubstr("root:")));
  const BuildResult large = build_here("char endless[3UL << 30] = {1};" + scale_source());
  EXPECT_FALSE(large.runner);
}

} // namespace
} // namespace mapwright::kernel
