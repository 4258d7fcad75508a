// Layers of a tetrahedron by the cubic formula in double precision, rounded down and not corrected.
// audit: --function point_of --domain tetrahedron
// finds: proven-first n = 7, w = 56: (5, 6, 0)
// kinds: off-by-a-row, out-of-domain, dropped
#include <cmath>

void point_of(long w, long out[3]) {
  const double t = std::cbrt(3.0 * static_cast<double>(w) +
                             std::sqrt(9.0 * static_cast<double>(w) * static_cast<double>(w) - 1.0 / 27.0));
  const long i = w == 0 ? 0 : static_cast<long>(std::floor(t + 1.0 / (3.0 * t) - 1.0));
  const long r = w - i * (i + 1) * (i + 2) / 6;
  const long j = static_cast<long>((std::sqrt(8.0 * static_cast<double>(r) + 1.0) - 1.0) / 2.0);
  out[0] = i;
  out[1] = j;
  out[2] = r - j * (j + 1) / 2;
}
