#include "report/mapper_explanation.hpp"
#include "report/mapper_guidance.hpp"

#include <optional>
#include <utility>

namespace mapwright::report {

namespace {

Json known_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

const char* guidance_outcome_name(mapper::GuidanceOutcome outcome) {
  switch (outcome) {
  case mapper::GuidanceOutcome::done:
    return "done";
  case mapper::GuidanceOutcome::refused:
    return "refused";
  case mapper::GuidanceOutcome::out_of_memory:
    return "out_of_memory";
  }
  return "";
}

Json counterfactual_json(const mapper::Counterfactual& made) {
  const bool done = made.run.outcome == mapper::TrialRun::Outcome::done;
  return {{"change", made.change.name},
          {"sort", std::string(to_string(made.change.sort))},
          {"line", made.change.line},
          {"statement", made.change.statement},
          {"removes", made.change.removes},
          {"outcome", outcome_name(made.run.outcome)},
          {"makespan_seconds", done ? Json(made.run.makespan) : Json(nullptr)},
          {"makespan_change", known_or_null(made.run.change)},
          {"bytes_copied", done ? Json(made.bytes) : Json(nullptr)},
          {"bytes_change", known_or_null(made.bytes_change)},
          {"reason", made.run.reason.empty() ? Json(nullptr) : Json(made.run.reason)}};
}

Json repair_json(const mapper::Repair& repair) {
  Json steps = Json::array();
  for (const mapper::RepairStep& step : repair.steps) {
    steps.push_back({{"line", step.line}, {"error", step.error}, {"edit", step.edit}});
  }
  return {{"complete", repair.complete}, {"steps", std::move(steps)}, {"text", repair.text}};
}

} // namespace

Json guidance_json(const mapper::Guidance& guidance, mapper::GuidanceLevel level) {
  const bool done = guidance.outcome == mapper::GuidanceOutcome::done;
  Json document{{"schema_version", 1},
                {"status", guidance_outcome_name(guidance.outcome)},
                {"makespan_seconds", done ? Json(guidance.makespan) : Json(nullptr)},
                {"flops", guidance.flops},
                {"raw", guidance.raw}};
  if (level == mapper::GuidanceLevel::raw) {
    return document;
  }
  document["explain"] = guidance.explain;
  if (level == mapper::GuidanceLevel::explain) {
    return document;
  }
  document["suggest"] = guidance.suggest;
  document["repair"] = guidance.repair ? repair_json(*guidance.repair) : Json(nullptr);
  Json changes = Json::array();
  for (const mapper::Counterfactual& made : guidance.counterfactuals) {
    changes.push_back(counterfactual_json(made));
  }
  document["changes"] = std::move(changes);
  document["simulations"] = guidance.simulations;
  document["untried"] = guidance.untried;
  return document;
}

Json shares_json(const mapper::StatementShares& shares, const std::string& baseline) {
  Json statements = Json::array();
  for (const mapper::StatementShare& each : shares.statements) {
    statements.push_back({{"statement", each.statement}, {"seconds", each.seconds}, {"share", each.share}});
  }
  return {{"baseline", baseline},  {"before_seconds", shares.before},   {"after_seconds", shares.after},
          {"exact", shares.exact}, {"simulations", shares.simulations}, {"statements", std::move(statements)}};
}

Json minimal_json(const mapper::MinimalMapper& minimal) {
  Json removed = Json::array();
  for (const mapper::RemovedPart& part : minimal.removed) {
    removed.push_back({{"line", part.line}, {"part", part.part}, {"why", part.why}});
  }
  return {{"schema_version", 1},
          {"text", minimal.text},
          {"removed", std::move(removed)},
          {"same_plan", minimal.same_plan},
          {"makespan_before_seconds", minimal.makespan_before},
          {"makespan_seconds", minimal.makespan},
          {"simulations", minimal.simulations}};
}

Json robustness_json(const std::vector<mapper::RobustnessCell>& cells) {
  Json list = Json::array();
  for (const mapper::RobustnessCell& cell : cells) {
    Json losses = Json::array();
    for (const mapper::StatementLoss& loss : cell.losses) {
      losses.push_back({{"line", loss.line}, {"statement", loss.statement}, {"change", loss.change}});
    }
    list.push_back({{"size", cell.size},
                    {"machine", cell.machine},
                    {"status", cell.makespan ? "done" : "failed"},
                    {"failure", cell.failure.empty() ? Json(nullptr) : Json(cell.failure)},
                    {"makespan_seconds", known_or_null(cell.makespan)},
                    {"over_default", known_or_null(cell.over_default)},
                    {"over_expert", known_or_null(cell.over_expert)},
                    {"losses", std::move(losses)},
                    {"simulations", cell.simulations}});
  }
  return {{"schema_version", 1}, {"cells", std::move(list)}};
}

} // namespace mapwright::report
