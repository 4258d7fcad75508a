// Whether the winner of a search is kept, once it was raced on inputs and shapes that the search has not seen.
#pragma once

#include "core/verdict.hpp"

#include <optional>

namespace mapwright::kernel {

/// Whether a winner is to replace what it was raced against: faster beyond doubt on fresh inputs, and on the held-out
/// shapes valid and not slower. `held_out`: the verdict there; nothing when the winner is not valid there.
constexpr bool promoted(SpeedVerdict fresh, const std::optional<SpeedVerdict>& held_out) {
  return fresh == SpeedVerdict::faster && held_out && *held_out != SpeedVerdict::slower;
}

/// By how much the speed-up is smaller on the held-out shapes: the quotient of the ratios of times; 1: not at all.
constexpr double generalisation_gap(double ratio, double held_out_ratio) {
  return held_out_ratio / ratio;
}

} // namespace mapwright::kernel
