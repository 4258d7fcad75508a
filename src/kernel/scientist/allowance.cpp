#include "kernel/scientist/allowance.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::kernel::scientist {

namespace {

constexpr std::uint64_t small_run = 20; ///< evaluations below which one confirmation must do
constexpr std::uint64_t most_tuning = 6;
constexpr double time_share = 0.8; ///< the end has to be measured in the rest
constexpr double other_share = 0.9;

} // namespace

Effort ending_effort(const std::optional<std::uint64_t>& evaluations) {
  Effort effort;
  if (evaluations) {
    effort.minimise = std::min(effort.minimise, *evaluations / 8);
    effort.confirm = *evaluations < small_run ? 1 : effort.confirm;
  }
  return effort;
}

std::uint64_t usual_tuning(const std::optional<std::uint64_t>& evaluations) {
  return evaluations ? std::clamp<std::uint64_t>(*evaluations / 10, 1, most_tuning) : most_tuning;
}

void Allowance::observe(const archive::Step& step) {
  reserved_.erase(step.number);
  used_ = used_ + step.used;
  used_.time = step.committed;
}

Resources Allowance::spent() const {
  Resources sum = used_;
  for (const auto& [step, resources] : reserved_) {
    sum = sum + resources;
  }
  return sum;
}

std::uint64_t Allowance::all() const {
  if (!limits_.evaluations) {
    return UINT64_MAX;
  }
  const std::uint64_t spent_already = spent().evaluations;
  return *limits_.evaluations - std::min(*limits_.evaluations, spent_already);
}

std::uint64_t Allowance::experiments() const {
  const Effort effort = ending_effort(limits_.evaluations);
  const std::uint64_t kept = effort.minimise + effort.confirm;
  const std::uint64_t left = all();
  return left == UINT64_MAX ? left : left - std::min(left, kept);
}

std::optional<std::string> Allowance::used_up(const Resources& generation) const {
  if (experiments() == 0) {
    return fmt::format("the budget of {} evaluations", *limits_.evaluations);
  }
  const Resources needed = spent() + generation;
  for (const ResourceKind kind :
       {ResourceKind::time, ResourceKind::tokens, ResourceKind::dollars, ResourceKind::energy}) {
    const std::optional<double> limit = limits_.limit(kind);
    const double share = kind == ResourceKind::time ? time_share : other_share;
    if (limit && amount(needed, kind) > share * *limit) {
      return fmt::format("the budget of {:g} {}", *limit, to_string(kind));
    }
  }
  return std::nullopt;
}

} // namespace mapwright::kernel::scientist
