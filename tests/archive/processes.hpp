// Other processes, made by fork; the test must have no threads.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include <sys/wait.h>
#include <unistd.h>

namespace mapwright::archive {

/// Runs `work`, which says whether all went well, in a process of its own.
template <class Work> pid_t start_child(Work&& work) {
  const pid_t child = fork();
  if (child == 0) {
    bool well = false;
    try {
      well = work();
    } catch (...) {
      _exit(2);
    }
    _exit(well ? 0 : 1);
  }
  return child;
}

/// Waits for the end of a child; whether its work went well.
inline bool succeeded(pid_t child) {
  int status = 0;
  return waitpid(child, &status, 0) == child && status == 0;
}

/// What a child says to its parent.
class Pipe {
public:
  Pipe() {
    if (pipe(ends_.data()) != 0) {
      ends_ = {-1, -1};
    }
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  ~Pipe() {
    close(ends_[0]);
    close_writer();
  }

  /// In one piece: a process that is killed has said it or not.
  void say(std::uint64_t number) const { (void)!write(ends_[1], &number, sizeof number); }
  /// In the parent, so that the end of the child ends the hearing.
  void close_writer() {
    close(ends_[1]);
    ends_[1] = -1;
  }
  /// Waits for the next number; nothing when the child is gone and has said no more.
  [[nodiscard]] std::optional<std::uint64_t> hear() const {
    std::uint64_t number = 0;
    return read(ends_[0], &number, sizeof number) == sizeof number ? std::optional(number) : std::nullopt;
  }

private:
  std::array<int, 2> ends_{};
};

} // namespace mapwright::archive
