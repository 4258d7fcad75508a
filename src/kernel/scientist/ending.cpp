#include "kernel/scientist/ending.hpp"

#include <algorithm>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

constexpr double as_good_ratio = 1.05;

} // namespace

Ending::Ending(const Version& start, std::vector<Version> best, const Effort& effort, std::string why)
    : start_(start), best_(std::move(best)), effort_(effort), why_(std::move(why)) {
  if (best_.empty()) {
    return;
  }
  champion_ = best_.front();
  hunks_ = changes(start_.source, champion_->source);
  if (hunks_.size() > 1) {
    minimisation_.emplace(hunks_.size());
  }
}

bool Ending::minimises(std::uint64_t evaluations) const {
  return minimisation_ && confirmed_ == 0 && minimised_ < effort_.minimise && evaluations > effort_.confirm &&
         minimisation_->next();
}

std::optional<EndStep> Ending::next(std::uint64_t evaluations) const {
  if (minimises(evaluations)) {
    return MinimiseStep{*champion_, apply(start_.source, hunks_, *minimisation_->next())};
  }
  if (promoted_ || evaluations == 0 || confirmed_ == std::min<std::uint64_t>(effort_.confirm, best_.size())) {
    return std::nullopt;
  }
  return ConfirmStep{best_[confirmed_]};
}

void Ending::observe_minimised(const std::optional<Version>& version) {
  ++minimised_;
  const bool as_good = version && is_as_good(*version);
  minimisation_->learn(as_good ? SubsetVerdict::as_good : SubsetVerdict::worse);
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

std::vector<Version> best_of_lineage(const Population& population, std::uint64_t champion) {
  std::vector<Version> found;
  for (auto version = population.at(champion); version;) {
    if (version->score && *version->score < 1) {
      found.push_back(*version);
    }
    version = version->base ? population.at(*version->base) : std::nullopt;
  }
  std::stable_sort(found.begin(), found.end(), [](const Version& a, const Version& b) { return *a.score < *b.score; });
  return found;
}

bool is_as_good(const Version& version) {
  if (!version.valid || !version.measured || version.measured->shapes.empty()) {
    return false;
  }
  const Measurement& measured = *version.measured;
  return measured.verdict == SpeedVerdict::faster || measured.verdict == SpeedVerdict::same ||
         (measured.verdict == SpeedVerdict::unclear && measured.ratio_interval.high > 0 &&
          measured.ratio_interval.high <= as_good_ratio);
}

} // namespace mapwright::kernel::scientist
