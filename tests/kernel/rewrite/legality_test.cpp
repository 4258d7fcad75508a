// What must not be offered: rewrites that would change what a kernel computes, each beside one that may be.
#include "examine_case.hpp"

namespace mapwright::kernel {
namespace {

class Legality : public testing::ExamineTest {
protected:
  bool offers(const std::string& experiment, const std::string& body) {
    const Examination seen = examined_source(body);
    EXPECT_EQ(seen.trouble, "");
    return std::any_of(seen.variants.begin(), seen.variants.end(), [&](const Variant& variant) {
      // scale_source has a loop of its own behind the body; only the lines of the body count
      return variant.experiment == experiment && variant.site.find("over i") == std::string::npos;
    });
  }
};

TEST_F(Legality, AReductionIsOnlyGathered) {
  const std::string declared = "float sum = 0;\n";
  EXPECT_TRUE(
      offers("reduction-simd", declared + "for (std::int64_t j = 0; j < n; ++j) {\n sum += a[j];\n}\nb[0] = sum;"));
  EXPECT_FALSE(
      offers("reduction-simd", declared + "for (std::int64_t j = 0; j < n; ++j) {\n sum += a[j];\n b[j] = sum;\n}\n"));
  EXPECT_FALSE(
      offers("reduction-simd", declared + "for (std::int64_t j = 0; j < n; ++j) {\n sum = 2 * sum + a[j];\n}\n"));
  EXPECT_FALSE(
      offers("reduction-simd",
             declared + "for (std::int64_t j = 0; j < n; ++j) {\n sum += a[j];\n if (sum > 3) { break; }\n}\n"));
}

TEST_F(Legality, AMaximumIsRecognised) {
  const std::string declared = "float top = a[0];\n";
  const auto loop = [&](const std::string& update) {
    return declared + "for (std::int64_t j = 0; j < n; ++j) {\n top = " + update + ";\n}\nb[0] = top;";
  };
  EXPECT_TRUE(offers("reduction-simd", loop("a[j] > top ? a[j] : top")));
  EXPECT_TRUE(offers("reduction-simd", loop("top < a[j] ? a[j] : top")));
  EXPECT_FALSE(offers("reduction-simd", loop("a[j] > top ? a[j] + 1 : top")));
}

TEST_F(Legality, IterationsThatSeeEachOtherStayInOrder) {
  EXPECT_TRUE(offers("simd-loop", "for (std::int64_t j = 0; j < n; ++j) {\n b[j] = a[j];\n}\n"));
  EXPECT_TRUE(offers("simd-loop", "for (std::int64_t j = 0; j < n; ++j) {\n b[j] += a[j];\n}\n"));
  EXPECT_FALSE(offers("simd-loop", "for (std::int64_t j = 1; j < n; ++j) {\n b[j] = b[j - 1];\n}\n"));
  EXPECT_FALSE(offers("simd-loop", "for (std::int64_t j = 0; j < n; ++j) {\n b[0] = a[j];\n}\n"));
  EXPECT_FALSE(offers("simd-loop", "for (std::int64_t j = 0; j < n; ++j) {\n b[j / 2] = a[j];\n}\n"));
  EXPECT_FALSE(offers("simd-loop", "for (std::int64_t j = 0; j < n; ++j) {\n b[j] = a[j];\n total[0] += 0;\n}\n"));
}

TEST_F(Legality, NestsAreExchangedOnlyWhenRowsDoNotMeet) {
  const auto nest = [](const std::string& body) {
    return "const std::int64_t m = n / 4;\nfor (std::int64_t j = 0; j < m; ++j) {\nfor (std::int64_t k = 0; k < m; "
           "++k) {\n" +
           body + "\n}\n}\n";
  };
  EXPECT_TRUE(offers("loop-interchange", nest("b[k * m + j] = a[k * m + j];")));
  EXPECT_FALSE(offers("loop-interchange", nest("b[k + j] = a[k * m + j];")));
  EXPECT_FALSE(offers("tiling", nest("b[k + j] = a[k * m + j];")));
  EXPECT_TRUE(offers("tiling", nest("b[j * m + k] = a[k * m + j];")));
  EXPECT_FALSE(offers("tiling", nest("b[j * (m - 1) + k] = a[k * m + j];")));
}

TEST_F(Legality, UnknownCallsAreLeftAlone) {
  const std::string before = "#include <cstdlib>\n";
  const auto loop = [](const std::string& value) {
    return "float sum = 0;\nfor (std::int64_t j = 0; j < n; ++j) {\n sum += " + value + ";\n}\nb[0] = sum;";
  };
  const auto offered = [&](const std::string& value) {
    const Examination seen = examined(task, Backend::cpp, testing::scale_source(loop(value), before));
    return std::any_of(seen.variants.begin(), seen.variants.end(),
                       [](const Variant& variant) { return variant.experiment == "reduction-simd"; });
  };
  EXPECT_TRUE(offered("std::abs(j)"));
  EXPECT_FALSE(offered("std::rand()"));
}

TEST_F(Legality, FastMathIsNotOfferedWhereInfinitiesCount) {
  const auto sites = [&](const std::string& body) {
    std::vector<std::string> found;
    for (const Variant& variant : examined_source(body).variants) {
      if (variant.experiment == "fast-math") {
        found.push_back(variant.site);
      }
    }
    return found;
  };
  EXPECT_THAT(sites(""), ::testing::Contains("all of it"));
  EXPECT_THAT(sites("b[0] = __builtin_inff();"), ::testing::Not(::testing::Contains("all of it")));
}

} // namespace
} // namespace mapwright::kernel
