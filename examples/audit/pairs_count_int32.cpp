// Pairs i < j from the end, with the number of all pairs, n*(n - 1)/2, in 32 bits: n*(n - 1) overflows from n = 46342
// on.
// audit: --function pair_of --domain "[n] -> { [i, j] : 0 <= i < j < n }"
// finds: found n = 46342, w = 0: (46340, 1073762679)
// kinds: wrong-row, out-of-domain, dropped, overflow
#include <cmath>

struct Pair {
  int i, j;
};

Pair pair_of(int n, int w) {
  const int pairs = n * (n - 1) / 2;
  const long back = pairs - 1 - static_cast<long>(w);
  const long r = static_cast<long>((std::sqrt(8.0 * static_cast<double>(back) + 1.0) - 1.0) / 2.0);
  return {static_cast<int>(n - 2 - r), static_cast<int>(n - 1 - (back - r * (r + 1) / 2))};
}
