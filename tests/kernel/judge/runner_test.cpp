// Honest candidates: what a call gives, and that calls are independent of each other.
#include "runner_case.hpp"

#include <chrono>
#include <stop_token>
#include <thread>

namespace mapwright::kernel {
namespace {

using testing::elements;
using ::testing::HasSubstr;
using testing::header;
using testing::RunnerTest;
using testing::scale_inputs;
using testing::scale_source;
using testing::values;

class HonestTest : public RunnerTest {};

TEST_F(HonestTest, GivesTheOutputs) {
  const auto candidate = runner(scale_source());
  ASSERT_TRUE(candidate);
  EXPECT_EQ(candidate->level(), level);
  for (const std::int64_t n : {1, 7, 100, 1000, 100'000}) { // the last one needs more shared memory
    expect_right(call(*candidate, scale_inputs(n)), n);
  }
  expect_right(call(*candidate, scale_inputs(5, -2)), 5, -2);
}

TEST_F(HonestTest, TakesEmptyArrays) {
  const auto candidate = runner(scale_source());
  ASSERT_TRUE(candidate);
  expect_right(call(*candidate, scale_inputs(0)), 0);
}

TEST_F(HonestTest, TakesTunables) {
  KernelCandidate candidate{Backend::cpp, scale_source("s *= FACTOR;")};
  const Result<BuildResult> built = build(task, candidate, {{"FACTOR", 2}}, settings);
  ASSERT_TRUE(built) << built.error().format();
  ASSERT_EQ(built->status, RunStatus::done) << built->log;
  expect_right(call(*built->runner, scale_inputs(9)), 9, 6);
}

TEST_F(HonestTest, RunsThreads) {
  const std::string source = std::string("#include <omp.h>\n") + header + R"( {
    int threads = 0;
    #pragma omp parallel for reduction(max : threads)
    for (std::int64_t i = 0; i < n; ++i) { b[i] = s * a[i]; threads = omp_get_num_threads(); }
    *total += threads;
  })";
  const auto candidate = runner(source);
  ASSERT_TRUE(candidate);
  for (int i = 0; i < 20; ++i) {
    const CallResult result = call(*candidate, scale_inputs(1000));
    ASSERT_EQ(to_string(result.status), "done") << result.evidence;
    EXPECT_EQ(values<std::int64_t>(result.outputs[3]).front(), 102);
  }
}

TEST_F(HonestTest, ColdAndHotCallsGiveTheSame) {
  const auto candidate = runner(scale_source());
  ASSERT_TRUE(candidate);
  expect_right(call(*candidate, scale_inputs(1000), {.caches = CacheState::cold}), 1000);
  expect_right(call(*candidate, scale_inputs(1000), {.caches = CacheState::hot}), 1000);
}

TEST_F(HonestTest, NullCallDoesEverythingButTheCandidate) {
  const auto candidate = runner(scale_source());
  ASSERT_TRUE(candidate);
  const CallResult result = call(*candidate, scale_inputs(10), {.skip = true});
  ASSERT_EQ(to_string(result.status), "done") << result.evidence;
  EXPECT_GT(result.time, Seconds::zero());
  EXPECT_EQ(values<std::int64_t>(result.outputs[3]).front(), 100);
  expect_right(call(*candidate, scale_inputs(10)), 10);
}

TEST_F(HonestTest, OutputsHoldFreshPoisonBefore) {
  const auto candidate = runner(std::string(header) + "{}");
  ASSERT_TRUE(candidate);
  const Elements first = call(*candidate, scale_inputs(100)).outputs.at(2);
  const Elements second = call(*candidate, scale_inputs(100)).outputs.at(2);
  EXPECT_EQ(first.size(), 400U);
  EXPECT_NE(first, second);
}

TEST_F(HonestTest, EveryCallHasNewAddresses) {
  const auto candidate = runner(std::string(header) + "{ *total = reinterpret_cast<std::int64_t>(a) ^ "
                                                      "reinterpret_cast<std::int64_t>(b); }");
  ASSERT_TRUE(candidate);
  const Elements first = call(*candidate, scale_inputs(100)).outputs.at(3);
  EXPECT_NE(call(*candidate, scale_inputs(100)).outputs.at(3), first);
}

TEST_F(HonestTest, ArgumentsAreAligned) {
  const auto candidate = runner(std::string(header) + "{ *total = reinterpret_cast<std::int64_t>(a) % 128 + "
                                                      "reinterpret_cast<std::int64_t>(b) % 128; }");
  ASSERT_TRUE(candidate);
  EXPECT_EQ(values<std::int64_t>(call(*candidate, scale_inputs(3)).outputs.at(3)).front(), 0);
}

TEST_F(HonestTest, AProcessRemembersUntilItIsForgotten) {
  const auto candidate = runner(scale_source("static std::int64_t calls = 0; *total += calls++;"));
  ASSERT_TRUE(candidate);
  expect_right(call(*candidate, scale_inputs(4)), 4, 3, 100);
  expect_right(call(*candidate, scale_inputs(4)), 4, 3, 101);
  candidate->forget();
  expect_right(call(*candidate, scale_inputs(4)), 4, 3, 100);
}

TEST_F(HonestTest, NothingPassesFromOneWorkerToTheNext) {
  // It leaves a mark at the very end of every file it may write, and counts the marks of others.
  const auto candidate = runner(scale_source("*total += marks();", R"(
#include <cstdint>
#include <sys/mman.h>
#include <sys/stat.h>
static std::int64_t marks() {
  std::int64_t found = 0;
  for (int file = 3; file < 256; ++file) {
    struct stat about;
    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode) || about.st_size < 8) { continue; }
    void* all = mmap(nullptr, about.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (all == MAP_FAILED) { continue; }
    auto* last = reinterpret_cast<std::uint64_t*>(static_cast<char*>(all) + about.st_size - 8);
    found += *last == 0x1234567812345678U;
    *last = 0x1234567812345678U;
    munmap(all, about.st_size);
  }
  return found;
})"));
  ASSERT_TRUE(candidate);
  expect_right(call(*candidate, scale_inputs(4)), 4, 3, 100);
  const CallResult same_process = call(*candidate, scale_inputs(4));
  EXPECT_GT(values<std::int64_t>(same_process.outputs.at(3)).front(), 104); // it works within a process
  candidate->forget();
  expect_right(call(*candidate, scale_inputs(4)), 4, 3, 100);
}

TEST_F(HonestTest, ACallCanBeInterrupted) {
  std::stop_source stop;
  settings.interrupt = stop.get_token();
  settings.call_time = Seconds(60);
  const auto endless = runner(scale_source("  for (volatile int i = 1; i != 0;) {}"));
  ASSERT_TRUE(endless);
  const std::jthread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  const auto result = endless->call(scale_inputs(10));
  ASSERT_FALSE(result) << to_string(result->status);
  EXPECT_EQ(result.error().kind, ErrorKind::answer_no);
}

TEST_F(HonestTest, ACompilationCanBeInterrupted) {
  std::stop_source stop;
  settings.interrupt = stop.get_token();
  const std::jthread soon([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    stop.request_stop();
  });
  // Twice as long with each level; the limit of its own, 60 s, would be a verdict.
  const KernelCandidate endless{Backend::cpp, scale_source({}, R"(template <int n, long path> struct Tree {
  static const long size = Tree<n - 1, 2 * path>::size + Tree<n - 1, 2 * path + 1>::size;
};
template <long path> struct Tree<0, path> { static const long size = 1; };
long size = Tree<40, 1>::size;)")};
  const auto built = build(task, endless, {}, settings);
  ASSERT_FALSE(built) << to_string(built->status);
  EXPECT_EQ(built.error().kind, ErrorKind::answer_no);
}

TEST_F(HonestTest, SourceThatDoesNotCompileIsAnAnswer) {
  const BuildResult wrong = build_here("not C++");
  EXPECT_EQ(wrong.status, RunStatus::not_compiled);
  EXPECT_THAT(wrong.log, HasSubstr("error"));
  EXPECT_FALSE(wrong.runner);
  EXPECT_EQ(build_here("").status, RunStatus::not_compiled); // no entry
  EXPECT_EQ(build_here("#include <cstdint>\nextern \"C\" void scale(std::int64_t, float*) {}").status,
            RunStatus::not_compiled);
}

TEST_F(HonestTest, InputsThatDoNotFitAreErrors) {
  const auto candidate = runner(scale_source());
  ASSERT_TRUE(candidate);
  Inputs inputs = scale_inputs(4);
  inputs.values[0].pop_back();
  EXPECT_EQ(candidate->call(inputs).error().kind, ErrorKind::input);
  inputs = scale_inputs(4);
  inputs.values.pop_back();
  EXPECT_EQ(candidate->call(inputs).error().kind, ErrorKind::input);
  expect_right(call(*candidate, scale_inputs(4)), 4);
}

TEST_F(HonestTest, WhatIsMissingIsAnErrorOfTheMachine) {
  const KernelCandidate hip{Backend::hip, "x"};
  EXPECT_EQ(build(task, hip, {}, settings).error().kind, ErrorKind::machine);
  settings.compiler = "no-such-compiler";
  const KernelCandidate cpp{Backend::cpp, scale_source()};
  EXPECT_EQ(build(task, cpp, {}, settings).error().kind, ErrorKind::machine);
}

} // namespace
} // namespace mapwright::kernel
