#include "cli/question.hpp"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

using expr::Int;
using ::testing::HasSubstr;

Result<Question> ask(DomainOptions options, const std::string& input = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Terminal terminal{in, out, err};
  return read_question(options, terminal);
}

TEST(Questions, PutSizesInTheOrderOfTheDomain) {
  const auto question = ask({.domain = "band", .parameters = {"b=1,n=10", "a=2"}});
  ASSERT_TRUE(question) << question.error().format();
  const auto sizes = all_sizes(*question, "test");
  ASSERT_TRUE(sizes);
  EXPECT_TRUE(sizes->at(0) == 10 && sizes->at(1) == 2 && sizes->at(2) == 1);
}

TEST(Questions, NameWhatIsMissing) {
  const auto question = ask({.domain = "band", .parameters = {"n=10"}});
  ASSERT_TRUE(question);
  EXPECT_FALSE(has_all_sizes(*question));
  const auto sizes = all_sizes(*question, "map eval");
  ASSERT_FALSE(sizes);
  EXPECT_EQ(sizes.error().message, "map eval needs a value for the parameters a, b");
}

TEST(Questions, TakeConstantsOfTheCatalogueAsSizes) {
  const auto question = ask({.domain = "combinations", .parameters = {"k=4", "n=9"}});
  ASSERT_TRUE(question) << question.error().format();
  EXPECT_EQ(question->domain.dimensions.size(), 4U);
  EXPECT_TRUE(question->sizes.at(0) == Int{9});
}

TEST(Questions, InferTheBatchFromItsTable) {
  const auto question = ask({.domain = "ragged", .tables = {"cu_seqlens=0,3,8"}});
  ASSERT_TRUE(question) << question.error().format();
  EXPECT_TRUE(question->sizes.at(0) == Int{2});
}

TEST(Questions, ReadStandardInput) {
  const auto question = ask({.domain = "-"}, "  triangle\n");
  ASSERT_TRUE(question) << question.error().format();
  EXPECT_EQ(question->domain.text, "triangle");
  const auto wrong = ask({.domain = "-"}, "tirangle");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().format(), HasSubstr("<stdin>:1:1: error: unknown domain 'tirangle'"));
}

TEST(Questions, FixSizesOnlyWhereTablesDependOnThem) {
  const auto triangle = ask({.domain = "triangle", .parameters = {"n=10"}});
  EXPECT_TRUE(derive_options(*triangle, "auto").parameters.empty());
  EXPECT_EQ(derive_options(*triangle, "auto", true).parameters.size(), 1U);
  const auto disk = ask({.domain = "disk", .parameters = {"r=10"}});
  EXPECT_EQ(derive_options(*disk, "auto").parameters.size(), 1U);
}

} // namespace
} // namespace mapwright::cli
