// How candidates of one kind are loaded and called.
#pragma once

#include "kernel/worker/messages.hpp"
#include "sandbox/file_descriptor.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::kernel::worker {

/// The memory shared for one call, as it is mapped now.
struct SharedMemory {
  std::span<const std::byte> read_only{};
  std::span<std::byte> writable{};
};

/// Operations return what went wrong, if anything did.
class BackEnd {
public:
  virtual ~BackEnd() = default;

  /// Opens what the code will run on, and confines this process to what that needs.
  virtual std::optional<Failure> open(const OpenRequest& request) = 0;

  /// What open() found. REQUIRES: it succeeded.
  [[nodiscard]] virtual OpenReply opened() const = 0;

  /// How fast the device copies memory, in bytes read and written per second: no kernel that reads and writes `bytes`
  /// is much faster. Nothing where there is no device with memory of its own.
  virtual std::optional<std::uint64_t> copy_rate(std::uint64_t bytes) = 0;

  /// `code` has at least one file.
  virtual LoadReply load(const LoadRequest& request, std::span<const sandbox::FileDescriptor> code) = 0;

  /// What has been compiled so far, to be loaded by a later worker; empty when there is no such thing.
  [[nodiscard]] virtual std::vector<std::byte> keep() { return {}; }

  /// Prepares a call; the memory stays mapped until the next one. All places have been checked.
  virtual std::optional<Failure> put(const CallLayout& layout, const SharedMemory& memory) = 0;

  virtual std::optional<Failure> go() = 0;

  /// Brings outputs and inputs back to the places they came from.
  virtual std::optional<Failure> fetch() = 0;
};

std::unique_ptr<BackEnd> make_host_back_end();
/// OpenCL, CUDA and HIP.
std::unique_ptr<BackEnd> make_device_back_end();

} // namespace mapwright::kernel::worker
