// What a Gaussian process says of points it has seen, of points between them, and of points far away.
#include "kernel/tune/gaussian_process.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

TEST(GaussianProcessTest, FollowsASmoothFunctionAndKnowsWhereItDoesNot) {
  std::vector<std::vector<Position>> points;
  std::vector<Sample> samples;
  const auto value = [](Position x) { return 5 + std::pow(0.5 * x - 2, 2); };
  for (const Position x : {0U, 2U, 3U, 5U, 6U}) {
    points.push_back({x, x % 2});
  }
  for (const auto& point : points) {
    samples.push_back({point, value(point[0])});
  }
  const std::vector<std::size_t> values = {13, 2};
  const GaussianProcess process(samples, values);
  for (const Sample& sample : samples) {
    EXPECT_NEAR(process.predict(sample.positions).mean, sample.value, 0.3);
  }
  const std::vector<Position> between = {4, 0};
  const std::vector<Position> far = {12, 0};
  EXPECT_NEAR(process.predict(between).mean, value(4), 0.5);
  EXPECT_GT(process.predict(far).deviation, 2 * process.predict(between).deviation);
}

TEST(GaussianProcessTest, CopesWithEqualValuesAndEqualPoints) {
  const std::vector<Position> point = {1};
  const std::vector<Sample> samples(3, {point, 2.0});
  const GaussianProcess process(samples, std::vector<std::size_t>{2});
  EXPECT_DOUBLE_EQ(process.predict(point).mean, 2);
  EXPECT_TRUE(std::isfinite(process.predict(std::vector<Position>{0}).deviation));
}

TEST(GaussianProcessTest, WithoutDimensionsAllPointsAreOne) {
  const std::vector<Sample> samples = {{{}, 1.0}, {{}, 3.0}};
  EXPECT_NEAR(GaussianProcess(samples, {}).predict({}).mean, 2, 1e-9);
}

} // namespace
} // namespace mapwright::kernel
