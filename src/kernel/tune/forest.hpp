// A random forest for regression on positions (Breiman, Machine Learning 45, 2001).
#pragma once

#include "kernel/tune/space.hpp"
#include "measure/random.hpp"

namespace mapwright::kernel {

/// One point to learn from. `positions` must outlive the fit only.
struct Sample {
  std::span<const Position> positions;
  double value = 0;
};

/// What the trees say of one point.
struct Prediction {
  double mean = 0;
  double deviation = 0; ///< standard deviation over the trees
};

class Forest {
public:
  /// Grows `trees` trees, each on a sample with replacement, each split at the best place of a few random dimensions.
  /// REQUIRES: at least one sample, and one tree.
  Forest(std::span<const Sample> samples, std::size_t trees, measure::Random& random);

  [[nodiscard]] Prediction predict(std::span<const Position> positions) const;

private:
  struct Node {
    std::size_t dimension = 0;
    Position most = 0;     ///< positions up to it go left
    std::size_t right = 0; ///< the right child; the left one is the next node. 0: a leaf
    double value = 0;      ///< of a leaf
  };
  using Tree = std::vector<Node>;

  static void grow(Tree& tree, std::span<Sample> samples, measure::Random& random);

  std::vector<Tree> trees_{};
};

} // namespace mapwright::kernel
