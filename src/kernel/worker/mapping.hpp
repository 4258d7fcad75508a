// Shared memory mapped at an address that cannot be foretold.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace mapwright::kernel::worker {

/// Owns a mapping, or none.
class Mapping {
public:
  Mapping() = default;
  Mapping(Mapping&& other) noexcept : bytes_(std::exchange(other.bytes_, {})) {}
  Mapping& operator=(Mapping&& other) noexcept {
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Mapping() { reset(); }

  /// Maps the first `bytes` of `fd`, every page present; false with errno set. With 0 bytes nothing is mapped.
  bool map(int fd, std::uint64_t bytes, bool writable);
  void reset();
  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }

private:
  std::span<std::byte> bytes_{};
};

} // namespace mapwright::kernel::worker
