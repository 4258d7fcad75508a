#include "report/mapper_explanation.hpp"

#include <utility>

namespace mapwright::report {

namespace {

Json number_or_null(const std::optional<double>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json text_or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

Json copies_json(const mapper::CopyShare& share) {
  return {{"copies", to_string(share.copies)}, {"count", share.count}, {"bytes", share.bytes}};
}

Json account_json(const mapper::Program& program, const mapper::Machine& machine, const ExplainedMapper& side,
                  const mapper::RunAccount& account) {
  Json path = Json::array();
  for (const mapper::TaskShare& share : account.path_tasks) {
    path.push_back({{"task", program.kinds[share.kind].name},
                    {"count", share.tasks},
                    {"seconds", share.seconds},
                    {"overhead_seconds", share.overhead}});
  }
  for (const mapper::CopyShare& share : account.path_copies) {
    Json part = copies_json(share);
    part["seconds"] = share.seconds;
    path.push_back(std::move(part));
  }
  Json copies = Json::array();
  for (const mapper::CopyShare& share : account.copies) {
    copies.push_back(copies_json(share));
  }
  Json processors = Json::array();
  for (const mapper::ProcessorShare& share : account.processors) {
    processors.push_back({{"kind", std::string(to_string(share.kind))},
                          {"processors", share.processors},
                          {"used", share.used},
                          {"busy_seconds", share.busy}});
  }
  Json memories = Json::array();
  for (const mapper::MemoryPressure& pressure : account.memories) {
    memories.push_back({{"memory", to_string(machine.memory_name(pressure.memory))},
                        {"peak_bytes", pressure.peak},
                        {"capacity_bytes", pressure.capacity}});
  }
  const bool done = account.failure.empty();
  return {{"mapper", side.name},
          {"plan", side.hash},
          {"status", done ? "done" : "out_of_memory"},
          {"failure", text_or_null(account.failure)},
          {"makespan_seconds", done ? Json(account.makespan) : Json(nullptr)},
          {"critical_path", std::move(path)},
          {"copies", std::move(copies)},
          {"processors", std::move(processors)},
          {"memories", std::move(memories)},
          {"bounds",
           {{"critical_path_seconds", account.bounds.critical_path},
            {"work_seconds", account.bounds.work},
            {"links_seconds", account.bounds.links},
            {"bytes_between_memories", side.bound.memories},
            {"bytes_between_nodes", side.bound.nodes}}}};
}

Json trial_json(const mapper::TrialRun& run) {
  const bool done = run.outcome == mapper::TrialRun::Outcome::done;
  return {{"outcome", outcome_name(run.outcome)},
          {"makespan_seconds", done ? Json(run.makespan) : Json(nullptr)},
          {"change", number_or_null(run.change)},
          {"reason", text_or_null(run.reason)}};
}

Json difference_json(const mapper::Program& program, const mapper::PlanDifference& difference) {
  const bool limit = difference.launch == mapper::none;
  const mapper::TaskKind& kind = program.kinds[limit ? difference.kind : program.launches[difference.launch].kind];
  const bool of_argument = difference.argument != mapper::none;
  return {{"decision", difference.decision},
          {"task", kind.name},
          {"launch", limit ? Json(nullptr) : Json(program.launches[difference.launch].name)},
          {"argument", of_argument ? Json(kind.parameters[difference.argument].name) : Json(nullptr)},
          {"points", difference.count},
          {"example", difference.example}};
}

} // namespace

const char* outcome_name(mapper::TrialRun::Outcome outcome) {
  switch (outcome) {
  case mapper::TrialRun::Outcome::done:
    return "done";
  case mapper::TrialRun::Outcome::out_of_memory:
    return "out_of_memory";
  case mapper::TrialRun::Outcome::refused:
    return "refused";
  }
  return "";
}

Json explanation_json(const MapperExplanation& explanation) {
  const mapper::PlanComparison& comparison = explanation.comparison;
  Json changes = Json::array();
  for (const mapper::PlanChange& change : comparison.changes) {
    Json differences = Json::array();
    for (const mapper::PlanDifference& difference : change.differences) {
      differences.push_back(difference_json(explanation.program, difference));
    }
    changes.push_back({{"before", change.before},
                       {"after", change.after},
                       {"alone", trial_json(change.alone)},
                       {"in_order", trial_json(change.in_order)},
                       {"differences", std::move(differences)}});
  }
  return {{"schema_version", 1},
          {"program", explanation.program.name},
          {"machine", explanation.machine.description().name},
          {"before", account_json(explanation.program, explanation.machine, explanation.before, comparison.before)},
          {"after", account_json(explanation.program, explanation.machine, explanation.after, comparison.after)},
          {"changes", std::move(changes)}};
}

} // namespace mapwright::report
