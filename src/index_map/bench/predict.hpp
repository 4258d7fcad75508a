// The cost model: what bounding box and map cost per index, taken apart, and the times that follow.
//
//   T_box = launch + max over threads (skipped * box_t + useful_in_box * points_t)
//   T_map = launch + ceil(points / threads) * (map + useful_in_map)
//
// box_t and points_t: points of the box, and of the domain, that thread t meets (one share on a device, which hands out
// groups as they end). Neither time enters the prediction of itself:
//   skipped, map      runs of the size itself that only find the points and do no work (less, in the box, where at the
//                     smaller size finding alone is dearer than finding and working)
//   useful_in_...     the work at a smaller size, in its place: full runs less runs that only find the points
//   and, for both     how much dearer the work is at the size itself, by the table look-up (caches): the same
//   difference
//                     there, less the one at the smaller size
#pragma once

#include "index_map/bench.hpp"
#include "index_map/bench/instance.hpp"

#include <functional>
#include <optional>
#include <vector>

namespace mapwright::index_map::bench {

/// What was measured; `_only`: runs that only find the points.
struct SizeTimes {
  Seconds box_only{0};
  Seconds map_only{0};
  Seconds table_only{0}; ///< 0 for both: there is no table
  Seconds table{0};
};
struct Times {
  SizeTimes full;  ///< at the size itself
  SizeTimes small; ///< at the smaller one
  Seconds small_box{0};
  Seconds small_map{0};
  Seconds launch{0};
};

/// How much there is to do at one size.
struct Load {
  std::vector<Share> shares; ///< of the threads, in the box
  std::int64_t points = 0;
};
/// One share without `threads`.
Result<Load> load_of(const Instance& instance, std::optional<unsigned> threads);

BenchCosts costs_of(const Times& times, const Load& full, const Load& small);

Seconds box_time(const BenchCosts& costs, const Load& load);
Seconds map_time(const BenchCosts& costs, const Load& load);

/// Time of the slowest thread in the box over the mean of all.
double imbalance(const BenchCosts& costs, const Load& load);

/// Sizes on the way to `sizes`: step t of `steps(...)`, the last being `sizes` itself. A level takes each value; of
/// other sizes, those of at least half the largest one shrink with it, smaller ones stay.
std::vector<expr::Int> sizes_at(const domain::Domain& domain, const std::vector<expr::Int>& sizes, expr::Int t);
expr::Int steps(const std::vector<expr::Int>& sizes);

/// The smallest step from which on, up to `last`, `wins`; nothing when it does not win at `last`. Looks at the first
/// 32 steps and at doublings, and in between where the answer changes last.
std::optional<expr::Int> first_win(expr::Int last, const std::function<bool(expr::Int)>& wins);

} // namespace mapwright::index_map::bench
