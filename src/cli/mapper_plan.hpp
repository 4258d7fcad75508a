// Plans as commands on mappers take them: from the text of a mapper, or from a file.
#pragma once

#include "cli/mapper_subject.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "mapper/elaborate/elaborate.hpp"

#include <optional>
#include <string>

namespace mapwright::cli {

/// A plan, and where it comes from: a text, or nothing of a file with a plan.
struct MappedPlan {
  mapper::Elaborated elaborated;
  std::optional<mapper::language::SourceText> source;
};

/// As typed: one of FILE and --from-plan.
struct PlanOptions {
  std::string file;
  std::string from_plan;
  bool json = false; ///< a refusal is told as a document too
};

/// Declares both on a command.
void declare(CLI::App& app, PlanOptions& options);

/// The plan; nothing when the mapper is refused, which is told. `example` is a call that would do. Input error: both
/// given or none, a file that is no plan.
Result<std::optional<MappedPlan>> plan_for(const MapperSubject& subject, const PlanOptions& options,
                                           const std::string& example, Terminal& terminal);

} // namespace mapwright::cli
