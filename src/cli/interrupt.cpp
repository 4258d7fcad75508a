#include "cli/interrupt.hpp"

#include <ctime>

#include <pthread.h>
#include <unistd.h>

namespace mapwright::cli {

namespace {

constexpr long poll_nanoseconds = 50'000'000;

sigset_t interrupts() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGINT);
  sigaddset(&set, SIGTERM);
  return set;
}

} // namespace

Interrupt::Interrupt() {
  const sigset_t set = interrupts();
  pthread_sigmask(SIG_BLOCK, &set, &before_);
  waiter_ = std::jthread([this](const std::stop_token& over) { wait(over); });
}

Interrupt::~Interrupt() {
  waiter_.request_stop();
  waiter_.join();
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Interrupt::wait(const std::stop_token& over) {
  const sigset_t set = interrupts();
  const timespec poll{0, poll_nanoseconds};
  while (!over.stop_requested()) {
    const int signal = sigtimedwait(&set, nullptr, &poll);
    if (signal < 0) {
      continue;
    }
    if (source_.stop_requested()) { // the second one: end as the signal would have
      std::signal(signal, SIG_DFL);
      sigset_t only;
      sigemptyset(&only);
      sigaddset(&only, signal);
      pthread_sigmask(SIG_UNBLOCK, &only, nullptr);
      kill(getpid(), signal);
    }
    source_.request_stop();
  }
}

} // namespace mapwright::cli
