#include "sandbox/classify.hpp"

#include <csignal>

#include <fmt/format.h>
#include <sys/wait.h>

namespace mapwright::sandbox {
namespace {

Seconds seconds_of(const timeval& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
}

/// What programs say when memory runs out: the C++ library, the C library, GCC and Clang.
constexpr std::string_view out_of_memory_words[] = {"std::bad_alloc", "Cannot allocate memory", "out of memory",
                                                    "virtual memory exhausted"};

std::string_view out_of_memory_word(std::string_view error_output) {
  for (const std::string_view word : out_of_memory_words) {
    if (error_output.find(word) != std::string_view::npos) {
      return word;
    }
  }
  return {};
}

struct Finding {
  Ending ending;
  std::string evidence;
};

Finding find(const Observation& seen, End end, const Policy& policy, const Usage& usage) {
  if (seen.killed_for == Ending::timed_out) {
    return {Ending::timed_out, fmt::format("still running after {:g} s", policy.wall_time.count())};
  }
  if (seen.killed_for) {
    return {*seen.killed_for, fmt::format("wrote more than {} bytes of output", policy.output.count())};
  }
  const Seconds cpu = usage.user + usage.system;
  switch (end.signal) {
  case SIGSYS:
    return {Ending::blocked_syscall, "killed by the system call filter"};
  case SIGXCPU:
    return {Ending::cpu_limit, fmt::format("used {:.2f} s of CPU time", cpu.count())};
  case SIGXFSZ:
    return {Ending::output_limit, fmt::format("wrote a file larger than {} bytes", policy.file_size.count())};
  default:
    break;
  }
  if (end.signal == SIGKILL && cpu >= policy.cpu_time) { // it ignored SIGXCPU
    return {Ending::cpu_limit, fmt::format("used {:.2f} s of CPU time", cpu.count())};
  }
  const bool failed = end.signal != 0 || end.code != 0;
  if (const auto word = out_of_memory_word(seen.standard_error); failed && policy.memory && !word.empty()) {
    return {Ending::memory_limit,
            fmt::format("failed under a limit of {} bytes, saying '{}'", policy.memory->count(), word)};
  }
  if (end.signal != 0) {
    return {Ending::signalled, fmt::format("ended by signal {} ({})", end.signal, sigabbrev_np(end.signal))};
  }
  return {Ending::exited, fmt::format("exited with code {}", end.code)};
}

} // namespace

End End::of_wait(int wait_status) {
  return WIFSIGNALED(wait_status) ? End{0, WTERMSIG(wait_status)} : End{WEXITSTATUS(wait_status), 0};
}

End End::of_shell(int code) {
  return code > 128 && code < 128 + NSIG ? End{0, code - 128} : End{code, 0};
}

Outcome classify(const Observation& seen, End end, const Policy& policy, Level level) {
  const Usage usage{seen.wall, seconds_of(seen.usage.ru_utime), seconds_of(seen.usage.ru_stime),
                    Bytes(static_cast<std::uint64_t>(seen.usage.ru_maxrss) << 10U)};
  Finding finding = find(seen, end, policy, usage);
  const int code = finding.ending == Ending::exited ? end.code : end.signal;
  return {finding.ending, code, seen.standard_output, seen.standard_error, usage, level, std::move(finding.evidence)};
}

std::string first_line(std::string_view text) {
  return std::string(text.substr(0, text.find('\n')));
}

} // namespace mapwright::sandbox
