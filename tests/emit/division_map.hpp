// Not a map of a domain: divisions of every kind in every place, in the frame of a map.
#pragma once

#include "emit/make_map.hpp"

namespace mapwright::test {

/// For n, m >= 1, other than 2000, and w < 4096. The coordinates k0, k1, ... are divisions a prepared unrank keeps.
inline ExampleMap divisions() {
  const std::string names = "q, r, f, g, x, t, s, u, p, k0, k1, k2, k3, k4, k5";
  const std::string unrank = "fn unrank(n, m; w) -> (" + names + R"() {
      let pitch = n + 2*m + 1;
      let area = pitch*m;
      var total = 0;
      for l below 3 {
        set total = total + rem(w + l, n + 1) + floor_div(w + l*pitch, m);
        for l down below div(area, pitch*1000) + 1 { let pitch = w + l; set total = total + div(7*w, pitch + 1); }
      }
      solve s in [0, 40] where floor_div(w + s*7, pitch) <= div(w, pitch) by bisect(6);
      solve root in [0, 90] where root**2 <= rem(w, area) by root(2, rem(w, area), 0, 1, down 1, up 0);
      var side = n + 1;
      if (rem(w, m) < div(n, m)) { set side = div(w, side) + rem(w, max(n - m, 1)*m + 3); }
      else { set side = mod(w*w, pitch) - side; }
      return (div(w, pitch), rem(w, pitch), floor_div(w, m), mod(w + 3, n*m), w*pitch/pitch, total, s + root,
              side, select(n <= 8, div(w, 2**min(n, 8)), 0), floor_div(w - 100, m), mod(w, n - 2000),
              div(w, isqrt(n - 1) + 1), div(w, div(1000, n) + 1), div(w, side*side + 1), rem(w, 7));
    })";
  const std::string zeros = "0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0";
  const std::string rank = "fn rank(n, m; " + names + ") -> (w) { return (q*(n + 2*m + 1) + r); }";
  const std::string contains = "fn contains(n, m; " + names + ") -> (inside) { return (0 <= q); }";
  const std::string successor =
      "fn successor(n, m; " + names + ") -> (has_next, " + names + ") { return (0, " + zeros + "); }";
  std::vector<std::string> dimensions{"q", "r", "f", "g", "x", "t", "s", "u", "p"};
  for (int kept = 0; kept < 6; ++kept) {
    dimensions.push_back("k" + std::to_string(kept));
  }
  return {"divisions",
          make_map("divisions by sizes", "n m", dimensions,
                   {"fn count(n, m; ) -> (count) { return (4096); }", unrank, rank, contains, successor}),
          {500, 500},
          {1000000, 1000000}};
}

} // namespace mapwright::test
