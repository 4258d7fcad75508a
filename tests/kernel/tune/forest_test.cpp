// The random forest that the model searches on.
#include "kernel/tune/forest.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mapwright::kernel {
namespace {

/// All points of an 8 x 8 grid with the values of a function.
template <class Function> std::vector<std::pair<std::vector<Position>, double>> grid(const Function& function) {
  std::vector<std::pair<std::vector<Position>, double>> points;
  for (Position x = 0; x < 8; ++x) {
    for (Position y = 0; y < 8; ++y) {
      points.push_back({{x, y}, function(x, y)});
    }
  }
  return points;
}

std::vector<Sample> samples_of(const std::vector<std::pair<std::vector<Position>, double>>& points) {
  std::vector<Sample> samples;
  for (const auto& [positions, value] : points) {
    samples.push_back({positions, value});
  }
  return samples;
}

TEST(ForestTest, AConstantIsCertain) {
  const auto points = grid([](Position, Position) { return 2.5; });
  measure::Random random(1);
  const Forest forest(samples_of(points), 10, random);
  const Prediction prediction = forest.predict(points[9].first);
  EXPECT_EQ(prediction.mean, 2.5);
  EXPECT_EQ(prediction.deviation, 0);
}

TEST(ForestTest, LearnsASmoothFunction) {
  const auto points = grid([](Position x, Position y) { return 10.0 * x + y; });
  measure::Random random(1);
  const Forest forest(samples_of(points), 40, random);
  for (const auto& [positions, value] : points) {
    EXPECT_NEAR(forest.predict(positions).mean, value, 6);
  }
}

TEST(ForestTest, OneSampleWithoutDimensionsIsALeaf) {
  measure::Random random(1);
  const std::vector<Sample> samples = {{{}, 3}, {{}, 3}};
  EXPECT_EQ(Forest(samples, 5, random).predict({}).mean, 3);
}

} // namespace
} // namespace mapwright::kernel
