#include "kernel/judge/caches.hpp"

#include <cstdint>
#include <cstring>
#include <mutex>
#include <vector>

#include <unistd.h>

namespace mapwright::kernel {

Bytes last_level_cache() {
  for (const int name : {_SC_LEVEL4_CACHE_SIZE, _SC_LEVEL3_CACHE_SIZE, _SC_LEVEL2_CACHE_SIZE}) {
    if (const long size = sysconf(name); size > 0) {
      return Bytes(static_cast<std::uint64_t>(size));
    }
  }
  return mebibytes(32);
}

void flush_caches() {
  static std::mutex one_at_a_time;
  static std::vector<std::byte> memory;
  static unsigned char value = 0;
  const std::lock_guard lock(one_at_a_time);
  if (memory.empty()) {
    memory.resize(2 * last_level_cache().count());
  }
  // A word of each line: plain stores, which stay in the caches, where a large memset would go around them.
  constexpr std::size_t line = 64;
  ++value;
  volatile std::byte* bytes = memory.data();
  for (std::size_t i = 0; i < memory.size(); i += line) {
    bytes[i] = static_cast<std::byte>(value);
  }
}

void read_through(std::span<const std::byte> bytes) {
  constexpr std::size_t line = 64;
  const volatile std::byte* from = bytes.data(); // the reads must not be optimised away
  for (std::size_t i = 0; i < bytes.size(); i += line) {
    static_cast<void>(from[i]);
  }
}

} // namespace mapwright::kernel
