// What a device's own caches and memory do, found out and set with copies on the device.
#pragma once

#include "device/device.hpp"

#include <memory>
#include <span>
#include <vector>

namespace mapwright::kernel::worker {

/// Memory of a device that is used for nothing else, in two halves.
class DeviceMemory {
public:
  /// `device` must outlive this. Takes memory when it is first needed.
  explicit DeviceMemory(device::Device& device) : device_(device) {}

  /// Reads and writes twice as many bytes as the device's last-level cache holds, or 256 MiB where it does not say or
  /// there are more caches behind it than it tells of; never more than a quarter of its memory.
  Result<void> flush();

  /// Reads each of `buffers`, as far as the caches can hold it.
  Result<void> touch(std::span<const std::unique_ptr<device::Buffer>> buffers);

  /// The best rate of copies that move `bytes` or more, in bytes read and written per second. Copies of larger pieces
  /// count too: the time to start a copy is a smaller part of theirs. Takes some ten milliseconds.
  Result<double> copy_rate(Bytes bytes);

private:
  Result<void> reserve(Bytes half);
  [[nodiscard]] Bytes flushed() const;

  device::Device& device_;
  std::unique_ptr<device::Buffer> from_{};
  std::unique_ptr<device::Buffer> to_{};
};

} // namespace mapwright::kernel::worker
