// The textbook formula in single precision: row = floor(sqrt(2w + 1/4) - 1/2).
// audit: --function tile_of --domain triangle
// finds: proven-first n = 4608, w = 10619135: (4608, -1)
// kinds: off-by-a-row, out-of-domain, dropped
#include <cmath>

void tile_of(int w, int& i, int& j) {
  i = static_cast<int>(std::floor(std::sqrt(2.0f * static_cast<float>(w) + 0.25f) - 0.5f));
  j = w - i * (i + 1) / 2;
}
