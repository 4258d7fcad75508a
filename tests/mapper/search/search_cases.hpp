// Programs on machines with their decision spaces, and what every assignment must keep.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/elaborate/cases.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/search/decision_space.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mapwright::mapper {

/// A case with its space.
struct SearchCase : MappingCase {
  SearchCase(Program p, Machine on)
      : MappingCase(std::move(p), std::move(on)), space(sure(DecisionSpace::make(scene()))) {}
  static SearchCase of(const std::string& application, const std::string& on) {
    return {sure(open_application(application)).program, sure(open_machine(on))};
  }
  SearchCase(const SearchCase&) = delete;
  SearchCase& operator=(const SearchCase&) = delete;

  [[nodiscard]] SearchScene scene() const { return {program, graph, machine}; }

  DecisionSpace space;
};

/// Whether nothing is found in the elaboration but nodes that do not count: a function for launches inside tasks and
/// outside names a node in both, where the language keeps the inner ones on the node of their task.
inline bool nothing_found(const Elaboration& elaboration) {
  const auto found = elaboration.diagnostics.sorted();
  return std::all_of(found.begin(), found.end(), [](const language::Diagnostic& one) {
    return one.severity == language::Severity::warning && one.message.find(" does not count") != std::string::npos;
  });
}

/// Whether the text elaborates without any finding, to the plan of the space, and the plan runs to its end.
inline ::testing::AssertionResult is_sound(const SearchCase& one, const Assignment& assignment) {
  const std::string text = one.space.text(assignment);
  const Elaboration elaboration = one.check(text);
  if (!nothing_found(elaboration)) {
    return ::testing::AssertionFailure() << text << diagnostics_text(elaboration, text);
  }
  const Plan plan = one.space.plan(assignment);
  if (plan != elaboration.made->plan) {
    std::string differences;
    for (const PlanDifference& each : plan_differences(one.program, one.graph, plan, elaboration.made->plan)) {
      differences += each.decision + ": " + each.example + "\n";
    }
    return ::testing::AssertionFailure() << text << differences;
  }
  const Simulation run = one.run(plan);
  if (run.status != SimulationStatus::done) {
    return ::testing::AssertionFailure() << text << run.out_of_memory->message;
  }
  return ::testing::AssertionSuccess();
}

} // namespace mapwright::mapper
