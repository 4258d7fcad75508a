// A run as JSON (docs/cli.md).
#include "kernel/scientist/evolution.hpp"

namespace mapwright::kernel::scientist {

namespace {

using Json = nlohmann::json;

template <class T> Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json measured_json(const std::optional<Measurement>& measured) {
  return measured ? to_json(*measured) : Json(nullptr);
}

Json edge_json(const Edge& edge) {
  const Version& version = edge.version;
  return {{"step", version.step},
          {"generation", edge.generation},
          {"base", or_null(version.base)},
          {"reference", or_null(version.reference)},
          {"plan", version.plan ? to_json(*version.plan) : Json(nullptr)},
          {"designer", edge.designer},
          {"author", version.author},
          {"account", edge.account},
          {"status", version.status},
          {"evidence", version.evidence},
          {"behaviour", {version.behaviour.memory, version.behaviour.compute, version.behaviour.parallelism}},
          {"measured", measured_json(version.measured)},
          {"score", or_null(version.score)},
          {"rubric_items", edge.rubric_items},
          {"rubric_kept", edge.rubric_kept},
          {"without", or_null(edge.without)}};
}

Json tuned_json(const TunedGain& gain) {
  return {{"version", gain.version},
          {"before", gain.before},
          {"values", gain.values},
          {"owed_to", to_string(gain.owed)},
          {"shown_by", or_null(gain.shown_by)}};
}

Json generation_json(const GenerationRecord& generation) {
  Json json = to_json(generation.design);
  json["step"] = generation.step;
  json["generation"] = generation.number;
  json["base"] = or_null(generation.base);
  json["reference"] = or_null(generation.reference);
  json["rationale"] = generation.rationale;
  json["selector"] = generation.selector;
  json["designer"] = generation.designer;
  json["failure"] = generation.failure;
  return json;
}

Json confirmation_json(const Confirmation& confirmation) {
  return {{"step", confirmation.step},
          {"version", confirmation.version},
          {"why", confirmation.why},
          {"promoted", confirmation.promoted},
          {"flaw", confirmation.flaw},
          {"fresh", measured_json(confirmation.fresh)},
          {"held_out", measured_json(confirmation.held_out)},
          {"generalisation_gap", or_null(confirmation.gap)}};
}

Json calibration_json(const Calibration& calibration) {
  return {{"designer", calibration.designer},
          {"kind", calibration.kind ? Json(to_string(*calibration.kind)) : Json(nullptr)},
          {"predictions", calibration.predictions},
          {"valid", calibration.valid},
          {"covered", calibration.covered},
          {"above", calibration.above},
          {"below", calibration.below},
          {"faster", calibration.faster},
          {"bias", calibration.bias}};
}

Json standing_json(const RoleStanding& standing) {
  return {{"role", to_string(standing.role)},    {"who", standing.who},
          {"experiments", standing.experiments}, {"paid", standing.paid},
          {"reward", standing.reward},           {"tokens", standing.tokens}};
}

template <class T, class Convert> Json list_json(const std::vector<T>& values, Convert convert) {
  Json list = Json::array();
  for (const T& value : values) {
    list.push_back(convert(value));
  }
  return list;
}

} // namespace

Json to_json(const Evolution& evolution) {
  return {{"generations", list_json(evolution.generations, generation_json)},
          {"edges", list_json(evolution.edges, edge_json)},
          {"confirmations", list_json(evolution.confirmations, confirmation_json)},
          {"champion", or_null(evolution.champion)},
          {"winner", or_null(evolution.winner)},
          {"path", evolution.path},
          {"tuning", evolution.tuning},
          {"tuned", list_json(evolution.tuned, tuned_json)},
          {"source", evolution.source},
          {"patch", evolution.patch},
          {"ledger", list_json(evolution.ledger, calibration_json)},
          {"standings", list_json(evolution.standings, standing_json)},
          {"findings", list_json(evolution.findings, [](const Finding& finding) { return to_json(finding); })}};
}

} // namespace mapwright::kernel::scientist
