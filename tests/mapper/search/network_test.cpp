#include "mapper/search/chance.hpp"
#include "mapper/search/decision_policy.hpp"
#include "mapper/search/network.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::mapper {
namespace {

std::vector<double> random_row(std::size_t size, measure::Random& random) {
  std::vector<double> row(size);
  for (double& each : row) {
    each = normal_draw(random);
  }
  return row;
}

/// The derivative of `value` by each number of the network, by central differences.
template <class Value> std::vector<double> slow_slope(DenseNetwork network, const Value& value) {
  constexpr double step = 1e-5;
  std::vector<double> slope;
  const std::size_t size = network.size();
  const auto moved = [&](std::size_t which, double by) {
    std::size_t i = 0;
    network.visit([&](double& number) { number += i++ == which ? by : 0; });
  };
  for (std::size_t i = 0; i < size; ++i) {
    moved(i, step);
    const double above = value(network);
    moved(i, -2 * step);
    const double below = value(network);
    moved(i, step);
    slope.push_back((above - below) / (2 * step));
  }
  return slope;
}

TEST(DenseNetwork, SlopesAgreeWithFiniteDifferences) {
  measure::Random random(3);
  const std::array<std::size_t, 3> sizes{5, 4, 3};
  const DenseNetwork network(sizes, random);
  const std::vector<double> input = random_row(5, random);
  std::vector<double> slope(network.size(), 0.0);
  network.add_slope(input, 2, slope);
  const std::vector<double> expected = slow_slope(network, [&](const DenseNetwork& n) { return 2 * n.value(input); });
  ASSERT_EQ(slope.size(), expected.size());
  for (std::size_t i = 0; i < slope.size(); ++i) {
    EXPECT_NEAR(slope[i], expected[i], 1e-7) << i;
  }
}

std::vector<double> slow_probabilities(const DenseNetwork& network, const PolicyStep& step) {
  std::vector<double> p;
  double sum = 0;
  for (const auto& row : step.features) {
    p.push_back(std::exp(network.value(row)));
    sum += p.back();
  }
  for (double& each : p) {
    each /= sum;
  }
  return p;
}

TEST(PolicySlope, AgreesWithFiniteDifferencesOfTheLoss) {
  measure::Random random(4);
  const std::array<std::size_t, 2> sizes{3, 4};
  const DenseNetwork network(sizes, random);
  PolicyEpisode episode;
  for (std::size_t steps = 0; steps < 3; ++steps) {
    PolicyStep step;
    for (std::uint16_t option = 0; option < 2 + steps; ++option) {
      step.options.push_back(option);
      step.features.push_back(random_row(3, random));
    }
    step.chosen = steps % 2;
    step.probabilities = slow_probabilities(network, step);
    episode.steps.push_back(step);
  }
  const double advantage = 1.7;
  const double weight = 0.4;
  const auto loss = [&](const DenseNetwork& n) {
    double sum = 0;
    for (const PolicyStep& step : episode.steps) {
      const std::vector<double> p = slow_probabilities(n, step);
      sum -= advantage * std::log(p[step.chosen]);
      for (const double each : p) {
        sum += weight * each * std::log(each);
      }
    }
    return sum;
  };
  std::vector<double> slope(network.size(), 0.0);
  add_policy_slope(network, episode, advantage, weight, slope);
  const std::vector<double> expected = slow_slope(network, loss);
  for (std::size_t i = 0; i < slope.size(); ++i) {
    EXPECT_NEAR(slope[i], expected[i], 1e-6) << i;
  }
}

TEST(Adam, FindsTheFunctionThatATableGives) {
  measure::Random random(5);
  const std::array<std::size_t, 2> sizes{1, 8};
  DenseNetwork network(sizes, random);
  Adam adam(0.02);
  const auto error = [&](std::vector<double>* slope) {
    double sum = 0;
    for (int i = -4; i <= 4; ++i) {
      const std::vector<double> x{i / 4.0};
      const double off = network.value(x) - x[0] * x[0];
      sum += off * off;
      if (slope != nullptr) {
        network.add_slope(x, 2 * off, *slope);
      }
    }
    return sum;
  };
  const double before = error(nullptr);
  for (int step = 0; step < 600; ++step) {
    std::vector<double> slope(network.size(), 0.0);
    error(&slope);
    adam.step(network, slope);
  }
  EXPECT_LT(error(nullptr), before / 20);
}

TEST(Draws, HaveTheMomentsAndFrequenciesTheySay) {
  measure::Random random(11);
  double sum = 0;
  double square = 0;
  std::array<int, 3> counts{};
  const std::array<double, 3> weights{1, 0, 3};
  constexpr int draws = 20'000;
  for (int i = 0; i < draws; ++i) {
    const double z = normal_draw(random);
    sum += z;
    square += z * z;
    ++counts[weighted_draw(weights, random)];
  }
  EXPECT_NEAR(sum / draws, 0, 0.03);
  EXPECT_NEAR(square / draws, 1, 0.05);
  EXPECT_NEAR(counts[0] / static_cast<double>(draws), 0.25, 0.02);
  EXPECT_EQ(counts[1], 0);
}

} // namespace
} // namespace mapwright::mapper
