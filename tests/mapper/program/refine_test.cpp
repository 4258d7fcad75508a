// Pieces of overlapping sets, and ways to cut: against points one by one.
#include "mapper/program/partition.hpp"
#include "mapper/program/refine.hpp"
#include "mapper/random_programs.hpp"

#include <map>
#include <set>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

Rectangle any_rectangle(const Rectangle& box) {
  Rectangle rectangle = box;
  for (std::size_t d = 0; d < box.axes; ++d) {
    rectangle.low[d] = any_of_range(-1, static_cast<int>(box.high[d]));
    rectangle.high[d] = rectangle.low[d] + any_of_range(0, 5);
  }
  return rectangle;
}

RC_GTEST_PROP(Refine, EveryPointOnceWithItsSets, ()) {
  const auto axes = static_cast<std::size_t>(any_of_range(1, 4));
  Rectangle box{axes, {}, {}};
  for (std::size_t d = 0; d < axes; ++d) {
    box.high[d] = any_of_range(1, 9);
  }
  std::vector<MemberRectangle> members;
  for (int i = any_of_range(0, 8); i > 0; --i) {
    members.push_back({any_rectangle(box), static_cast<std::uint32_t>(any_of_range(0, 5))});
  }
  std::map<Coordinates, std::vector<std::uint32_t>> found;
  refine(box, members, [&](const Rectangle& piece, const std::vector<std::uint32_t>& sets) {
    for (std::uint64_t i = 0; i < piece.volume(); ++i) {
      RC_ASSERT(found.emplace(piece.point_at(i), sets).second);
    }
    return true;
  });
  std::map<Coordinates, std::vector<std::uint32_t>> expected;
  for (std::uint64_t i = 0; i < box.volume(); ++i) {
    const Coordinates point = box.point_at(i);
    std::set<std::uint32_t> sets;
    for (const MemberRectangle& member : members) {
      if (member.rectangle.contains(point)) {
        sets.insert(member.set);
      }
    }
    if (!sets.empty()) {
      expected[point].assign(sets.begin(), sets.end());
    }
  }
  RC_ASSERT(found == expected);
}

TEST(Refine, TheTakerCanStopIt) {
  int pieces = 0;
  const Rectangle box{1, {}, {10}};
  const bool ended = refine(box, {{{1, {0}, {5}}, 0}, {{1, {5}, {10}}, 1}}, [&](const Rectangle&, const auto&) {
    ++pieces;
    return false;
  });
  EXPECT_FALSE(ended);
  EXPECT_EQ(pieces, 1);
}

RC_GTEST_PROP(WithoutOverlaps, KeepsThePoints, ()) {
  const Rectangle box{2, {}, {6, 6}};
  PointSet set;
  const bool points_only = any_of_range(0, 2) == 0;
  for (int i = any_of_range(0, 8); i > 0; --i) {
    Rectangle part = any_rectangle(box);
    if (points_only) {
      part = single(2, part.low);
    }
    set.push_back(part);
  }
  std::set<Coordinates> before;
  for (const Rectangle& part : set) {
    for (std::uint64_t i = 0; i < part.volume(); ++i) {
      before.insert(part.point_at(i));
    }
  }
  std::set<Coordinates> after;
  for (const Rectangle& part : without_overlaps(set)) {
    for (std::uint64_t i = 0; i < part.volume(); ++i) {
      RC_ASSERT(after.insert(part.point_at(i)).second);
    }
  }
  RC_ASSERT(before == after);
}

TEST(Blocks, AreCeilingsWithTheLastClipped) {
  const auto sets = cut_into_blocks({1, {}, {10}}, {1, {}, {4}});
  EXPECT_EQ(sets[0], (PointSet{{1, {0}, {3}}}));
  EXPECT_EQ(sets[3], (PointSet{{1, {9}, {10}}}));
  const auto many = cut_into_blocks({1, {}, {9}}, {1, {}, {6}}); // blocks of two: five of them
  EXPECT_EQ(many[4], (PointSet{{1, {8}, {9}}}));
  EXPECT_TRUE(many[5].empty());
}

TEST(Blocks, AreDisjointAndHalosAreNot) {
  const Rectangle extents{2, {}, {7, 5}};
  Partition tiles{"tiles", 0, {2, {}, {3, 2}}, {}};
  tiles.sets = cut_into_blocks(extents, tiles.colours);
  EXPECT_TRUE(is_disjoint(tiles, extents));
  std::uint64_t points = 0;
  for (const PointSet& set : tiles.sets) {
    points += set.front().volume();
  }
  EXPECT_EQ(points, extents.volume());
  Partition halo{"halo", 0, tiles.colours, cut_into_halos(extents, tiles, {1, 1}, true)};
  EXPECT_FALSE(is_disjoint(halo, extents));
  EXPECT_EQ(halo.sets[0], (PointSet{{2, {0, 0}, {4, 4}}})); // the first block is 3 x 3
  const auto rims = cut_into_halos(extents, tiles, {1, 1}, false);
  std::uint64_t rim = 0;
  for (const Rectangle& part : rims[0]) {
    rim += part.volume();
    EXPECT_FALSE(part.meets(tiles.sets[0].front()));
  }
  EXPECT_EQ(rim, 16U - 9U);
}

} // namespace
} // namespace mapwright::mapper
