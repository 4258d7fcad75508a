#include "kernel/scientist/ending.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

/// Those on the path that are faster than the start and than all before them: the best first. What was not found faster
/// than its base has no better score, so that nothing is handed out for its sake.
std::vector<Version> faster_than_start(const std::vector<Version>& path) {
  std::vector<Version> found;
  double best = 1;
  for (const Version& version : path) {
    if (version.score && *version.score < best) {
      best = *version.score;
      found.insert(found.begin(), version);
    }
  }
  return found;
}

} // namespace

Ending::Ending(const std::vector<Version>& path, const Effort& effort, std::string why)
    : start_(path.front()), best_(faster_than_start(path)), effort_(effort), why_(std::move(why)),
      steps_(best_.empty() ? std::vector<Version>() : path) {
  if (best_.empty()) {
    return;
  }
  champion_ = path.back();
  if (!steps_.next()) {
    begin_lines();
  }
}

void Ending::begin_lines() {
  hunks_ = changes(start_.source, steps_.kept());
  if (hunks_.size() > 1) {
    lines_.emplace(hunks_.size());
    skip_known_lines();
  }
}

/// What was raced before, as a version or without an experiment, was not as good.
void Ending::skip_known_lines() {
  for (auto subset = lines_->next(); subset && steps_.known().contains(apply(start_.source, hunks_, *subset));
       subset = lines_->next()) {
    lines_->learn(SubsetVerdict::worse);
  }
}

std::optional<MinimiseStep> Ending::smaller() const {
  if (const auto& withdrawal = steps_.next()) {
    return MinimiseStep{*champion_, withdrawal->source, withdrawal->taken_back.step};
  }
  const auto subset = lines_ ? lines_->next() : std::nullopt;
  return subset ? std::optional(MinimiseStep{*champion_, apply(start_.source, hunks_, *subset)}) : std::nullopt;
}

bool Ending::is_enough(const Version& version) const {
  return steps_.next() ? is_dispensable(steps_.next()->taken_back, version) : is_as_good(version);
}

std::optional<EndStep> Ending::next(std::uint64_t evaluations) const {
  if (confirmed_ == 0 && minimised_ < effort_.minimise && evaluations > effort_.confirm) {
    if (auto step = smaller()) {
      return *std::move(step);
    }
  }
  if (promoted_ || evaluations == 0 || confirmed_ == std::min<std::uint64_t>(effort_.confirm, best_.size())) {
    return std::nullopt;
  }
  return ConfirmStep{best_[confirmed_]};
}

void Ending::observe_minimised(const std::optional<Version>& version) {
  ++minimised_;
  const bool as_good = version && is_enough(*version);
  if (!steps_.next()) {
    lines_->learn(as_good ? SubsetVerdict::as_good : SubsetVerdict::worse);
    skip_known_lines();
  } else {
    steps_.learn(as_good);
    if (!steps_.next()) {
      begin_lines();
    }
  }
  if (!as_good) {
    return;
  }
  if (minimal_) {
    best_.front() = *version;
  } else {
    best_.insert(best_.begin(), *version);
  }
  minimal_ = version;
}

void Ending::observe_confirmed(bool promoted) {
  ++confirmed_;
  promoted_ = promoted;
}

std::vector<Version> path_to(const Population& population, std::uint64_t version) {
  std::vector<Version> path;
  for (auto found = population.at(version); found;) {
    path.push_back(*found);
    found = found->base ? population.at(*found->base) : std::nullopt;
  }
  std::reverse(path.begin(), path.end());
  return path;
}

} // namespace mapwright::kernel::scientist
