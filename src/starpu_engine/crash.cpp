#include "starpu_engine/crash.hpp"

#include "core/error.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include <unistd.h>

namespace mapwright::starpu_engine {

namespace {

constexpr std::array<int, 5> crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

thread_local const std::string* running_task = nullptr;
std::atomic<int> crash_descriptor{-1};

/// A text put together where nothing may be allocated.
class CrashText {
public:
  void add(const char* text) { add(text, std::strlen(text)); }
  /// What would end a JSON string becomes a question mark.
  void add_name(const std::string& name) {
    for (const char c : name) {
      const bool plain = c != '"' && c != '\\' && static_cast<unsigned char>(c) >= 0x20;
      add(plain ? &c : "?", 1);
    }
  }
  void add_number(int number) {
    std::array<char, 12> digits{};
    std::size_t at = digits.size();
    do {
      digits[--at] = static_cast<char>('0' + number % 10);
      number /= 10;
    } while (number > 0);
    add(digits.data() + at, digits.size() - at);
  }
  void write_to(int descriptor) const {
    std::size_t done = 0;
    while (done < size_) {
      const ssize_t count = write(descriptor, text_.data() + done, size_ - done);
      if (count <= 0) {
        return;
      }
      done += static_cast<std::size_t>(count);
    }
  }

private:
  void add(const char* text, std::size_t count) {
    const std::size_t taken = std::min(count, text_.size() - size_);
    std::memcpy(text_.data() + size_, text, taken);
    size_ += taken;
  }
  std::array<char, 1024> text_{};
  std::size_t size_ = 0;
};

/// Tells the first end only; `signal` is 0 for an exit.
void tell_end(int signal) {
  const int descriptor = crash_descriptor.exchange(-1);
  if (descriptor < 0 || running_task == nullptr) {
    return;
  }
  CrashText text;
  text.add(R"({"error":{"kind":)");
  text.add_number(static_cast<int>(ErrorKind::input));
  text.add(R"(,"message":"the kernel of )");
  text.add_name(*running_task);
  if (signal != 0) {
    const char* const meaning = sigdescr_np(signal);
    text.add(" crashed: signal ");
    text.add_number(signal);
    text.add(" (");
    text.add(meaning != nullptr ? meaning : "?");
    text.add(R"x()","hint":"does it stay inside its arguments?"}})x");
  } else {
    text.add(R"( ended the process","hint":"a kernel returns when its work is done"}})");
  }
  text.add("\n");
  text.write_to(descriptor);
}

void on_crash(int signal) {
  tell_end(signal);
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

} // namespace

RunningTask::RunningTask(const std::string& name) {
  running_task = &name;
}

RunningTask::~RunningTask() {
  running_task = nullptr;
}

void tell_crashes(int descriptor) {
  crash_descriptor = descriptor;
  renew_crash_handlers();
  std::atexit([] { tell_end(0); });
}

void renew_crash_handlers() {
  for (const int signal : crash_signals) {
    if (crash_descriptor >= 0) {
      std::signal(signal, on_crash);
    }
  }
}

} // namespace mapwright::starpu_engine
