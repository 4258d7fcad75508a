// The judge with CUDA kernels on a real device: right ones are valid, wrong ones are seen. The small task's outputs are
// known without a compiler; the shipped tasks need g++ for their references.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "kernel/judge/floor.hpp"
#include "kernel/judge/runner_case.hpp"
#include "kernel/judge/validity.hpp"
#include "kernel/selftest/mutant.hpp"

#include <algorithm>
#include <array>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;
using testing::RunnerTest;
using testing::scale_inputs;
using testing::values;

constexpr const char* cuda_launches = R"cuda(/*mapwright
[tunables]
G = {values = [32, 64], default = 64}
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
extern "C" __global__ void prepare(long long n, const float* a, float* twice) {
  extern __shared__ float shared[];
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  shared[threadIdx.x] = i < n ? a[i] : 0;
  if (i < n)
    twice[2 * i + 1] = shared[threadIdx.x];
}
extern "C" __global__ void finish(long long n, float s, const float* twice, float* b, long long* total, float* a) {
  const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    b[i] = s * twice[2 * i + 1];
  if (i == 0)
    *total += n;
)cuda";

class GpuJudge : public RunnerTest {
protected:
  void SetUp() override {
    RunnerTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    if (const auto devices = device::list_cuda_devices(); !devices) {
      GTEST_SKIP() << devices.error().format();
    }
    if (const auto nvrtc = device::nvrtc_version(); !nvrtc) {
      GTEST_SKIP() << nvrtc.error().format();
    }
    settings.call_time = Seconds(30);
  }

  BuildResult build_cuda(const Task& of, const KernelCandidate& candidate) {
    Result<BuildResult> built = build(of, candidate, preset(candidate), settings);
    if (!built) {
      ADD_FAILURE() << built.error().format();
      return {RunStatus::not_compiled};
    }
    return std::move(*built);
  }

  /// A right candidate, with `extra` at the end of its second kernel.
  BuildResult build_text(const std::string& extra = {}) {
    const auto candidate = parse_candidate(task, Backend::cuda, cuda_launches + extra + "}\n", "test.cu");
    if (!candidate) {
      ADD_FAILURE() << candidate.error().format();
      return {RunStatus::not_compiled};
    }
    return build_cuda(task, *candidate);
  }

  void expect_status(RunStatus status, const std::string& extra) {
    const BuildResult built = build_text(extra);
    ASSERT_EQ(to_string(built.status), "done") << built.log;
    const CallResult result = call(*built.runner, scale_inputs(13));
    EXPECT_EQ(to_string(result.status), to_string(status)) << result.evidence;
    expect_right(call(*built.runner, scale_inputs(8)), 8);
  }
};

TEST_F(GpuJudge, GivesTheOutputsColdAndHot) {
  const BuildResult built = build_text();
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  for (const std::int64_t n : {1, 64, 1000, 100'000}) {
    expect_right(call(*built.runner, scale_inputs(n)), n);
    expect_right(call(*built.runner, scale_inputs(n, -1), {.caches = CacheState::cold}), n, -1);
  }
  const CallResult skipped = call(*built.runner, scale_inputs(9), {.skip = true});
  ASSERT_EQ(to_string(skipped.status), "done") << skipped.evidence;
  EXPECT_EQ(values<std::int64_t>(skipped.outputs[3]).front(), 100);
  built.runner->forget();
  expect_right(call(*built.runner, scale_inputs(9)), 9);
}

TEST_F(GpuJudge, SourceThatDoesNotCompileIsAnAnswer) {
  const BuildResult built = build_text("no such thing;");
  EXPECT_EQ(built.status, RunStatus::not_compiled);
  EXPECT_THAT(built.log, HasSubstr("error"));
}

TEST_F(GpuJudge, ChangingAnInputIsSeen) {
  expect_status(RunStatus::changed_input, "if (i == 0 && n == 13) a[1] += 1;");
}

TEST_F(GpuJudge, WritingBehindAnOutputIsSeen) {
  expect_status(RunStatus::wrote_outside, "if (i == 0 && n == 13) b[n] = 1;");
}

TEST_F(GpuJudge, WritingBeforeAnOutputIsSeen) {
  expect_status(RunStatus::wrote_outside, "if (i == 0 && n == 13) b[-1] = 1;");
}

TEST_F(GpuJudge, AFaultEndsItsWorkerAlone) {
  expect_status(RunStatus::crashed, "if (i == 0 && n == 13) *(volatile int*)16 = 1;");
}

TEST_F(GpuJudge, EndlessKernelsEnd) {
  settings.call_time = Seconds(5);
  const BuildResult built = build_text("if (n == 13) { volatile int go = 1; while (go) {} }");
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  EXPECT_EQ(to_string(call(*built.runner, scale_inputs(13)).status), "timed-out");
  expect_right(call(*built.runner, scale_inputs(8)), 8);
}

TEST_F(GpuJudge, ScratchMemoryHoldsNothingOfTheLastCall) {
  // Elements 0, 2, 4 ... of the scratch buffer are never written.
  const BuildResult built = build_text("if (i < n) b[i] = twice[2 * i];");
  ASSERT_EQ(to_string(built.status), "done") << built.log;
  const CallResult first = call(*built.runner, scale_inputs(100));
  const CallResult second = call(*built.runner, scale_inputs(100));
  ASSERT_EQ(to_string(first.status), "done") << first.evidence;
  ASSERT_EQ(to_string(second.status), "done") << second.evidence;
  EXPECT_NE(first.outputs[2], second.outputs[2]);
}

TEST_F(GpuJudge, TheFloorIsThatOfTheDevice) {
  Floor floor = floor_of(Backend::cuda, settings);
  const auto least = floor.least_time(mebibytes(256));
  ASSERT_TRUE(least) << least.error().format();
  EXPECT_GT(*least, Seconds(1e-6)); // 256 TB/s
  EXPECT_LT(*least, Seconds(1e-2)); // 27 GB/s
}

TEST_F(GpuJudge, ShippedStartsAreValidAndWrongOnesAreNot) {
  for (const std::string& name : shipped_tasks()) {
    SCOPED_TRACE(name);
    const auto folder = find_task(name);
    ASSERT_TRUE(folder) << folder.error().format();
    const auto read = read_task(*folder);
    ASSERT_TRUE(read) << read.error().format();
    auto reference = compile_reference(*read, sandbox::Level::seccomp);
    if (!reference && reference.error().kind == ErrorKind::machine) {
      GTEST_SKIP() << reference.error().format();
    }
    ASSERT_TRUE(reference) << reference.error().format();
    Cases cases(*read, **reference, fresh_secret());
    const auto start = read->starts.find(Backend::cuda);
    ASSERT_NE(start, read->starts.end());
    const auto candidate = read_candidate(*read, start->second);
    ASSERT_TRUE(candidate) << candidate.error().format();
    const auto fault_of_kernel = [&](const KernelCandidate& kernel) {
      const BuildResult built = build_cuda(*read, kernel);
      EXPECT_EQ(to_string(built.status), "done") << built.log;
      const auto found = built.runner ? check_validity(cases, *built.runner, std::array{Use::test}, 1)
                                      : Result<Validity>(Validity{.fault = Fault::not_compiled});
      EXPECT_TRUE(found) << found.error().format();
      return found ? std::string(to_string(found->fault)) + (found->valid() ? "" : ": " + found->evidence) : "error";
    };
    EXPECT_EQ(fault_of_kernel(*candidate), "none");
    const Mutant wrong = mutate(*read, *candidate, Mutation::one_wrong);
    ASSERT_TRUE(wrong.candidate) << wrong.why_not;
    EXPECT_THAT(fault_of_kernel(*wrong.candidate), HasSubstr("wrong-output"));
  }
}

} // namespace
} // namespace mapwright::kernel
