// Why a run took as long as it did, as lines: its critical path with the statements that decided it, copies,
// processors, memories and bounds.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/run_account.hpp"
#include "mapper/search/decision_space.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// A run, and the mapper that it is of.
struct ExplainedRun {
  const language::SourceText& source;
  const Elaboration& elaboration; ///< with a plan
  const Simulation& run;
  const RunAccount& account;
};

/// The lines, the most important first.
std::vector<std::string> explanation_lines(const ExplainedRun& explained, const SearchScene& scene);

/// What its lines about the critical path are about: kinds of tasks, and partitions or regions that are copied, each
/// once, the longest part first.
std::vector<std::string> names_on_path(const Simulation& run, const SearchScene& scene);

} // namespace mapwright::mapper
