// Block lists, and documents packed on one grid, against a look at every pair.
#include "index_map/tiles/block_lists.hpp"
#include "tile_masks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map::tiles {
namespace {

/// The lists that a grid of classes has, in the words of BlockLists.
struct ListedClasses {
  std::vector<std::int32_t> counts;
  std::vector<std::int32_t> indices;
};

ListedClasses listed(const std::vector<reference::TileRow>& classes, int kind, bool by_columns, std::size_t columns) {
  ListedClasses lists;
  const std::size_t outer = by_columns ? columns : classes.size();
  const std::size_t inner = by_columns ? classes.size() : columns;
  for (std::size_t a = 0; a < outer; ++a) {
    std::int32_t count = 0;
    for (std::size_t b = 0; b < inner; ++b) {
      if ((by_columns ? classes[b][a] : classes[a][b]) == kind) {
        lists.indices.push_back(static_cast<std::int32_t>(b));
        ++count;
      }
    }
    lists.counts.push_back(count);
  }
  return lists;
}

std::string lists_differ(const BlockLists& lists, const std::vector<reference::TileRow>& classes) {
  const auto columns = static_cast<std::size_t>(lists.columns);
  for (const auto& [name, table, kind, by_columns] :
       {std::tuple{"kv", &lists.kv, 1, false}, std::tuple{"full_kv", &lists.full_kv, 2, false},
        std::tuple{"q", &lists.q, 1, true}, std::tuple{"full_q", &lists.full_q, 2, true}}) {
    const ListedClasses wanted = listed(classes, kind, by_columns, columns);
    if (table->counts != wanted.counts || table->indices != wanted.indices) {
      return name;
    }
  }
  return "";
}

/// Classes of documents one behind the other, pair by pair.
std::vector<reference::TileRow> packed_classes(const std::vector<Number>& offsets, const Mask& mask, TileShape tile,
                                               Edges edges) {
  const reference::AttentionMask oracle = test::oracle_of(mask);
  const auto sees = [&](Number i, Number j) {
    for (std::size_t d = 0; d + 1 < offsets.size(); ++d) {
      const Number begin = offsets[d];
      const Number end = offsets[d + 1];
      if (i >= begin && i < end) {
        return j >= begin && j < end && oracle.sees(end - begin, end - begin, i - begin, j - begin);
      }
    }
    return false;
  };
  const reference::Ends ends = edges == Edges::masked ? reference::Ends::masked : reference::Ends::exact;
  return reference::classify_tiles(offsets.back(), offsets.back(), tile.queries, tile.keys, ends, sees);
}

TEST(BlockLists, OfOneSequenceAgreeWithEveryPair) {
  for (const Mask& mask : test::small_masks()) {
    for (const Edges edges : {Edges::exact, Edges::masked, Edges::padded}) {
      for (const auto& [queries, keys] : {std::pair<Number, Number>{13, 13}, {12, 20}, {20, 9}}) {
        const TileShape tile{4, 3};
        const auto lists = make_block_lists({sequence_grid({queries, keys, mask, tile, edges})});
        ASSERT_TRUE(lists);
        EXPECT_EQ(lists_differ(*lists, test::oracle_tiles(queries, keys, mask, tile, edges)), "")
            << test::case_text(queries, keys, mask, tile, edges);
      }
    }
  }
}

RC_GTEST_PROP(BlockLists, OfPackedDocumentsAgreeWithEveryPair, ()) {
  const auto within = [](Number least, Number most) { return *rc::gen::inRange<Number>(least, most + 1); };
  std::vector<Number> offsets{0};
  for (Number documents = within(0, 9); documents > 0; --documents) {
    offsets.push_back(offsets.back() + *rc::gen::element<Number>(0, 1, within(0, 12), within(0, 50)));
  }
  const std::vector<Mask> masks = test::small_masks();
  const Mask mask = masks[static_cast<std::size_t>(within(0, static_cast<Number>(masks.size()) - 1))];
  const TileShape tile{within(1, 12), within(1, 12)};
  const Edges edges = *rc::gen::element(Edges::exact, Edges::masked);
  const auto classes = packed_classes(offsets, mask, tile, edges);
  const TileGrid grid = packed_grid(offsets, mask, tile, edges);
  const auto lists = make_block_lists({grid});
  RC_ASSERT(lists.has_value());
  RC_LOG() << test::case_text(offsets.back(), offsets.back(), mask, tile, edges);
  RC_ASSERT(lists_differ(*lists, classes) == "");
  const TileCounts counts = grid.counts();
  RC_ASSERT(counts.full == static_cast<Number>(lists->full_kv.indices.size()));
  RC_ASSERT(counts.partial == static_cast<Number>(lists->kv.indices.size()));
}

TEST(BlockLists, PadSmallerGridsOfABatch) {
  const TileShape tile{2, 2};
  const auto lists =
      make_block_lists({sequence_grid({4, 4, {.right = 0}, tile, Edges::masked}),
                        sequence_grid({1, 6, {.right = 0, .align = Align::bottom_right}, tile, Edges::masked})});
  ASSERT_TRUE(lists);
  EXPECT_EQ(lists->rows, 2);
  EXPECT_EQ(lists->columns, 3);
  EXPECT_EQ(lists->kv.counts, (std::vector<std::int32_t>{1, 1, 3, 0}));
  EXPECT_EQ(lists->kv.padded(), (std::vector<std::int32_t>{0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0, 0}));
  EXPECT_EQ(lists->full_kv.counts, (std::vector<std::int32_t>{0, 1, 0, 0}));
  EXPECT_EQ(lists->q.counts, (std::vector<std::int32_t>{1, 1, 0, 1, 1, 1}));
}

} // namespace
} // namespace mapwright::index_map::tiles
