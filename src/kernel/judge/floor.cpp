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
    : measure_([threads](Bytes size) {
        return Rate{measure::read_bandwidth(size, threads), processor_margin};
      }) {}

Result<Seconds> Floor::least_time(Bytes bytes) {
  const auto found = rate(bytes);
  return found ? Result<Seconds>(Seconds(static_cast<double>(bytes.count()) / (found->margin * found->measured)))
               : forward(found);
}

Result<Seconds> Floor::moving_time(Bytes bytes) {
  const auto found = rate(bytes);
  return found ? Result<Seconds>(Seconds(static_cast<double>(bytes.count()) / found->measured)) : forward(found);
}

Result<void> Floor::measure_again(Bytes bytes) {
  const std::uint64_t size = size_class(bytes);
  const Result<Rate> measured = measure_(Bytes(size));
  if (!measured) {
    return forward(measured);
  }
  Rate& highest = rates_[size];
  if (measured->measured > highest.measured) {
    highest = *measured;
  }
  return {};
}

Result<Floor::Rate> Floor::rate(Bytes bytes) {
  if (!rates_.contains(size_class(bytes))) {
    if (auto measured = measure_again(bytes); !measured) {
      return forward(measured);
    }
  }
  return rates_.at(size_class(bytes));
}

Floor floor_of(Backend backend, const RunnerSettings& settings) {
  const unsigned threads = threads_of(settings);
  if (backend == Backend::cpp) {
    return Floor(threads);
  }
  const auto probe = std::make_shared<WorkerRunner>(Task{}, KernelCandidate{backend, {}}, Tuning{}, settings);
  return Floor([probe, threads, started = false](Bytes size) mutable -> Result<Floor::Rate> {
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
    return *rate ? Floor::Rate{**rate, device_margin}
                 : Floor::Rate{measure::read_bandwidth(size, threads), processor_margin};
  });
}

} // namespace mapwright::kernel
