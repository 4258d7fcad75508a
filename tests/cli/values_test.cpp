#include "cli/values.hpp"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

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

} // namespace
} // namespace mapwright::cli
