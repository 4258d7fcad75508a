// A kernel task made of a tuning problem that somebody else described.
#pragma once

#include "kernel/import/t1.hpp"

#include <string>
#include <vector>

namespace mapwright::kernel {

/// The files of a task, as text, and what they do not hold.
struct ImportedTask {
  std::string name;
  std::string task_toml;
  std::string kernel_file;             ///< NAME.cl, NAME.cu or NAME.hip
  std::string kernel;                  ///< the comment with tunables and launch, then the source
  std::vector<std::string> missing{};  ///< what must be added before the judge can judge: sentences for people
  std::vector<std::string> left_out{}; ///< what the problem says and the task does not
};

/// Makes the task `name`. `source`: of the kernel; empty when there is none. Input error: no configuration satisfies
/// the conditions, or a part of the problem makes no task (its message is about the text made of it).
Result<ImportedTask> import_task(const T1Problem& problem, const std::string& name, const std::string& source);

} // namespace mapwright::kernel
