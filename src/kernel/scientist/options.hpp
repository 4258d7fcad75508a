// What can be done with a base without a model: the catalogue's experiments that apply to it, tuning, crossover.
#pragma once

#include "kernel/scientist/learning.hpp"
#include "kernel/scientist/roles.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// Plans that are no experiments of the catalogue.
inline constexpr const char* tuning_name = "tuning";       ///< the base with more values for its tunables
inline constexpr const char* crossover_name = "crossover"; ///< the changes of base and reference in one source

/// One thing that can be done with a base.
struct Option {
  Variant variant;
  AvenueKind kind = AvenueKind::memory;
  std::string hypothesis;
  Interval gain{1, 1}; ///< expected before anything was measured
  int innovation = 0;
};

/// Catalogue first, in its order, then tuning, then crossover. A Setback when the base cannot be parsed, `unavailable`
/// when the machine cannot examine sources at all.
Answer<std::vector<Option>> options_for(const Situation& situation, const Selection& selection, const Examine& examine,
                                        const std::vector<Experiment>& catalogue);

/// Those that were not made on this base before and, with `novelty`, do not make a program that is known.
std::vector<Option> untried(std::vector<Option> options, const Situation& situation, std::uint64_t base, bool novelty);

/// The source with more values on both sides of the best ones known where these are at an end of their range, and with
/// those as defaults. Nothing when that changes nothing, or there are no tunables.
std::optional<std::string> with_wider_tunables(const Task& task, Backend backend, const std::string& source,
                                               const Tuning& best);

/// The base with all that changed on the reference's way from their common ancestor; nothing when there is nothing, or
/// when both changed the same lines.
std::optional<std::string> crossed(const std::vector<Version>& versions, std::uint64_t base, std::uint64_t reference);

} // namespace mapwright::kernel::scientist
