#include "mapper/confirm/confirmation.hpp"

namespace mapwright::mapper {

const measure::Comparison* ConfirmedPlan::decisive() const {
  const auto of_pairs = [](const std::optional<measure::Comparison>& comparison) {
    return comparison && comparison->pairs > 0 ? &*comparison : nullptr;
  };
  const measure::Comparison* const tested = of_pairs(fresh);
  return tested != nullptr ? tested : of_pairs(screened);
}

SpeedVerdict ConfirmedPlan::verdict() const {
  if (same_plan) {
    return SpeedVerdict::same;
  }
  if (fresh) {
    return fresh->verdict;
  }
  return screened && screened->verdict == SpeedVerdict::slower ? SpeedVerdict::slower : SpeedVerdict::unclear;
}

SpeedVerdict Confirmation::verdict() const {
  return handed_out ? plans[*handed_out].verdict() : SpeedVerdict::same;
}

std::string_view to_string(ConfirmStage stage) {
  switch (stage) {
  case ConfirmStage::tried:
    return "tried";
  case ConfirmStage::screened:
    return "screened";
  case ConfirmStage::tested:
    return "tested";
  case ConfirmStage::done:
    break;
  }
  return "done";
}

} // namespace mapwright::mapper
