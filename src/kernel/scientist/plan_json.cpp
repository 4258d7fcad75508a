// Plans as the archive keeps them.
#include "kernel/scientist/plan.hpp"
#include "kernel/scientist/plan_schema.hpp"
#include "llm/schema.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

using nlohmann::json;

Result<void> check_form(const json& value, const json& schema, std::string_view what) {
  if (const auto wrong = llm::violations(value, schema); !wrong.empty()) {
    return fail(ErrorKind::input, fmt::format("not {}: {}", what, fmt::join(wrong, "; ")),
                "this is no archive of a kernel run, or one of another version");
  }
  return {};
}

template <class T> Result<std::vector<T>> read_all(const json& list, Result<T> (*read)(const json&)) {
  std::vector<T> values;
  for (const json& item : list) {
    auto value = read(item);
    if (!value) {
      return forward(value);
    }
    values.push_back(std::move(*value));
  }
  return values;
}

} // namespace

json to_json(const ExperimentPlan& plan) {
  return {{"name", plan.name},
          {"kind", std::string(to_string(plan.kind))},
          {"description", plan.description},
          {"rubric", plan.rubric},
          {"gain", {plan.gain.low, plan.gain.high}},
          {"innovation", plan.innovation},
          {"site", plan.site},
          {"cites", plan.cites}};
}

json to_json(const Avenue& avenue) {
  return {{"title", avenue.title}, {"kind", std::string(to_string(avenue.kind))}, {"why", avenue.why}};
}

json to_json(const Design& design) {
  json avenues = json::array();
  for (const Avenue& avenue : design.avenues) {
    avenues.push_back(to_json(avenue));
  }
  json plans = json::array();
  for (const ExperimentPlan& plan : design.plans) {
    plans.push_back(to_json(plan));
  }
  return {{"avenues", std::move(avenues)}, {"plans", std::move(plans)}, {"chosen", design.chosen}};
}

Result<ExperimentPlan> plan_from_json(const json& value) {
  if (const auto formed = check_form(value, plan_schema(SchemaUse::archive), "an experiment plan"); !formed) {
    return forward(formed);
  }
  ExperimentPlan plan;
  plan.name = value["name"].get<std::string>();
  plan.kind = *avenue_kind_named(value["kind"].get<std::string>());
  plan.description = value["description"].get<std::string>();
  plan.rubric = value["rubric"].get<std::vector<std::string>>();
  plan.gain = {value["gain"][0].get<double>(), value["gain"][1].get<double>()};
  plan.innovation = value["innovation"].get<int>();
  plan.site = value["site"].get<std::string>();
  plan.cites = value["cites"].get<std::vector<std::string>>();
  if (!(plan.gain.low > 0) || plan.gain.low > plan.gain.high) {
    return fail(ErrorKind::input,
                fmt::format("not an experiment plan: /gain: [{}, {}] must be [least, most], both above 0",
                            plan.gain.low, plan.gain.high));
  }
  return plan;
}

Result<Avenue> avenue_from_json(const json& value) {
  if (const auto formed = check_form(value, avenue_schema(SchemaUse::archive), "an avenue"); !formed) {
    return forward(formed);
  }
  return Avenue{value["title"].get<std::string>(), *avenue_kind_named(value["kind"].get<std::string>()),
                value["why"].get<std::string>()};
}

Result<Design> design_from_json(const json& value) {
  const json schema = design_schema(SchemaUse::archive, avenue_count, plan_count);
  if (const auto formed = check_form(value, schema, "a design"); !formed) {
    return forward(formed);
  }
  auto avenues = read_all<Avenue>(value["avenues"], avenue_from_json);
  if (!avenues) {
    return forward(avenues);
  }
  auto plans = read_all<ExperimentPlan>(value["plans"], plan_from_json);
  if (!plans) {
    return forward(plans);
  }
  Design design{std::move(*avenues), std::move(*plans), value["chosen"].get<std::vector<std::size_t>>()};
  for (const std::size_t index : design.chosen) {
    if (index >= design.plans.size()) {
      return fail(ErrorKind::input,
                  fmt::format("not a design: /chosen: there is no plan {} among {}", index, design.plans.size()));
    }
  }
  return design;
}

} // namespace mapwright::kernel::scientist
