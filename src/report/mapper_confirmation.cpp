#include "report/mapper_confirmation.hpp"

#include "mapper/confirm/confirmation_json.hpp"
#include "report/text_table.hpp"

#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

using mapper::ConfirmedPlan;

constexpr double percent_scale = 100;

std::string ratio_text(const ConfirmedPlan& plan) {
  const measure::Comparison* const seen = plan.decisive();
  if (plan.same_plan || seen == nullptr) {
    return plan.same_plan ? "1" : "-";
  }
  return fmt::format("{:.3f} ({:.3f} to {:.3f})", seen->ratio, seen->ratio_interval.low, seen->ratio_interval.high);
}

/// "40 fresh", "12 common, 3 dropped".
std::string pairs_text(const ConfirmedPlan& plan) {
  const measure::Comparison* const seen = plan.decisive();
  if (seen == nullptr) {
    return "-";
  }
  return fmt::format("{} {}{}", seen->pairs, plan.fresh && seen == &*plan.fresh ? "fresh" : "common",
                     seen->dropped > 0 ? fmt::format(", {} dropped", seen->dropped) : "");
}

std::string verdict_text(const ConfirmedPlan& plan) {
  if (!plan.flaw.empty()) {
    return plan.flaw;
  }
  if (!plan.step) {
    return "";
  }
  if (plan.same_plan) {
    return "SAME: it is the default's plan";
  }
  if (plan.decisive() == nullptr) {
    return plan.screened || plan.fresh ? "UNCLEAR: every pair of runs was disturbed" : "not compared";
  }
  return std::string(to_string(plan.verdict()));
}

std::vector<std::string> row_of_plan(const ConfirmedPlan& plan) {
  return {plan.step ? fmt::format("step {}", *plan.step) : "default",
          duration_text(plan.predicted),
          plan.typical ? duration_text(plan.typical->makespan) : "-",
          plan.step ? ratio_text(plan) : "1",
          pairs_text(plan),
          fmt::format("{} of {}", plan.disturbed, plan.runs),
          verdict_text(plan)};
}

Json compared_json(const std::optional<measure::Comparison>& seen) {
  if (!seen) {
    return nullptr;
  }
  return {{"verdict", to_string(seen->verdict)},
          {"ratio", seen->ratio},
          {"ratio_interval", {seen->ratio_interval.low, seen->ratio_interval.high}},
          {"confidence", seen->confidence},
          {"pairs", seen->pairs},
          {"dropped", seen->dropped},
          {"stop", to_string(seen->stop)}};
}

Json plan_json_of(const ConfirmedPlan& plan) {
  return {{"step", plan.step ? Json(*plan.step) : Json()},
          {"plan", plan.plan},
          {"predicted_seconds", plan.predicted},
          {"measured_seconds", plan.typical ? Json(plan.typical->makespan) : Json()},
          {"runs", plan.runs},
          {"disturbed", plan.disturbed},
          {"same_plan", plan.same_plan},
          {"flaw", plan.flaw.empty() ? Json() : Json(plan.flaw)},
          {"verdict", plan.step ? Json(to_string(plan.verdict())) : Json()},
          {"screened", compared_json(plan.screened)},
          {"fresh", compared_json(plan.fresh)}};
}

std::string adjustment_text(const mapper::Adjustment& adjustment) {
  return fmt::format("{} x {:.3f} ({:.3f} to {:.3f})", adjustment.name, adjustment.factor, adjustment.range.low,
                     adjustment.range.high);
}

std::string machine_text_of(const RecalibratedMachine& machine) {
  std::string turned;
  std::string untold;
  for (const mapper::Adjustment& adjustment : machine.made.adjustments) {
    std::string& list = adjustment.told ? turned : untold;
    list += (list.empty() ? "" : "; ") + (adjustment.told ? adjustment_text(adjustment) : adjustment.name);
  }
  std::string text = field("recalibrated", fmt::format("{}: off by {:.1f} % in the median, {:.1f} % before",
                                                       machine.file, percent_scale * machine.made.error_after,
                                                       percent_scale * machine.made.error_before));
  if (!turned.empty()) {
    text += field(machine.made.common ? "all times" : "times", turned);
  }
  if (!untold.empty()) {
    text += field("not told", untold);
  }
  return text;
}

Json machine_json(const std::optional<RecalibratedMachine>& machine) {
  if (!machine) {
    return nullptr;
  }
  Json adjustments = Json::array();
  for (const mapper::Adjustment& adjustment : machine->made.adjustments) {
    adjustments.push_back({{"what", adjustment.name},
                           {"factor", adjustment.factor},
                           {"factor_interval", {adjustment.range.low, adjustment.range.high}},
                           {"told", adjustment.told}});
  }
  return {{"file", machine->file},
          {"common", machine->made.common},
          {"error_before", machine->made.error_before},
          {"error_after", machine->made.error_after},
          {"adjustments", std::move(adjustments)}};
}

} // namespace

std::string confirmation_text(const mapper::Confirmation& confirmation,
                              const std::optional<RecalibratedMachine>& machine) {
  std::vector<std::vector<std::string>> rows{row_of_plan(confirmation.usual)};
  for (const ConfirmedPlan& plan : confirmation.plans) {
    rows.push_back(row_of_plan(plan));
  }
  std::string text = field("for real", summary_of(confirmation));
  text += "\n" +
          table_text({{"mapping"},
                      {"predicted", true},
                      {"measured", true},
                      {"to the default", true},
                      {"pairs", true},
                      {"disturbed", true},
                      {"verdict", false, 60}},
                     rows) +
          "\n";
  return machine ? text + machine_text_of(*machine) : text;
}

Json confirmation_json(const mapper::Confirmation& confirmation, const std::optional<RecalibratedMachine>& machine) {
  const ConfirmedPlan* const handed = confirmation.handed_out ? &confirmation.plans[*confirmation.handed_out] : nullptr;
  const measure::Comparison* const seen = handed != nullptr ? handed->decisive() : nullptr;
  Json plans = Json::array();
  for (const ConfirmedPlan& plan : confirmation.plans) {
    plans.push_back(plan_json_of(plan));
  }
  const bool first = handed != nullptr && confirmation.handed_out == std::size_t{0};
  return {{"engine", confirmation.engine},
          {"version", confirmation.version},
          {"handed_out", handed == nullptr ? "default"
                         : first           ? "best"
                                           : "another"},
          {"step", handed != nullptr && handed->step ? Json(*handed->step) : Json()},
          {"verdict", to_string(confirmation.verdict())},
          {"ratio", seen != nullptr ? seen->ratio : 1},
          {"ratio_interval",
           seen != nullptr ? Json({seen->ratio_interval.low, seen->ratio_interval.high}) : Json({1.0, 1.0})},
          {"confidence", seen != nullptr ? Json(seen->confidence) : Json()},
          {"pairs", seen != nullptr ? seen->pairs : 0},
          {"stop", seen != nullptr ? Json(to_string(seen->stop)) : Json()},
          {"default", plan_json_of(confirmation.usual)},
          {"plans", std::move(plans)},
          {"recalibrated", machine_json(machine)}};
}

} // namespace mapwright::report
