// The best mappings of a search run for real, after it: `mapper search --confirm starpu`.
#pragma once

#include "archive/archive.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/problem_file.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "mapper/calibrate/recalibrate.hpp"
#include "mapper/confirm/confirmation.hpp"
#include "mapper/contest/search_problem.hpp"

#include <optional>

namespace mapwright::cli {

/// Confirms the best mappings of the run, where the problem asks for it; goes on where an earlier session stopped. Each
/// stage is kept in the archive as a finding, of which the last counts. `search`: the problem, opened. Errors: machine,
/// without StarPU; input, where the default does not run.
Result<void> confirm_search(const MapperProblem& problem, archive::Archive& archive, archive::Journal& journal,
                            const mapper::MapperSearch& search, Terminal& terminal);

/// The confirmation of a run that is done; nothing where there is none.
Result<std::optional<mapper::Confirmation>> confirmation_of(archive::Archive& archive, archive::RunId run);

/// The machine of the problem, corrected by the runs of a confirmation that is done.
Result<mapper::Recalibration> recalibrate_from(const MapperProblem& problem, archive::Archive& archive,
                                               archive::RunId run, const mapper::Confirmation& confirmation);

} // namespace mapwright::cli
