#include "measure/timer.hpp"

#include <utility>

namespace mapwright::measure {

FunctionTimer::FunctionTimer(std::function<void()> function, Clock& clock, UsageProbe* probe, ContentionRule rule)
    : function_(std::move(function)), clock_(clock), probe_(probe), rule_(rule) {}

Result<Sample> FunctionTimer::run() {
  const UsageSnapshot before = probe_ != nullptr ? probe_->snapshot() : UsageSnapshot{};
  const Seconds start = clock_.now();
  function_();
  const Seconds wall = clock_.now() - start;
  if (probe_ == nullptr) {
    return Sample{wall, Taint::none};
  }
  return Sample{wall, assess(before, probe_->snapshot(), wall, rule_)};
}

} // namespace mapwright::measure
