// Ctrl-C as a wish to stop: the first one is passed on, the second one ends the program.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace mapwright::cli {

/// While it lives, SIGINT and SIGTERM request a stop instead of ending the program; a second one ends it. Make it
/// before any other thread, so that all threads leave the signals to it. One at a time.
class Interrupt {
public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

private:
  void wait(const std::stop_token& over);

  std::stop_source source_;
  sigset_t before_{};
  std::jthread waiter_;
};

} // namespace mapwright::cli
