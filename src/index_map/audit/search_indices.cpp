#include "index_map/audit/search_indices.hpp"

#include "index_map/audit/landmarks.hpp"

#include <algorithm>

namespace mapwright::index_map::audit {

namespace {

constexpr int most_rounds = 64;
constexpr std::int64_t scanned_before = std::int64_t{1} << 20U; ///< indices before a fault, compared without a gap

} // namespace

Result<Wrong> trace_down(Prober& prober, const Oracle& oracle, Wrong wrong, std::int64_t floor) {
  for (int round = 0; round < most_rounds && !prober.out_of_time(); ++round) {
    auto before = prober.first_wrong(oracle, earlier(oracle, wrong.index, floor));
    if (!before) {
      return forward(before);
    }
    if (!*before) {
      auto stretch = prober.first_wrong_between(
          oracle, std::max({std::int64_t{1}, floor, wrong.index - scanned_before}), wrong.index);
      if (!stretch) {
        return forward(stretch);
      }
      before = std::move(stretch->wrong);
    }
    if (!*before) {
      return wrong;
    }
    wrong = std::move(**before);
  }
  return wrong;
}

Result<Earliest> earliest_wrong(Prober& prober, const Oracle& oracle, std::uint64_t most_points) {
  Earliest earliest;
  auto gapless =
      prober.first_wrong_between(oracle, 0, static_cast<std::int64_t>(std::min(most_points, oracle.sized().count)));
  if (!gapless) {
    return forward(gapless);
  }
  earliest.gapless = gapless->end;
  earliest.wrong = std::move(gapless->wrong);
  if (earliest.wrong || earliest.gapless > oracle.last() || prober.out_of_time()) {
    return earliest;
  }
  earliest.at_landmarks = true;
  auto wrong = prober.first_wrong(oracle, landmarks(oracle));
  if (!wrong) {
    return forward(wrong);
  }
  if (*wrong) {
    auto traced = trace_down(prober, oracle, std::move(**wrong), earliest.gapless);
    if (!traced) {
      return forward(traced);
    }
    earliest.wrong = std::move(*traced);
  }
  return earliest;
}

} // namespace mapwright::index_map::audit
