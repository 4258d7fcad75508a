// Problems of the kind "kernel": from the file to the loop, and from the loop to what people get.
#pragma once

#include "archive/archive.hpp"
#include "cli/problem_file.hpp"
#include "cli/run_result.hpp"
#include "kernel/scientist/problem.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::cli {

/// What the file says, with everything that it names read. `machine`: where the run was begun. Input error: a task, a
/// kernel, documents or findings that cannot be read, a task without a starting kernel for the back end.
Result<kernel::scientist::ProblemSpec> kernel_spec(const KernelProblem& problem, const std::string& machine);

/// Everything that can be wrong with the file is found before the work begins; compilers and devices are asked for when
/// the first kernel is judged. File names must be readable from the working directory.
Result<std::unique_ptr<loop::Problem>> open_kernel_problem(const KernelProblem& problem, const std::string& machine,
                                                           const std::vector<loop::Model>& models);

/// Lineage, patch and evidence of a run that stopped. Found: a version was promoted. The best version is written to the
/// problem's file below `directory`, when it names one and a version is faster than the start.
Result<RunResult> kernel_result(const KernelProblem& problem, const std::filesystem::path& directory,
                                archive::Archive& archive, const archive::Run& run);

} // namespace mapwright::cli
