#include "mapper/calibrate/choose_run.hpp"

#include <algorithm>
#include <compare>

namespace mapwright::mapper {

namespace {

constexpr double lone_sample = 0.5; ///< relative uncertainty of a number with one run behind it

/// Numbers not known at all, and the widest range of the others.
struct Information {
  std::size_t unknown = 0;
  double widest = 0;
  friend auto operator<=>(const Information&, const Information&) = default;
};

void add_number(const Estimate* estimate, Information& information) {
  if (estimate == nullptr) {
    ++information.unknown;
  } else {
    const double width = estimate->samples < 2 ? lone_sample : estimate->uncertainty();
    information.widest = std::max(information.widest, width);
  }
}

template <class Map, class Key> const Estimate* find_estimate(const Map& map, const Key& key) {
  const auto found = map.find(key);
  return found == map.end() ? nullptr : &found->second;
}

Information information_of(const RunCandidate& candidate, const Calibration& calibration) {
  Information information;
  for (const WorkKey& key : candidate.keys) {
    add_number(find_estimate(calibration.factors, key), information);
  }
  if (candidate.one_processor) {
    add_number(find_estimate(calibration.overhead, candidate.processor), information);
  }
  return information;
}

} // namespace

std::optional<std::size_t> most_informative(std::span<const RunCandidate> candidates, const Calibration& calibration,
                                            double enough) {
  std::optional<std::size_t> best;
  Information most;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (candidates[i].done) {
      continue;
    }
    const Information information = information_of(candidates[i], calibration);
    const bool worth_it = information.unknown > 0 || information.widest > enough;
    if (worth_it && (!best || information > most)) {
      best = i;
      most = information;
    }
  }
  return best;
}

} // namespace mapwright::mapper
