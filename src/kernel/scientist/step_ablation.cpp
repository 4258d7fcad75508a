#include "kernel/scientist/step_ablation.hpp"

#include "kernel/scientist/hunks.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace mapwright::kernel::scientist {

namespace {

/// Time over that of its base; what was not measured shows no gain.
double ratio_to_base(const Version& version) {
  return version.measured ? version.measured->ratio : 1;
}

} // namespace

StepAblation::StepAblation(std::vector<Version> path)
    : path_(std::move(path)), kept_(path_.empty() ? std::string() : path_.back().source) {
  for (const Version& version : path_) {
    known_.insert(version.source);
  }
  if (path_.size() < 3) {
    return; // without its one experiment the winner is the start
  }
  order_.resize(path_.size() - 1);
  std::iota(order_.begin(), order_.end(), std::size_t{1});
  std::stable_sort(order_.begin(), order_.end(),
                   [this](std::size_t a, std::size_t b) { return ratio_to_base(path_[a]) > ratio_to_base(path_[b]); });
  advance();
}

void StepAblation::advance() {
  for (next_.reset(); turn_ < order_.size(); ++turn_) {
    const std::size_t at = order_[turn_];
    auto without = merge(path_[at].source, path_[at - 1].source, kept_);
    if (without && !known_.contains(*without)) {
      next_ = std::move(without);
      return;
    }
  }
}

void StepAblation::learn(bool as_good) {
  if (!next_) {
    throw std::logic_error("StepAblation::learn: nothing was to be tried");
  }
  known_.insert(*next_);
  if (as_good) {
    kept_ = *next_;
  }
  ++turn_;
  advance();
}

} // namespace mapwright::kernel::scientist
