// The time below which no kernel can be: moving its data once, at the rate of the cache level that holds them.
#pragma once

#include "kernel/task/task.hpp"
#include "measure/bandwidth.hpp"

#include <cstdint>
#include <map>

namespace mapwright::kernel {

/// The bytes a kernel cannot avoid moving at this shape: every input read once, every output written once. Arguments
/// that are both count nothing, because a kernel may leave most of them alone.
Result<Bytes> compulsory_bytes(const Task& task, const Shape& shape);

/// Measures bandwidths when they are first needed. For kernels that run on this processor.
class Floor {
public:
  /// `threads`: of the kernels.
  explicit Floor(unsigned threads) : threads_(threads) {}

  /// Least time of a kernel that moves `bytes`: their size by twice the best rate measured. Twice, because a rate can
  /// be measured too low by a busy neighbour, and a rule that condemns must never be wrong.
  Seconds least_time(Bytes bytes);

  /// The rate for a working set of this size, the best of all measurements so far.
  measure::BytesPerSecond bandwidth(Bytes bytes);

  /// Measures the rate for this size once more and keeps the better one: before a kernel is condemned.
  void measure_again(Bytes bytes);

private:
  unsigned threads_;
  std::map<std::uint64_t, measure::BytesPerSecond> rates_{}; ///< by the size rounded down to a power of two
};

} // namespace mapwright::kernel
