#include "expr/largest.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::expr {
namespace {

std::optional<Int> largest_below(Int limit, Int least, Int greatest) {
  return largest_where([&](Int n) { return n < limit; }, least, greatest);
}

TEST(LargestWhere, SmallRangesExhaustively) {
  for (Int least = -3; least < 12; ++least) {
    for (Int greatest = least - 1; greatest < 40; ++greatest) {
      for (Int limit = -5; limit < 45; ++limit) {
        const auto found = largest_below(limit, least, greatest);
        const Int expected = limit - 1 < greatest ? limit - 1 : greatest;
        if (expected < least) {
          EXPECT_EQ(found, std::nullopt);
        } else {
          EXPECT_EQ(found, expected);
        }
      }
    }
  }
}

TEST(LargestWhere, LargeRanges) {
  EXPECT_EQ(largest_below(int_max, 0, (Int{1} << 63) - 1), (Int{1} << 63) - 1);
  EXPECT_EQ(largest_below(int_max, 0, (Int{1} << 126) - 1), (Int{1} << 126) - 1);
  EXPECT_EQ(largest_below(Int{1} << 100, -(Int{1} << 100), Int{1} << 101), (Int{1} << 100) - 1);
}

RC_GTEST_PROP(LargestWhere, FindsTheBorderInFewCalls, (std::uint64_t a, std::uint64_t b)) {
  const Int limit = 1 + Int{a < b ? a : b};
  const Int greatest = Int{a < b ? b : a};
  int calls = 0;
  const auto found = largest_where(
      [&](Int n) {
        ++calls;
        return n < limit;
      },
      0, greatest);
  RC_ASSERT(found == limit - 1);
  RC_ASSERT(calls <= 85);
}

} // namespace
} // namespace mapwright::expr
