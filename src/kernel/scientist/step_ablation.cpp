#include "kernel/scientist/step_ablation.hpp"

#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/scientist/hunks.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

constexpr double as_good_ratio = 1.05;

/// Time over that of its base; what was not measured shows no gain.
double ratio_to_base(const Version& version) {
  return version.measured ? version.measured->ratio : 1;
}

Tuning values_of(const Version& version) {
  return version.measured ? version.measured->tuning : Tuning();
}

/// Whether `values` are `others` where both have a value.
bool agree(const Tuning& values, const Tuning& others) {
  return std::all_of(values.begin(), values.end(), [&](const auto& value) {
    const auto other = others.find(value.first);
    return other == others.end() || other->second == value.second;
  });
}

} // namespace

StepAblation::StepAblation(std::vector<Version> path)
    : path_(std::move(path)), kept_(path_.empty() ? std::string() : path_.back().source) {
  for (const Version& version : path_) {
    known_.insert(version.source);
  }
  if (path_.empty()) {
    return;
  }
  order_.resize(path_.size() - 1);
  std::iota(order_.begin(), order_.end(), std::size_t{1});
  std::stable_sort(order_.begin(), order_.end(), [this](std::size_t a, std::size_t b) {
    return std::pair(has_paid(path_[b]), ratio_to_base(path_[a])) >
           std::pair(has_paid(path_[a]), ratio_to_base(path_[b]));
  });
  advance();
}

/// The source as something new, with the winner's values as its defaults; nothing when it was raced with these.
std::optional<std::string> StepAblation::with_winners_values(const std::string& source) const {
  const auto version =
      std::find_if(path_.begin(), path_.end(), [&](const Version& one) { return one.source == source; });
  const Tuning values = values_of(path_.back());
  if (version == path_.end() || agree(values_of(*version), values)) {
    return std::nullopt;
  }
  std::string tuned = rewrite::with_defaults(source, values);
  return known_.contains(tuned) ? std::nullopt : std::optional(std::move(tuned));
}

void StepAblation::advance() {
  for (next_.reset(); turn_ < order_.size(); ++turn_) {
    const std::size_t at = order_[turn_];
    auto without = merge(path_[at].source, path_[at - 1].source, kept_);
    if (without && known_.contains(*without)) {
      without = with_winners_values(*without);
    }
    if (without) {
      next_ = Withdrawal{path_[at], *std::move(without)};
      return;
    }
  }
}

void StepAblation::learn(bool as_good) {
  if (!next_) {
    throw std::logic_error("StepAblation::learn: nothing was to be tried");
  }
  known_.insert(next_->source);
  if (as_good) {
    kept_ = next_->source;
  }
  ++turn_;
  advance();
}

bool has_paid(const Version& version) {
  return version.measured && version.measured->verdict == SpeedVerdict::faster;
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

bool is_dispensable(const Version& taken_back, const Version& rest) {
  if (is_as_good(rest) || has_paid(taken_back)) {
    return is_as_good(rest);
  }
  return rest.valid && rest.measured && rest.measured->verdict == SpeedVerdict::unclear &&
         rest.measured->ratio_interval.low > 0 && rest.measured->ratio <= as_good_ratio;
}

} // namespace mapwright::kernel::scientist
