#include "kernel/judge/floor.hpp"

#include "kernel/judge/worker_policy.hpp"
#include "kernel/judge/worker_runner.hpp"

#include <algorithm>
#include <bit>
#include <memory>

namespace mapwright::kernel {

namespace {

constexpr double processor_margin = 2;
constexpr double device_margin = 4;

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

Floor::Floor(unsigned threads)
    : limit_([threads](Bytes size) { return processor_margin * measure::read_bandwidth(size, threads); }) {}

Result<Seconds> Floor::least_time(Bytes bytes) {
  if (!limits_.contains(size_class(bytes))) {
    if (auto measured = measure_again(bytes); !measured) {
      return forward(measured);
    }
  }
  return Seconds(static_cast<double>(bytes.count()) / limits_.at(size_class(bytes)));
}

Result<void> Floor::measure_again(Bytes bytes) {
  const std::uint64_t size = size_class(bytes);
  const Result<measure::BytesPerSecond> limit = limit_(Bytes(size));
  if (!limit) {
    return forward(limit);
  }
  double& highest = limits_[size];
  highest = std::max(highest, *limit);
  return {};
}

Floor floor_of(Backend backend, const RunnerSettings& settings) {
  const unsigned threads = threads_of(settings);
  if (backend == Backend::cpp) {
    return Floor(threads);
  }
  const auto probe = std::make_shared<WorkerRunner>(Task{}, KernelCandidate{backend, {}}, Tuning{}, settings);
  return Floor([probe, threads, started = false](Bytes size) mutable -> Result<measure::BytesPerSecond> {
    if (!started) {
      if (auto done = probe->start(); !done) {
        return forward(done);
      }
      started = true;
    }
    const auto rate = probe->copy_rate(size);
    if (!rate) {
      started = false;
      return forward(rate);
    }
    return *rate ? device_margin * **rate : processor_margin * measure::read_bandwidth(size, threads);
  });
}

} // namespace mapwright::kernel
