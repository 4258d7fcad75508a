// How much a kernel has left to gain: its time against that of moving its data once.
#pragma once

#include "kernel/judge/floor.hpp"

#include <cstddef>
#include <optional>

namespace mapwright::kernel::scientist {

/// `time` over the time of moving once what this shape makes a kernel move; 1: nothing is left. Nothing where no bytes
/// must be moved or there is no time. Errors: those of the floor.
Result<std::optional<double>> headroom_of(const Task& task, const Shape& shape, Seconds time, Floor& floor);

/// The geometric mean over shapes.
class MeanHeadroom {
public:
  void add(const std::optional<double>& headroom);
  /// Nothing without shapes, or where one is not known.
  [[nodiscard]] std::optional<double> mean() const;

private:
  bool all_known_ = true;
  double sum_of_logs_ = 0;
  std::size_t shapes_ = 0;
};

} // namespace mapwright::kernel::scientist
