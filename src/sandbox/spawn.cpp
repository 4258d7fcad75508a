#include "sandbox/spawn.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/close_range.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

namespace mapwright::sandbox {
namespace {

/// Steps of the new process between fork and exec, in order.
enum class Step : int { descriptors, session, limits, identity, parent, directory, filter, exec };
constexpr std::array step_names{
    "set up its descriptors", "start a session",     "set resource limits", "change its user",
    "be tied to its parent",  "enter its directory", "install its filter",  "be executed"};

/// What the new process reports when a step fails; nothing when it becomes the program.
struct Failure {
  Step step;
  int error;
};

struct Pipe {
  FileDescriptor read_end;
  FileDescriptor write_end;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  return Pipe{FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// A read-only file in memory: unlike a pipe it needs no writer beside the reader.
Result<FileDescriptor> make_input(std::string_view input) {
  FileDescriptor file(memfd_create("input", MFD_CLOEXEC));
  bool written = file.valid();
  while (written && !input.empty()) {
    const ssize_t n = write(file.get(), input.data(), input.size());
    written = n > 0;
    input.remove_prefix(written ? static_cast<std::size_t>(n) : 0);
  }
  if (written) {
    FileDescriptor reader(open(fmt::format("/proc/self/fd/{}", file.get()).c_str(), O_RDONLY | O_CLOEXEC));
    if (reader.valid()) {
      return reader;
    }
  }
  return fail(ErrorKind::machine, fmt::format("cannot prepare standard input: {}", std::strerror(errno)));
}

std::vector<char*> pointers(const std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (const std::string& s : strings) {
    result.push_back(const_cast<char*>(s.c_str())); // execve takes char* but does not write
  }
  result.push_back(nullptr);
  return result;
}

/// All that the new process needs, computed before fork: after it, only async-signal-safe calls are allowed.
struct Plan {
  const Launch& launch;
  std::vector<char*> argv;
  std::vector<char*> environment;
  int input;
  int output;
  int error;
  int failure;
  pid_t parent;
};

bool keep_descriptors(const Plan& plan) {
  if (dup2(plan.input, 0) < 0 || dup2(plan.output, 1) < 0 || dup2(plan.error, 2) < 0 ||
      syscall(SYS_close_range, 3U, ~0U, CLOSE_RANGE_CLOEXEC) != 0) {
    return false;
  }
  for (const int fd : plan.launch.inherited) {
    if (fcntl(fd, F_SETFD, 0) != 0) {
      return false;
    }
  }
  return true;
}

/// Default signal actions and an empty mask, whatever the parent chose.
void reset_signals() {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) {
    sigaction(number, &standard, nullptr);
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
}

bool tie_to_parent(pid_t parent) {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent; // the parent may have died before
}

/// The new process: becomes the program or reports why not.
[[noreturn]] void become(const Plan& plan) {
  const Launch& launch = plan.launch;
  reset_signals();
  Step step = Step::descriptors;
  const auto next = [&step] { // true, so that it can stand between steps
    step = static_cast<Step>(static_cast<int>(step) + 1);
    return true;
  };
  const bool ready = keep_descriptors(plan) && next() &&                         //
                     setsid() >= 0 && next() &&                                  //
                     apply(launch.limits) && next() &&                           //
                     (!launch.identity || assume(*launch.identity)) && next() && //
                     tie_to_parent(plan.parent) && next() && // after the change of user, which unties
                     chdir(launch.directory.empty() ? "/" : launch.directory.c_str()) == 0 && next() &&
                     (!launch.filter || install(*launch.filter)) && next();
  if (ready) {
    execve(launch.executable.c_str(), plan.argv.data(), plan.environment.data());
  }
  const Failure failure{step, errno};
  [[maybe_unused]] const ssize_t written = write(plan.failure, &failure, sizeof failure);
  _exit(failure.error == ENOENT ? 127 : 126);
}

} // namespace

Result<Child> spawn(const Launch& launch, std::string_view input) {
  Result<FileDescriptor> in = make_input(input);
  Result<Pipe> out = make_pipe();
  Result<Pipe> err = make_pipe();
  Result<Pipe> failures = make_pipe();
  if (!in) {
    return forward(in);
  }
  for (const Result<Pipe>* made : {&out, &err, &failures}) {
    if (!*made) {
      return forward(*made);
    }
  }
  const Plan plan{launch,
                  pointers(launch.argv),
                  pointers(launch.environment),
                  in->get(),
                  out->write_end.get(),
                  err->write_end.get(),
                  failures->write_end.get(),
                  getpid()};
  Child child;
  child.pid = fork();
  if (child.pid == 0) {
    become(plan);
  }
  if (child.pid < 0) {
    return fail(ErrorKind::machine, fmt::format("cannot start a process: {}", std::strerror(errno)));
  }
  child.pidfd = FileDescriptor(static_cast<int>(syscall(SYS_pidfd_open, child.pid, 0U)));
  out->write_end.reset();
  err->write_end.reset();
  failures->write_end.reset();

  Failure failure{};
  const bool failed = read(failures->read_end.get(), &failure, sizeof failure) == static_cast<ssize_t>(sizeof failure);
  if (failed && failure.step == Step::exec) {
    child.exec_error = failure.error;
  } else if (failed || !child.pidfd.valid()) {
    const std::string why = failed ? fmt::format("cannot {}: {}", step_names[static_cast<std::size_t>(failure.step)],
                                                 std::strerror(failure.error))
                                   : "cannot be watched: pidfd_open needs Linux 5.3";
    kill(child.pid, SIGKILL);
    waitpid(child.pid, nullptr, 0);
    return fail(ErrorKind::machine, fmt::format("the process {}", why));
  }
  child.standard_output = std::move(out->read_end);
  child.standard_error = std::move(err->read_end);
  return child;
}

} // namespace mapwright::sandbox
