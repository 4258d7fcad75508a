#include "kernel/worker/mapping.hpp"

#include <cerrno>

#include <sys/mman.h>
#include <sys/random.h>

namespace mapwright::kernel::worker {
namespace {

/// A page between 2^40 and 2^46, far from where the kernel puts anything by itself.
void* somewhere() {
  std::uint64_t random = 0;
  if (getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
    return nullptr;
  }
  constexpr std::uint64_t from = 1ULL << 40U;
  constexpr std::uint64_t to = 1ULL << 46U;
  constexpr std::uint64_t page = 4096;
  return reinterpret_cast<void*>(from + random % ((to - from) / page) * page); // NOLINT(performance-no-int-to-ptr)
}

} // namespace

bool Mapping::map(int fd, std::uint64_t bytes, bool writable) {
  reset();
  if (bytes == 0) {
    return true;
  }
  const int rights = writable ? PROT_READ | PROT_WRITE : PROT_READ;
  for (int attempt = 0; attempt < 16; ++attempt) {
    void* at = mmap(somewhere(), bytes, rights, MAP_SHARED | MAP_POPULATE | MAP_FIXED_NOREPLACE, fd, 0);
    if (at != MAP_FAILED) {
      bytes_ = {static_cast<std::byte*>(at), bytes};
      return true;
    }
    if (errno != EEXIST) {
      return false;
    }
  }
  return false;
}

void Mapping::reset() {
  if (!bytes_.empty()) {
    munmap(bytes_.data(), bytes_.size());
    bytes_ = {};
  }
}

} // namespace mapwright::kernel::worker
