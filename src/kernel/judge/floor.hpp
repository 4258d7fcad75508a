// The time below which no kernel can be: moving its data once, at the rate of the memory that holds them.
#pragma once

#include "kernel/judge/runner.hpp"
#include "kernel/task/task.hpp"
#include "measure/bandwidth.hpp"

#include <cstdint>
#include <functional>
#include <map>

namespace mapwright::kernel {

/// The bytes a kernel cannot avoid moving at this shape: every input read once, every output written once. Arguments
/// that are both count nothing, because a kernel may leave most of them alone.
Result<Bytes> compulsory_bytes(const Task& task, const Shape& shape);

/// Measures rates when they are first needed.
class Floor {
public:
  /// What was measured, and how many times that no kernel exceeds. A rule that condemns must never be wrong, and a rate
  /// can be measured too low by a busy neighbour.
  struct Rate {
    measure::BytesPerSecond measured = 0;
    double margin = 1;
  };
  /// The rate of kernels that move so many bytes, measured now.
  using Measure = std::function<Result<Rate>(Bytes)>;

  explicit Floor(Measure measure) : measure_(std::move(measure)) {}
  /// Of kernels on this processor, with so many threads: twice the bandwidth measured.
  explicit Floor(unsigned threads);

  /// Least time of a kernel that moves `bytes`: by the highest rate of all measurements for about this size, with its
  /// margin.
  Result<Seconds> least_time(Bytes bytes);

  /// The same without the margin: what a kernel that only moves its data can be hoped to take.
  Result<Seconds> moving_time(Bytes bytes);

  /// Measures for this size once more: before a kernel is condemned.
  Result<void> measure_again(Bytes bytes);

private:
  Result<Rate> rate(Bytes bytes);

  Measure measure_;
  std::map<std::uint64_t, Rate> rates_{}; ///< by the size rounded down to a power of two
};

/// The floor of candidates of one back end. A device with memory of its own is opened, in a worker without a candidate,
/// when its rate is first needed; the limit is four times the rate of copies on it, since a kernel that only reads from
/// the device's cache can be faster than any copy. Other devices are the processor.
Floor floor_of(Backend backend, const RunnerSettings& settings);

} // namespace mapwright::kernel
