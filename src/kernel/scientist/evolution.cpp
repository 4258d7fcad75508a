#include "kernel/scientist/evolution.hpp"

#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/scientist/generation.hpp"
#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/learner.hpp"

#include <algorithm>

namespace mapwright::kernel::scientist {

namespace {

using Json = nlohmann::json;

/// A member of an object that is text; empty when there is none.
std::string noted_text(const Json& json, const char* name) {
  const auto found = json.is_object() ? json.find(name) : json.end();
  return json.is_object() && found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::optional<Measurement> measurement_in(const Json& json, const char* name) {
  if (!json.is_object() || !json.contains(name)) {
    return std::nullopt;
  }
  auto measured = measurement_from_json(json.at(name));
  return measured ? std::optional(*std::move(measured)) : std::nullopt;
}

Edge edge_of(const archive::Step& step, Version version) {
  Edge edge{.version = std::move(version)};
  const Json notes = step.candidate ? step.candidate->notes : Json();
  if (!notes.is_object()) {
    return edge;
  }
  edge.generation = notes.value("generation", std::uint64_t{0});
  edge.designer = noted_text(notes, "designer");
  edge.account = noted_text(notes, "account");
  for (const Json& item : notes.value("rubric", Json::array())) {
    const Json kept = item.value("kept", Json());
    edge.rubric_items += kept.is_boolean() ? 1U : 0U;
    edge.rubric_kept += kept.is_boolean() && kept.get<bool>() ? 1U : 0U;
  }
  return edge;
}

GenerationRecord record_of(const archive::Step& step) {
  GenerationRecord record{.step = step.number};
  auto generation = generation_of(step);
  if (!generation) {
    record.failure = step.failure.empty() ? generation.error().message : step.failure;
    return record;
  }
  const Json content = Json::parse(step.candidate->content);
  record.number = generation->number;
  record.base = generation->selection.base;
  record.reference = generation->selection.reference;
  record.rationale = generation->selection.rationale;
  record.selector = noted_text(content, "selector");
  record.designer = generation->designer;
  record.design = std::move(generation->design);
  return record;
}

Confirmation confirmation_of(const archive::Step& step) {
  Confirmation confirmation{.step = step.number};
  const Json content = Json::parse(step.candidate->content, nullptr, false);
  if (content.is_object()) {
    confirmation.version = content.value("version", std::uint64_t{0});
    confirmation.why = noted_text(content, "why");
  }
  if (!step.verdict) {
    return confirmation;
  }
  const Json& evidence = step.verdict->evidence;
  confirmation.promoted = step.verdict->valid;
  confirmation.flaw = noted_text(evidence, "evidence");
  confirmation.fresh = measurement_in(evidence, "measured");
  confirmation.held_out = measurement_in(evidence, "held_out");
  if (evidence.is_object() && evidence.contains("gap")) {
    confirmation.gap = evidence.at("gap").get<double>();
  }
  return confirmation;
}

/// What the run comes to: the path to its best version and what that is.
void conclude_evolution(Evolution& evolution, const Population& population, const std::string& file) {
  if (const auto champion = population.champion()) {
    evolution.champion = champion->step;
  }
  for (const Confirmation& confirmation : evolution.confirmations) {
    if (confirmation.promoted) {
      evolution.winner = confirmation.version;
    }
  }
  const auto last = evolution.winner ? evolution.winner : evolution.champion;
  for (auto version = last ? population.at(*last) : std::nullopt; version;) {
    evolution.path.insert(evolution.path.begin(), version->step);
    version = version->base ? population.at(*version->base) : std::nullopt;
  }
  if (evolution.path.empty()) {
    return;
  }
  evolution.start = population.at(evolution.path.front())->source;
  const Version end = *population.at(evolution.path.back());
  evolution.tuning = end.measured ? end.measured->tuning : Tuning();
  evolution.source = rewrite::with_defaults(end.source, evolution.tuning);
  evolution.patch = unified_diff(evolution.start, evolution.source, "a/" + file, "b/" + file);
}

} // namespace

Evolution evolution_of(const std::vector<archive::Step>& steps, const std::string& task, Backend backend,
                       const std::string& device, const std::vector<Finding>& elsewhere, const std::string& file) {
  Evolution evolution;
  Population population;
  Learner learner(task, backend, device, elsewhere);
  for (const archive::Step& step : steps) {
    population.add(step);
    learner.observe(step, population);
    evolution.used = evolution.used + step.used;
    evolution.used.time = step.committed;
    if (auto version = population.at(step.number)) {
      evolution.edges.push_back(edge_of(step, *std::move(version)));
    } else if (step.candidate && step.candidate->form == confirmation_form) {
      evolution.confirmations.push_back(confirmation_of(step));
    } else if (step.proposer == design_proposer) {
      evolution.generations.push_back(record_of(step));
    }
  }
  evolution.ledger = learner.ledger().calibrations();
  evolution.findings = learner.findings().all();
  conclude_evolution(evolution, population, file);
  return evolution;
}

const Edge* find_edge(const Evolution& evolution, std::uint64_t step) {
  const auto found = std::find_if(evolution.edges.begin(), evolution.edges.end(),
                                  [step](const Edge& edge) { return edge.version.step == step; });
  return found != evolution.edges.end() ? &*found : nullptr;
}

} // namespace mapwright::kernel::scientist
