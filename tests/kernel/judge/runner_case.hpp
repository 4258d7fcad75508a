// A small task, and candidates for it that are run in real workers.
#pragma once

#include "kernel/judge/runner.hpp"
#include "sandbox/level.hpp"
#include "support/paths.hpp"
#include "support/sanitizers.hpp"

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::testing {

/// b = s * a and total += n.
inline Task scale_task() {
  Task task;
  task.name = task.entry = "scale";
  task.sizes = {"n"};
  const expr::Expr n = expr::Expr::variable("n");
  task.arguments = {{"a", Element::f32, Intent::in, {n}},
                    {"s", Element::f32, Intent::in, {}},
                    {"b", Element::f32, Intent::out, {n}},
                    {"total", Element::i64, Intent::in_out, {expr::Expr(1)}}};
  return task;
}

inline constexpr const char* header = "#include <cstdint>\n"
                                      "extern \"C\" void scale(std::int64_t n, const float* a, float s, float* b, "
                                      "std::int64_t* total)";

/// A right candidate, with `extra` run first.
inline std::string scale_source(const std::string& extra = {}, const std::string& before = {}) {
  return before + "\n" + header + " {\n" + extra +
         "\n  for (std::int64_t i = 0; i < n; ++i) { b[i] = s * a[i]; }\n  *total += n;\n}\n";
}

template <class T> Elements elements(const std::vector<T>& values) {
  Elements bytes(values.size() * sizeof(T));
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

template <class T> std::vector<T> values(const Elements& bytes) {
  std::vector<T> result(bytes.size() / sizeof(T));
  std::memcpy(result.data(), bytes.data(), bytes.size());
  return result;
}

inline Inputs scale_inputs(std::int64_t n, float s = 3) {
  std::vector<float> a;
  for (std::int64_t i = 0; i < n; ++i) {
    a.push_back(static_cast<float>(i + 1));
  }
  return {.shape = {Use::test, {n}},
          .values = {elements(a), elements(std::vector{s}), {}, elements(std::vector{100L})}};
}

inline RunnerSettings settings_here() {
  RunnerSettings settings;
  settings.worker = test::binary();
  settings.least = sandbox::Level::seccomp;
  settings.threads = 2;
  settings.cpp_flags = {"-std=c++20", "-O1", "-w", "-fopenmp"};
  return settings;
}

/// Skips where candidates cannot be contained, and where the worker itself is watched by a sanitizer.
class RunnerTest : public ::testing::Test {
protected:
  void SetUp() override {
    if (test::sanitized()) {
      GTEST_SKIP() << "a sanitizer needs more address space and other signals than a worker has";
    }
    static const sandbox::LevelReport report = sandbox::detect_level();
    level = report.level;
    if (level < sandbox::Level::seccomp) {
      GTEST_SKIP() << "this machine offers only containment level " << to_string(level);
    }
  }

  BuildResult build_here(const std::string& source, Backend backend = Backend::cpp) {
    KernelCandidate candidate{backend, source};
    Result<BuildResult> built = build(task, candidate, {}, settings);
    if (!built) {
      ADD_FAILURE() << built.error().format();
      return {RunStatus::not_compiled};
    }
    return std::move(*built);
  }

  /// A runner for a source that must build.
  std::unique_ptr<Runner> runner(const std::string& source) {
    BuildResult built = build_here(source);
    EXPECT_EQ(to_string(built.status), to_string(RunStatus::done)) << built.log;
    return std::move(built.runner);
  }

  static CallResult call(Runner& runner, const Inputs& inputs, const CallOptions& options = {}) {
    Result<CallResult> result = runner.call(inputs, options);
    if (!result) {
      ADD_FAILURE() << result.error().format();
      return {.status = RunStatus::crashed};
    }
    return std::move(*result);
  }

  /// One call of a fresh candidate.
  CallResult once(const std::string& source, std::int64_t n = 100) {
    const std::unique_ptr<Runner> fresh = runner(source);
    return fresh ? call(*fresh, scale_inputs(n)) : CallResult{.status = RunStatus::not_compiled};
  }

  static void expect_right(const CallResult& result, std::int64_t n, float s = 3, std::int64_t before = 100) {
    ASSERT_EQ(to_string(result.status), "done") << result.evidence;
    ASSERT_EQ(result.outputs.size(), 4U);
    EXPECT_TRUE(result.outputs[0].empty());
    EXPECT_TRUE(result.outputs[1].empty());
    const auto b = values<float>(result.outputs[2]);
    ASSERT_EQ(b.size(), static_cast<std::size_t>(n));
    for (std::size_t i = 0; i < b.size(); ++i) {
      ASSERT_EQ(b[i], s * static_cast<float>(i + 1)) << i;
    }
    EXPECT_EQ(values<std::int64_t>(result.outputs[3]), std::vector<std::int64_t>{before + n});
    EXPECT_GT(result.time, Seconds::zero());
  }

  /// What a candidate found out about its surroundings: it writes one number per question into b.
  std::vector<float> answers(const std::string& code, std::size_t count) {
    const CallResult result = once("#include <cerrno>\n#include <csignal>\n#include <cstdio>\n#include <cstdlib>\n"
                                   "#include <cstring>\n#include <string>\n#include <fcntl.h>\n#include <dirent.h>\n"
                                   "#include <sys/mman.h>\n#include <sys/socket.h>\n#include <sys/stat.h>\n"
                                   "#include <sys/time.h>\n#include <time.h>\n#include <unistd.h>\n" +
                                       std::string(header) + " {\n" + code + "\n}\n",
                                   static_cast<std::int64_t>(count));
    EXPECT_EQ(to_string(result.status), "done") << result.evidence;
    return result.status == RunStatus::done ? values<float>(result.outputs[2]) : std::vector<float>{};
  }

  sandbox::Level level = sandbox::Level::none;
  Task task = scale_task();
  RunnerSettings settings = settings_here();
};

} // namespace mapwright::kernel::testing
