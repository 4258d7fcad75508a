// Examining sources: what cannot be parsed, what crashes the parser, and where sources lie on the axes of behaviour.
#include "examine_case.hpp"

namespace mapwright::kernel {
namespace {

using ::testing::HasSubstr;
using testing::scale_source;
using testing::scale_task;

using Examine = testing::ExamineTest;

TEST_F(Examine, ABrokenSourceIsAnAnswer) {
  const Examination broken = examined(scale_task(), Backend::cpp, "void scale( {");
  EXPECT_THAT(broken.trouble, HasSubstr("kernel.cpp:1"));
  EXPECT_TRUE(broken.variants.empty());
  EXPECT_THAT(examined(scale_task(), Backend::cpp, "/*mapwright\nflags = 3\n*/" + scale_source()).trouble,
              HasSubstr("flags"));
}

TEST_F(Examine, ASourceThatCrashesTheParserIsAnAnswer) {
  const Examination deep = examined(scale_task(), Backend::cpp,
                                    "int x = " + std::string(400'000, '(') + "0" + std::string(400'000, ')') + ";");
  EXPECT_FALSE(deep.trouble.empty());
  EXPECT_TRUE(deep.variants.empty());
}

TEST_F(Examine, SaysTheSameEachTime) {
  const Examination first = examined("gemm");
  const Examination second = examined("gemm");
  ASSERT_EQ(first.variants.size(), second.variants.size());
  for (std::size_t i = 0; i < first.variants.size(); ++i) {
    EXPECT_EQ(first.variants[i].source, second.variants[i].source);
    EXPECT_EQ(first.variants[i].site, second.variants[i].site);
  }
}

TEST_F(Examine, DeviceStartsParse) { // those for C++: catalogue_test.cpp. HIP's are CUDA's
  for (const std::string& name : testing::shipped_names()) {
    for (const Backend backend : {Backend::opencl, Backend::cuda}) {
      EXPECT_EQ(examined(name, backend).trouble, "") << name << ", " << to_string(backend);
    }
  }
  EXPECT_EQ(examined("gemm", Backend::hip).trouble, "");
}

TEST_F(Examine, BehaviourFollowsFromTheSource) {
  const auto behaviour = [&](const std::string& body) { return examined_source(body).behaviour; };
  const std::string strided = "for (std::int64_t i = 0; i < n; ++i) { b[3 * i] = a[3 * i]; }";
  EXPECT_EQ(behaviour("").memory, 1);
  EXPECT_EQ(behaviour(strided).memory, 0);
  EXPECT_EQ(behaviour("float tile[16]; tile[0] = a[0]; b[0] = tile[0];").memory, 3);
  EXPECT_EQ(behaviour(strided + "float tile[16]; tile[0] = a[0]; b[0] = tile[0];").memory, 2);
  EXPECT_EQ(behaviour("").compute, 0);
  EXPECT_EQ(behaviour("#pragma GCC unroll 4\nfor (std::int64_t i = 0; i < n; ++i) { b[i] = a[i]; }").compute, 1);
  EXPECT_EQ(behaviour("#pragma omp simd\nfor (std::int64_t i = 0; i < n; ++i) { b[i] = a[i]; }").compute, 2);
  EXPECT_EQ(behaviour("").parallelism, 0);
  EXPECT_EQ(behaviour("#pragma omp parallel for\nfor (std::int64_t i = 0; i < n; ++i) { b[i] = a[i]; }").parallelism,
            1);
  EXPECT_EQ(
      behaviour("#pragma omp parallel for schedule(static, 4)\nfor (std::int64_t i = 0; i < n; ++i) { b[i] = a[i]; }")
          .parallelism,
      2);
}

} // namespace
} // namespace mapwright::kernel
