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
  /// A rate that no kernel exceeds that moves so many bytes, measured now. A rule that condemns must never be wrong,
  /// and a rate can be measured too low by a busy neighbour: it is well above what was measured.
  using Limit = std::function<Result<measure::BytesPerSecond>(Bytes)>;

  explicit Floor(Limit limit) : limit_(std::move(limit)) {}
  /// Of kernels on this processor, with so many threads: twice the bandwidth measured.
  explicit Floor(unsigned threads);

  /// Least time of a kernel that moves `bytes`: by the highest limit of all measurements for about this size.
  Result<Seconds> least_time(Bytes bytes);

  /// Measures for this size once more: before a kernel is condemned.
  Result<void> measure_again(Bytes bytes);

private:
  Limit limit_;
  std::map<std::uint64_t, measure::BytesPerSecond> limits_{}; ///< by the size rounded down to a power of two
};

/// The floor of candidates of one back end. A device with memory of its own is opened, in a worker without a candidate,
/// when its rate is first needed; the limit is four times the rate of copies on it, since a kernel that only reads from
/// the device's cache can be faster than any copy. Other devices are the processor.
Floor floor_of(Backend backend, const RunnerSettings& settings);

} // namespace mapwright::kernel
