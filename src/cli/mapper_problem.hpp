// Problems of the kind "mapper": from the file to the loop, and from the loop to what people get.
#pragma once

#include "archive/archive.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/problem_file.hpp"
#include "cli/run_progress.hpp"
#include "cli/run_result.hpp"
#include "loop/problem.hpp"
#include "mapper/contest/arena.hpp"
#include "mapper/contest/search_problem.hpp"
#include "mapper/search/decision_policy.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::cli {

/// What the problem names, as open_subject takes it.
SubjectOptions subject_options(const MapperProblem& problem);

/// Opens the program and the machine; file names must be readable from the working directory. Errors: input.
Result<std::unique_ptr<loop::Problem>> open_mapper_problem(const MapperProblem& problem,
                                                           const std::vector<loop::Model>& models);

/// The policy of a file. Errors: input, the file and the place in it.
Result<std::shared_ptr<const mapper::DecisionPolicy>> read_policy(const std::string& file);

/// What a search is compared with: the mappers of the application, where it is one.
mapper::ArenaSpec arena_spec(MapperSubject subject, const std::string& title);

/// The problem as a search. `opened`: what open_mapper_problem made.
const mapper::MapperSearch& search_of(const loop::Problem& opened);

/// The best mapping of a run, or what its confirmation hands out, written below `directory` where a file is asked for;
/// so is the recalibrated machine. `opened`: what open_mapper_problem made. Keys: report/mapper_search.hpp.
Result<RunResult> mapper_result(const MapperProblem& problem, const std::filesystem::path& directory,
                                archive::Archive& archive, archive::RunId run, const loop::Problem& opened);

/// What is said of a step: a line for each best so far. `opened` must outlive it.
Announce mapper_line(const loop::Problem& opened);

} // namespace mapwright::cli
