#include "sandbox/session.hpp"

#include "sandbox/contain.hpp"
#include "sandbox/run.hpp"
#include "sandbox/thread_states.hpp"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <future>
#include <thread>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/syscall.h>

namespace mapwright::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

/// How long the sandbox may take to notice that its command has ended.
constexpr std::chrono::seconds grace{2};

/// Whether every thread of `process` is stopped or has ended.
bool all_stopped(pid_t process) {
  return thread_states(process).find_first_not_of("TtZX") == std::string::npos;
}

bool is_readable(int fd) {
  pollfd watched{fd, POLLIN, 0};
  return poll(&watched, 1, 0) > 0;
}

} // namespace

struct Session::State {
  Level level = Level::none;
  pid_t pid = -1;
  FileDescriptor pidfd{};
  std::future<Result<Outcome>> outcome{};
  std::jthread watcher{}; ///< last: it is stopped and joined first
};

Session::Session(std::unique_ptr<State> state) : state_(std::move(state)) {}
Session::Session(Session&& other) noexcept = default;
Session& Session::operator=(Session&& other) noexcept = default;
Session::~Session() = default;

Result<Session> Session::start(const Policy& policy, const std::vector<std::string>& argv,
                               const std::vector<int>& inherited) {
  const Result<Level> level = level_for(policy);
  return level ? start(*level, policy, argv, inherited) : forward(level);
}

Result<Session> Session::start(Level level, const Policy& policy, const std::vector<std::string>& argv,
                               const std::vector<int>& inherited) {
  auto state = std::make_unique<State>();
  state->level = level;
  std::promise<Result<pid_t>> started;
  std::promise<Result<Outcome>> ended;
  std::future<Result<pid_t>> process = started.get_future();
  state->outcome = ended.get_future();
  // The command dies with the thread that starts it, so this is the thread that waits for its end.
  state->watcher = std::jthread(
      [&, level](const std::stop_token& stop, std::promise<Result<pid_t>> start, std::promise<Result<Outcome>> end) {
        Result<Contained> contained = Contained::start(level, policy, argv, {}, inherited);
        if (!contained) {
          start.set_value(forward(contained));
          return;
        }
        start.set_value(contained->command().value_or(-1)); // the references of the caller end here
        end.set_value(contained->finish(stop));
      },
      std::move(started), std::move(ended));
  const Result<pid_t> pid = process.get();
  if (!pid) {
    return forward(pid);
  }
  state->pid = *pid;
  state->pidfd = FileDescriptor(*pid > 0 ? static_cast<int>(syscall(SYS_pidfd_open, *pid, 0U)) : -1);
  if (!state->pidfd.valid()) { // it has already ended, or there never was a namespace for it
    state->outcome.wait_for(grace);
    state->watcher.request_stop();
    const Result<Outcome> outcome = state->outcome.get();
    if (!outcome) {
      return forward(outcome);
    }
    return fail(ErrorKind::machine, fmt::format("the command {} before it could be talked to: {}", outcome->evidence,
                                                outcome->standard_error));
  }
  return Session(std::move(state));
}

Level Session::level() const {
  return state_->level;
}

pid_t Session::pid() const {
  return state_->pid;
}

int Session::ended() const {
  return state_->pidfd.get();
}

bool Session::has_ended() const {
  return is_readable(state_->pidfd.get());
}

bool Session::freeze(Seconds patience) {
  if (syscall(SYS_pidfd_send_signal, state_->pidfd.get(), SIGSTOP, nullptr, 0U) != 0) {
    return false;
  }
  const auto deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(patience);
  for (int looks = 0; !all_stopped(state_->pid); ++looks) {
    if (Clock::now() > deadline) {
      return false;
    }
    if (looks < 100) {
      std::this_thread::yield();
    } else {
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
  }
  return !has_ended();
}

void Session::thaw() {
  syscall(SYS_pidfd_send_signal, state_->pidfd.get(), SIGCONT, nullptr, 0U);
}

Result<Outcome> Session::end() {
  if (has_ended()) {
    state_->outcome.wait_for(grace); // its own end, not ours
  }
  state_->watcher.request_stop();
  return state_->outcome.get();
}

Result<FileDescriptor> for_session(FileDescriptor descriptor) {
  constexpr int first = 64;
  FileDescriptor high(fcntl(descriptor.get(), F_DUPFD_CLOEXEC, first));
  if (!high.valid()) {
    return fail(ErrorKind::machine, fmt::format("cannot duplicate a descriptor: {}", std::strerror(errno)));
  }
  return high;
}

} // namespace mapwright::sandbox
