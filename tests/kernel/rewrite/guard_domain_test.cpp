// Guards of kernels as affine sets: what is understood, and what is left alone.
#include "domain/reference.hpp"
#include "kernel/rewrite/maps/guard_domain.hpp"
#include "kernel/rewrite/maps/tile_domain.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel::rewrite {
namespace {

/// With single blanks, none at the ends.
std::string squeezed(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c != ' ' || (!result.empty() && result.back() != ' ')) {
      result += c;
    }
  }
  return result;
}

TEST(GuardDomain, ConditionsOfCBecomeThoseOfIsl) {
  const std::vector<std::string> names{"i", "j", "n"};
  struct Row {
    const char* condition;
    const char* isl; ///< null: not understood
  };
  for (const Row& row : {Row{"i>=n||j>i", "i >= n or j > i"},
                         {"i < n && !(j == 2)", "i < n and not (j = 2)"},
                         {"2 * i + 1u != n", "2 * i + 1 != n"},
                         {"i < 16L /* rows */", "i < 16"},
                         {"i / 2 < n", nullptr},
                         {"i % 2 == 0", nullptr},
                         {"i < rows", nullptr},
                         {"a[i] < n", nullptr},
                         {"i < 010", nullptr},
                         {"i < 1.5", nullptr}}) {
    const auto text = isl_condition(row.condition, names);
    EXPECT_EQ(text.has_value(), row.isl != nullptr) << row.condition;
    if (text && row.isl != nullptr) {
      EXPECT_EQ(squeezed(*text), row.isl);
    }
  }
  EXPECT_FALSE(isl_condition("mod < n", {"mod", "n"})); // a word of isl
}

/// The number of points at this size; -1 when there is no domain.
std::int64_t points_of(const Result<domain::Domain>& domain, std::int64_t size) {
  if (!domain) {
    return -1;
  }
  const std::vector<domain::Int> sizes{size};
  const auto count = domain::count_by_scan(*domain, sizes);
  return count ? static_cast<std::int64_t>(*count) : -1;
}

std::int64_t points_at_five(const Guards& guards) {
  return points_of(domain_of(guards), 5);
}

TEST(GuardDomain, ItemsThatPassAreThePointsOfTheDomain) {
  EXPECT_EQ(points_at_five({{"n"}, {"i", "j"}, {}, {"i >= n || j > i"}}), 15);
  EXPECT_EQ(points_at_five({{"n"}, {"i", "j"}, {"i < n", "j < i"}, {}}), 10);
  EXPECT_EQ(points_at_five({{"n"}, {"i", "j"}, {"i < n"}, {"j > i + 1", "j >= n"}}), 19);
}

TEST(GuardDomain, UnboundedOnesAreRefused) {
  EXPECT_FALSE(domain_of({{"n"}, {"i", "j"}, {"j <= i"}, {}}));
}

TEST(TileDomain, SquareTilesOfATriangleAreATriangle) {
  const auto tiles = tile_domain({{"n"}, {"i", "j"}, {}, {"i >= n || j > i"}}, {4, 8, 16});
  ASSERT_TRUE(tiles);
  EXPECT_EQ(tiles->parameters.size(), 1U);
  EXPECT_EQ(points_of(*tiles, 3), 6);
}

TEST(TileDomain, NoneWhereTilesAreNotLikeItems) {
  // Below the diagonal strictly: a tile on the diagonal has work although its item has none.
  EXPECT_FALSE(tile_domain({{"n"}, {"i", "j"}, {}, {"i >= n || j >= i"}}, {4, 8}));
  EXPECT_FALSE(tile_domain({{"n", "m"}, {"i", "j"}, {}, {"i >= n || j >= m"}}, {4, 8}));
}

} // namespace
} // namespace mapwright::kernel::rewrite
