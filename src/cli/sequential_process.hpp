// The tasks of a program one after another, in a child of this process: a kernel that crashes or loops ends only that.
#pragma once

#include "cli/mapper_subject.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/units.hpp"
#include "report/json.hpp"

#include <string>

namespace mapwright::cli {

/// What is to run.
struct SequentialRun {
  SubjectOptions subject;
  std::string kernels; ///< path of a shared library; empty: those of the application
  Seconds limit{3600}; ///< of wall time; then it is stopped
};

/// Runs it in a child and returns its answer; what kernels print goes to standard error. `opened`: the same subject,
/// whose names an error uses. Errors are those of the run; input error: a kernel ended it, or did not end in time.
Result<report::Json> run_in_child(const SequentialRun& run, const MapperSubject& opened, Terminal& terminal);

/// The child: answers the request on standard input, and keeps the number of the task it has reached in the file that
/// is open as the descriptor in `arguments[2]`. The exit code of the process.
int serve_sequential(int count, char** arguments);

} // namespace mapwright::cli
