#include "kernel/tune/space.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// Product of the numbers of values; most_products + 1 when it is larger than most_products.
std::size_t products(const std::vector<Tunable>& tunables) {
  std::size_t count = 1;
  for (const Tunable& tunable : tunables) {
    if (tunable.values.empty()) {
      return 0;
    }
    if (count > TuningSpace::most_products / tunable.values.size()) {
      return TuningSpace::most_products + 1;
    }
    count *= tunable.values.size();
  }
  return count;
}

/// The positions whose digits make up `key`.
std::vector<Position> digits(std::size_t key, const std::vector<Tunable>& tunables) {
  std::vector<Position> positions(tunables.size());
  for (std::size_t i = tunables.size(); i-- > 0;) {
    positions[i] = static_cast<Position>(key % tunables[i].values.size());
    key /= tunables[i].values.size();
  }
  return positions;
}

} // namespace

Result<TuningSpace> TuningSpace::of(const KernelCandidate& candidate) {
  TuningSpace space;
  space.tunables_ = candidate.tunables;
  for (Tunable& tunable : space.tunables_) {
    std::sort(tunable.values.begin(), tunable.values.end());
  }
  const std::size_t count = products(space.tunables_);
  if (count > most_products) {
    return fail(ErrorKind::input,
                fmt::format("the tunables have more than {} combinations, too many to be listed", most_products),
                "give them fewer values");
  }
  for (std::size_t key = 0; key < count; ++key) {
    const std::vector<Position> positions = digits(key, space.tunables_);
    Tuning tuning;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      tuning[space.tunables_[i].name] = space.tunables_[i].values[positions[i]];
    }
    const auto fits = allowed(candidate, tuning);
    if (!fits) {
      return forward(fits);
    }
    if (*fits) {
      space.keys_.push_back(key);
      space.positions_.insert(space.positions_.end(), positions.begin(), positions.end());
    }
  }
  if (space.keys_.empty()) {
    return fail(ErrorKind::input,
                fmt::format("none of the {} combinations of the tunables satisfies the constraints", count),
                "drop a constraint or add values");
  }
  return space;
}

std::span<const Position> TuningSpace::positions(std::size_t index) const {
  return std::span(positions_).subspan(index * dimensions(), dimensions());
}

Tuning TuningSpace::tuning(std::size_t index) const {
  Tuning tuning;
  const auto at = positions(index);
  for (std::size_t i = 0; i < at.size(); ++i) {
    tuning[tunables_[i].name] = tunables_[i].values[at[i]];
  }
  return tuning;
}

std::optional<std::size_t> TuningSpace::index_at(std::span<const Position> positions) const {
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] >= values(i)) {
      return std::nullopt;
    }
  }
  const std::size_t wanted = key(positions);
  const auto found = std::lower_bound(keys_.begin(), keys_.end(), wanted);
  if (found == keys_.end() || *found != wanted) {
    return std::nullopt;
  }
  return static_cast<std::size_t>(found - keys_.begin());
}

std::optional<std::size_t> TuningSpace::index_of(const Tuning& tuning) const {
  if (tuning.size() != dimensions()) {
    return std::nullopt;
  }
  std::vector<Position> wanted;
  for (const Tunable& tunable : tunables_) {
    const auto given = tuning.find(tunable.name);
    if (given == tuning.end()) {
      return std::nullopt;
    }
    const auto value = std::lower_bound(tunable.values.begin(), tunable.values.end(), given->second);
    if (value == tunable.values.end() || *value != given->second) {
      return std::nullopt;
    }
    wanted.push_back(static_cast<Position>(value - tunable.values.begin()));
  }
  return index_at(wanted);
}

std::vector<std::size_t> TuningSpace::neighbours(std::size_t index) const {
  const auto here = positions(index);
  std::vector<Position> moved(here.begin(), here.end());
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    for (const bool up : {false, true}) {
      if (up || here[i] > 0) {
        moved[i] = up ? here[i] + 1 : here[i] - 1;
        if (const auto neighbour = index_at(moved)) {
          found.push_back(*neighbour);
        }
      }
    }
    moved[i] = here[i];
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::size_t TuningSpace::distance(std::size_t a, std::size_t b) const {
  return kernel::distance(positions(a), positions(b));
}

std::size_t TuningSpace::key(std::span<const Position> positions) const {
  std::size_t number = 0;
  for (std::size_t i = 0; i < positions.size(); ++i) {
    number = number * values(i) + positions[i];
  }
  return number;
}

std::size_t distance(std::span<const Position> a, std::span<const Position> b) {
  std::size_t steps = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    steps += a[i] > b[i] ? a[i] - b[i] : b[i] - a[i];
  }
  return steps;
}

} // namespace mapwright::kernel
