// Ratios without pairs, and their mean.
#include "measure/ratio.hpp"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::measure {
namespace {

TEST(UnpairedRatio, OfMedians) {
  const std::vector<double> before{4, 4, 4, 100};
  const std::vector<double> after{1, 2, 3};
  const RatioEstimate estimate = unpaired_ratio(before, after);
  EXPECT_DOUBLE_EQ(estimate.ratio, 0.5);
  EXPECT_LE(estimate.interval.low, 0.5);
  EXPECT_GE(estimate.interval.high, 0.5);
  EXPECT_GE(estimate.interval.low, 0.01);
  EXPECT_LE(estimate.interval.high, 0.75);
}

TEST(UnpairedRatio, ConstantsLeaveNoDoubt) {
  const RatioEstimate estimate = unpaired_ratio(std::vector<double>(5, 2.0), std::vector<double>(30, 3.0));
  EXPECT_DOUBLE_EQ(estimate.interval.low, 1.5);
  EXPECT_DOUBLE_EQ(estimate.interval.high, 1.5);
}

TEST(UnpairedRatio, MoreConfidenceIsWider) {
  std::vector<double> before;
  std::vector<double> after;
  for (int i = 0; i < 30; ++i) {
    before.push_back(1 + 0.01 * (i * 7 % 30));
    after.push_back(1 + 0.01 * (i * 11 % 30));
  }
  const RatioEstimate narrow = unpaired_ratio(before, after, {.confidence = 0.5});
  const RatioEstimate wide = unpaired_ratio(before, after, {.confidence = 0.999});
  EXPECT_LT(wide.interval.low, narrow.interval.low);
  EXPECT_GT(wide.interval.high, narrow.interval.high);
  const RatioEstimate again = unpaired_ratio(before, after, {.confidence = 0.999});
  EXPECT_EQ(again.interval.low, wide.interval.low);
}

TEST(UnpairedRatio, RefusesNonsense) {
  const std::vector<double> one{1};
  EXPECT_THROW(unpaired_ratio({}, one), std::logic_error);
  EXPECT_THROW(unpaired_ratio(one, one, {.confidence = 1}), std::logic_error);
}

TEST(GeometricMean, OfRatiosAndTheirDoubt) {
  const std::vector<RatioEstimate> equal{{2, {1, 4}}, {0.5, {0.25, 1}}};
  const RatioEstimate mean = geometric_mean(equal);
  EXPECT_DOUBLE_EQ(mean.ratio, 1);
  EXPECT_NEAR(mean.interval.high, std::exp(std::log(2.0) * std::sqrt(2.0) / 2), 1e-12);
  EXPECT_NEAR(mean.interval.low, 1 / mean.interval.high, 1e-12);
  const std::vector<RatioEstimate> single{{3, {2, 5}}};
  EXPECT_DOUBLE_EQ(geometric_mean(single).interval.low, 2);
  EXPECT_THROW(geometric_mean({}), std::logic_error);
}

} // namespace
} // namespace mapwright::measure
