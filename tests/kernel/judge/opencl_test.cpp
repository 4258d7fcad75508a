// Device candidates, on whatever OpenCL device is there; PoCL makes one of the CPU.
#include "device/device.hpp"
#include "kernel/judge/floor.hpp"
#include "kernel/judge/opened_worker.hpp"
#include "runner_case.hpp"

#include <chrono>
#include <thread>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;
using testing::RunnerTest;
using testing::scale_inputs;
using testing::values;

constexpr const char* launches = R"cl(/*mapwright
[tunables]
G = {values = [4, 8], default = 8}
[[scratch]]
name = "twice"
type = "f32"
shape = ["n", "2"]
[[launch]]
kernel = "prepare"
groups = ["floor_div(n + G - 1, G)"]
group = ["G"]
arguments = ["n", "a", "twice", "local(4*G)"]
[[launch]]
kernel = "finish"
groups = ["floor_div(n + G - 1, G)"]
group = ["G"]
arguments = ["n", "s", "twice", "b", "total", "a"]
*/
)cl";

constexpr const char* prepare = R"(
__kernel void prepare(long n, __global const float* a, __global float* twice, __local float* shared) {
  const long i = get_global_id(0);
  shared[get_local_id(0)] = i < n ? a[i] : 0;
  if (i < n) twice[2 * i + 1] = shared[get_local_id(0)];
}
)";

/// A right candidate, with `extra` in its second kernel and `before` above both.
std::string source(const std::string& extra = {}, const std::string& before = {}) {
  return std::string(launches) + before + prepare + R"(
__kernel void finish(long n, float s, __global const float* twice, __global float* b, __global long* total,
                     __global float* a) {
  const long i = get_global_id(0);
  if (i < n) b[i] = s * twice[2 * i + 1];
  if (i == 0) *total += n;
)" + extra +
         "}\n";
}

class OpenclRunnerTest : public RunnerTest {
protected:
  void SetUp() override {
    RunnerTest::SetUp();
    for (const device::Absence& absence : device::list_devices().absent) {
      if (absence.api == device::Api::opencl) {
        GTEST_SKIP() << absence.error.format();
      }
    }
    settings.call_time = Seconds(30);
  }

  BuildResult build_text(const std::string& text, std::optional<Tuning> tuning = {}) {
    const Result<KernelCandidate> candidate = parse_candidate(task, Backend::opencl, text, "test.cl");
    if (!candidate) {
      ADD_FAILURE() << candidate.error().format();
      return {RunStatus::not_compiled};
    }
    Result<BuildResult> built = build(task, *candidate, tuning.value_or(preset(*candidate)), settings);
    if (!built) {
      ADD_FAILURE() << built.error().format();
      return {RunStatus::not_compiled};
    }
    return std::move(*built);
  }

  void expect_status(RunStatus status, const std::string& extra) {
    const BuildResult built = build_text(source(extra));
    ASSERT_EQ(to_string(built.status), "done") << built.log;
    const CallResult result = call(*built.runner, scale_inputs(13));
    EXPECT_EQ(to_string(result.status), to_string(status)) << result.evidence;
    expect_right(call(*built.runner, scale_inputs(8)), 8);
  }
};

TEST_F(OpenclRunnerTest, GivesTheOutputs) {
  const BuildResult built = build_text(source());
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  for (const std::int64_t n : {1, 8, 100, 1000}) {
    expect_right(call(*built.runner, scale_inputs(n)), n);
  }
  expect_right(call(*built.runner, scale_inputs(9, -1)), 9, -1);
  const CallResult skipped = call(*built.runner, scale_inputs(9), {.skip = true});
  ASSERT_EQ(to_string(skipped.status), "done") << skipped.evidence;
  EXPECT_EQ(values<std::int64_t>(skipped.outputs[3]).front(), 100);
  built.runner->forget();
  expect_right(call(*built.runner, scale_inputs(9), {.caches = CacheState::cold}), 9);
}

TEST_F(OpenclRunnerTest, AWorkerKeptReadyServesTheNextKernel) {
  settings.spare = std::make_shared<SpareWorker>();
  EXPECT_FALSE(settings.spare->take(Backend::opencl, settings)); // nobody has compiled yet
  const BuildResult first = build_text(source());
  ASSERT_EQ(to_string(first.status), "done") << first.log;
  std::optional<OpenedWorker> ready = settings.spare->take(Backend::opencl, settings);
  ASSERT_TRUE(ready);
  EXPECT_TRUE(ready->wait());
  EXPECT_FALSE(settings.spare->take(Backend::opencl, settings)); // there is one
  const BuildResult second = build_text(source("if (i == 0) *total += 1;"));
  ASSERT_EQ(to_string(second.status), "done") << second.log;
  RunnerSettings others = settings;
  others.threads = 1;
  EXPECT_FALSE(settings.spare->take(Backend::opencl, others));
  EXPECT_FALSE(settings.spare->take(Backend::cpp, settings));
  const BuildResult third = build_text(source("if (i == 0) *total += 2;"));
  ASSERT_EQ(to_string(third.status), "done") << third.log;
  expect_right(call(*first.runner, scale_inputs(8)), 8);
  expect_right(call(*second.runner, scale_inputs(8)), 8, 3, 101);
  expect_right(call(*third.runner, scale_inputs(8)), 8, 3, 102);
}

TEST_F(OpenclRunnerTest, TakesTunables) {
  const BuildResult built = build_text(source("if (i == 0) *total += G;"), Tuning{{"G", 4}});
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  expect_right(call(*built.runner, scale_inputs(9)), 9, 3, 104);
}

TEST_F(OpenclRunnerTest, SourceThatDoesNotCompileIsAnAnswer) {
  const BuildResult built = build_text(std::string(launches) + "not OpenCL");
  EXPECT_EQ(built.status, RunStatus::not_compiled);
  EXPECT_THAT(built.log, HasSubstr("error"));
}

TEST_F(OpenclRunnerTest, AMissingKernelIsACrash) {
  const BuildResult built = build_text(std::string(launches) + prepare);
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  const CallResult result = call(*built.runner, scale_inputs(3));
  EXPECT_EQ(to_string(result.status), "crashed");
  EXPECT_THAT(result.evidence, HasSubstr("finish"));
}

TEST_F(OpenclRunnerTest, ChangingAnInputIsSeen) {
  expect_status(RunStatus::changed_input, "if (i == 0 && n == 13) a[1] += 1;");
}

TEST_F(OpenclRunnerTest, WritingBehindAnOutputIsSeen) {
  expect_status(RunStatus::wrote_outside, "if (i == 0 && n == 13) b[n] = 1;");
}

TEST_F(OpenclRunnerTest, WritingBeforeAnOutputIsSeen) {
  expect_status(RunStatus::wrote_outside, "if (i == 0 && n == 13) b[-1] = 1;");
}

TEST_F(OpenclRunnerTest, ScratchMemoryHoldsNothingOfTheLastCall) {
  // Elements 0, 2, 4 ... of the scratch buffer are never written.
  const BuildResult built = build_text(source("if (i < n) b[i] = twice[2 * i];"));
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  const CallResult first = call(*built.runner, scale_inputs(100));
  const CallResult second = call(*built.runner, scale_inputs(100));
  ASSERT_EQ(to_string(first.status), "done") << first.evidence;
  ASSERT_EQ(to_string(second.status), "done") << second.evidence;
  EXPECT_NE(first.outputs[2], second.outputs[2]);
}

TEST_F(OpenclRunnerTest, HasTheFloorOfItsDevice) {
  Floor floor = floor_of(Backend::opencl, settings);
  const auto least = floor.least_time(mebibytes(16));
  ASSERT_TRUE(least) << least.error().format();
  EXPECT_GT(*least, Seconds(1e-7)); // 160 TB/s
  EXPECT_LT(*least, Seconds(1));    // 16 MB/s
  settings.device = "no such device";
  EXPECT_EQ(floor_of(Backend::opencl, settings).least_time(mebibytes(16)).error().kind, ErrorKind::machine);
}

TEST_F(OpenclRunnerTest, EndlessKernelsEnd) {
  settings.call_time = Seconds(3);
  const BuildResult built = build_text(source("if (n == 13) { volatile int go = 1; while (go) {} }"));
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  EXPECT_EQ(to_string(call(*built.runner, scale_inputs(13)).status), "timed-out");
}

TEST_F(OpenclRunnerTest, LaterWorkersTakeWhatHasBeenCompiled) {
  // A kernel that knows when it was compiled.
  const BuildResult built = build_text(source("constant char* at = __TIME__;\n"
                                              "if (i == 0) *total += 1000 * (10 * (at[6] - '0') + at[7] - '0');"));
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  const auto compiled_at = [&](std::int64_t n) {
    const CallResult result = call(*built.runner, scale_inputs(n));
    EXPECT_EQ(to_string(result.status), "done") << result.evidence;
    return (values<std::int64_t>(result.outputs[3]).front() - 100 - n) / 1000;
  };
  const std::int64_t first = compiled_at(8);
  std::this_thread::sleep_for(std::chrono::milliseconds(1100)); // the next second has come
  built.runner->forget();
  EXPECT_EQ(compiled_at(9), first);
}

TEST_F(OpenclRunnerTest, CompilingForAKernelThatFailsIsNoError) {
  settings.call_time = Seconds(3);
  const BuildResult built = build_text(source("if (n == 13) { volatile int go = 1; while (go) {} }"));
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  EXPECT_TRUE(built.runner->compile_for(scale_inputs(13)));
  expect_right(call(*built.runner, scale_inputs(8)), 8);
}

/// What asks the system in the way of x86-64, as only code that PoCL made for this processor can.
constexpr const char* system_calls = R"(
long ask(long call, long a, long b, long c) {
  long answer;
  __asm__ volatile("syscall" : "=a"(answer) : "a"(call), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return answer;
}
/// 1 when there was a note, 2 when one could be left.
long note(void) {
  char name[5] = {'n', 'o', 't', 'e', 0};
  const long found = ask(2, (long)name, 0, 0) >= 0 ? 1 : 0;
  return found + (ask(2, (long)name, 0x41, 0644) >= 0 ? 2 : 0);
}
/// 1 when this process has started another one that has ended, as PoCL does to link what it compiled.
long linked(void) {
  long usage[18] = {0};
  ask(98, -1, (long)usage, 0);
  return usage[4] > 0 ? 1 : 0;
}
)";

TEST_F(OpenclRunnerTest, NothingIsCompiledAgainForAFormThatIsKnown) {
#ifndef __x86_64__
  GTEST_SKIP() << "the kernel is written for x86-64";
#endif
  const BuildResult built = build_text(source("if (i == 0) *total += 1000 * linked();", system_calls));
  if (built.status != RunStatus::done) {
    GTEST_SKIP() << "no OpenCL of this processor: " << built.log;
  }
  const auto linked = [&](std::int64_t n) {
    built.runner->forget();
    const CallResult result = call(*built.runner, scale_inputs(n));
    EXPECT_EQ(to_string(result.status), "done") << result.evidence;
    return values<std::int64_t>(result.outputs[3]).front() >= 1000 + 100 + n;
  };
  EXPECT_TRUE(linked(8)); // it would be seen
  ASSERT_TRUE(built.runner->compile_for(scale_inputs(8)));
  EXPECT_FALSE(linked(8));
  EXPECT_FALSE(linked(100));
  EXPECT_TRUE(linked(100'000)); // PoCL compiles for large grids apart
  ASSERT_TRUE(built.runner->compile_for(scale_inputs(100'000)));
  EXPECT_FALSE(linked(200'000));
  EXPECT_FALSE(linked(9));
}

TEST_F(OpenclRunnerTest, FilesEndWithTheirWorker) {
#ifndef __x86_64__
  GTEST_SKIP() << "the kernel is written for x86-64";
#endif
  const BuildResult built = build_text(source("if (i == 0) *total += 1000 * note();", system_calls));
  if (built.status != RunStatus::done) {
    GTEST_SKIP() << "no OpenCL of this processor: " << built.log;
  }
  const auto notes = [&] {
    const CallResult result = call(*built.runner, scale_inputs(8));
    EXPECT_EQ(to_string(result.status), "done") << result.evidence;
    return values<std::int64_t>(result.outputs[3]).front() / 1000;
  };
  EXPECT_EQ(notes(), 2); // it works, as far as that goes
  EXPECT_EQ(notes(), 3);
  built.runner->forget();
  EXPECT_EQ(notes(), 2);
  ASSERT_TRUE(built.runner->compile_for(scale_inputs(8)));
  EXPECT_EQ(notes(), 2);
}

TEST_F(OpenclRunnerTest, AnUnknownDeviceIsAnErrorOfTheMachine) {
  settings.device = "no such device";
  const Result<KernelCandidate> candidate = parse_candidate(task, Backend::opencl, source(), "test.cl");
  ASSERT_TRUE(candidate) << candidate.error().format();
  const Result<BuildResult> built = build(task, *candidate, preset(*candidate), settings);
  ASSERT_FALSE(built);
  EXPECT_EQ(built.error().kind, ErrorKind::machine);
}

} // namespace
} // namespace mapwright::kernel
