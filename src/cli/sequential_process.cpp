#include "cli/sequential_process.hpp"

#include "cli/engine_answer.hpp"
#include "cli/sequential_progress.hpp"
#include "sandbox/supervise.hpp"

#include <csignal>
#include <cstring>
#include <filesystem>
#include <optional>
#include <ostream>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::cli {

namespace {

constexpr Bytes most_output = mebibytes(64);

/// "the kernel of step (1,2)": what ran last.
std::string culprit(const MapperSubject& opened, std::uint32_t task) {
  if (task < opened.graph.tasks.size()) {
    return "the kernel of " + name_of_slot(opened.program, opened.graph, opened.graph.tasks[task].slot);
  }
  return task == all_tasks_ended ? "the run, after its last task," : "the run, before its first task,";
}

/// Why there is no answer.
Error missing_answer(const sandbox::Observation& seen, const std::string& who, Seconds limit) {
  Error error{ErrorKind::input, {}, std::nullopt, last_words(seen.standard_error)};
  if (seen.killed_for == sandbox::Ending::timed_out) {
    error.message = fmt::format("{} was still running after {:g} s", who, limit.count());
    error.hint = "if that is not too long, --limit SECONDS gives it more";
  } else if (seen.killed_for) {
    error.message = fmt::format("{} was stopped: {}", who, to_string(*seen.killed_for));
  } else if (WIFSIGNALED(seen.wait_status)) {
    const int signal = WTERMSIG(seen.wait_status);
    error.message = fmt::format("{} crashed: signal {} ({})", who, signal, sigdescr_np(signal));
  } else {
    error.message = fmt::format("{} ended its process with exit code {}", who, WEXITSTATUS(seen.wait_status));
  }
  return error;
}

sandbox::Launch launch_of_child(int progress) {
  sandbox::Launch launch;
  launch.executable = std::filesystem::read_symlink("/proc/self/exe").string();
  launch.argv = {launch.executable, "sequential", std::to_string(progress)};
  for (char** variable = environ; *variable != nullptr; ++variable) {
    launch.environment.emplace_back(*variable);
  }
  launch.directory = std::filesystem::current_path().string();
  launch.inherited = {progress};
  return launch;
}

} // namespace

Result<report::Json> run_in_child(const SequentialRun& run, const MapperSubject& opened, Terminal& terminal) {
  const sandbox::FileDescriptor progress(memfd_create("progress", MFD_CLOEXEC));
  if (!progress.valid()) {
    return fail(ErrorKind::machine, fmt::format("no file in memory: {}", std::strerror(errno)));
  }
  const report::Json request{{"program", run.subject.program},
                             {"app", run.subject.app},
                             {"sizes", run.subject.sizes},
                             {"machine", run.subject.machine},
                             {"kernels", run.kernels}};
  auto child = sandbox::spawn(launch_of_child(progress.get()), request.dump());
  if (!child) {
    return forward(child);
  }
  sandbox::Policy policy;
  policy.wall_time = run.limit;
  policy.output = most_output;
  const pid_t pid = child->pid;
  const sandbox::Observation seen = sandbox::supervise(*std::move(child), policy, [pid] { kill(-pid, SIGKILL); });
  auto answer = seen.killed_for || WIFSIGNALED(seen.wait_status) ? Result<report::Json>(report::Json())
                                                                 : answer_in(seen.standard_output);
  if (answer && answer->is_null()) {
    return tl::unexpected<Error>(missing_answer(seen, culprit(opened, noted_task(progress.get())), run.limit));
  }
  terminal.err << seen.standard_error;
  return answer;
}

} // namespace mapwright::cli
