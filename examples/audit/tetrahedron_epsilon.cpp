// The layer of a tetrahedron as a closed root in extended precision, plus 1e-8 against rounding down: further out the
// true distance to the next integer is smaller than that.
// audit: --function point_of --domain tetrahedron --most-points 2000000
// finds: found n = 14142, w = 471490961343: (14142, -9223372036854775808, 4611686018427387903)
// kinds: off-by-a-row, out-of-domain, dropped, overflow
#include <cmath>

void point_of(long w, long& i, long& j, long& k) {
  const long double x = static_cast<long double>(w);
  const long double t = std::cbrt(3.0L * x + std::sqrt(9.0L * x * x - 1.0L / 27.0L));
  i = w == 0 ? 0 : static_cast<long>(std::floor(t + 1.0L / (3.0L * t) - 1.0L + 0.00000001L));
  const long r = w - i * (i + 1) * (i + 2) / 6;
  j = static_cast<long>((std::sqrt(8.0 * static_cast<double>(r) + 1.0) - 1.0) / 2.0);
  k = r - j * (j + 1) / 2;
}
