// Grids of processors: published vectors, and every small case against trying all grids.
#include "mapper/space/factorize.hpp"
#include "reference/processor_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper::space {
namespace {

using test::all_grids;
using test::exponents_of;
using test::Grid;
using test::grid_cost;

TEST(AutoFactors, ReproducePublishedVectors) {
  const struct {
    std::int64_t n;
    Grid extents;
    Grid expected;
  } vectors[] = {
      {4, {4, 2, 4}, {2, 1, 2}},   {6, {9, 4}, {3, 2}},         {8, {4, 4, 2}, {4, 2, 1}},
      {8, {1, 1, 1}, {2, 2, 2}},   {12, {16, 9, 4}, {4, 3, 1}}, {24, {10, 7, 3}, {4, 3, 2}},
      {32, {250, 16000}, {1, 32}}, {6, {2, 3}, {2, 3}},         {1, {5, 5}, {1, 1}},
  };
  for (const auto& vector : vectors) {
    EXPECT_EQ(*auto_factors(vector.n, vector.extents), vector.expected) << vector.n;
  }
}

TEST(GreedyFactors, ReproducePublishedVectors) {
  EXPECT_EQ(*greedy_factors(12, Grid{16, 9, 4}), (Grid{6, 2, 1}));
  EXPECT_EQ(*greedy_factors(24, Grid{10, 7, 3}), (Grid{6, 4, 1}));
}

/// What auto_factors promises, by trying all grids.
Grid best_grid(std::int64_t n, const Grid& extents) {
  const Grid greedy = *greedy_factors(n, extents);
  Grid best;
  for (const Grid& grid : all_grids(n, extents.size())) {
    const std::int64_t cost = grid_cost(grid, extents);
    const std::int64_t best_cost = best.empty() ? cost + 1 : grid_cost(best, extents);
    const auto wins_tie = [&] { return best != greedy && (grid == greedy || exponents_of(grid) < exponents_of(best)); };
    if (cost < best_cost || (cost == best_cost && wins_tie())) {
      best = grid;
    }
  }
  return best;
}

TEST(AutoFactors, AreTheBestOfAllGridsForEverySmallCase) {
  for (std::int64_t n = 1; n <= 48; ++n) {
    for (std::int64_t a = 1; a <= 7; ++a) {
      for (std::int64_t b = 1; b <= 7; ++b) {
        const Grid extents{a, b};
        ASSERT_EQ(*auto_factors(n, extents), best_grid(n, extents)) << n << ": " << a << ", " << b;
      }
    }
  }
}

TEST(AutoFactors, KeepTheStatedOrderWhereGreedyIsNotAmongTheBest) {
  // 8 + 9 = 17 either way round; the greedy grid is (12, 6).
  EXPECT_EQ(*greedy_factors(72, Grid{1, 1}), (Grid{12, 6}));
  EXPECT_EQ(*auto_factors(72, Grid{1, 1}), (Grid{9, 8}));
}

RC_GTEST_PROP(AutoFactors, AreTheBestOfAllGridsInThreeDimensions, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(1, 64);
  const Grid extents = *rc::gen::container<Grid>(3, rc::gen::inRange<std::int64_t>(1, 40));
  RC_ASSERT(*auto_factors(n, extents) == best_grid(n, extents));
}

TEST(AutoFactors, CompareExactlyWhereDecimalsAgree) {
  // The two costs are the same double.
  const std::int64_t large = 3'000'000'000'000'000'001;
  EXPECT_EQ(*auto_factors(2, Grid{large, large + 1}), (Grid{1, 2}));
  EXPECT_EQ(*auto_factors(2, Grid{large + 1, large}), (Grid{2, 1}));
}

/// The heuristic in the words of its definition, with real quotients replaced by exact ones.
Grid greedy_grid(std::int64_t n, const Grid& extents) {
  Grid grid(extents.size(), 1);
  for (std::int64_t prime = n; prime >= 2; --prime) {
    while (n % prime == 0 && prime_factors(prime).size() == 1) {
      std::size_t widest = 0;
      for (std::size_t i = 1; i < grid.size(); ++i) {
        widest = extents[i] * grid[widest] > extents[widest] * grid[i] ? i : widest;
      }
      grid[widest] *= prime;
      n /= prime;
    }
  }
  return grid;
}

RC_GTEST_PROP(GreedyFactors, GiveEachPrimeToTheWidestDimension, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(1, 400);
  const Grid extents = *rc::gen::container<Grid>(3, rc::gen::inRange<std::int64_t>(1, 60));
  RC_ASSERT(*greedy_factors(n, extents) == greedy_grid(n, extents));
}

TEST(BalancedFactors, GiveEachPrimeToTheSmallestFactor) {
  EXPECT_EQ(*balanced_factors(12, 2), (Grid{6, 2})); // 2, 2, 3: (2, 1), (2, 2), (6, 2)
  EXPECT_EQ(*balanced_factors(36, 2), (Grid{6, 6}));
  EXPECT_EQ(*balanced_factors(12, 3), (Grid{3, 2, 2}));
  EXPECT_EQ(*balanced_factors(38, 2), (Grid{19, 2})); // a prime beyond 17
  EXPECT_EQ(*balanced_factors(7, 3), (Grid{7, 1, 1}));
  EXPECT_EQ(*balanced_factors(1, 2), (Grid{1, 1}));
}

TEST(FactorizationCount, IsTheNumberOfAllGrids) {
  for (std::int64_t n = 1; n <= 60; ++n) {
    for (std::size_t parts = 1; parts <= 4; ++parts) {
      ASSERT_EQ(factorization_count(n, parts), all_grids(n, parts).size()) << n << " into " << parts;
    }
  }
  EXPECT_EQ(factorization_count(std::int64_t{1} << 32, 16), most_factorizations + 1);
}

TEST(PrimeFactors, MultiplyBack) {
  for (std::int64_t n = 1; n <= 2000; ++n) {
    std::int64_t product = 1;
    std::int64_t last = 2;
    for (const std::int64_t prime : prime_factors(n)) {
      EXPECT_LE(last, prime);
      EXPECT_EQ(prime_factors(prime).size(), 1U);
      last = prime;
      product *= prime;
    }
    ASSERT_EQ(product, n);
  }
}

TEST(Factors, RefuseWhatHasNoGrid) {
  EXPECT_EQ(auto_factors(0, Grid{1}).error().message, "0 processors cannot be factorised");
  EXPECT_EQ(auto_factors(4, Grid{}).error().message, "a grid of 0 dimensions");
  EXPECT_EQ(greedy_factors(4, Grid{2, 0}).error().message, "an extent of 0");
  EXPECT_EQ(balanced_factors(4, 0).error().message, "balance_split into 0 dimensions");
  EXPECT_EQ(auto_factors(std::int64_t{1} << 32, Grid(16, 1)).error().hint, "use greedy_split, or fewer dimensions");
  EXPECT_TRUE(greedy_factors(std::int64_t{1} << 32, Grid(16, 1)).has_value());
}

} // namespace
} // namespace mapwright::mapper::space
