#include "kernel/judge/floor.hpp"

#include <algorithm>
#include <bit>

namespace mapwright::kernel {

namespace {

constexpr double margin = 2;

/// Smaller working sets than this are not told apart.
constexpr std::uint64_t least_size = 4096;

std::uint64_t size_class(Bytes bytes) {
  return std::bit_floor(std::max(bytes.count(), least_size));
}

} // namespace

Result<Bytes> compulsory_bytes(const Task& task, const Shape& shape) {
  const auto counts = extents(task, shape.sizes);
  if (!counts) {
    return forward(counts);
  }
  std::uint64_t bytes = 0;
  for (std::size_t i = 0; i < task.arguments.size(); ++i) {
    if (task.arguments[i].intent != Intent::in_out) {
      bytes += counts->at(i) * size_of(task.arguments[i].type);
    }
  }
  return Bytes(bytes);
}

Seconds Floor::least_time(Bytes bytes) {
  return Seconds(static_cast<double>(bytes.count()) / (margin * bandwidth(bytes)));
}

measure::BytesPerSecond Floor::bandwidth(Bytes bytes) {
  if (!rates_.contains(size_class(bytes))) {
    measure_again(bytes);
  }
  return rates_.at(size_class(bytes));
}

void Floor::measure_again(Bytes bytes) {
  const std::uint64_t size = size_class(bytes);
  double& best = rates_[size];
  best = std::max(best, measure::read_bandwidth(Bytes(size), threads_));
}

} // namespace mapwright::kernel
