// Sums of quotients.
#pragma once

#include "index_map/tiles/mask.hpp"

#include <utility>

namespace mapwright::index_map::tiles {

/// The sum of floor((a*i + b) / m) over 0 <= i < n, by Euclid's algorithm on (a, m): the points below a line are
/// counted by columns, then by rows, of a smaller slope each time. O(log m) steps. a, b, n >= 0, m > 0; a*n + b and the
/// sum below 2^63.
inline Number floor_sum(Number n, Number m, Number a, Number b) {
  Number sum = 0;
  while (n > 0) {
    if (a >= m) {
      sum += (n % 2 == 0 ? n / 2 * (n - 1) : (n - 1) / 2 * n) * (a / m);
      a %= m;
    }
    sum += n * (b / m);
    b %= m;
    const Number top = a * n + b;
    n = top / m;
    b = top % m;
    std::swap(a, m);
  }
  return sum;
}

} // namespace mapwright::index_map::tiles
