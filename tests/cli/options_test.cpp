#include "cli/options.hpp"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

using expr::Int;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

Result<Question> ask(DomainOptions options, const std::string& input = {}) {
  std::istringstream in(input);
  std::ostringstream out;
  std::ostringstream err;
  Terminal terminal{in, out, err};
  return read_question(options, terminal);
}

TEST(Sizes, AreNamesAndIntegers) {
  const auto sizes = parse_sizes("n=10, m=-3");
  ASSERT_TRUE(sizes);
  ASSERT_EQ(sizes->size(), 2U);
  EXPECT_EQ(sizes->at(0).name, "n");
  EXPECT_TRUE(sizes->at(0).value == 10);
  EXPECT_EQ(sizes->at(1).name, "m");
  EXPECT_TRUE(sizes->at(1).value == -3);
}

TEST(Sizes, RefuseEverythingElse) {
  for (const char* text :
       {"", "n", "=3", "n=", "n=x", "n=1.0", "n=1e3", "n= 1 2", "1=2", "n=1,,m=2", "n=0x10", "n==1"}) {
    EXPECT_FALSE(parse_sizes(text)) << text;
  }
}

TEST(Integers, ReachTo127Bits) {
  const auto value = parse_integer("170141183460469231731687303715884105727", "n");
  ASSERT_TRUE(value);
  EXPECT_TRUE(*value == expr::int_max);
  const auto beyond = parse_integer("170141183460469231731687303715884105728", "n");
  ASSERT_FALSE(beyond);
  EXPECT_THAT(beyond.error().message, HasSubstr("beyond 127 bits"));
}

TEST(Points, TakeOneCoordinatePerDimension) {
  const auto point = parse_point("(4, -2)", {"i", "j"});
  ASSERT_TRUE(point);
  EXPECT_TRUE(point->at(0) == 4 && point->at(1) == -2);
  EXPECT_FALSE(parse_point("4", {"i", "j"}));
  EXPECT_FALSE(parse_point("4,2,1", {"i", "j"}));
  EXPECT_FALSE(parse_point("4,", {"i", "j"}));
  EXPECT_FALSE(parse_point("", {"i"}));
}

TEST(Tables, AreValuesOrAFile) {
  const auto values = parse_table_option("cu=0,3,8");
  ASSERT_TRUE(values);
  EXPECT_THAT(values->values, ElementsAre(0, 3, 8));
  EXPECT_EQ(values->least, 0);
  EXPECT_EQ(values->greatest, 8);
  const std::string file = ::testing::TempDir() + "offsets.txt";
  std::ofstream(file) << "0 3\n8\n";
  const auto read = parse_table_option("cu=" + file);
  ASSERT_TRUE(read) << read.error().format();
  EXPECT_THAT(read->values, ElementsAre(0, 3, 8));
  EXPECT_FALSE(parse_table_option("cu"));
  EXPECT_FALSE(parse_table_option("cu=/nowhere/at/all"));
  EXPECT_FALSE(parse_table_option("cu=9223372036854775808"));
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
