#include "core/budget.hpp"

#include <gtest/gtest.h>

namespace mapwright {
namespace {

TEST(Budget, NothingIsLimitedByDefault) {
  EXPECT_FALSE(exhausted({}, {1'000'000, Seconds{1e9}, 1'000'000'000, 1e6, Joules(1e12)}, {}));
}

TEST(Budget, WhatIsInFlightCounts) {
  Budget budget;
  budget.tokens = 100;
  EXPECT_FALSE(exhausted(budget, {0, {}, 60}, {0, {}, 40}));
  const auto over = exhausted(budget, {0, {}, 60}, {0, {}, 41});
  ASSERT_TRUE(over);
  EXPECT_EQ(over->kind, ResourceKind::tokens);
  EXPECT_EQ(over->limit, 100);
  EXPECT_EQ(over->used, 60);
  EXPECT_EQ(over->reserved, 41);
}

TEST(Budget, AtALimitNothingMoreIsBegun) {
  Budget budget;
  budget.evaluations = 5;
  EXPECT_FALSE(exhausted(budget, {4}, {1}));
  EXPECT_TRUE(exhausted(budget, {5}, {}));
}

TEST(Budget, EveryKindHasItsLimit) {
  const Resources used{1, Seconds{1}, 1, 1, Joules(1)};
  Budget budget;
  budget.evaluations = 1;
  EXPECT_EQ(exhausted(budget, used, {})->kind, ResourceKind::evaluations);
  budget = {};
  budget.seconds = 0.5;
  EXPECT_EQ(exhausted(budget, used, {})->kind, ResourceKind::time);
  budget = {};
  budget.dollars = 0.5;
  EXPECT_EQ(exhausted(budget, used, {})->kind, ResourceKind::dollars);
  budget = {};
  budget.joules = 0.5;
  EXPECT_EQ(exhausted(budget, used, {})->kind, ResourceKind::energy);
}

} // namespace
} // namespace mapwright
