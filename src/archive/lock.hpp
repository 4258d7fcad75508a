// Locks between processes: bytes of the file ARCHIVE-lock beside the archive.
//
// They are open file description locks. The kernel drops them when the process ends in whatever way, so that there are
// no stale ones; and unlike the older locks of POSIX they hold between two openings in one process, and closing another
// descriptor of the file does not drop them. The file stays and holds nothing; only who locks it says anything.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>

namespace mapwright::archive {

enum class LockKind : std::uint8_t { shared, exclusive };

/// How long is waited for other processes.
inline constexpr Seconds patience{10};

/// A byte that is locked until the destructor. Byte 0 is the whole archive: shared by all that write it, exclusive for
/// who creates or migrates it. Byte N is run N: exclusive for its writer.
class Lock {
public:
  /// Nothing when the byte is taken. Machine error when the file cannot be made or the file system has no locks.
  static Result<std::optional<Lock>> try_take(const std::filesystem::path& archive, std::uint64_t byte, LockKind kind);

  /// Waits for the byte; machine error after `limit`.
  static Result<Lock> take(const std::filesystem::path& archive, std::uint64_t byte, LockKind kind,
                           Seconds limit = patience);

  Lock(Lock&& other) noexcept;
  Lock& operator=(Lock&& other) noexcept;
  ~Lock();

private:
  explicit Lock(int descriptor) : descriptor_(descriptor) {}
  int descriptor_;
};

} // namespace mapwright::archive
