// Schedules of batches: every position in every order, and back; balance; refusals.
#include "index_map/tiles/balance.hpp"
#include "index_map/tiles/schedule.hpp"

#include <set>
#include <tuple>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map::tiles {
namespace {

using ::testing::HasSubstr;

std::vector<Work> all_work(const Schedule& schedule) {
  std::vector<Work> works;
  for (Number position = 0; position < schedule.size(); ++position) {
    works.push_back(schedule.at(position));
  }
  return works;
}

const std::vector<SequenceLengths> ragged{{70, 70}, {0, 0}, {33, 90}, {90, 33}, {0, 5}, {5, 0}, {160, 160}, {1, 1}};

TEST(Schedule, HasEveryRowAndEveryTileOnceInEveryOrder) {
  for (const Order order : {Order::row_major, Order::longest_first, Order::fold}) {
    for (const Unit unit : {Unit::row, Unit::tile}) {
      if (order == Order::fold && unit == Unit::tile) {
        continue;
      }
      const ScheduleShape shape{{.left = 40, .right = 0, .sink = 3}, {16, 12}, Edges::padded, order, unit, 3};
      const auto schedule = Schedule::make(ragged, shape);
      ASSERT_TRUE(schedule) << schedule.error().format();
      std::set<std::tuple<Number, Number, Number, Number>> seen;
      Number wanted = 0;
      for (std::size_t b = 0; b < ragged.size(); ++b) {
        const SequenceTiles tiles = schedule->tiles(static_cast<Number>(b));
        wanted += 3 * (unit == Unit::row ? tiles.rows() : tiles.touched());
      }
      ASSERT_EQ(schedule->size(), wanted);
      for (Number position = 0; position < schedule->size(); ++position) {
        const Work work = schedule->at(position);
        EXPECT_EQ(schedule->position(work), position);
        EXPECT_TRUE(seen.emplace(work.sequence, work.head, work.row, work.block).second);
        const SequenceTiles tiles = schedule->tiles(work.sequence);
        ASSERT_TRUE(work.head >= 0 && work.head < 3 && work.row >= 0 && work.row < tiles.rows());
        if (unit == Unit::tile) {
          EXPECT_NE(tiles.row(work.row).classify(work.block), TileClass::empty);
        }
      }
    }
  }
}

TEST(Schedule, OrdersAreWhatTheirNamesSay) {
  const std::vector<SequenceLengths> two{{3, 3}, {5, 5}};
  const auto rows_in = [&](Order order) {
    std::vector<std::pair<Number, Number>> rows;
    for (const Work& work : all_work(*Schedule::make(two, {{.right = 0}, {1, 1}, Edges::exact, order, Unit::row, 1}))) {
      rows.emplace_back(work.sequence, work.row);
    }
    return rows;
  };
  using Rows = std::vector<std::pair<Number, Number>>;
  EXPECT_EQ(rows_in(Order::row_major), (Rows{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {1, 3}, {1, 4}}));
  EXPECT_EQ(rows_in(Order::longest_first), (Rows{{1, 4}, {1, 3}, {1, 2}, {1, 1}, {1, 0}, {0, 2}, {0, 1}, {0, 0}}));
  EXPECT_EQ(rows_in(Order::fold), (Rows{{0, 0}, {0, 2}, {0, 1}, {1, 0}, {1, 4}, {1, 1}, {1, 3}, {1, 2}}));
}

TEST(Schedule, NumbersPositionsThatNobodyCanList) {
  const auto schedule = Schedule::make({{most_length, most_length}, {12345678, 87654321}, {most_length, 1000}},
                                       {{.right = 0}, {128, 176}, Edges::padded, Order::row_major, Unit::tile, 64});
  ASSERT_TRUE(schedule);
  EXPECT_GT(schedule->size(), Number{1} << 50);
  for (const Number position : {Number{0}, schedule->size() / 3, schedule->size() / 2, schedule->size() - 1}) {
    EXPECT_EQ(schedule->position(schedule->at(position)), position);
  }
}

TEST(Schedule, CountsTilesOfAllHeads) {
  const auto schedule =
      Schedule::make({{256, 256}, {128, 128}}, {{.right = 0}, {64, 64}, Edges::exact, Order::fold, Unit::row, 2});
  EXPECT_EQ(schedule->counts(), (TileCounts{2 * (6 + 1), 2 * (4 + 2), 2 * (6 + 1)}));
}

TEST(Schedule, RefusesWhatItCannotNumber) {
  const ScheduleShape causal{{.right = 0}, {1, 1}, Edges::exact, Order::row_major, Unit::tile, most_length};
  EXPECT_THAT(Schedule::make({{most_length, most_length}}, causal).error().message, HasSubstr("2^62"));
  ScheduleShape folded = causal;
  folded.order = Order::fold;
  EXPECT_THAT(Schedule::make({{1, 1}}, folded).error().message, HasSubstr("fold"));
  ScheduleShape packed = causal;
  packed.mask.documents = true;
  EXPECT_THAT(Schedule::make({{1, 1}}, packed).error().hint, HasSubstr("block lists"));
  EXPECT_THAT(Schedule::make({{1, 1}, {-1, 1}}, causal).error().message, HasSubstr("sequence 1"));
  ScheduleShape flat = causal;
  flat.tile.keys = 0;
  EXPECT_FALSE(Schedule::make({{1, 1}}, flat));
}

TEST(Balance, FoldedPairsAreEvenAndReversedRowsNearlySo) {
  const auto balance = [](Order order) {
    return *balance_of(*Schedule::make({{1024, 1024}}, {{.right = 0}, {16, 16}, Edges::exact, order, Unit::row, 1}), 8);
  };
  EXPECT_DOUBLE_EQ(balance(Order::fold).persistent, 1.0);
  EXPECT_GT(balance(Order::row_major).persistent, 1.05);
  EXPECT_LT(balance(Order::longest_first).dynamic, balance(Order::row_major).dynamic);
  const ScheduleShape empty{{.right = 0}, {16, 16}, Edges::exact, Order::fold, Unit::row, 1};
  EXPECT_FALSE(balance_of(*Schedule::make({}, empty), 8));
}

} // namespace
} // namespace mapwright::index_map::tiles
