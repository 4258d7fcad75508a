#include "kernel/judge/arena.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>

namespace mapwright::kernel {
namespace {

#ifndef F_SEAL_FUTURE_WRITE
constexpr int F_SEAL_FUTURE_WRITE = 0x0010; // since Linux 5.1
#endif

tl::unexpected<Error> failed(std::uint64_t bytes) {
  return fail(ErrorKind::machine, fmt::format("cannot share {} bytes with a worker: {}", bytes, std::strerror(errno)));
}

} // namespace

Result<Arena> Arena::create(std::uint64_t bytes, Others others) {
  constexpr std::uint64_t page = 4096;
  const std::uint64_t size = (bytes + bytes / 4 + page) / page * page;
  Arena arena;
  arena.file_ = sandbox::FileDescriptor(memfd_create("arguments", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!arena.file_.valid() || ftruncate(arena.file_.get(), static_cast<off_t>(size)) != 0) {
    return failed(size);
  }
  void* at = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, arena.file_.get(), 0);
  if (at == MAP_FAILED) {
    return failed(size);
  }
  arena.bytes_ = {static_cast<std::byte*>(at), size};
  const int seals = F_SEAL_SHRINK | F_SEAL_GROW | (others == Others::read ? F_SEAL_FUTURE_WRITE : 0) | F_SEAL_SEAL;
  if (fcntl(arena.file_.get(), F_ADD_SEALS, seals) != 0) {
    return failed(size);
  }
  return arena;
}

Arena::~Arena() {
  if (!bytes_.empty()) {
    munmap(bytes_.data(), bytes_.size());
  }
}

sandbox::FileDescriptor Arena::share() const {
  return sandbox::FileDescriptor(fcntl(file_.get(), F_DUPFD_CLOEXEC, 0));
}

Result<sandbox::FileDescriptor> sealed_file(std::span<const std::byte> content) {
  const std::size_t size = content.size();
  sandbox::FileDescriptor file(memfd_create("code", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  while (file.valid() && !content.empty()) {
    const ssize_t n = write(file.get(), content.data(), content.size());
    if (n <= 0) {
      return failed(size);
    }
    content = content.subspan(static_cast<std::size_t>(n));
  }
  if (!file.valid() || fcntl(file.get(), F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE | F_SEAL_SEAL) != 0) {
    return failed(size);
  }
  return file;
}

} // namespace mapwright::kernel
