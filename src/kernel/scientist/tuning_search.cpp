#include "kernel/scientist/tuning_search.hpp"

#include <algorithm>

namespace mapwright::kernel::scientist {

namespace {

constexpr const char* strategy = "model";

bool takes(const Tunable& tunable, std::int64_t value) {
  return std::find(tunable.values.begin(), tunable.values.end(), value) != tunable.values.end();
}

/// The candidate with what is not searched nailed to its value.
KernelCandidate narrowed(KernelCandidate candidate, const Tuning& settled, const Tuning& from) {
  for (Tunable& tunable : candidate.tunables) {
    const auto value = settled.find(tunable.name);
    if (value != settled.end() && value->second == from.at(tunable.name)) {
      tunable.values = {value->second};
      tunable.preset = value->second;
    }
  }
  return candidate;
}

} // namespace

Tuning inherited(const KernelCandidate& candidate, const Tuning& base) {
  Tuning tuning = preset(candidate);
  for (const Tunable& tunable : candidate.tunables) {
    if (const auto value = base.find(tunable.name); value != base.end() && takes(tunable, value->second)) {
      tuning[tunable.name] = value->second;
    }
  }
  return allowed(candidate, tuning).value_or(false) ? tuning : preset(candidate);
}

Result<Chosen> search_tuning(const KernelCandidate& candidate, const Tuning& settled, const Tuning& from,
                             std::size_t most, const CostFunction& cost, measure::Random& random) {
  Chosen chosen{from};
  const auto space = TuningSpace::of(narrowed(candidate, settled, from));
  if (!space || space->size() < 2 || most < 2) { // a space too large to list is the candidate's own fault
    return chosen;
  }
  const auto first = space->index_of(from);
  const auto searcher = make_searcher(strategy, *space);
  if (!searcher) {
    return forward(searcher);
  }
  std::vector<Trial> before;
  if (first) {
    const auto price = cost(from);
    if (!price) {
      return forward(price);
    }
    before.push_back({*first, *price});
  }
  const std::size_t more = most - before.size();
  const auto tuned = tune(*space, **searcher, cost, more, random, {}, std::move(before));
  if (!tuned) {
    return forward(tuned);
  }
  chosen.timed = tuned->trials.size();
  if (tuned->best) {
    chosen.tuning = space->tuning(tuned->best->configuration);
  }
  return chosen;
}

} // namespace mapwright::kernel::scientist
