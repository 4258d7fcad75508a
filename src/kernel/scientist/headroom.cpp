#include "kernel/scientist/headroom.hpp"

#include <cmath>

namespace mapwright::kernel::scientist {

Result<std::optional<double>> headroom_of(const Task& task, const Shape& shape, Seconds time, Floor& floor) {
  const auto bytes = compulsory_bytes(task, shape);
  if (!bytes) {
    return forward(bytes);
  }
  if (bytes->count() == 0 || time <= Seconds::zero()) {
    return std::nullopt;
  }
  const auto moving = floor.moving_time(*bytes);
  return moving ? Result<std::optional<double>>(time / *moving) : forward(moving);
}

void MeanHeadroom::add(const std::optional<double>& headroom) {
  all_known_ = all_known_ && headroom;
  sum_of_logs_ += headroom ? std::log(*headroom) : 0;
  ++shapes_;
}

std::optional<double> MeanHeadroom::mean() const {
  return all_known_ && shapes_ > 0 ? std::optional(std::exp(sum_of_logs_ / static_cast<double>(shapes_)))
                                   : std::nullopt;
}

} // namespace mapwright::kernel::scientist
