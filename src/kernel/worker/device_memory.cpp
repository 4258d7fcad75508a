#include "kernel/worker/device_memory.hpp"

#include <algorithm>
#include <vector>

namespace mapwright::kernel::worker {
namespace {

constexpr Bytes least_flushed = mebibytes(256);

/// Pieces that are copied to find the rate, at least and at most.
constexpr Bytes smallest_piece = kibibytes(256);
constexpr Bytes largest_piece = mebibytes(128);

constexpr int copy_rounds = 3;
constexpr Seconds least_round{1e-3};

} // namespace

Bytes DeviceMemory::flushed() const {
  const std::uint64_t wanted = std::max(2 * device_.info().cache.count(), least_flushed.count());
  return Bytes(std::max<std::uint64_t>(2, std::min(wanted, device_.info().memory.count() / 4)));
}

Result<void> DeviceMemory::reserve(Bytes half) {
  if (from_ && from_->size() >= half) {
    return {};
  }
  for (std::unique_ptr<device::Buffer>* buffer : {&from_, &to_}) {
    buffer->reset();
    auto made = device_.allocate(half);
    if (!made) {
      return forward(made);
    }
    *buffer = std::move(*made);
  }
  return {};
}

Result<void> DeviceMemory::flush() {
  const Bytes half(flushed().count() / 2);
  if (auto reserved = reserve(half); !reserved) {
    return reserved;
  }
  const auto copied = device_.copy(*from_, *to_, half, 1);
  return copied ? Result<void>() : forward(copied);
}

Result<void> DeviceMemory::touch(std::span<const std::unique_ptr<device::Buffer>> buffers) {
  const Bytes half(flushed().count() / 2);
  if (auto reserved = reserve(half); !reserved) {
    return reserved;
  }
  for (const auto& buffer : buffers) {
    if (const auto copied = device_.copy(*buffer, *to_, std::min(buffer->size(), half), 1); !copied) {
      return forward(copied);
    }
  }
  return {};
}

Result<double> DeviceMemory::copy_rate(Bytes bytes) {
  const std::uint64_t most =
      std::max<std::uint64_t>(1, std::min(largest_piece.count(), device_.info().memory.count() / 8));
  const std::uint64_t least = std::min(std::max(bytes.count() / 2, smallest_piece.count()), most);
  if (auto reserved = reserve(Bytes(most)); !reserved) {
    return forward(reserved);
  }
  double best = 0;
  for (std::uint64_t piece = least;; piece = std::min(2 * piece, most)) {
    unsigned times = 1;
    for (int round = 0; round < copy_rounds;) {
      const auto took = device_.copy(*from_, *to_, Bytes(piece), times);
      if (!took) {
        return forward(took);
      }
      const double moved = 2.0 * static_cast<double>(piece) * times;
      best = std::max(best, moved / std::max(took->count(), 1e-9));
      if (*took < least_round) {
        times *= 2;
      } else {
        ++round;
      }
    }
    if (piece == most) {
      return best;
    }
  }
}

} // namespace mapwright::kernel::worker
