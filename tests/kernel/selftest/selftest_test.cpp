// Mutants of shipped kernels, and tasks whose rules are too weak to see through them.
#include "kernel/init/init_task.hpp"
#include "kernel/judge/runner_case.hpp"
#include "kernel/selftest/selftest.hpp"
#include "measure/clock.hpp"
#include "support/scratch_test.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace mapwright::kernel {
namespace {

namespace fs = std::filesystem;
using testing::settings_here;

/// An opened task of the source tree.
struct Opened {
  Task task;
  std::unique_ptr<Reference> reference;
};

Opened open(const fs::path& folder) {
  auto task = read_task(folder);
  if (!task) {
    throw std::runtime_error(task.error().format());
  }
  auto reference = compile_reference(*task, sandbox::Level::seccomp);
  if (!reference) {
    throw std::runtime_error(reference.error().format());
  }
  return {*std::move(task), *std::move(reference)};
}

fs::path shipped(const std::string& name) {
  return test::source_dir() / "tasks" / name;
}

class SelftestSlow : public testing::RunnerTest {};

TEST(Mutants, ThereIsOneOfEachKindOrAReason) {
  const auto task = read_task(shipped("transpose"));
  ASSERT_TRUE(task) << task.error().format();
  for (const auto& [backend, file] : task->starts) {
    const auto kernel = read_candidate(*task, file);
    ASSERT_TRUE(kernel) << kernel.error().format();
    for (const Mutation mutation : all_mutations()) {
      const Mutant mutant = mutate(*task, *kernel, mutation);
      EXPECT_NE(mutant.candidate.has_value(), !mutant.why_not.empty()) << to_string(mutation);
      if (mutant.candidate) {
        EXPECT_NE(mutant.candidate->source, backend == Backend::cpp ? kernel->source : std::string());
        EXPECT_EQ(mutant.candidate->launches.empty(), backend == Backend::cpp);
      }
    }
  }
}

TEST_F(SelftestSlow, WhatIsSlowIsRightInPlaceToo) {
  const auto made = init_task("/*mapwright-task\n[shapes]\nbenchmark = [[2000]]\n*/\n"
                              "void saxpy(long n, float a, const float* x, float* y) {\n"
                              "  for (long i = 0; i < n; ++i) { y[i] += a * x[i]; }\n}\n",
                              "saxpy.cpp");
  ASSERT_TRUE(made) << made.error().format();
  const auto folder = sandbox::ScratchDirectory::create();
  ASSERT_TRUE(folder);
  for (const auto& [name, text] : made->files) {
    std::ofstream(folder->path() / name) << text;
  }
  const Opened opened = open(folder->path());
  const auto kernel = read_candidate(opened.task, folder->path() / "saxpy.cpp");
  ASSERT_TRUE(kernel) << kernel.error().format();
  const Mutant slow = mutate(opened.task, *kernel, Mutation::slow);
  const auto built = build(opened.task, *slow.candidate, {}, settings);
  ASSERT_TRUE(built && built->runner) << (built ? built->log : built.error().format());
  Cases cases(opened.task, *opened.reference, 7);
  const auto validity = check_validity(cases, *built->runner, std::array{Use::test}, 7);
  ASSERT_TRUE(validity) << validity.error().format();
  EXPECT_EQ(validity->evidence, "");
}

TEST_F(SelftestSlow, SeesThroughEveryMutant) {
  Opened opened = open(shipped("row_sum"));
  Cases cases(opened.task, *opened.reference, 1);
  measure::SteadyClock clock;
  const auto report = selftest(cases, Backend::cpp, settings_here(), clock);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_TRUE(report->start.valid()) << report->start.evidence;
  for (const SelftestRow& row : report->rows) {
    EXPECT_TRUE(row.caught) << to_string(row.mutation) << ": " << to_string(row.seen) << " " << row.evidence;
  }
  EXPECT_TRUE(report->passed());
}

/// The folder of a copy of a shipped task with one text replaced in its task.toml.
class WeakTaskSlow : public test::ScratchTest {
protected:
  /// A copy of row_sum with smaller shapes to be timed: the tolerance is what is weak.
  fs::path copy_with(const std::string& from, const std::string& to) {
    const fs::path folder = directory->path() / "row_sum";
    fs::copy(shipped("row_sum"), folder, fs::copy_options::recursive);
    std::string text = read(folder / "task.toml");
    replace(text, "[[1024, 1024], [64, 16384], [16384, 64]]", "[[512, 512]]");
    replace(text, "[[777, 1531], [5, 200003]]", "[[77, 1531]]");
    replace(text, from, to);
    std::ofstream(folder / "task.toml") << text;
    return folder;
  }

  static void replace(std::string& text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    ASSERT_NE(at, std::string::npos) << from;
    text.replace(at, from.size(), to);
  }

  static std::string read(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
};

TEST_F(WeakTaskSlow, IsRefused) {
  if (test::sanitized() || sandbox::detect_level().level < sandbox::Level::seccomp) {
    GTEST_SKIP() << "candidates cannot be contained here";
  }
  // Nearly everything is tolerated, and no scenario is exact.
  fs::path folder = copy_with("factor = ", "factor = 1000000000 # ");
  const std::string text = read(folder / "task.toml");
  std::string lax;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = text.substr(begin, end - begin);
    lax += line.starts_with("exact = true") ? "" : line + "\n";
    begin = end + 1;
  }
  std::ofstream(folder / "task.toml") << lax;
  Opened opened = open(folder);
  Cases cases(opened.task, *opened.reference, 1);
  measure::SteadyClock clock;
  const auto report = selftest(cases, Backend::cpp, settings_here(), clock);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_TRUE(report->start.valid()) << report->start.evidence;
  EXPECT_FALSE(report->passed());
  const auto imprecise = std::find_if(report->rows.begin(), report->rows.end(),
                                      [](const SelftestRow& row) { return row.mutation == Mutation::imprecise; });
  ASSERT_NE(imprecise, report->rows.end());
  EXPECT_FALSE(imprecise->caught);
}

TEST_F(WeakTaskSlow, AToleranceThatNothingMeetsIsAnErrorAtItsPlace) {
  if (test::sanitized() || sandbox::detect_level().level < sandbox::Level::seccomp) {
    GTEST_SKIP() << "candidates cannot be contained here";
  }
  Opened opened = open(copy_with("factor = 4", "factor = 1e-30"));
  Cases cases(opened.task, *opened.reference, 1);
  measure::SteadyClock clock;
  const auto report = selftest(cases, Backend::cpp, settings_here(), clock);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::input);
  const std::string said = report.error().format();
  EXPECT_THAT(said, ::testing::HasSubstr("task.toml:40:10: error: row_sum.cpp does not meet this tolerance"));
  EXPECT_THAT(said, ::testing::HasSubstr("factor = 1e-30"));
}

} // namespace
} // namespace mapwright::kernel
