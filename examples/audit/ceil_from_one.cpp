// Pairs numbered from 1, rounded up in double precision.
// audit: --function pair_of --domain triangle
// finds: found n = 117440513, w = 6896136988131328: (117440511, 117440512)
// kinds: off-by-a-row, out-of-domain, dropped
#include <cmath>

void pair_of(long w, long& i, long& j) {
  const long x = w + 1;
  const long row = static_cast<long>(std::ceil((-1.0 + std::sqrt(1.0 + 8.0 * static_cast<double>(x))) / 2.0));
  i = row - 1;
  j = x - row * (row - 1) / 2 - 1;
}
