// How fast can this processor read memory? The best rate seen, by the size of what is read.
#pragma once

#include "core/units.hpp"

namespace mapwright::measure {

/// Bytes per second.
using BytesPerSecond = double;

/// The best rate at which `threads` threads together read a working set of `size` bytes again and again, each its own
/// part, with plain loads: the bandwidth of the cache level that holds it. Takes about 20 ms.
/// REQUIRES: threads > 0.
BytesPerSecond read_bandwidth(Bytes size, unsigned threads);

} // namespace mapwright::measure
