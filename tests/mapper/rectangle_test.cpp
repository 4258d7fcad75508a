// Rectangles: all small ones, against points one by one.
#include "mapper/rectangle.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

/// All rectangles in [0, 3]^axes, empty ones too.
std::vector<Rectangle> small_rectangles(std::size_t axes) {
  std::vector<Rectangle> all{{axes, {}, {}}};
  for (std::size_t d = 0; d < axes; ++d) {
    std::vector<Rectangle> wider;
    for (const Rectangle& base : all) {
      for (std::int64_t low = 0; low < 3; ++low) {
        for (std::int64_t high = low; high <= 3; ++high) {
          wider.push_back(base);
          wider.back().low[d] = low;
          wider.back().high[d] = high;
        }
      }
    }
    all = std::move(wider);
  }
  return all;
}

std::set<Coordinates> points_in(const Rectangle& rectangle) {
  std::set<Coordinates> points;
  for (std::int64_t x = 0; x < 4; ++x) {
    for (std::int64_t y = 0; y < (rectangle.axes > 1 ? 4 : 1); ++y) {
      if (rectangle.contains(Coordinates{x, y})) {
        points.insert({x, y});
      }
    }
  }
  return points;
}

std::set<Coordinates> both(const std::set<Coordinates>& a, const std::set<Coordinates>& b) {
  std::set<Coordinates> common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::inserter(common, common.end()));
  return common;
}

TEST(Rectangle, VolumeAndEmptiness) {
  for (const std::size_t axes : {1U, 2U}) {
    for (const Rectangle& rectangle : small_rectangles(axes)) {
      EXPECT_EQ(rectangle.volume(), points_in(rectangle).size());
      EXPECT_EQ(rectangle.empty(), points_in(rectangle).empty());
    }
  }
}

TEST(Rectangle, PairsOfThem) {
  for (const std::size_t axes : {1U, 2U}) {
    const std::vector<Rectangle> all = small_rectangles(axes);
    for (const Rectangle& a : all) {
      const std::set<Coordinates> in_a = points_in(a);
      for (const Rectangle& b : all) {
        const std::set<Coordinates> common = both(in_a, points_in(b));
        EXPECT_EQ(a.meets(b), !common.empty());
        EXPECT_EQ(a.contains(b), common == points_in(b));
        EXPECT_EQ(points_in(intersection(a, b)), common);
        std::set<Coordinates> left;
        std::size_t count = 0;
        for (const Rectangle& part : difference(a, b)) {
          const std::set<Coordinates> points = points_in(part);
          EXPECT_FALSE(points.empty());
          count += points.size();
          left.insert(points.begin(), points.end());
        }
        EXPECT_EQ(count, left.size()) << "parts overlap";
        EXPECT_EQ(count, in_a.size() - common.size());
        EXPECT_TRUE(both(left, common).empty());
      }
    }
  }
}

TEST(Rectangle, PointsAreNumberedFirstDimensionFastest) {
  const Rectangle box{3, {1, -2, 5}, {4, 0, 7}};
  EXPECT_EQ(box.point_at(0), (Coordinates{1, -2, 5}));
  EXPECT_EQ(box.point_at(1), (Coordinates{2, -2, 5}));
  EXPECT_EQ(box.point_at(3), (Coordinates{1, -1, 5}));
  for (std::uint64_t i = 0; i < box.volume(); ++i) {
    EXPECT_EQ(box.index_of(box.point_at(i)), i);
    EXPECT_TRUE(box.contains(box.point_at(i)));
  }
}

TEST(Rectangle, BoxesOfExtents) {
  EXPECT_EQ(box_of(std::vector<std::int64_t>{2, 3}), (Rectangle{2, {}, {2, 3}}));
  EXPECT_FALSE(box_of(std::vector<std::int64_t>{}));
  EXPECT_FALSE(box_of(std::vector<std::int64_t>{2, 0}));
  EXPECT_FALSE(box_of(std::vector<std::int64_t>{1, 1, 1, 1, 1}));
  EXPECT_FALSE(box_of(std::vector<std::int64_t>{INT64_MAX, INT64_MAX}));
  EXPECT_TRUE(box_of(std::vector<std::int64_t>{std::int64_t{1} << 48}));
  EXPECT_FALSE(box_of(std::vector<std::int64_t>{std::int64_t{1} << 48, 2}));
}

TEST(Rectangle, Texts) {
  EXPECT_EQ(to_string(Rectangle{2, {0, 1}, {4, 8}}), "(0,1)..(3,7)");
  EXPECT_EQ(to_string(Rectangle{1, {3}, {3}}), "nothing");
  EXPECT_EQ(bounding_box({{1, {3}, {4}}, {1, {7}, {9}}, {1, {0}, {0}}}, 1), (Rectangle{1, {3}, {9}}));
  EXPECT_TRUE(bounding_box({}, 2).empty());
}

} // namespace
} // namespace mapwright::mapper
