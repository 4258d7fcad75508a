#include "mapper/search/starts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::mapper {

namespace {

class GridSearch {
public:
  GridSearch(std::int64_t processors, std::span<const std::int64_t> extents)
      : extents_(extents), grid_(extents.size()) {
    double volume = 1;
    for (const std::int64_t extent : extents) {
      volume *= static_cast<double>(extent);
    }
    side_ = std::pow(volume / static_cast<double>(processors), 1 / static_cast<double>(extents.size()));
    extend(0, processors, 1);
  }
  [[nodiscard]] const std::vector<std::int64_t>& best() const { return best_; }

private:
  void extend(std::size_t dimension, std::int64_t left, std::int64_t used) {
    if (dimension == extents_.size()) {
      const double away = distance();
      if (used > most_used_ || (used == most_used_ && away < least_away_)) {
        most_used_ = used;
        least_away_ = away;
        best_ = grid_;
      }
      return;
    }
    for (std::int64_t side = 1; side <= std::min(left, extents_[dimension]); ++side) {
      grid_[dimension] = side;
      extend(dimension + 1, left / side, used * side);
    }
  }

  [[nodiscard]] double distance() const {
    double sum = 0;
    for (std::size_t d = 0; d < grid_.size(); ++d) {
      sum += std::abs(static_cast<double>(extents_[d]) / static_cast<double>(grid_[d]) - side_);
    }
    return sum;
  }

  std::span<const std::int64_t> extents_;
  std::vector<std::int64_t> grid_;
  std::vector<std::int64_t> best_;
  double side_ = 1;
  std::int64_t most_used_ = 0;
  double least_away_ = std::numeric_limits<double>::infinity();
};

} // namespace

std::vector<std::int64_t> balanced_grid(std::int64_t processors, std::span<const std::int64_t> extents) {
  return GridSearch(processors, extents).best();
}

} // namespace mapwright::mapper
