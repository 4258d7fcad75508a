// `kernel init` from outside: one file becomes a task that the judge takes.
#include "end_to_end/command.hpp"
#include "sandbox/level.hpp"
#include "support/sanitizers.hpp"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mapwright::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

constexpr const char* dots = R"(// Scalar products of the rows of two matrices.
/*mapwright-task
[arguments]
a = ["rows", "columns"]
b = ["rows", "columns"]
out = ["rows"]
[shapes]
benchmark = [[300, 400]]
*/
#include <cmath>
void dots(float* out, const float* a, const float* b, int rows, int columns) {
  for (int i = 0; i < rows; ++i) {
    float sum = 0;
    for (int j = 0; j < columns; ++j) {
      sum += a[i * columns + j] * b[i * columns + j];
    }
    out[i] = std::sqrt(std::fabs(sum));
  }
}
)";

constexpr const char* doubled = R"(/*mapwright-task
[shapes]
benchmark = [[100000]]
[launch]
items = ["n"]
group = [64]
*/
__kernel void doubled(int n, __global const float* x, __global float* y) {
  int i = get_global_id(0);
  if (i < n) {
    y[i] = 2 * x[i];
  }
}
#ifdef MAPWRIGHT_REFERENCE
void reference(int n, const float* x, float* y) {
  for (int i = 0; i < n; ++i) {
    y[i] = 2 * x[i];
  }
}
#endif
)";

class KernelInit : public ::testing::Test {
protected:
  void SetUp() override {
    if (sanitized()) {
      GTEST_SKIP() << "a sanitizer needs more address space than a worker has";
    }
    if (sandbox::detect_level().level != sandbox::Level::full) {
      GTEST_SKIP() << "this machine cannot contain native code";
    }
  }

  [[nodiscard]] Ran run(const std::vector<std::string>& arguments) const {
    return mapwright(arguments, "", directory_.path());
  }

  TemporaryDirectory directory_;
};

TEST_F(KernelInit, ACppKernelPassesCheck) {
  write_text(directory_.path() / "dots.cpp", dots);
  const Ran made = run({"kernel", "init", "dots.cpp", "--json"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_EQ(json::parse(made.out).at("folder"), "dots");
  const Ran checked = run({"kernel", "check", "dots"});
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST_F(KernelInit, AnOpenClKernelWithAReferencePassesCheck) {
  write_text(directory_.path() / "doubled.cl", doubled);
  const Ran made = run({"kernel", "init", "doubled.cl", "--output", "task"});
  ASSERT_EQ(made.code, 0) << made.err;
  const Ran checked = run({"kernel", "check", "task", "--backend", "opencl"});
  if (checked.code == 3) {
    GTEST_SKIP() << checked.err;
  }
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
}

TEST_F(KernelInit, AKernelThatCannotBeItsOwnReferenceIsToldSo) {
  std::string source = dots;
  source.replace(source.find("std::fabs(sum)"), 14, "__builtin_bit_cast(float, 1)");
  write_text(directory_.path() / "dots.cpp", source);
  const Ran made = run({"kernel", "init", "dots.cpp"});
  EXPECT_EQ(made.code, 2);
  EXPECT_THAT(made.err, HasSubstr("write a reference between #ifdef MAPWRIGHT_REFERENCE and #endif"));
}

TEST_F(KernelInit, AFolderInUseIsLeftAlone) {
  write_text(directory_.path() / "dots.cpp", dots);
  const Ran made = run({"kernel", "init", "dots.cpp", "--output", "."});
  EXPECT_EQ(made.code, 2);
  EXPECT_THAT(made.err, HasSubstr("is not empty"));
}

} // namespace
} // namespace mapwright::test
