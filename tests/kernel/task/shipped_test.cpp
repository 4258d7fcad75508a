// The tasks that come with the program: each reads, its reference runs on its own inputs, its kernels parse.
#include "kernel/candidate/candidate.hpp"
#include "kernel/task/check.hpp"
#include "kernel/task/reference.hpp"
#include "support/paths.hpp"

#include <algorithm>
#include <array>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

/// What a perfect kernel would return: each value rounded to its type.
std::vector<Elements> perfect(const Task& task, const Expectation& expected) {
  std::vector<Elements> outputs(task.arguments.size());
  for (std::size_t a = 0; a < outputs.size(); ++a) {
    outputs[a] = expected[a].exact;
    const Element type = task.arguments[a].type;
    for (const double value : expected[a].values) {
      std::array<std::byte, 8> bytes{};
      encode(type, value, bytes.data());
      outputs[a].insert(outputs[a].end(), bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size_of(type)));
    }
  }
  return outputs;
}

class ShippedTask : public ::testing::TestWithParam<std::string> {};

TEST_P(ShippedTask, ReferenceRunsOnEveryTestShapeAndEveryKindOfInput) {
  const auto task = read_task(test::source_dir() / "tasks" / GetParam());
  ASSERT_TRUE(task) << task.error().format();
  EXPECT_EQ(task->name, GetParam());
  auto reference = compile_reference(*task, sandbox::Level::none);
  ASSERT_TRUE(reference) << reference.error().format();
  for (const Shape& shape : task->shapes) {
    if (shape.use != Use::test) {
      continue;
    }
    for (std::size_t scenario = 0; scenario < task->scenarios.size(); ++scenario) {
      SCOPED_TRACE(describe(*task, shape) + " " + task->scenarios[scenario].name);
      const auto inputs = draw(*task, shape, scenario, 1);
      ASSERT_TRUE(inputs) << inputs.error().format();
      const auto expected = (*reference)->compute(*inputs);
      ASSERT_TRUE(expected) << expected.error().format();
      const std::vector<Elements> outputs = perfect(*task, *expected);
      const std::vector<std::span<const std::byte>> spans(outputs.begin(), outputs.end());
      const auto wrong = compare(*task, *inputs, *expected, spans);
      EXPECT_FALSE(wrong) << wrong->describe(*task);
      EXPECT_LE(worst_error(*task, *expected, spans), task->tolerance.factor);
    }
  }
}

/// Tasks whose every result is rounded, whatever goes in: exponentials and their quotients.
bool always_rounded(const std::string& task) {
  return task == "softmax" || task == "causal_attention";
}

TEST_P(ShippedTask, HasShapesOfEveryUseAndAnExactKindOfInput) {
  const auto task = read_task(test::source_dir() / "tasks" / GetParam());
  ASSERT_TRUE(task) << task.error().format();
  std::array<std::size_t, 3> uses{};
  for (const Shape& shape : task->shapes) {
    ++uses.at(static_cast<std::size_t>(shape.use));
  }
  EXPECT_GE(uses[0], 3U);
  EXPECT_GE(uses[1], 1U);
  EXPECT_GE(uses[2], 1U);
  std::size_t exact = 0;
  for (const Scenario& scenario : task->scenarios) {
    exact += scenario.exact ? 1 : 0;
  }
  EXPECT_TRUE(exact >= 1 || always_rounded(task->name));
}

TEST_P(ShippedTask, StartingKernelsParse) {
  const auto task = read_task(test::source_dir() / "tasks" / GetParam());
  ASSERT_TRUE(task) << task.error().format();
  EXPECT_TRUE(task->starts.contains(Backend::cpp));
  EXPECT_TRUE(task->starts.contains(Backend::opencl));
  for (const auto& [backend, file] : task->starts) {
    const auto candidate = read_candidate(*task, file);
    EXPECT_TRUE(candidate) << candidate.error().format();
  }
  EXPECT_TRUE(std::filesystem::exists(task->folder / "findings.md"));
}

std::vector<std::string> names() {
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : std::filesystem::directory_iterator(test::source_dir() / "tasks", none)) {
    found.push_back(entry.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

INSTANTIATE_TEST_SUITE_P(Tasks, ShippedTask, ::testing::ValuesIn(names()), [](const auto& name) { return name.param; });

} // namespace
} // namespace mapwright::kernel
