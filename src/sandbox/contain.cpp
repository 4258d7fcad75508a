// The recipe. Its order is what makes it safe:
//   1. check the policy's paths          nothing is started for a policy that cannot hold
//   2. choose a user                     as root: one of its own, which then owns the scratch directory
//   3. build the system call filter      in this process, where memory may be allocated
//   4. fork; in the child: descriptors, session, limits, user, death signal, directory, filter, exec     (spawn.cpp)
//   5. watch wall time and output        kill all of it when a limit is passed                       (supervise.cpp)
//   6. kill what is left, reap           nothing survives the call
//   7. say how it ended                                                                               (classify.cpp)
// At Level::full step 4 executes bubblewrap, which makes the namespaces, installs the filter and starts the command.
#include "sandbox/contain.hpp"

#include "sandbox/classify.hpp"
#include "sandbox/identity.hpp"
#include "sandbox/limits.hpp"
#include "sandbox/namespaces.hpp"
#include "sandbox/spawn.hpp"
#include "sandbox/supervise.hpp"
#include "sandbox/syscalls.hpp"

#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace mapwright::sandbox {
namespace {

namespace fs = std::filesystem;

Result<void> check_paths(const Policy& policy) {
  std::vector<fs::path> paths = policy.read_only;
  paths.insert(paths.end(), policy.devices.begin(), policy.devices.end());
  if (!policy.scratch.empty()) {
    if (!fs::is_directory(policy.scratch)) {
      return fail(ErrorKind::input, fmt::format("the scratch directory {} does not exist", policy.scratch.string()));
    }
    paths.push_back(policy.scratch);
  }
  for (const fs::path& path : paths) {
    if (!path.is_absolute() || !fs::exists(path)) {
      return fail(ErrorKind::input, fmt::format("the sandbox needs existing absolute paths, not '{}'", path.string()));
    }
  }
  return {};
}

std::vector<std::string> environment_of(const Policy& policy) {
  std::vector<std::string> environment;
  for (const auto& [name, value] : policy.environment) {
    environment.push_back(fmt::format("{}={}", name, value));
  }
  return environment;
}

/// The filter in a file that bubblewrap reads.
Result<FileDescriptor> filter_file(const FilterProgram& program) {
  FileDescriptor file(memfd_create("filter", MFD_CLOEXEC));
  const std::size_t size = program.size() * sizeof(sock_filter);
  if (!file.valid() || write(file.get(), program.data(), size) != static_cast<ssize_t>(size) ||
      lseek(file.get(), 0, SEEK_SET) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot hand over the filter: {}", std::strerror(errno)));
  }
  return file;
}

/// The number after `key` in bubblewrap's status ({ "child-pid": 123, ... } and { "exit-code": 0 }), if it is there.
std::optional<int> status_value(std::string_view status, std::string_view key) {
  std::size_t at = status.find(key);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  at = status.find_first_of("0123456789", at + key.size());
  int value = 0;
  if (at == std::string_view::npos ||
      std::from_chars(status.data() + at, status.data() + status.size(), value).ec != std::errc()) {
    return std::nullopt;
  }
  return value;
}

/// Appends the next part of it; waits until there is one or the writers are gone.
void read_status(int fd, std::string& status) {
  char chunk[512];
  const ssize_t n = read(fd, chunk, sizeof chunk);
  status.append(chunk, n > 0 ? static_cast<std::size_t>(n) : 0);
}

Result<Outcome> contain_in_namespaces(const Policy& policy, const std::optional<Identity>& identity,
                                      const FilterProgram& filter, const std::vector<std::string>& argv,
                                      std::string_view input) {
  const Result<FileDescriptor> program = filter_file(filter);
  if (!program) {
    return forward(program);
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  const FileDescriptor status_pipe(ends[0]);
  FileDescriptor status_end(ends[1]);
  Result<std::vector<std::string>> command =
      namespace_command(policy, identity, program->get(), status_end.get(), argv);
  if (!command) {
    return forward(command);
  }
  Result<Child> child = spawn({.executable = command->front(),
                               .argv = std::move(*command),
                               .limits = resource_limits(policy),
                               .inherited = {program->get(), status_end.get()}},
                              input);
  if (!child) {
    return forward(child);
  }
  status_end.reset();

  std::string status;
  read_status(status_pipe.get(), status); // its first line comes as soon as the namespace exists
  const std::optional<int> first_process = status_value(status, "child-pid");
  const FileDescriptor first(first_process ? static_cast<int>(syscall(SYS_pidfd_open, *first_process, 0U)) : -1);
  const pid_t bubblewrap = child->pid;
  const Observation seen = supervise(std::move(*child), policy, [&] {
    // The kernel ends a namespace with its first process; bubblewrap then ends by itself.
    if (!first.valid() || syscall(SYS_pidfd_send_signal, first.get(), SIGKILL, nullptr, 0U) != 0) {
      kill(bubblewrap, SIGKILL);
    }
  });
  read_status(status_pipe.get(), status);
  const std::optional<int> exit_code = status_value(status, "exit-code");
  if (!exit_code && !seen.killed_for) {
    return fail(ErrorKind::machine,
                fmt::format("bubblewrap cannot make the sandbox: {}", first_line(seen.standard_error)));
  }
  return classify(seen, End::of_shell(exit_code.value_or(128 + SIGKILL)), policy, Level::full);
}

Result<Outcome> contain_by_filter(Level level, const Policy& policy, const std::optional<Identity>& identity,
                                  const FilterProgram& filter, const std::vector<std::string>& argv,
                                  std::string_view input) {
  const auto path = policy.environment.find("PATH");
  const std::string executable =
      find_executable(argv.front(), path != policy.environment.end() ? path->second : "/usr/bin:/bin");
  const unsigned others = identity ? 0 : tasks_of(geteuid());
  std::vector<ResourceLimit> limits = resource_limits(policy);
  limits.push_back({RLIMIT_NPROC, {policy.processes + others, policy.processes + others}});
  Result<Child> child = spawn({.executable = executable,
                               .argv = argv,
                               .environment = environment_of(policy),
                               .directory = policy.scratch.empty() ? "/tmp" : policy.scratch.string(),
                               .limits = std::move(limits),
                               .identity = identity,
                               .filter = level >= Level::seccomp ? std::optional(filter) : std::nullopt},
                              input);
  if (!child) {
    return forward(child);
  }
  const pid_t group = child->pid;
  const int exec_error = child->exec_error;
  Observation seen = supervise(std::move(*child), policy, [group] { kill(-group, SIGKILL); });
  if (exec_error != 0) {
    seen.standard_error = fmt::format("{}: {}\n", argv.front(), std::strerror(exec_error));
  }
  return classify(seen, End::of_wait(seen.wait_status), policy, level);
}

} // namespace

Result<Outcome> contain(Level level, const Policy& requested, const std::vector<std::string>& argv,
                        std::string_view input) {
  if (argv.empty()) {
    return fail(ErrorKind::input, "the sandbox was given no command");
  }
  Policy policy = requested;
  policy.environment.try_emplace("HOME", policy.scratch.empty() ? "/tmp" : policy.scratch.string());
  if (const Result<void> paths = check_paths(policy); !paths) {
    return forward(paths);
  }
  const std::optional<Identity> identity = choose_identity();
  if (identity && !policy.scratch.empty()) {
    if (const Result<void> given = hand_over(policy.scratch, *identity); !given) {
      return forward(given);
    }
  }
  const Result<FilterProgram> filter = make_filter(policy.network);
  if (!filter) {
    return forward(filter);
  }
  return level == Level::full ? contain_in_namespaces(policy, identity, *filter, argv, input)
                              : contain_by_filter(level, policy, identity, *filter, argv, input);
}

} // namespace mapwright::sandbox
