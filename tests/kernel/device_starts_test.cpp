// The shipped starting kernels. Those for the processor run as they are. Those for CUDA and HIP need no GPU here: the
// real compilers take them where they are installed, and, since none of them shares memory between threads, a C++
// compiler can run them thread by thread.
#include "device/hiprtc.hpp"
#include "device/nvrtc.hpp"
#include "expr/text.hpp"
#include "judge/runner_case.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/judge/validity.hpp"
#include "support/sanitizers.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;
using testing::settings_here;

Result<Task> shipped(const std::string& name) {
  return read_task(test::source_dir() / "tasks" / name);
}

std::vector<std::string> task_names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tasks")) {
    found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

class DeviceStart : public ::testing::TestWithParam<std::string> {
protected:
  void SetUp() override {
    Result<Task> read = shipped(GetParam());
    ASSERT_TRUE(read) << read.error().format();
    task = std::move(*read);
  }

  KernelCandidate start(Backend backend) const {
    const auto file = task.starts.find(backend);
    if (file == task.starts.end()) {
      ADD_FAILURE() << task.name << " has no start for " << to_string(backend);
      return {};
    }
    Result<KernelCandidate> candidate = read_candidate(task, file->second);
    EXPECT_TRUE(candidate) << candidate.error().format();
    return candidate ? std::move(*candidate) : KernelCandidate{};
  }

  Task task;
};

TEST_P(DeviceStart, NvrtcCompilesTheCudaOne) {
  const KernelCandidate candidate = start(Backend::cuda);
  const auto architectures = device::nvrtc_architectures();
  if (!architectures) {
    GTEST_SKIP() << architectures.error().format();
  }
  const auto output = device::nvrtc_compile({.source = candidate.source,
                                             .architecture = fmt::format("sm_{}", architectures->back()),
                                             .options = compile_options(candidate, preset(candidate))});
  ASSERT_TRUE(output) << output.error().format();
  ASSERT_TRUE(output->image) << output->log;
  for (const LaunchPlan& launch : candidate.launches) {
    EXPECT_THAT(*output->image, HasSubstr(launch.kernel));
  }
}

TEST_P(DeviceStart, HiprtcCompilesTheHipOne) {
  if (test::sanitized()) {
    GTEST_SKIP() << "the search for leaks cannot always stop the threads that hiprtc leaves behind";
  }
  const KernelCandidate candidate = start(Backend::hip);
  if (const auto version = device::hiprtc_version(); !version) {
    GTEST_SKIP() << version.error().format();
  }
  const auto output = device::hiprtc_compile(
      {.source = candidate.source, .architecture = "gfx90a", .options = compile_options(candidate, preset(candidate))});
  ASSERT_TRUE(output) << output.error().format();
  ASSERT_TRUE(output->image) << output->log;
  for (const LaunchPlan& launch : candidate.launches) {
    EXPECT_THAT(*output->image, HasSubstr(launch.kernel));
  }
}

INSTANTIATE_TEST_SUITE_P(Tasks, DeviceStart, ::testing::ValuesIn(task_names()),
                         [](const auto& name) { return name.param; });

/// What the sources use of CUDA, for one thread at a time.
constexpr const char* cuda_on_the_host = R"(
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>
namespace {
struct Index { unsigned x, y, z; };
Index blockIdx, threadIdx, blockDim, gridDim;
float __int_as_float(int bits) { float value; std::memcpy(&value, &bits, 4); return value; }
unsigned __float_as_uint(float value) { unsigned bits; std::memcpy(&bits, &value, 4); return bits; }
template <class T> T atomicAdd(T* to, T value) { const T old = *to; *to += value; return old; }
using Int = long long;
Int floor_div(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }
Int max(Int a, Int b) { return a > b ? a : b; }
Int min(Int a, Int b) { return a < b ? a : b; }
struct Pointer { const void* to; template <class T> operator T*() const { return (T*)to; } };
}
#define __global__
#define __device__
)";

std::string text_of(const LaunchArgument& argument, const KernelCandidate& kernel) {
  if (const auto* buffer = std::get_if<BufferUse>(&argument)) {
    const bool scratch = std::any_of(kernel.scratch.begin(), kernel.scratch.end(),
                                     [&](const ScratchBuffer& own) { return own.name == buffer->name; });
    return fmt::format("Pointer{{{}{}}}", buffer->name, scratch ? ".data()" : "");
  }
  if (const auto* value = std::get_if<ScalarUse>(&argument)) {
    return value->name;
  }
  const auto* e = std::get_if<expr::Expr>(&argument);
  return e != nullptr ? fmt::format("Int({})", expr::to_text(*e)) : "0";
}

/// A C++ kernel that runs the launches of a CUDA kernel, one thread after the other.
KernelCandidate on_the_host(const Task& task, const KernelCandidate& cuda) {
  std::string text = cuda_on_the_host;
  for (const auto& [name, value] : preset(cuda)) {
    text += fmt::format("#define {} {}\n", name, value);
  }
  // Kernels may have the name of the C++ function.
  text += fmt::format("#define {0} cuda_{0}\n{1}\n#undef {0}\n", task.entry, cuda.source);
  text += cpp_declaration(task) + " {\n";
  for (const ScratchBuffer& own : cuda.scratch) {
    std::string bytes = fmt::format("{}", size_of(own.type));
    for (const expr::Expr& extent : own.shape) {
      bytes += fmt::format("*Int({})", expr::to_text(extent));
    }
    text += fmt::format("std::vector<char> {}({});\n", own.name, bytes);
  }
  for (const LaunchPlan& launch : cuda.launches) {
    std::vector<std::string> arguments;
    for (const LaunchArgument& argument : launch.arguments) {
      arguments.push_back(text_of(argument, cuda));
    }
    constexpr std::array axes_of_launch{"x", "y", "z"};
    std::string loops;
    for (std::size_t i = 0; i < 3; ++i) {
      text += fmt::format("gridDim.{0} = {1}; blockDim.{0} = {2};\n", axes_of_launch[i],
                          expr::to_text(launch.groups[i]), expr::to_text(launch.group[i]));
      for (const auto& [index, extent] : {std::pair("blockIdx", "gridDim"), std::pair("threadIdx", "blockDim")}) {
        loops += fmt::format("for ({0}.{1} = 0; {0}.{1} < {2}.{1}; ++{0}.{1})\n", index, axes_of_launch[i], extent);
      }
    }
    text += fmt::format("{}{}{}({});\n", loops, launch.kernel == task.entry ? "cuda_" : "", launch.kernel,
                        fmt::join(arguments, ", "));
  }
  return {.backend = Backend::cpp, .source = text + "}\n"};
}

/// Every shipped starting kernel that can run here is valid: on every shape, and the CUDA one thread by thread on the
/// small ones.
class ShippedStartsSlow : public testing::RunnerTest, public ::testing::WithParamInterface<std::string> {
protected:
  /// Sets `built` to what comes of the kernel, or to nothing, with the reason in `missing`.
  void build_start(const Task& read, const KernelCandidate& kernel) {
    auto result = build(read, kernel, preset(kernel), settings);
    built = BuildResult{};
    if (!result && result.error().kind == ErrorKind::machine) {
      missing = result.error().format();
      return;
    }
    ASSERT_TRUE(result) << result.error().format();
    ASSERT_EQ(to_string(result->status), "done") << result->log;
    built = *std::move(result);
  }

  BuildResult built{};
  std::string missing;
};

TEST_P(ShippedStartsSlow, AreValid) {
  const Result<Task> read = shipped(GetParam());
  ASSERT_TRUE(read) << read.error().format();
  auto reference = compile_reference(*read, sandbox::Level::seccomp);
  ASSERT_TRUE(reference) << reference.error().format();
  std::vector<std::unique_ptr<Runner>> everywhere;
  std::unique_ptr<Runner> by_threads;
  for (const Backend backend : {Backend::cpp, Backend::opencl, Backend::cuda}) {
    SCOPED_TRACE(to_string(backend));
    ASSERT_TRUE(read->starts.contains(backend));
    const auto kernel = read_candidate(*read, read->starts.at(backend));
    ASSERT_TRUE(kernel) << kernel.error().format();
    const bool device_only = backend == Backend::cuda;
    settings.threads = device_only ? 1 : settings_here().threads;
    ASSERT_NO_FATAL_FAILURE(build_start(*read, device_only ? on_the_host(*read, *kernel) : *kernel));
    if (device_only) {
      by_threads = std::move(built.runner);
    } else if (built.runner) {
      everywhere.push_back(std::move(built.runner));
    }
  }
  ASSERT_TRUE(by_threads);
  // One shape at a time: the expected outputs of all need gigabytes.
  Task alone = *read;
  for (const Shape& shape : read->shapes) {
    alone.shapes = {shape};
    Cases cases(alone, **reference, 5);
    const auto expect_valid = [&](Runner& runner) {
      const auto found = check_validity(cases, runner, std::array{shape.use}, 1);
      ASSERT_TRUE(found) << found.error().format();
      EXPECT_TRUE(found->valid()) << to_string(found->fault) << ", " << found->where << ": " << found->evidence;
      EXPECT_EQ(found->calls, read->scenarios.size());
    };
    for (const auto& runner : everywhere) {
      ASSERT_NO_FATAL_FAILURE(expect_valid(*runner));
    }
    if (shape.use == Use::test) {
      ASSERT_NO_FATAL_FAILURE(expect_valid(*by_threads));
    }
  }
  if (!missing.empty()) {
    GTEST_SKIP() << "the rest passed; " << missing;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ShippedStartsSlow, ::testing::ValuesIn(task_names()),
                         [](const auto& name) { return name.param; });

} // namespace
} // namespace mapwright::kernel
