// How a contained command ended: a closed set of endings, with the evidence for the one that applies.
#pragma once

#include "core/units.hpp"
#include "sandbox/level.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace mapwright::sandbox {

/// How it ended. Only `exited` with code 0 is success.
enum class Ending : std::uint8_t {
  exited,          ///< by itself, with a code
  signalled,       ///< by a signal that none of the limits below sent
  timed_out,       ///< killed: the wall time was over
  cpu_limit,       ///< killed: a process used up its CPU time
  memory_limit,    ///< failed, and said that memory could not be allocated
  output_limit,    ///< killed: too much output, or a file too large
  blocked_syscall, ///< killed: it made a system call that is never allowed
};

/// "exited", "signalled", "timed-out", "cpu-limit", "memory-limit", "output-limit" or "blocked-syscall".
std::string_view to_string(Ending ending);

/// What it used, as far as its processes were waited for.
struct Usage {
  Seconds wall{0};
  Seconds user{0};
  Seconds system{0};
  Bytes peak_resident{}; ///< of the largest process
};

/// The end of one run.
struct Outcome {
  Ending ending = Ending::exited;
  int code = 0;                  ///< exit code when exited, else the number of the signal it ended by. At Level::full a
                                 ///< code of 128 + N that it returned by itself looks like signal N.
  std::string standard_output{}; ///< cut at Policy::output
  std::string standard_error{};  ///< likewise, both together
  Usage usage{};
  Level level = Level::none; ///< the containment it ran in
  std::string evidence{};    ///< one sentence for people: what was seen

  [[nodiscard]] bool succeeded() const { return ending == Ending::exited && code == 0; }
};

} // namespace mapwright::sandbox
