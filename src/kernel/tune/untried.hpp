// The configurations that nobody asked for yet.
#pragma once

#include "kernel/tune/space.hpp"
#include "measure/random.hpp"

namespace mapwright::kernel {

/// A uniformly distributed real number in [0, 1).
double uniform(measure::Random& random);

class Untried {
public:
  /// All of `space`, which must outlive this.
  explicit Untried(const TuningSpace& space);

  [[nodiscard]] bool empty() const { return left_.empty(); }
  [[nodiscard]] std::size_t size() const { return left_.size(); }
  [[nodiscard]] bool contains(std::size_t configuration) const { return place_.at(configuration) < left_.size(); }

  /// In no order that means anything, but the same after the same removals.
  [[nodiscard]] std::span<const std::size_t> all() const { return left_; }

  /// Nothing happens when it is gone already.
  void remove(std::size_t configuration);

  /// Any of them with equal chance. REQUIRES: not empty.
  [[nodiscard]] std::size_t any(measure::Random& random) const;

  /// The nearest to `positions`, any of equally near ones with equal chance. REQUIRES: not empty.
  [[nodiscard]] std::size_t nearest(std::span<const Position> positions, measure::Random& random) const;

private:
  const TuningSpace* space_;
  std::vector<std::size_t> left_;
  std::vector<std::size_t> place_; ///< of each configuration in left_; SIZE_MAX when it is gone
};

} // namespace mapwright::kernel
