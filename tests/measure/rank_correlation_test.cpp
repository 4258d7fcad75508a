#include "measure/random.hpp"
#include "measure/rank_correlation.hpp"

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::measure {
namespace {

using List = std::vector<double>;

TEST(RankCorrelation, EqualValuesShareTheMeanOfTheirRanks) {
  EXPECT_EQ(ranks_of(List{30, 10, 20, 20}), (List{4, 1, 2.5, 2.5}));
  EXPECT_EQ(ranks_of(List{7, 7, 7}), (List{2, 2, 2}));
  EXPECT_TRUE(ranks_of(List{}).empty());
}

TEST(RankCorrelation, IsSpearmans) {
  struct Case {
    List a;
    List b;
    double value;
  };
  const std::vector<Case> cases{
      {{1, 2, 3}, {10, 200, 3000}, 1},
      {{1, 2, 3}, {3, 2, 1}, -1},
      {{1, 2, 3}, {5, 5, 5}, 0},
      {{1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}, 0.8}, // 1 - 6 * 4 / (5 * 24)
      {{106, 100, 86, 101, 99, 103, 97, 113, 112, 110}, {7, 27, 2, 50, 28, 29, 20, 12, 6, 17}, -29.0 / 165},
  };
  for (const Case& each : cases) {
    EXPECT_NEAR(spearman(each.a, each.b), each.value, 1e-12);
    EXPECT_NEAR(spearman(each.b, each.a), each.value, 1e-12);
  }
  EXPECT_THROW(spearman(List{1, 2}, List{1}), std::logic_error);
  EXPECT_THROW(spearman(List{}, List{}), std::logic_error);
}

TEST(RankCorrelation, IntervalIsNarrowWhereTheOrderIsClear) {
  List x;
  List clear;
  List none;
  Random random(3);
  for (int i = 0; i < 24; ++i) {
    x.push_back(i);
    clear.push_back(i * i);
    none.push_back(static_cast<double>(random.below(1000)));
  }
  const Interval certain = bootstrap_spearman(x, clear);
  EXPECT_NEAR(certain.low, 1, 1e-9);
  EXPECT_NEAR(certain.high, 1, 1e-9);
  const Interval vague = bootstrap_spearman(x, none);
  EXPECT_LT(vague.low, spearman(x, none));
  EXPECT_GT(vague.high, spearman(x, none));
  EXPECT_GT(vague.width(), 0.4);
  EXPECT_THROW(bootstrap_spearman(x, clear, {0.95, 10, 1}), std::logic_error);
}

RC_GTEST_PROP(RankCorrelation, DependsOnTheOrderAlone, ()) {
  const auto drawn = *rc::gen::suchThat(rc::gen::container<std::vector<std::pair<int, int>>>(
                                            rc::gen::pair(rc::gen::inRange(0, 20), rc::gen::inRange(0, 20))),
                                        [](const auto& pairs) { return !pairs.empty(); });
  List a;
  List b;
  List stretched;
  List turned;
  for (const auto& [x, y] : drawn) {
    a.push_back(x);
    b.push_back(y);
    stretched.push_back(2.0 * x * x * x - 7);
    turned.push_back(-y);
  }
  const double value = spearman(a, b);
  RC_ASSERT(value >= -1 - 1e-12 && value <= 1 + 1e-12);
  RC_ASSERT(std::abs(spearman(stretched, b) - value) < 1e-12);
  RC_ASSERT(std::abs(spearman(a, turned) + value) < 1e-12);
}

} // namespace
} // namespace mapwright::measure
