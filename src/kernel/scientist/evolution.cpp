#include "kernel/scientist/evolution.hpp"

#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/scientist/generation.hpp"
#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/learner.hpp"
#include "kernel/scientist/step_ablation.hpp"

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
  if (const auto without = notes.find("without"); without != notes.end() && without->is_number_unsigned()) {
    edge.without = without->get<std::uint64_t>();
  }
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

/// The values that differ between a version and its base, and whether they alone are worth its gain.
std::optional<TunedGain> tuned_gain(const Evolution& evolution, const Version& version, const Version& base) {
  TunedGain gain{.version = version.step};
  if (!version.measured || !base.measured) {
    return std::nullopt;
  }
  for (const auto& [name, value] : version.measured->tuning) {
    const auto before = base.measured->tuning.find(name);
    if (before != base.measured->tuning.end() && before->second != value) {
      gain.before.insert(*before);
      gain.values.emplace(name, value);
    }
  }
  if (gain.values.empty()) {
    return std::nullopt;
  }
  for (const Edge& edge : evolution.edges) {
    if (edge.without == version.step && edge.version.measured) {
      const bool dispensable = is_dispensable(version, edge.version);
      gain.owed = dispensable ? TunedGain::Owed::values : TunedGain::Owed::code;
      gain.shown_by = edge.version.step;
    }
  }
  return gain;
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
    auto base = version->base ? population.at(*version->base) : std::nullopt;
    if (auto gain = base ? tuned_gain(evolution, *version, *base) : std::nullopt) {
      evolution.tuned.insert(evolution.tuned.begin(), *std::move(gain));
    }
    version = std::move(base);
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

std::string_view to_string(TunedGain::Owed owed) {
  switch (owed) {
  case TunedGain::Owed::values:
    return "values";
  case TunedGain::Owed::code:
    return "code";
  case TunedGain::Owed::open:
    break;
  }
  return "open";
}

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
  evolution.standings = learner.ledger().payoffs().standings();
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
