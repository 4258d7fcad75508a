// Says which task was running when a kernel ends the process.
#pragma once

#include <string>

namespace mapwright::starpu_engine {

/// Names the task that this thread works on, while it lives.
class RunningTask {
public:
  explicit RunningTask(const std::string& name);
  RunningTask(const RunningTask&) = delete;
  RunningTask& operator=(const RunningTask&) = delete;
  ~RunningTask();
};

/// From now on a kernel that crashes or ends the process is told on this descriptor, as an error of request.hpp. The
/// process then ends as it would have.
void tell_crashes(int descriptor);

/// The same again where a library has put its own handlers in their place: the compiler of PoCL does.
void renew_crash_handlers();

} // namespace mapwright::starpu_engine
