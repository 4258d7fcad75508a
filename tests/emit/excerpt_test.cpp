// The part of a map that goes into a kernel's source.
#include "emit/cases.hpp"
#include "emit/excerpt.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Excerpt, HasTheFunctionsAKernelNeedsAndNoOthers) {
  const ExampleMap map = triangle();
  for (const std::string_view language : {"cpp", "opencl", "cuda", "hip"}) {
    const auto text = emit::excerpt(unit_of(map), language);
    ASSERT_TRUE(text) << text.error().format();
    EXPECT_THAT(*text, HasSubstr("void triangle_unrank_i32(")) << language;
    EXPECT_THAT(*text, HasSubstr("void triangle_unrank_i64(")) << language;
    EXPECT_THAT(*text, HasSubstr("int triangle_fits_i32(")) << language;
    EXPECT_THAT(*text, HasSubstr("n <= 46340")) << language;
    for (const char* other : {"rank_i64(long n, long i", "contains", "successor", "namespace", "#include"}) {
      EXPECT_THAT(*text, Not(HasSubstr(other))) << language;
    }
  }
  const std::string index(emit::excerpt_index("cuda", 64));
  EXPECT_THAT(*emit::excerpt(unit_of(map), "cuda"), HasSubstr("__device__ inline void triangle_unrank_i64(" + index));
  EXPECT_THAT(*emit::excerpt(unit_of(map), "cpp"), HasSubstr("std::int64_t triangle_count_i64(std::int64_t n)"));
}

TEST(Excerpt, OnlyForLanguagesOfKernels) {
  EXPECT_EQ(emit::excerpt(unit_of(triangle()), "python").error().message, "no kernels are written in 'python'");
}

} // namespace
} // namespace mapwright::test
