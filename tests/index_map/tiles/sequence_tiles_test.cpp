// Closed forms of the tiles of a sequence against a look at every pair.
#include "index_map/tiles/floor_sum.hpp"
#include "index_map/tiles/sequence_tiles.hpp"
#include "tile_masks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map::tiles {
namespace {

constexpr Edges all_edges[] = {Edges::exact, Edges::masked, Edges::padded};

/// Compares classes of all tiles, sums over rows and both directions of the numbering; "" when they agree.
std::string tiles_differ(Number queries, Number keys, const Mask& mask, TileShape tile, Edges edges) {
  const auto wanted = test::oracle_tiles(queries, keys, mask, tile, edges);
  const SequenceTiles tiles(queries, keys, mask, tile, edges);
  if (tiles.rows() != static_cast<Number>(wanted.size())) {
    return "rows";
  }
  TileCounts counts;
  Number index = 0;
  for (Number r = 0; r < tiles.rows(); ++r) {
    const RowTiles row = tiles.row(r);
    const reference::TileRow& classes = wanted[static_cast<std::size_t>(r)];
    if (tiles.columns() != static_cast<Number>(classes.size())) {
      return "columns";
    }
    if (tiles.touched_before(r) != counts.touched() || tiles.full_before(r) != counts.full) {
      return fmt::format("before row {}: {} touched, {} full, wanted {}, {}", r, tiles.touched_before(r),
                         tiles.full_before(r), counts.touched(), counts.full);
    }
    Number nth = 0;
    for (Number c = 0; c < tiles.columns(); ++c) {
      const int kind = classes[static_cast<std::size_t>(c)];
      if (static_cast<int>(row.classify(c)) != kind) {
        return fmt::format("tile ({}, {}) is {}, wanted {}", r, c, static_cast<int>(row.classify(c)), kind);
      }
      (kind == 2 ? counts.full : kind == 1 ? counts.partial : counts.empty) += 1;
      if (kind == 0) {
        continue;
      }
      if (row.block(nth) != c || row.position(c) != nth) {
        return fmt::format("block {} of row {}", nth, r);
      }
      if (tiles.unrank(index) != Tile{r, c} || tiles.rank({r, c}) != index) {
        return fmt::format("tile number {}: ({}, {}), wanted ({}, {})", index, tiles.unrank(index).row,
                           tiles.unrank(index).block, r, c);
      }
      ++nth;
      ++index;
    }
    if (row.touched() != nth) {
      return fmt::format("row {} touches {}, wanted {}", r, row.touched(), nth);
    }
  }
  return tiles.counts() == counts ? "" : "counts";
}

TEST(SequenceTiles, AgreeWithEveryPairAtSmallSizes) {
  for (const Mask& mask : test::small_masks()) {
    for (const TileShape tile : {TileShape{1, 1}, TileShape{1, 3}, TileShape{4, 1}, TileShape{2, 3}, TileShape{4, 2},
                                 TileShape{3, 5}, TileShape{6, 4}}) {
      for (Number queries = 0; queries <= 13; queries += queries < 3 ? 1 : 2) {
        for (Number keys = 0; keys <= 13; keys += keys < 2 ? 1 : 3) {
          for (const Edges edges : all_edges) {
            ASSERT_EQ(tiles_differ(queries, keys, mask, tile, edges), "")
                << test::case_text(queries, keys, mask, tile, edges);
          }
        }
      }
    }
  }
}

RC_GTEST_PROP(SequenceTiles, AgreeWithEveryPairAtAnySize, ()) {
  const auto within = [](Number least, Number most) { return *rc::gen::inRange<Number>(least, most + 1); };
  Mask mask;
  mask.left = within(-1, 60);
  mask.right = *rc::gen::element<Number>(-1, 0, 0, within(0, 60));
  mask.sink = within(0, 40);
  mask.prefix = within(0, 40);
  mask.align = *rc::gen::element(Align::top_left, Align::bottom_right);
  const TileShape tile{within(1, 20), within(1, 20)};
  const Edges edges = *rc::gen::elementOf(std::vector<Edges>(std::begin(all_edges), std::end(all_edges)));
  const Number queries = within(0, 120);
  const Number keys = within(0, 120);
  RC_LOG() << test::case_text(queries, keys, mask, tile, edges);
  RC_ASSERT(tiles_differ(queries, keys, mask, tile, edges) == "");
}

/// Sums and numbers at lengths whose tiles nobody can list: neighbours must fit together.
RC_GTEST_PROP(SequenceTiles, NeighboursFitTogetherAtLongLengths, ()) {
  const auto within = [](Number least, Number most) { return *rc::gen::inRange<Number>(least, most + 1); };
  const Mask mask{.left = *rc::gen::element<Number>(-1, within(0, 1 << 20), within(0, most_length)),
                  .right = *rc::gen::element<Number>(-1, 0, within(0, most_length)),
                  .sink = within(0, 1 << 16),
                  .prefix = within(0, most_length),
                  .align = *rc::gen::element(Align::top_left, Align::bottom_right)};
  const TileShape tile{within(1, 300), within(1, 300)};
  const SequenceTiles tiles(within(1, most_length), within(1, most_length), mask, tile, Edges::exact);
  const Number row = within(0, tiles.rows() - 1);
  const RowTiles met = tiles.row(row);
  const Number before = tiles.touched_before(row);
  RC_ASSERT(tiles.touched_before(row + 1) - before == met.touched());
  RC_ASSERT(tiles.full_before(row + 1) - tiles.full_before(row) == met.full_tiles());
  RC_PRE(met.touched() > 0);
  for (const Number nth : {Number{0}, met.touched() / 2, met.touched() - 1}) {
    const Tile tile_there{row, met.block(nth)};
    RC_ASSERT(tiles.rank(tile_there) == before + nth);
    RC_ASSERT(tiles.unrank(before + nth) == tile_there);
  }
}

TEST(SequenceTiles, CountPairsWithTilesOfOne) {
  const SequenceTiles causal(4096, 4096, {.right = 0}, {1, 1}, Edges::exact);
  EXPECT_EQ(causal.counts(), (TileCounts{4096 * 4097 / 2, 0, 4096 * 4095 / 2}));
  const SequenceTiles window(1000, 1000, {.left = 9, .right = 0}, {1, 1}, Edges::exact);
  EXPECT_EQ(window.touched(), 1000 * 10 - 45);
}

TEST(SequenceTiles, CausalCountsAreThoseOfTheTriangle) {
  const SequenceTiles square(1000, 1000, {.right = 0}, {128, 128}, Edges::padded);
  EXPECT_EQ(square.counts(), (TileCounts{28, 8, 28}));
  const SequenceTiles flash(16384, 16384, {.right = 0, .align = Align::bottom_right}, {128, 176}, Edges::padded);
  EXPECT_EQ(flash.rows(), 128);
  EXPECT_EQ(flash.columns(), 94);
}

TEST(FloorSum, IsTheSum) {
  for (Number n = 0; n < 9; ++n) {
    for (Number m = 1; m < 8; ++m) {
      for (Number a = 0; a < 12; ++a) {
        for (Number b = 0; b < 12; ++b) {
          Number sum = 0;
          for (Number i = 0; i < n; ++i) {
            sum += (a * i + b) / m;
          }
          ASSERT_EQ(floor_sum(n, m, a, b), sum) << n << ' ' << m << ' ' << a << ' ' << b;
        }
      }
    }
  }
}

} // namespace
} // namespace mapwright::index_map::tiles
