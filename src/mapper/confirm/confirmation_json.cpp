#include "mapper/confirm/confirmation_json.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

using nlohmann::json;

/// The value whose to_string is this text.
template <class Value, std::size_t count>
std::optional<Value> named_value(const std::array<Value, count>& values, const json& text) {
  for (const Value value : values) {
    if (text == to_string(value)) {
      return value;
    }
  }
  return std::nullopt;
}

constexpr std::array verdicts{SpeedVerdict::faster, SpeedVerdict::same, SpeedVerdict::slower, SpeedVerdict::unclear};
constexpr std::array stops{measure::StopReason::precise, measure::StopReason::max_pairs, measure::StopReason::time_cap,
                           measure::StopReason::contended};
constexpr std::array stages{ConfirmStage::tried, ConfirmStage::screened, ConfirmStage::tested, ConfirmStage::done};

json times_json(const std::vector<Seconds>& times) {
  json list = json::array();
  for (const Seconds time : times) {
    list.push_back(time.count());
  }
  return list;
}

std::vector<Seconds> times_from(const json& list) {
  std::vector<Seconds> times;
  for (const json& time : list) {
    times.emplace_back(time.get<double>());
  }
  return times;
}

json comparison_json(const std::optional<measure::Comparison>& made) {
  if (!made) {
    return nullptr;
  }
  return {{"verdict", to_string(made->verdict)},
          {"ratio", made->ratio},
          {"ratio_interval", {made->ratio_interval.low, made->ratio_interval.high}},
          {"confidence", made->confidence},
          {"stop", to_string(made->stop)},
          {"pairs", made->pairs},
          {"dropped", made->dropped},
          {"default_times", times_json(made->baseline_times)},
          {"times", times_json(made->challenger_times)}};
}

std::optional<measure::Comparison> comparison_from(const json& kept) {
  if (kept.is_null()) {
    return std::nullopt;
  }
  measure::Comparison made;
  made.verdict = named_value(verdicts, kept.at("verdict")).value_or(SpeedVerdict::unclear);
  made.ratio = kept.at("ratio").get<double>();
  made.ratio_interval = {kept.at("ratio_interval").at(0).get<double>(), kept.at("ratio_interval").at(1).get<double>()};
  made.confidence = kept.at("confidence").get<double>();
  made.stop = named_value(stops, kept.at("stop")).value_or(measure::StopReason::time_cap);
  made.pairs = kept.at("pairs").get<int>();
  made.dropped = kept.at("dropped").get<int>();
  made.baseline_times = times_from(kept.at("default_times"));
  made.challenger_times = times_from(kept.at("times"));
  return made;
}

json timed_run_json(const std::optional<TimedRun>& run) {
  if (!run) {
    return nullptr;
  }
  json work = json::array();
  for (const TimedWork& each : run->work) {
    json layouts = json::array();
    for (const DataLayout& layout : each.layouts) {
      layouts.push_back(to_string(layout));
    }
    work.push_back({{"task", each.task},
                    {"processor", to_string(each.processor)},
                    {"layouts", std::move(layouts)},
                    {"count", each.count},
                    {"seconds", each.seconds}});
  }
  return {{"makespan", run->makespan},
          {"busy", run->busy},
          {"tasks", run->tasks},
          {"work", std::move(work)},
          {"conversions", run->conversions},
          {"converted_bytes", run->converted_bytes},
          {"converting", run->converting},
          {"copied_bytes", run->copied_bytes},
          {"copies", run->copies},
          {"disturbed", run->disturbed}};
}

std::optional<TimedRun> timed_run_from(const json& kept) {
  if (kept.is_null()) {
    return std::nullopt;
  }
  TimedRun run;
  run.makespan = kept.at("makespan").get<double>();
  run.busy = kept.at("busy").get<double>();
  run.tasks = kept.at("tasks").get<std::uint64_t>();
  for (const json& each : kept.at("work")) {
    TimedWork work{each.at("task").get<std::string>(),
                   processor_kind_named(each.at("processor").get<std::string>()).value_or(ProcessorKind::cpu),
                   {},
                   each.at("count").get<std::uint64_t>(),
                   each.at("seconds").get<double>()};
    for (const json& layout : each.at("layouts")) {
      work.layouts.push_back(data_layout_named(layout.get<std::string>()).value_or(DataLayout{}));
    }
    run.work.push_back(std::move(work));
  }
  run.conversions = kept.at("conversions").get<std::uint64_t>();
  run.converted_bytes = kept.at("converted_bytes").get<double>();
  run.converting = kept.at("converting").get<double>();
  run.copied_bytes = kept.at("copied_bytes").get<double>();
  run.copies = kept.at("copies").get<std::uint64_t>();
  run.disturbed = kept.at("disturbed").get<bool>();
  return run;
}

json plan_to_json(const ConfirmedPlan& plan) {
  return {{"plan", plan.plan},
          {"step", plan.step ? json(*plan.step) : json()},
          {"predicted_seconds", plan.predicted},
          {"same_plan", plan.same_plan},
          {"flaw", plan.flaw},
          {"runs", plan.runs},
          {"disturbed", plan.disturbed},
          {"typical", timed_run_json(plan.typical)},
          {"error", plan.error},
          {"verdict", to_string(plan.verdict())},
          {"screened", comparison_json(plan.screened)},
          {"fresh", comparison_json(plan.fresh)}};
}

ConfirmedPlan plan_from(const json& kept) {
  ConfirmedPlan plan;
  plan.plan = kept.at("plan").get<std::string>();
  if (!kept.at("step").is_null()) {
    plan.step = kept.at("step").get<std::uint64_t>();
  }
  plan.predicted = kept.at("predicted_seconds").get<double>();
  plan.same_plan = kept.at("same_plan").get<bool>();
  plan.flaw = kept.at("flaw").get<std::string>();
  plan.runs = kept.at("runs").get<std::uint64_t>();
  plan.disturbed = kept.at("disturbed").get<std::uint64_t>();
  plan.typical = timed_run_from(kept.at("typical"));
  plan.error = kept.at("error").get<double>();
  plan.screened = comparison_from(kept.at("screened"));
  plan.fresh = comparison_from(kept.at("fresh"));
  return plan;
}

/// "step 4", "the default".
std::string name_of_plan(const ConfirmedPlan& plan) {
  return plan.step ? fmt::format("step {}", *plan.step) : std::string("the default");
}

/// "SLOWER than the default: 1.2 of its time, 1.1 to 1.3, in 12 pairs".
std::string standing_of(const ConfirmedPlan& plan) {
  if (!plan.flaw.empty()) {
    return fmt::format("no use: {}", plan.flaw);
  }
  if (plan.same_plan) {
    return "the default's plan";
  }
  const measure::Comparison* const seen = plan.decisive();
  if (seen == nullptr) {
    return plan.screened || plan.fresh ? "UNCLEAR: every pair of runs was disturbed" : "not compared";
  }
  return fmt::format("{} against the default: {:.3f} of its time, {:.3f} to {:.3f}, in {} {}pair{} of runs",
                     to_string(plan.verdict()), seen->ratio, seen->ratio_interval.low, seen->ratio_interval.high,
                     seen->pairs, plan.fresh && seen == &*plan.fresh ? "fresh " : "", seen->pairs == 1 ? "" : "s");
}

} // namespace

json to_json(const Confirmation& confirmation) {
  json plans = json::array();
  for (const ConfirmedPlan& plan : confirmation.plans) {
    plans.push_back(plan_to_json(plan));
  }
  return {{"engine", confirmation.engine},
          {"version", confirmation.version},
          {"stage", to_string(confirmation.stage)},
          {"top", confirmation.top},
          {"default", plan_to_json(confirmation.usual)},
          {"plans", std::move(plans)},
          {"handed_out", confirmation.handed_out ? json(*confirmation.handed_out) : json()}};
}

std::optional<Confirmation> confirmation_from_json(const json& kept) {
  try {
    const auto stage = named_value(stages, kept.at("stage"));
    if (!stage) {
      return std::nullopt;
    }
    Confirmation made;
    made.engine = kept.at("engine").get<std::string>();
    made.version = kept.at("version").get<std::string>();
    made.stage = *stage;
    made.top = kept.at("top").get<std::size_t>();
    made.usual = plan_from(kept.at("default"));
    for (const json& plan : kept.at("plans")) {
      made.plans.push_back(plan_from(plan));
    }
    if (!kept.at("handed_out").is_null()) {
      made.handed_out = kept.at("handed_out").get<std::size_t>();
      return *made.handed_out < made.plans.size() ? std::optional(std::move(made)) : std::nullopt;
    }
    return made;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

std::string summary_of(const Confirmation& confirmation) {
  if (confirmation.stage != ConfirmStage::done) {
    return fmt::format("confirmation on {} under way, {} mappings", confirmation.engine, confirmation.plans.size());
  }
  if (confirmation.handed_out) {
    const ConfirmedPlan& plan = confirmation.plans[*confirmation.handed_out];
    return fmt::format("on {}, {} is handed out, {}", confirmation.engine, name_of_plan(plan), standing_of(plan));
  }
  std::string text = fmt::format("on {}, the default is handed out", confirmation.engine);
  for (const ConfirmedPlan& plan : confirmation.plans) {
    text += fmt::format("; {} is {}", name_of_plan(plan), standing_of(plan));
  }
  return text;
}

archive::Finding finding_of(const Confirmation& confirmation) {
  archive::Finding finding{summary_of(confirmation), {}, to_json(confirmation)};
  for (const ConfirmedPlan& plan : confirmation.plans) {
    if (plan.step) {
      finding.steps.push_back(*plan.step);
    }
  }
  finding.data["id"] = confirmation_id;
  return finding;
}

std::optional<Confirmation> confirmation_among(std::span<const archive::Finding> findings) {
  for (std::size_t i = findings.size(); i-- > 0;) {
    const json& data = findings[i].data;
    if (data.is_object() && data.value("id", json()) == confirmation_id) {
      return confirmation_from_json(data);
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
