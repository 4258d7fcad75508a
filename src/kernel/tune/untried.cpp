#include "kernel/tune/untried.hpp"

#include <numeric>

namespace mapwright::kernel {

double uniform(measure::Random& random) {
  return static_cast<double>(random.next() >> 11U) * 0x1p-53;
}

Untried::Untried(const TuningSpace& space) : space_(&space), left_(space.size()), place_(space.size()) {
  std::iota(left_.begin(), left_.end(), std::size_t{0});
  std::iota(place_.begin(), place_.end(), std::size_t{0});
}

void Untried::remove(std::size_t configuration) {
  if (!contains(configuration)) {
    return;
  }
  const std::size_t hole = place_[configuration];
  left_[hole] = left_.back();
  place_[left_[hole]] = hole;
  left_.pop_back();
  place_[configuration] = SIZE_MAX;
}

std::size_t Untried::any(measure::Random& random) const {
  return left_[static_cast<std::size_t>(random.below(left_.size()))];
}

std::size_t Untried::nearest(std::span<const Position> positions, measure::Random& random) const {
  std::vector<std::size_t> near;
  std::size_t least = SIZE_MAX;
  for (const std::size_t configuration : left_) {
    const std::size_t steps = distance(positions, space_->positions(configuration));
    if (steps < least) {
      least = steps;
      near.clear();
    }
    if (steps == least) {
      near.push_back(configuration);
    }
  }
  return near[static_cast<std::size_t>(random.below(near.size()))];
}

} // namespace mapwright::kernel
