#include "kernel/tune/forest.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace mapwright::kernel {

namespace {

struct Split {
  std::size_t dimension = 0;
  Position most = 0;
  double gain = 0; ///< sum over the sides of (sum of values)^2 / number; more is less squared error
};

/// The best split of one dimension; nothing when all samples have one position. Reorders the samples.
std::optional<Split> best_split(std::span<Sample> samples, std::size_t dimension) {
  std::sort(samples.begin(), samples.end(),
            [dimension](const Sample& a, const Sample& b) { return a.positions[dimension] < b.positions[dimension]; });
  double total = 0;
  for (const Sample& sample : samples) {
    total += sample.value;
  }
  std::optional<Split> best;
  double left = 0;
  for (std::size_t i = 1; i < samples.size(); ++i) {
    left += samples[i - 1].value;
    const Position below = samples[i - 1].positions[dimension];
    if (below != samples[i].positions[dimension]) {
      const double right = total - left;
      const double gain =
          left * left / static_cast<double>(i) + right * right / static_cast<double>(samples.size() - i);
      if (!best || gain > best->gain) {
        best = Split{dimension, below, gain};
      }
    }
  }
  return best;
}

/// The best split of a random half of the dimensions that can be split, at least one.
std::optional<Split> random_split(std::span<Sample> samples, measure::Random& random) {
  std::vector<std::size_t> dimensions(samples.front().positions.size());
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    dimensions[i] = i;
  }
  random.shuffle(std::span(dimensions));
  std::optional<Split> best;
  std::size_t looked_at = 0;
  for (const std::size_t dimension : dimensions) {
    if (2 * looked_at > dimensions.size()) {
      break;
    }
    if (const auto split = best_split(samples, dimension)) {
      ++looked_at;
      if (!best || split->gain > best->gain) {
        best = split;
      }
    }
  }
  return best;
}

bool all_equal(std::span<const Sample> samples) {
  return std::all_of(samples.begin(), samples.end(),
                     [&](const Sample& sample) { return sample.value == samples.front().value; });
}

} // namespace

Forest::Forest(std::span<const Sample> samples, std::size_t trees, measure::Random& random) {
  std::vector<Sample> drawn(samples.size());
  for (std::size_t i = 0; i < trees; ++i) {
    for (Sample& sample : drawn) {
      sample = samples[static_cast<std::size_t>(random.below(samples.size()))];
    }
    grow(trees_.emplace_back(), drawn, random);
  }
}

void Forest::grow(Tree& tree, std::span<Sample> samples, measure::Random& random) {
  const std::size_t self = tree.size();
  tree.emplace_back();
  const auto split = all_equal(samples) ? std::nullopt : random_split(samples, random);
  if (!split) {
    double sum = 0;
    for (const Sample& sample : samples) {
      sum += sample.value;
    }
    tree[self].value = sum / static_cast<double>(samples.size());
    return;
  }
  const auto middle = std::partition(samples.begin(), samples.end(), [&](const Sample& sample) {
    return sample.positions[split->dimension] <= split->most;
  });
  const auto left = static_cast<std::size_t>(middle - samples.begin());
  tree[self].dimension = split->dimension;
  tree[self].most = split->most;
  grow(tree, samples.first(left), random);
  tree[self].right = tree.size();
  grow(tree, samples.subspan(left), random);
}

Prediction Forest::predict(std::span<const Position> positions) const {
  double sum = 0;
  double squares = 0;
  for (const Tree& tree : trees_) {
    std::size_t at = 0;
    while (tree[at].right != 0) {
      at = positions[tree[at].dimension] <= tree[at].most ? at + 1 : tree[at].right;
    }
    sum += tree[at].value;
    squares += tree[at].value * tree[at].value;
  }
  const auto count = static_cast<double>(trees_.size());
  const double mean = sum / count;
  return {mean, std::sqrt(std::max(0.0, squares / count - mean * mean))};
}

} // namespace mapwright::kernel
