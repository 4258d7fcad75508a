// The largest integer with a property that all smaller ones share.
#pragma once

#include "expr/int128.hpp"

#include <optional>

namespace mapwright::expr {

/// The largest N in [least, greatest] with `fits(N)`, for greatest - least < 2^126 and a property that holds below
/// every N it holds for; nothing when it does not hold at `least`. First the power of two by bisection, then the bits
/// below it: about log2(N) + log2(log2(greatest)) calls, few of them far above the answer, where a call may be dear.
template <class Fits> std::optional<Int> largest_where(const Fits& fits, Int least, Int greatest) {
  if (least > greatest || !fits(least)) {
    return std::nullopt;
  }
  const auto at = [&](Int distance) { return distance <= greatest - least && fits(least + distance); };
  int good_power = -1; // at(2^good_power) holds, or -1: at(0)
  int bad_power = 0;   // at(2^bad_power) does not
  while (bad_power < 127 && at(Int{1} << bad_power)) {
    good_power = bad_power;
    bad_power = bad_power == 0 ? 1 : 2 * bad_power;
  }
  bad_power = bad_power < 126 ? bad_power : 126;
  while (bad_power - good_power > 1) {
    const int middle = (good_power + bad_power) / 2;
    (at(Int{1} << middle) ? good_power : bad_power) = middle;
  }
  Int distance = good_power < 0 ? 0 : Int{1} << good_power;
  for (int bit = good_power - 1; bit >= 0; --bit) {
    const Int further = distance + (Int{1} << bit);
    distance = at(further) ? further : distance;
  }
  return least + distance;
}

} // namespace mapwright::expr
