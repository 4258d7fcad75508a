#include "sandbox/supervise.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/wait.h>

namespace mapwright::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

/// How long killed processes may take to vanish and to let go of the output.
constexpr std::chrono::seconds last_grace{2};

/// Longer wall times mean this one; it keeps the arithmetic of time points in range.
constexpr Seconds longest = std::chrono::hours(24 * 365);

/// A descriptor that becomes readable when stop is requested; none when it never can be.
class StopEvent {
public:
  explicit StopEvent(const std::stop_token& stop)
      : event_(stop.stop_possible() ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1),
        signal_(stop, [this] { eventfd_write(event_.get(), 1); }) {}

  [[nodiscard]] int get() const { return event_.get(); }

private:
  FileDescriptor event_;
  std::stop_callback<std::function<void()>> signal_;
};

class Supervisor {
public:
  Supervisor(Child child, const Policy& policy, const std::function<void()>& kill_all, const std::stop_token& stop)
      : child_(std::move(child)), kill_all_(kill_all), stop_(stop), stop_event_(stop), room_(policy.output.count()),
        deadline_(start_ + std::chrono::duration_cast<Clock::duration>(std::min(policy.wall_time, longest))) {}

  Observation watch() {
    while (child_.pidfd.valid() || child_.standard_output.valid() || child_.standard_error.valid()) {
      if (stop_.stop_requested() && !ending_) {
        seen_.stopped = true;
        end_all();
      }
      if (Clock::now() >= deadline_ && !on_deadline()) {
        break;
      }
      wait_for_event();
    }
    seen_.wall = Clock::now() - start_;
    return std::move(seen_);
  }

private:
  /// False when there is nothing left to wait for.
  bool on_deadline() {
    if (!ending_) {
      seen_.killed_for = Ending::timed_out;
      end_all();
      return true;
    }
    if (child_.pidfd.valid()) { // it survived the grace period: kill it alone, wait as long as it takes
      kill(child_.pid, SIGKILL);
      reap();
    }
    return false;
  }

  void end_all() {
    ending_ = true;
    deadline_ = Clock::now() + last_grace;
    kill_all_();
  }

  void wait_for_event() {
    std::array<pollfd, 4> watched{pollfd{child_.pidfd.get(), POLLIN, 0}, // negative descriptors are ignored
                                  pollfd{child_.standard_output.get(), POLLIN, 0},
                                  pollfd{child_.standard_error.get(), POLLIN, 0},
                                  pollfd{ending_ ? -1 : stop_event_.get(), POLLIN, 0}};
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
    if (poll(watched.data(), watched.size(), static_cast<int>(std::clamp<long>(left.count(), 0, 3'600'000))) <= 0) {
      return;
    }
    if (watched[1].revents != 0) {
      receive(child_.standard_output, seen_.standard_output);
    }
    if (watched[2].revents != 0) {
      receive(child_.standard_error, seen_.standard_error);
    }
    if (watched[0].revents != 0) {
      end_all(); // what it left behind
      reap();
    }
  }

  void receive(FileDescriptor& from, std::string& to) {
    std::array<char, 65536> chunk; // NOLINT(cppcoreguidelines-pro-type-member-init): filled by read
    const ssize_t n = read(from.get(), chunk.data(), chunk.size());
    if (n <= 0) {
      if (n == 0 || errno != EINTR) {
        from.reset();
      }
      return;
    }
    const auto received = static_cast<std::uint64_t>(n);
    const std::uint64_t kept = std::min(received, room_);
    to.append(chunk.data(), kept);
    room_ -= kept;
    if (kept < received && !seen_.killed_for) {
      seen_.killed_for = Ending::output_limit;
      end_all();
    }
  }

  void reap() {
    while (wait4(child_.pid, &seen_.wait_status, 0, &seen_.usage) < 0 && errno == EINTR) {
    }
    child_.pidfd.reset();
  }

  Child child_;
  const std::function<void()>& kill_all_;
  const std::stop_token& stop_;
  StopEvent stop_event_;
  std::uint64_t room_; ///< bytes of output that may still come
  Clock::time_point start_ = Clock::now();
  Clock::time_point deadline_;
  bool ending_ = false;
  Observation seen_{};
};

} // namespace

Observation supervise(Child child, const Policy& policy, const std::function<void()>& kill_all,
                      const std::stop_token& stop) {
  return Supervisor(std::move(child), policy, kill_all, stop).watch();
}

} // namespace mapwright::sandbox
