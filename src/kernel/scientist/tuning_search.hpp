// The values of a version's tunables: those of its base, and a short search for what is open.
#pragma once

#include "kernel/tune/tune.hpp"

#include <cstddef>
#include <cstdint>

namespace mapwright::kernel::scientist {

/// Values for the candidate's tunables: those of `base` where the candidate has a tunable of that name with that value,
/// else the presets; all presets when the constraints do not allow the mixture.
Tuning inherited(const KernelCandidate& candidate, const Tuning& base);

/// What a search chose.
struct Chosen {
  Tuning tuning;
  std::uint64_t timed = 0; ///< configurations, `from` among them
};

/// Times `from` and further configurations, at most `most` together, chosen by a model of the costs so far. Tunables
/// that have in `from` the value they have in `settled` keep it. Without anything to choose from nothing is timed.
/// Errors: those of `cost`.
Result<Chosen> search_tuning(const KernelCandidate& candidate, const Tuning& settled, const Tuning& from,
                             std::size_t most, const CostFunction& cost, measure::Random& random);

} // namespace mapwright::kernel::scientist
