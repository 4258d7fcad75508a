#include "kernel/scientist/minimise.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::kernel::scientist {

Minimisation::Minimisation(std::size_t hunks) : kept_(hunks, true) {
  advance();
}

std::size_t Minimisation::kept_count() const {
  return static_cast<std::size_t>(std::count(kept_.begin(), kept_.end(), true));
}

/// The kept hunks less those of one group; nothing when that leaves none.
std::optional<std::vector<bool>> Minimisation::without_group(std::size_t group) const {
  const std::size_t count = kept_count();
  const std::size_t begin = group * count / groups_;
  const std::size_t end = (group + 1) * count / groups_;
  if (begin == end || end - begin == count) {
    return std::nullopt;
  }
  std::vector<bool> subset = kept_;
  std::size_t seen = 0;
  for (std::size_t i = 0; i < subset.size(); ++i) {
    if (subset[i]) {
      subset[i] = seen < begin || seen >= end;
      ++seen;
    }
  }
  return subset;
}

/// Goes to the next group whose omission was not tried; to smaller groups after the last.
void Minimisation::advance() {
  while (!done_) {
    if (group_ == groups_) {
      done_ = groups_ >= kept_count();
      groups_ = std::min(2 * groups_, std::max<std::size_t>(kept_count(), 1));
      group_ = 0;
    } else if (const auto subset = without_group(group_); subset && !tried_.contains(*subset)) {
      return;
    } else {
      ++group_;
    }
  }
}

std::optional<std::vector<bool>> Minimisation::next() const {
  return done_ ? std::nullopt : without_group(group_);
}

void Minimisation::learn(SubsetVerdict verdict) {
  const auto subset = next();
  if (!subset) {
    throw std::logic_error("Minimisation::learn: nothing was to be tried");
  }
  tried_.insert(*subset);
  if (verdict == SubsetVerdict::as_good) {
    kept_ = *subset;
    groups_ = std::clamp<std::size_t>(groups_ - 1, 2, std::max<std::size_t>(kept_count(), 2));
    group_ = 0;
  } else {
    ++group_;
  }
  advance();
}

} // namespace mapwright::kernel::scientist
