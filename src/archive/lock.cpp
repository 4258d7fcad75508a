#include "archive/lock.hpp"

#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace mapwright::archive {

Result<std::optional<Lock>> Lock::try_take(const std::filesystem::path& archive, std::uint64_t byte, LockKind kind) {
  const std::string name = archive.string() + "-lock";
  constexpr mode_t everybody = 0666; // less the umask
  Lock lock(open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, everybody));
  if (lock.descriptor_ < 0) {
    return fail(ErrorKind::machine, fmt::format("cannot open the lock {}: {}", name, std::strerror(errno)),
                "writing an archive needs the right to write in its directory");
  }
  struct flock range {};
  range.l_type = kind == LockKind::shared ? F_RDLCK : F_WRLCK;
  range.l_whence = SEEK_SET;
  range.l_start = static_cast<off_t>(byte);
  range.l_len = 1;
  if (fcntl(lock.descriptor_, F_OFD_SETLK, &range) == 0) {
    return std::optional<Lock>(std::move(lock));
  }
  if (errno == EAGAIN || errno == EACCES) {
    return std::optional<Lock>();
  }
  return fail(ErrorKind::machine, fmt::format("cannot lock {}: {}", name, std::strerror(errno)),
              "keep archives on a local file system with locks");
}

Result<Lock> Lock::take(const std::filesystem::path& archive, std::uint64_t byte, LockKind kind, Seconds limit) {
  const auto deadline = std::chrono::steady_clock::now() + limit;
  while (true) {
    Result<std::optional<Lock>> lock = try_take(archive, byte, kind);
    if (!lock) {
      return forward(lock);
    }
    if (*lock) {
      return std::move(**lock);
    }
    if (std::chrono::steady_clock::now() >= deadline) {
      return fail(ErrorKind::machine,
                  fmt::format("archive {}: another process is creating, migrating or writing it", archive.string()),
                  "wait until it is done, or end it, and try again");
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

Lock::Lock(Lock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

Lock& Lock::operator=(Lock&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

Lock::~Lock() {
  if (descriptor_ >= 0) {
    close(descriptor_);
  }
}

} // namespace mapwright::archive
