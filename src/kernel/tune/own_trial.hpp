// What became of a configuration that a search asked for.
#pragma once

#include "kernel/tune/search.hpp"

#include <limits>

namespace mapwright::kernel {

/// The cost for comparisons: an invalid configuration is worse than every valid one.
inline double comparable(const std::optional<double>& cost) {
  return cost.value_or(std::numeric_limits<double>::infinity());
}

/// The trial of `configuration`; nothing when it was not evaluated.
inline const Trial* trial_of(std::span<const Trial> trials, std::size_t configuration) {
  for (std::size_t i = trials.size(); i-- > 0;) { // nearly always the last one
    if (trials[i].configuration == configuration) {
      return &trials[i];
    }
  }
  return nullptr;
}

} // namespace mapwright::kernel
