// What inference accepts, contests and refuses; how points are read.
#include "index_map/infer/nest.hpp"
#include "index_map/infer_support.hpp"

#include <gmock/gmock.h>

namespace mapwright::test {
namespace {

using index_map::infer::infer;
using index_map::infer::read_examples;
using testing::HasSubstr;

PointList list(const Cells& points) {
  PointList result(points.at(0).size());
  for (const auto& point : points) {
    result.push(point);
  }
  return result;
}

TEST(Infer, AmbiguousPointsNameRivalsAndAnIndex) {
  const auto inference = infer(examples_of(list({{0, 0}, {1, 0}, {1, 1}})));
  ASSERT_FALSE(inference);
  EXPECT_EQ(inference.error().kind, ErrorKind::answer_no);
  EXPECT_THAT(inference.error().message, HasSubstr("3 points do not determine the domain; they fit triangle"));
  EXPECT_THAT(inference.error().message, HasSubstr("gasket"));
  EXPECT_THAT(inference.error().hint, HasSubstr("index 3 tells them apart"));
  EXPECT_THAT(inference.error().hint, HasSubstr("points would be enough"));
}

TEST(Infer, OneRowDoesNotShowItsEnd) {
  const auto inference = infer(examples_of(scanned("{ [i, j] : 0 <= i < 9 and 0 <= j < 1000 }", {}, 300)));
  ASSERT_FALSE(inference);
  EXPECT_THAT(inference.error().message, HasSubstr("whose end is not seen"));
}

TEST(Infer, PointsWithoutALawAreRefused) {
  std::mt19937 random(1);
  Cells points;
  for (std::int64_t i = 0; i < 100; ++i) {
    points.push_back({i, static_cast<std::int64_t>(random() % 1000)});
  }
  const auto inference = infer(examples_of(list(points)));
  ASSERT_FALSE(inference);
  EXPECT_EQ(inference.error().kind, ErrorKind::answer_no);
  EXPECT_THAT(inference.error().message, HasSubstr("no domain of the known classes"));
}

TEST(Infer, APointAtTwoIndicesIsAContradiction) {
  const auto inference = infer(examples_of(list({{0, 0}, {5, 1}, {2, 2}, {9, 0}, {5, 1}, {3, 3}})));
  ASSERT_FALSE(inference);
  EXPECT_EQ(inference.error().kind, ErrorKind::input);
  EXPECT_EQ(inference.error().where->line, 5);
  EXPECT_THAT(inference.error().message, HasSubstr("stands at index 4 and, on line 2, at index 1"));
}

TEST(Infer, ColumnOrderAndDescendingOrderAreOrders) {
  EXPECT_EQ(inferred_text(scanned("ordered(triangle, j, i)", {9}, 60), 45),
            "ordered({ [i, j] : 0 <= j <= 8 and j <= i <= 8 }, j, i)");
  EXPECT_EQ(inferred_text(scanned("ordered(triangle, i, -j)", {40}, 400), 200),
            "ordered([n] -> { [i, j] : 0 <= i < n and -i <= (-j) <= 0 }, i, -j)");
}

TEST(Infer, OneDimensionIsAProgression) {
  EXPECT_EQ(inferred_text(scanned("[n] -> { [i] : i mod 3 = 1 and 0 <= i < n }", {900}, 200), 60),
            "[n] -> { [i] : 1 <= i < n and (i - 1) mod 3 = 0 }");
}

TEST(Infer, EllipsesAreQuadratic) {
  const std::string text = "where:[i, j] in [-15, 15]x[-11, 11] : i*i + 2*j*j <= 230";
  EXPECT_THAT(inferred_text(scanned(text, {}, 2000), 300), testing::StartsWith("where:[i, j]"));
}

TEST(ReadExamples, TakesWhatMapEvalPrints) {
  const auto examples = read_examples("index,row,col\n0,0,0\n1,1,0\n2,1,1\n", "a.csv");
  ASSERT_TRUE(examples) << examples.error().format();
  EXPECT_EQ(examples->dimensions, (std::vector<std::string>{"row", "col"}));
  EXPECT_EQ(examples->points, list({{0, 0}, {1, 0}, {1, 1}}));
  EXPECT_EQ(examples->lines, (std::vector<int>{2, 3, 4}));
}

TEST(ReadExamples, NeedsNeitherNamesNorIndices) {
  const auto plain = read_examples("0, -4\r\n\n1,5\r\n", "a.csv");
  ASSERT_TRUE(plain) << plain.error().format();
  EXPECT_EQ(plain->points, list({{0, -4}, {1, 5}}));
  EXPECT_EQ(plain->lines, (std::vector<int>{1, 3}));
  const auto counted = read_examples("0,7\n1,9\n2,11\n", "a.csv");
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->points, list({{7}, {9}, {11}})) << "a first column that counts is the index";
  const auto named = read_examples("x,y\n0,7\n1,9\n2,11\n", "a.csv");
  ASSERT_TRUE(named);
  EXPECT_EQ(named->points, list({{0, 7}, {1, 9}, {2, 11}})) << "unless it has another name";
}

struct Bad {
  const char* text;
  int line;
  int column;
  const char* message;
};

class BadExamples : public testing::TestWithParam<Bad> {};

TEST_P(BadExamples, AreRefusedAtTheirPlace) {
  const auto examples = read_examples(GetParam().text, "a.csv");
  ASSERT_FALSE(examples);
  EXPECT_EQ(examples.error().kind, ErrorKind::input);
  EXPECT_EQ(examples.error().message, GetParam().message);
  ASSERT_TRUE(examples.error().where);
  EXPECT_EQ(examples.error().where->file, "a.csv");
  EXPECT_EQ(examples.error().where->line, GetParam().line);
  EXPECT_EQ(examples.error().where->column, GetParam().column);
}

INSTANTIATE_TEST_SUITE_P(
    Csv, BadExamples,
    testing::Values(Bad{"", 1, 1, "there are no points"}, Bad{"i,j\n", 2, 1, "there are no points"},
                    Bad{"0,0\n1\n", 2, 1, "expected 2 values, found 1"},
                    Bad{"0,0\n1,x\n", 2, 3, "expected an integer, found 'x'"},
                    Bad{"0,0\n1,\n", 2, 3, "expected an integer, found ''"},
                    Bad{"0,0\n1,1.5\n", 2, 3, "expected an integer, found '1.5'"},
                    Bad{"0,0\n1, 9999999999999999999999\n", 2, 4, "the coordinate is beyond 2^40"},
                    Bad{"i,i\n0,0\n", 1, 3, "the name 'i' is used twice"},
                    Bad{"i,2\n0,0\n", 1, 3, "expected the name of a coordinate, found '2'"},
                    Bad{"1,2,3,4,5,6,7\n", 1, 1, "points have 1 to 6 coordinates, these have 7"},
                    Bad{"index\n0\n", 2, 1, "points have 1 to 6 coordinates, these have 0"},
                    Bad{"index,i\n5,0\n", 2, 1, "expected index 0, found 5"},
                    Bad{"index,i\n0,0\n2,1\n", 3, 1, "expected index 1, found 2"},
                    Bad{"index,i\n0,7\n1,8\n0,9\n", 4, 1, "index 0 is given twice: line 2 says (7)"},
                    Bad{"index,i\n0,7\n1,8\n1,8\n", 4, 1, "index 1 is given twice: line 3 also says (8)"}));

TEST(FindOrders, AreUnimodularAndAscend) {
  const PointList points = scanned("wavefront", {6, 6}, 36);
  const auto orders = index_map::infer::find_orders({points, 0, points.size()});
  ASSERT_FALSE(orders.empty());
  EXPECT_EQ(orders[0].key_of_point, (std::vector<std::vector<std::int64_t>>{{1, 1}, {1, 0}}));
  EXPECT_EQ(orders[0].point_of_key, (std::vector<std::vector<std::int64_t>>{{0, 1}, {1, -1}}));
  EXPECT_TRUE(index_map::infer::find_orders({list({{0, 0}, {0, 0}}), 0, 2}).empty()) << "a point twice has no order";
}

} // namespace
} // namespace mapwright::test
