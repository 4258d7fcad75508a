// What single changes of a mapper would do, by incremental simulation.
#pragma once

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/explain/plan_comparison.hpp"
#include "mapper/guidance/change.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// A change of a mapper, and the run with it.
struct Counterfactual {
  MapperChange change;
  TrialRun run;                         ///< its change is of the makespan
  std::uint64_t bytes = 0;              ///< copied, when it is done
  std::optional<double> bytes_change{}; ///< in parts of the bytes before; nothing: there were none
};

struct CounterfactualRuns {
  std::vector<Counterfactual> made; ///< by makespan; those that do not run last, in the order of proposal
  std::uint64_t simulations = 0;
  std::uint64_t untried = 0; ///< proposals left when the limit was reached
};

/// The mapper that is changed, and how it runs.
struct CounterfactualBase {
  const language::SourceText& source;
  const Elaborated& made;
  std::optional<double> makespan{}; ///< nothing: it ran out of memory
  std::uint64_t bytes = 0;          ///< copied
};

/// Bytes of all copies of a run.
std::uint64_t bytes_copied(const Simulation& run);

/// A change whose plan is known, or why there is none.
struct ElaboratedChange {
  MapperChange change;
  std::optional<Plan> plan{};
  std::string reason{}; ///< why there is no plan
  bool holds = true;    ///< false: no way can be read, or one elaborates but none does what is meant
};

/// The first way of a proposal that elaborates and holds. Simulates nothing.
ElaboratedChange elaborated_change(const ProposedChange& proposed, const std::string& file, const SearchScene& scene);

/// Tries the proposals of proposed_changes in turn; those that give a plan already seen are left out and not counted.
CounterfactualRuns try_changes(const CounterfactualBase& base, const SearchScene& scene,
                               std::uint64_t most_simulations);

} // namespace mapwright::mapper
