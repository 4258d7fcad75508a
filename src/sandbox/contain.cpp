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

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
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

/// The child of `process`, which starts only one; nothing when there is none.
std::optional<pid_t> child_of(pid_t process) {
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", process));
  pid_t child = 0;
  return children >> child ? std::optional(child) : std::nullopt;
}

/// How long the namespace's first process may take to start the command.
constexpr std::chrono::seconds start_patience{5};

} // namespace

Result<Contained> Contained::start(Level level, const Policy& policy, const std::vector<std::string>& argv,
                                   std::string_view input, const std::vector<int>& inherited) {
  if (argv.empty()) {
    return fail(ErrorKind::input, "the sandbox was given no command");
  }
  if (std::any_of(inherited.begin(), inherited.end(), [](int fd) { return fd < 10; })) {
    throw std::logic_error("inherited descriptors must be 10 or more");
  }
  Contained contained;
  contained.level_ = level;
  contained.policy_ = policy;
  contained.command_ = argv.front();
  contained.policy_.environment.try_emplace("HOME", policy.scratch.empty() ? "/tmp" : policy.scratch.string());
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
  const Result<void> started = level == Level::full
                                   ? contained.start_in_namespaces(*filter, identity, argv, input, inherited)
                                   : contained.start_by_filter(*filter, identity, argv, input, inherited);
  if (!started) {
    return forward(started);
  }
  return contained;
}

Result<void> Contained::start_in_namespaces(const FilterProgram& filter, const std::optional<Identity>& identity,
                                            const std::vector<std::string>& argv, std::string_view input,
                                            std::vector<int> inherited) {
  const Result<FileDescriptor> program = filter_file(filter);
  if (!program) {
    return forward(program);
  }
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  status_ = FileDescriptor(ends[0]);
  const FileDescriptor status_end(ends[1]);
  Result<std::vector<std::string>> command =
      namespace_command(policy_, identity, program->get(), status_end.get(), argv);
  if (!command) {
    return forward(command);
  }
  inherited.insert(inherited.end(), {program->get(), status_end.get()});
  Result<Child> child = spawn({.executable = command->front(),
                               .argv = std::move(*command),
                               .limits = resource_limits(policy_),
                               .inherited = std::move(inherited)},
                              input);
  if (!child) {
    return forward(child);
  }
  child_ = std::move(*child);
  pid_ = child_.pid;
  return {};
}

Result<void> Contained::start_by_filter(const FilterProgram& filter, const std::optional<Identity>& identity,
                                        const std::vector<std::string>& argv, std::string_view input,
                                        const std::vector<int>& inherited) {
  const auto path = policy_.environment.find("PATH");
  const std::string executable =
      find_executable(argv.front(), path != policy_.environment.end() ? path->second : "/usr/bin:/bin");
  const unsigned others = identity ? 0 : tasks_of(geteuid());
  std::vector<ResourceLimit> limits = resource_limits(policy_);
  limits.push_back({RLIMIT_NPROC, {policy_.processes + others, policy_.processes + others}});
  Result<Child> child = spawn({.executable = executable,
                               .argv = argv,
                               .environment = environment_of(policy_),
                               .directory = policy_.scratch.empty() ? "/tmp" : policy_.scratch.string(),
                               .limits = std::move(limits),
                               .identity = identity,
                               .filter = level_ >= Level::seccomp ? std::optional(filter) : std::nullopt,
                               .inherited = inherited},
                              input);
  if (!child) {
    return forward(child);
  }
  child_ = std::move(*child);
  pid_ = child_.pid;
  return {};
}

void Contained::find_first_process() {
  if (level_ == Level::full && first_pid_ < 0) {
    read_status(status_.get(), said_); // its first line comes as soon as the namespace exists
    if (const std::optional<int> first = status_value(said_, "child-pid")) {
      first_pid_ = *first;
      first_fd_ = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, *first, 0U)));
    }
  }
}

void Contained::kill_all() const {
  if (level_ != Level::full) {
    kill(-pid_, SIGKILL);
    return;
  }
  // The kernel ends a namespace with its first process; bubblewrap then ends by itself.
  if (!first_fd_.valid() || syscall(SYS_pidfd_send_signal, first_fd_.get(), SIGKILL, nullptr, 0U) != 0) {
    kill(pid_, SIGKILL);
  }
}

std::optional<pid_t> Contained::command() {
  if (level_ != Level::full) {
    return pid_;
  }
  find_first_process();
  if (first_pid_ < 0) {
    return std::nullopt;
  }
  const auto deadline = std::chrono::steady_clock::now() + start_patience;
  pollfd first{first_fd_.get(), POLLIN, 0};
  while (std::chrono::steady_clock::now() < deadline && poll(&first, 1, 0) == 0) {
    if (const std::optional<pid_t> command = child_of(first_pid_)) {
      return command;
    }
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  return std::nullopt;
}

Result<Outcome> Contained::finish(const std::stop_token& stop) {
  find_first_process();
  const int exec_error = child_.exec_error;
  Observation seen = supervise(
      std::move(child_), policy_, [this] { kill_all(); }, stop);
  if (level_ != Level::full) {
    if (exec_error != 0) {
      seen.standard_error = fmt::format("{}: {}\n", command_, std::strerror(exec_error));
    }
    return classify(seen, End::of_wait(seen.wait_status), policy_, level_);
  }
  read_status(status_.get(), said_);
  const std::optional<int> exit_code = status_value(said_, "exit-code");
  if (!exit_code && !seen.killed_for && !seen.stopped) {
    return fail(ErrorKind::machine,
                fmt::format("bubblewrap cannot make the sandbox: {}", first_line(seen.standard_error)));
  }
  return classify(seen, End::of_shell(exit_code.value_or(128 + SIGKILL)), policy_, Level::full);
}

Result<Outcome> contain(Level level, const Policy& policy, const std::vector<std::string>& argv, std::string_view input,
                        const std::stop_token& stop) {
  Result<Contained> contained = Contained::start(level, policy, argv, input);
  return contained ? contained->finish(stop) : forward(contained);
}

} // namespace mapwright::sandbox
