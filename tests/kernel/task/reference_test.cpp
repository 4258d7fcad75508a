// References: compiled and run apart, and what is said of one that is wrong.
#include "kernel/task/reference.hpp"
#include "support/scratch_test.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

class ReferenceTest : public test::ScratchTest {
protected:
  /// A task with a scalar, an input, a float output that is read too, and an integer output.
  Task task_with(const std::string& body) {
    write("reference.cpp", "#include <cstdint>\n"
                           "#include <cstdlib>\n"
                           "extern \"C\" void reference(std::int64_t n, float alpha, const std::int8_t* x, "
                           "const float* y_in, double* y, double* y_scale, std::int32_t* z) {\n" +
                               body + "\n}\n");
    return task();
  }

  [[nodiscard]] Task task() const {
    Task task;
    task.folder = directory->path();
    task.name = "t";
    task.sizes = {"n"};
    const expr::Expr n = expr::Expr::variable("n");
    task.arguments = {{"alpha", Element::f32, Intent::in, {}},
                      {"x", Element::i8, Intent::in, {n}},
                      {"y", Element::f32, Intent::in_out, {n}},
                      {"z", Element::i32, Intent::out, {n}}};
    task.scenarios.push_back({"plain", {}, false});
    return task;
  }

  static Inputs inputs(std::int64_t n) {
    Inputs inputs{{Use::test, {n}}, 0, {}};
    const float alpha = 0.5F;
    inputs.values.resize(4);
    inputs.values[0].resize(4);
    std::memcpy(inputs.values[0].data(), &alpha, 4);
    for (std::int64_t i = 0; i < n; ++i) {
      inputs.values[1].push_back(static_cast<std::byte>(-i));
      const auto y = static_cast<float>(10 * i);
      const auto* bytes = reinterpret_cast<const std::byte*>(&y);
      inputs.values[2].insert(inputs.values[2].end(), bytes, bytes + 4);
    }
    return inputs;
  }

  Result<Expectation> computed(const std::string& body, std::int64_t n = 3) {
    const Task task = task_with(body);
    auto reference = compile_reference(task, sandbox::Level::none);
    if (!reference) {
      return forward(reference);
    }
    return (*reference)->compute(inputs(n));
  }

  std::string mistake(const std::string& body) {
    const auto result = computed(body);
    if (result) {
      return "none";
    }
    EXPECT_EQ(result.error().kind, ErrorKind::input);
    return without_folder(result.error().format());
  }

  [[nodiscard]] std::string without_folder(std::string text) const {
    const std::string folder = directory->path().string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder)) {
      text.erase(at, folder.size());
    }
    return text;
  }
};

const std::string good_reference = R"(
  for (std::int64_t i = 0; i < n; ++i) {
    y[i] = alpha * x[i] + y_in[i];
    y_scale[i] = 2;
    z[i] = 7 * x[i];
  })";

TEST_F(ReferenceTest, GivesValuesScalesAndIntegers) {
  const auto expected = computed(good_reference);
  ASSERT_TRUE(expected) << expected.error().format();
  ASSERT_EQ(expected->size(), 4U);
  EXPECT_TRUE((*expected)[0].values.empty());
  EXPECT_TRUE((*expected)[1].exact.empty());
  EXPECT_EQ((*expected)[2].values, (std::vector<double>{0, 9.5, 19}));
  EXPECT_EQ((*expected)[2].scales, (std::vector<double>{2, 2, 2}));
  ASSERT_EQ((*expected)[3].exact.size(), 12U);
  EXPECT_EQ(decode(Element::i32, (*expected)[3].exact.data() + 8), -14);
}

TEST_F(ReferenceTest, ComputesAgainAndForNoElements) {
  auto reference = compile_reference(task_with(good_reference), sandbox::Level::none);
  ASSERT_TRUE(reference) << reference.error().format();
  EXPECT_EQ((*reference)->compute(inputs(0))->at(2).values.size(), 0U);
  EXPECT_EQ((*reference)->compute(inputs(50))->at(2).values.size(), 50U);
}

TEST_F(ReferenceTest, MayPrintAndMayExpectNotANumber) {
  const auto expected = computed("std::printf(\"hello\");" + good_reference + "y[1] = 0.0 / 0.0;");
  ASSERT_TRUE(expected) << expected.error().format();
  EXPECT_TRUE(std::isnan((*expected)[2].values[1]));
}

TEST_F(ReferenceTest, ThatDoesNotCompile) {
  const std::string said = mistake("y[0] = whatever;");
  EXPECT_EQ(said.substr(0, 38), "error: reference.cpp does not compile\n") << said;
  EXPECT_EQ(said.find("cstdlib"), std::string::npos) << said;
  EXPECT_NE(said.find("reference.cpp:4:8: error:"), std::string::npos) << said;
  write("reference.cpp", "extern \"C\" void reference(long n) {}\n");
  const auto other = compile_reference(task(), sandbox::Level::none);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().hint, "it must define extern \"C\" void reference(std::int64_t n, float alpha, const "
                                "std::int8_t* x, const float* y_in, double* y, double* y_scale, std::int32_t* z)");
}

TEST_F(ReferenceTest, ThatIsMissing) {
  const auto missing = compile_reference(task(), sandbox::Level::none);
  ASSERT_FALSE(missing);
  EXPECT_EQ(without_folder(missing.error().message), "there is no file reference.cpp");
  EXPECT_EQ(missing.error().hint, "the judge needs the task's reference in double precision (docs/kernel-tasks.md); "
                                  "an evaluator needs none (--evaluator)");
}

TEST_F(ReferenceTest, ThatFailsAtSomeSizes) {
  auto reference = compile_reference(task_with(R"(
    switch (n) {
    case 1: std::abort();
    case 2: std::exit(0);
    case 3: std::exit(4);
    case 4: std::_Exit(0);
    case 5: y[0] = 1; return; // and no scale
    })" + good_reference + "y_scale[2] = n == 6 ? -1 : 1 / 0.0;"),
                                     sandbox::Level::none);
  ASSERT_TRUE(reference) << reference.error().format();
  const auto mistake = [&](std::int64_t n) {
    const auto result = (*reference)->compute(inputs(n));
    return result ? "none" : without_folder(result.error().format());
  };
  const std::string hint = "\nhint: a scale is at least 0 and finite; one that was not set is not a number";
  EXPECT_EQ(mistake(1), "error: reference.cpp crashes (ended by signal 6 (ABRT)) at n=1, inputs 'plain'");
  EXPECT_EQ(mistake(2), "error: reference.cpp ends the program at n=2, inputs 'plain'");
  EXPECT_EQ(mistake(3), "error: reference.cpp ends the program (exited with code 4) at n=3, inputs 'plain'");
  EXPECT_EQ(mistake(4), "error: reference.cpp ends the program at n=4, inputs 'plain'");
  EXPECT_EQ(mistake(5), "error: reference.cpp gives y_scale[0] = nan at n=5, inputs 'plain'" + hint);
  EXPECT_EQ(mistake(6), "error: reference.cpp gives y_scale[2] = -1 at n=6, inputs 'plain'" + hint);
  EXPECT_EQ(mistake(7), "error: reference.cpp gives y_scale[2] = inf at n=7, inputs 'plain'" + hint);
}

} // namespace
} // namespace mapwright::kernel
