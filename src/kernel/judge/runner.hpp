// A candidate, built and loaded in a worker process of its own, ready to be called.
//
// The worker runs in the sandbox and sees the inputs of one call at a time. The clock, the expected outputs and the
// verdict stay here: a call is timed from the moment its last input lies in shared memory to the moment the worker says
// that it is done, then the worker is frozen before its outputs are read, so that nothing computed later counts.
#pragma once

#include "core/error.hpp"
#include "core/units.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/task/data.hpp"
#include "measure/contention.hpp"
#include "sandbox/outcome.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

class SpareWorker;

/// Where and how candidates run.
struct RunnerSettings {
  std::filesystem::path worker;                ///< the mapwright executable; its hidden command "worker" serves
  sandbox::Level least = sandbox::Level::full; ///< weaker machines are refused
  unsigned threads = 0;                        ///< of OpenMP and PoCL; 0: all cores this process may use
  Seconds compile_time{60};
  Seconds call_time{10};       ///< a call that takes longer is killed
  Bytes memory = gibibytes(4); ///< of the worker's address space (device back ends: unlimited)
  std::vector<std::string> cpp_flags{"-std=c++20", "-O3", "-march=native", "-fopenmp"};
  std::string compiler = "g++";
  std::string device{};                 ///< for device back ends: part of its name; empty: the first
  std::shared_ptr<SpareWorker> spare{}; ///< shared by candidates judged one after the other; none: each waits
  std::stop_token interrupt{}; ///< when requested, builds and calls end within half a second (errors of kind answer_no)
};

/// What happened to a build or a call.
enum class RunStatus : std::uint8_t {
  done,          ///< it returned
  not_compiled,  ///< the compiler rejected it
  crashed,       ///< a signal, an exit, a device error
  timed_out,     ///< no answer in time
  out_of_memory, ///< it asked for more than it may have
  forbidden,     ///< killed by the system call filter
  changed_input, ///< an input differed after the call (device back ends; on the host the write itself crashes)
  wrote_outside, ///< bytes before or behind an output changed
  deferred,      ///< it said it was done, and went on working
};
std::string_view to_string(RunStatus status);

/// One call.
struct CallResult {
  RunStatus status = RunStatus::done;
  Seconds time{0}; ///< with the cost of the protocol; meaningful when done
  measure::Taint taint = measure::Taint::none;
  std::vector<Elements> outputs{}; ///< one per argument; empty for pure inputs. Fresh poison where nothing was written
  std::string evidence{};          ///< one sentence when not done
};

/// What the caches hold when the clock starts.
enum class CacheState : std::uint8_t {
  cold, ///< flushed: what was there last was another 2x last-level cache of bytes, on the processor and on the device
  hot,  ///< the inputs were read just before, by the judge or, on a device with caches of its own, by a copy there
};

/// How a call is to be made.
struct CallOptions {
  CacheState caches = CacheState::hot;
  bool skip = false; ///< everything but the candidate itself: the null call, whose time is the protocol's
};

/// A loaded candidate. After a status other than done the worker is gone; the next call starts a new one.
class Runner {
public:
  virtual ~Runner() = default;

  /// One call on these inputs, in buffers at new addresses, outputs filled with fresh poison (in_out: with the input).
  /// An Error is the machine's fault or ours, never the candidate's. OpenCL may compile once more in the first call of
  /// a worker at a shape: that call's time does not count.
  virtual Result<CallResult> call(const Inputs& inputs, const CallOptions& options = {}) = 0;

  /// Compiles what a call at this shape needs and keeps it, so that later workers need not. For that a worker that has
  /// seen no other inputs calls the candidate on these, which must never be used for anything else: whatever it keeps,
  /// it cannot know more. Does nothing where calls compile nothing, or all is known already; a candidate that fails is
  /// found out by its next call.
  virtual Result<void> compile_for(const Inputs& /*inputs*/) { return {}; }

  /// Ends the worker; the next call starts a new one that remembers nothing.
  virtual void forget() = 0;

  [[nodiscard]] virtual sandbox::Level level() const = 0;
};

/// A built candidate or why there is none.
struct BuildResult {
  RunStatus status = RunStatus::done;
  std::string log{};                ///< the compiler's words, cut
  std::unique_ptr<Runner> runner{}; ///< set when done
};

/// Compiles `candidate` with `tuning` in the sandbox and makes it ready. Machine error when the compiler or the device
/// is missing or the machine cannot contain it.
Result<BuildResult> build(const Task& task, const KernelCandidate& candidate, const Tuning& tuning,
                          const RunnerSettings& settings);

} // namespace mapwright::kernel
