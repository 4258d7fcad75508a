// Why mappers run as they do, for people and programs.
#pragma once

#include "mapper/explain/plan_comparison.hpp"
#include "mapper/simulate/communication_bound.hpp"
#include "report/json.hpp"

#include <string>

namespace mapwright::report {

/// One of the two sides.
struct ExplainedMapper {
  std::string name; ///< what people call it: a file, "the default"
  std::string hash; ///< of its plan
  mapper::CommunicationBound bound;
};

/// A comparison, and what it is about. The program and the machine must outlive it.
struct MapperExplanation {
  const mapper::Program& program;
  const mapper::Machine& machine;
  ExplainedMapper before;
  ExplainedMapper after;
  mapper::PlanComparison comparison;
};

/// Makespans, changes by their effect, then tables side by side: critical path, copies, processors, memories, bounds.
std::string explanation_text(const MapperExplanation& explanation);

/// "done", "out_of_memory" or "refused".
const char* outcome_name(mapper::TrialRun::Outcome outcome);

/// One document (docs/cli.md).
Json explanation_json(const MapperExplanation& explanation);

} // namespace mapwright::report
