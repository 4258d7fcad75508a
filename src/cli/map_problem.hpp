// Problems of the kind "index-map": from the file to the loop, and from the loop to what people get.
#pragma once

#include "archive/archive.hpp"
#include "cli/problem_file.hpp"
#include "cli/run_result.hpp"
#include "cli/terminal.hpp"
#include "loop/problem.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::cli {

/// Everything that can be wrong with the file is found before the work begins. File names must be readable from the
/// working directory.
Result<std::unique_ptr<loop::Problem>> open_map_problem(const MapProblem& problem,
                                                        const std::vector<loop::Model>& models, Terminal& terminal);

/// The result of the step that reached the goal: the map, compared and emitted below `directory`; `step` is nothing
/// where none did. Keys: verdict, derive, verify, emitted.
Result<RunResult> map_result(const MapProblem& problem, const std::filesystem::path& directory,
                             const std::optional<archive::Step>& step, Terminal& terminal);

} // namespace mapwright::cli
