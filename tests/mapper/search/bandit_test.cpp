#include "mapper/search/bandit.hpp"
#include "measure/random.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

/// The formula as it is written, over the last `window` uses.
double slow_score(const std::vector<std::pair<std::size_t, bool>>& all, std::size_t window, std::size_t way, double c) {
  const std::size_t first = all.size() > window ? all.size() - window : 0;
  std::vector<bool> hits;
  for (std::size_t i = first; i < all.size(); ++i) {
    if (all[i].first == way) {
      hits.push_back(all[i].second);
    }
  }
  const auto n = static_cast<double>(hits.size());
  double sum = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    sum += hits[i] ? static_cast<double>(i + 1) : 0;
  }
  return 2 * sum / (n * (n + 1)) + c * std::sqrt(2 * std::log2(static_cast<double>(all.size() - first)) / n);
}

TEST(AucBandit, ScoresAreTheFormulaOverTheWindow) {
  AucBandit bandit(3, 0.05, 40);
  measure::Random random(7);
  std::vector<std::pair<std::size_t, bool>> all;
  for (int use = 0; use < 200; ++use) {
    all.emplace_back(random.below(3), random.below(5) == 0);
    bandit.record(all.back().first, all.back().second);
    const std::vector<double> scores = bandit.scores();
    for (std::size_t way = 0; way < 3; ++way) {
      const double expected = slow_score(all, 40, way, 0.05);
      if (std::isfinite(expected)) {
        ASSERT_NEAR(scores[way], expected, 1e-12) << use << " " << way;
      } else {
        ASSERT_TRUE(std::isinf(scores[way]));
      }
    }
  }
}

TEST(AucBandit, LateHitsCountMore) {
  AucBandit early(1);
  AucBandit late(1);
  for (int use = 0; use < 4; ++use) {
    early.record(0, use == 0);
    late.record(0, use == 3);
  }
  EXPECT_LT(early.scores()[0], late.scores()[0]);
}

TEST(AucBandit, TakesEachOnceThenTheOneThatHits) {
  AucBandit bandit(3);
  std::vector<int> uses(3);
  for (int use = 0; use < 100; ++use) {
    const std::size_t way = bandit.choose();
    ++uses[way];
    bandit.record(way, way == 1);
    if (use == 2) {
      EXPECT_EQ(uses, (std::vector<int>{1, 1, 1}));
    }
  }
  EXPECT_GT(uses[1], 80);
}

} // namespace
} // namespace mapwright::mapper
