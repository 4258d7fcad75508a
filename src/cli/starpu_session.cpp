#include "cli/starpu_session.hpp"

#include "cli/engine_answer.hpp"
#include "cli/starpu_process.hpp"
#include "sandbox/file_descriptor.hpp"
#include "sandbox/session.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <future>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>

namespace mapwright::cli {

namespace {

using SessionTime = std::chrono::steady_clock;

constexpr std::chrono::seconds last_patience{5}; ///< for a process that was told to end
constexpr Seconds longest_session = std::chrono::hours(24);

} // namespace

struct StarpuSession::State {
  sandbox::FileDescriptor socket{};
  std::string ahead{}; ///< read and not asked for
  std::future<sandbox::Observation> end{};
  std::jthread watcher{}; ///< last: stopped and joined first

  /// Whether all was sent.
  [[nodiscard]] bool send_line(std::string text) const {
    text += '\n';
    for (std::string_view rest = text; !rest.empty();) {
      const ssize_t sent = send(socket.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) {
        continue;
      }
      if (sent <= 0) {
        return false;
      }
      rest.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
  }

  enum class Heard : std::uint8_t { line, end, nothing };

  /// Waits for a line, which is left in `line`.
  Heard wait_for_line(std::string& line, Seconds patience) {
    const auto deadline = SessionTime::now() + std::chrono::duration_cast<SessionTime::duration>(patience);
    std::array<char, 65536> block{};
    for (;;) {
      if (const std::size_t found = ahead.find('\n'); found != std::string::npos) {
        line = ahead.substr(0, found);
        ahead.erase(0, found + 1);
        return Heard::line;
      }
      pollfd watched{socket.get(), POLLIN, 0};
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - SessionTime::now());
      const int ready = poll(&watched, 1, static_cast<int>(std::clamp<long>(left.count(), 0, 3'600'000)));
      if (ready < 0 && errno == EINTR) {
        continue;
      }
      if (ready <= 0) {
        return Heard::nothing;
      }
      const ssize_t count = recv(socket.get(), block.data(), block.size(), 0);
      if (count <= 0) {
        return Heard::end;
      }
      ahead.append(block.data(), static_cast<std::size_t>(count));
    }
  }

  /// Closes the connection; what still runs after a while is killed.
  sandbox::Observation finish() {
    socket.reset();
    end.wait_for(last_patience);
    watcher.request_stop();
    return end.get();
  }
};

StarpuSession::StarpuSession(std::unique_ptr<State> state) : state_(std::move(state)) {}
StarpuSession::StarpuSession(StarpuSession&& other) noexcept = default;
StarpuSession& StarpuSession::operator=(StarpuSession&& other) noexcept = default;

StarpuSession::~StarpuSession() {
  if (state_ && state_->end.valid()) {
    state_->finish();
  }
}

Result<StarpuSession> StarpuSession::start(const report::Json& opening) {
  auto launch = starpu_engine_launch();
  if (!launch) {
    return forward(launch);
  }
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return fail(ErrorKind::machine, fmt::format("cannot make a socket: {}", std::strerror(errno)));
  }
  auto state = std::make_unique<State>();
  state->socket = sandbox::FileDescriptor(ends[0]);
  auto theirs = sandbox::for_session(sandbox::FileDescriptor(ends[1]));
  if (!theirs) {
    return forward(theirs);
  }
  launch->argv.insert(launch->argv.end(), {"session", std::to_string(theirs->get())});
  launch->inherited = {theirs->get()};
  auto child = sandbox::spawn(*launch, "");
  if (!child) {
    return forward(child);
  }
  theirs->reset(); // so that its end is seen
  std::promise<sandbox::Observation> ended;
  state->end = ended.get_future();
  state->watcher = std::jthread(
      [](const std::stop_token& stop, sandbox::Child started, std::promise<sandbox::Observation> told) {
        sandbox::Policy policy;
        policy.wall_time = longest_session;
        policy.output = mebibytes(64);
        const pid_t pid = started.pid;
        told.set_value(sandbox::supervise(
            std::move(started), policy, [pid] { kill(-pid, SIGKILL); }, stop));
      },
      *std::move(child), std::move(ended));
  StarpuSession session(std::move(state));
  if (const auto opened = session.ask(opening); !opened) {
    return forward(opened);
  }
  return session;
}

Result<report::Json> StarpuSession::ask(const report::Json& request, Seconds patience) {
  std::string line;
  State::Heard heard = State::Heard::end;
  if (state_->send_line(request.dump())) {
    heard = state_->wait_for_line(line, patience);
  }
  if (heard == State::Heard::line) {
    auto answer = answer_in(line);
    if (!answer || !answer->is_null()) {
      return answer;
    }
  } else if (heard == State::Heard::nothing) {
    state_->watcher.request_stop();
    state_->finish();
    return fail(ErrorKind::input, fmt::format("a run on StarPU was still under way after {:g} s", patience.count()));
  }
  return tl::unexpected<Error>(end_without_answer(state_->finish()));
}

} // namespace mapwright::cli
