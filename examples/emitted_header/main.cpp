// All pairs j <= i < n as one flat loop, split evenly among workers: each starts at its own index in O(1) and goes on
// with successor. Without a map, workers given equal numbers of rows would have unequal numbers of pairs.
#include "triangle.hpp"

#include <cstdint>
#include <iostream>

namespace map = mapwright_maps::triangle::w64;

static_assert(map::unrank(5, 4).i == 2 && map::unrank(5, 4).j == 1, "the map works in constant expressions");

int main() {
  constexpr std::int64_t n = 1000;
  constexpr std::int64_t workers = 7;
  static_assert(map::fits(n));
  const std::int64_t count = map::count(n);
  std::int64_t visited = 0;
  for (std::int64_t worker = 0; worker < workers; ++worker) {
    const std::int64_t begin = count * worker / workers;
    const std::int64_t end = count * (worker + 1) / workers;
    map::point p = map::unrank(n, begin);
    for (std::int64_t w = begin; w < end; ++w) {
      visited += map::contains(n, p) && map::rank(n, p) == w ? 1 : 0;
      p = map::successor(n, p).next;
    }
    std::cout << "worker " << worker << ": indices " << begin << " to " << end - 1 << '\n';
  }
  std::cout << visited << " of " << count << " pairs visited\n";
  return visited == count ? 0 : 1;
}
