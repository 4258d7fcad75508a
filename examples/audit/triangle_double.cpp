// The textbook formula in double precision, as in several libraries: right for every 32-bit index, then the radicand
// needs more than 53 bits.
// audit: --function tile_of --domain triangle
// finds: found n = 134217728, w = 9007199321849855: (134217728, -1)
// kinds: off-by-a-row, out-of-domain, dropped
#include <cmath>
#include <cstdint>

void tile_of(std::int64_t w, std::int64_t& i, std::int64_t& j) {
  i = static_cast<std::int64_t>((std::sqrt(8.0 * static_cast<double>(w) + 1.0) - 1.0) / 2.0);
  j = w - i * (i + 1) / 2;
}
