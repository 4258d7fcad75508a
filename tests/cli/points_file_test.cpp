#include "cli/points_file.hpp"

#include <gtest/gtest.h>

namespace mapwright::cli {
namespace {

const std::vector<std::string> ij{"i", "j"};

TEST(PointsFile, ColumnsAreTheDimensionsInOrder) {
  const auto points = parse_points("1,2\n\n 3 , -4 \r\n", ij, "p.csv");
  ASSERT_TRUE(points) << points.error().format();
  ASSERT_EQ(points->size(), 2U);
  EXPECT_TRUE(points->at(1).at(0) == 3 && points->at(1).at(1) == -4);
}

TEST(PointsFile, AHeaderNamesThem) {
  const auto points = parse_points("index,j,i\n7,2,1\n", ij, "p.csv");
  ASSERT_TRUE(points) << points.error().format();
  EXPECT_TRUE(points->at(0).at(0) == 1 && points->at(0).at(1) == 2);
}

TEST(PointsFile, ErrorsPointAtTheirPlace) {
  const auto number = parse_points("1,2\n3,x\n", ij, "p.csv");
  ASSERT_FALSE(number);
  EXPECT_EQ(number.error().format(), "p.csv:2:3: error: coordinate j is not an integer: 'x'\n  3,x\n    ^");
  const auto columns = parse_points("1,2,3\n", ij, "p.csv");
  ASSERT_FALSE(columns);
  EXPECT_EQ(columns.error().format(), "p.csv:1:1: error: expected 2 values, found 3\n  1,2,3\n  ^\n"
                                      "hint: the dimensions of the domain are i, j");
  const auto header = parse_points("x,y\n1,2\n", ij, "p.csv");
  ASSERT_FALSE(header);
  EXPECT_EQ(header.error().message, "there is no column 'i'");
}

TEST(PointsFile, MayBeEmpty) {
  EXPECT_TRUE(parse_points("", ij, "p.csv")->empty());
  EXPECT_TRUE(parse_points("i,j\n", ij, "p.csv")->empty());
}

} // namespace
} // namespace mapwright::cli
