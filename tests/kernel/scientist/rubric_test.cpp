// Whether a source shows what its plan promised.
#include "kernel/scientist/rubric.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::kernel::scientist {
namespace {

using ::testing::HasSubstr;

const std::string base = "void f(float* a, float* b) {\n"
                         "  for (int i = 0; i < n; ++i) {\n"
                         "    a[i] = sqrt(b[i]);\n"
                         "  }\n"
                         "}\n";
const std::string changed = "/*mapwright\nflags = [\"-O3\", \"-ffast-math\"]\n*/\n"
                            "void f(float* __restrict__ a, const float* b) {\n"
                            "#pragma omp simd\n"
                            "  for (int i = 0; i < n; i += 4) { // uses a prefetch and float4\n"
                            "    a[i] = sqrtf(b[i]);\n"
                            "  }\n"
                            "}\n";

struct ItemCase {
  std::string item;
  Kept kept;
};

TEST(Rubric, ItemsAreFoundWhereTheySay) {
  const std::vector<ItemCase> cases{
      {"`#pragma omp simd` is added before the loop.", Kept::yes},
      {"`sqrt` is removed.", Kept::yes},
      {"`sqrtf` is removed.", Kept::no},
      {"`sqrt` is replaced by `sqrtf`.", Kept::yes},
      {"Add `#pragma  omp\tsimd`.", Kept::yes},
      {"Replace `sqrt(` by `sqrtf(`.", Kept::yes},
      {"Replace `sqrtf(` by `sqrt(`.", Kept::no},
      {"Remove `++i`.", Kept::yes},
      {"Remove `a[i]`.", Kept::no}, // it is in a changed line, and stays
      {"Use `__builtin_prefetch`.", Kept::no},
      {"Use `float4`.", Kept::no}, // named in a comment only
      {"The pointer a becomes __restrict__.", Kept::yes},
      {"The loop is marked with simd.", Kept::yes},
      {"The loop uses collapse and simd.", Kept::unknown},
      {"Uses float4 throughout.", Kept::no},
      {"The step of the loop becomes 4.", Kept::yes},
      {"It is built with -ffast-math.", Kept::yes},
      {"It is built with -funroll-loops, and -ffast-math.", Kept::unknown},
      {"It is built with -Ofast.", Kept::no},
      {"A - b is not a flag.", Kept::unknown},
      {"It gets faster.", Kept::unknown},
      {"An open ` says nothing.", Kept::unknown},
  };
  for (const ItemCase& each : cases) {
    const auto checks = check_rubric({each.item}, base, changed);
    ASSERT_EQ(checks.size(), 1U);
    EXPECT_EQ(to_string(checks[0].kept), to_string(each.kept)) << each.item << ": " << checks[0].why;
    EXPECT_FALSE(checks[0].why.empty());
  }
}

TEST(Rubric, TheReasonNamesWhatIsMissing) {
  EXPECT_EQ(check_rubric({"Add `omp simd` and `collapse(2)`."}, base, changed)[0].why, "`collapse(2)` is not added");
  EXPECT_THAT(check_rubric({"Add `omp simd`."}, base, changed)[0].why, HasSubstr("in the difference"));
}

TEST(Rubric, WithoutAChangeNothingIsKept) {
  EXPECT_EQ(check_rubric({"Add `for`."}, base, base)[0].kept, Kept::no);
}

TEST(Rubric, TheExperimentsOwnSourceKeepsAll) {
  const auto exact = check_rubric({"It gets faster."}, base, changed + "// the end\n", changed);
  EXPECT_EQ(exact[0].kept, Kept::yes);
  EXPECT_EQ(check_rubric({"It gets faster."}, base, base, changed)[0].kept, Kept::unknown);
}

TEST(Rubric, AsJson) {
  EXPECT_EQ(to_json(check_rubric({"Add `omp simd`.", "Nice.", "Add `x9`."}, base, changed)).dump(),
            R"([{"item":"Add `omp simd`.","kept":true,"why":"`omp simd` in the difference"},)"
            R"({"item":"Nice.","kept":null,"why":"it names no code"},)"
            R"({"item":"Add `x9`.","kept":false,"why":"`x9` is not added"}])");
}

} // namespace
} // namespace mapwright::kernel::scientist
