// The state of the processor's caches before a call. They are addressed by physical memory, so what the judge does to
// shared memory holds for the worker too.
#pragma once

#include "core/units.hpp"

#include <cstddef>
#include <span>

namespace mapwright::kernel {

/// Size of the last-level cache; 32 MiB where the system does not say.
Bytes last_level_cache();

/// Writes twice as many bytes as the last-level cache holds. Thread-safe, one at a time.
void flush_caches();

/// Reads all of `bytes`.
void read_through(std::span<const std::byte> bytes);

} // namespace mapwright::kernel
