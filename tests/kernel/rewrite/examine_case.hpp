// Shipped kernels, examined by the real process.
#pragma once

#include "kernel/candidate/candidate.hpp"
#include "kernel/judge/runner_case.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/scientist/rubric.hpp"
#include "kernel/task/text_file.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace mapwright::kernel::testing {

inline Task shipped_task(const std::string& name) {
  auto task = read_task(test::source_dir() / "tasks" / name);
  if (!task) {
    throw std::runtime_error(task.error().format());
  }
  return *std::move(task);
}

inline std::vector<std::string> shipped_names() {
  std::vector<std::string> found;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tasks")) {
    found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

inline std::string start_source(const Task& task, Backend backend) {
  return read_text_file(task.starts.at(backend)).value();
}

/// What a variant promises is found in its difference from the base.
inline void expect_kept_rubric(const std::string& base, const Variant& variant) {
  EXPECT_FALSE(variant.rubric.empty()) << variant.experiment;
  bool kept = false;
  for (const scientist::RubricCheck& check : scientist::check_rubric(variant.rubric, base, variant.source)) {
    kept = kept || check.kept == scientist::Kept::yes;
    EXPECT_NE(check.kept, scientist::Kept::no) << variant.experiment << ": " << check.item << ": " << check.why;
  }
  EXPECT_TRUE(kept) << variant.experiment << " promises nothing that can be found";
}

/// Skips where sources cannot be parsed, or the parser cannot be contained.
class ExamineTest : public RunnerTest {
protected:
  void SetUp() override {
    RunnerTest::SetUp();
    if (IsSkipped()) {
      return;
    }
    if (const auto answer = examine(scale_task(), Backend::cpp, scale_source(), settings); !answer) {
      GTEST_SKIP() << answer.error().format();
    }
  }

  Examination examined(const Task& task, Backend backend, const std::string& source) const {
    auto answer = examine(task, backend, source, settings);
    if (!answer) {
      ADD_FAILURE() << answer.error().format();
      return {};
    }
    return *std::move(answer);
  }

  Examination examined(const std::string& name, Backend backend = Backend::cpp) const {
    const Task task = shipped_task(name);
    return examined(task, backend, start_source(task, backend));
  }

  Examination examined_source(const std::string& body) const {
    return examined(scale_task(), Backend::cpp, scale_source(body));
  }
};

} // namespace mapwright::kernel::testing
