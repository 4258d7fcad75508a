// Memory shared with a worker.
#pragma once

#include "core/error.hpp"
#include "sandbox/file_descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace mapwright::kernel {

/// A memory file of fixed size, mapped here for reading and writing. Others cannot change its size.
class Arena {
public:
  enum class Others : std::uint8_t { read, write };

  /// At least `bytes`, and some more, so that slightly larger calls fit too. With Others::read nobody but us can ever
  /// write it, though they hold its descriptor. Machine error without that much memory.
  static Result<Arena> create(std::uint64_t bytes, Others others);

  Arena() = default;
  Arena(Arena&& other) noexcept : file_(std::move(other.file_)), bytes_(std::exchange(other.bytes_, {})) {}
  Arena& operator=(Arena&& other) noexcept {
    std::swap(file_, other.file_);
    std::swap(bytes_, other.bytes_);
    return *this;
  }
  ~Arena();

  [[nodiscard]] std::span<std::byte> bytes() const { return bytes_; }
  /// The same file once more, to be sent away.
  [[nodiscard]] sandbox::FileDescriptor share() const;

private:
  sandbox::FileDescriptor file_{};
  std::span<std::byte> bytes_{};
};

/// A memory file that nobody can change, with this content. Machine error when it cannot be made.
Result<sandbox::FileDescriptor> sealed_file(std::span<const std::byte> content);

} // namespace mapwright::kernel
