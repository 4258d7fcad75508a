// Is a candidate a correct implementation of its task? Found by calling it, on every shape and kind of input.
#pragma once

#include "kernel/judge/cases.hpp"
#include "kernel/judge/runner.hpp"
#include "kernel/task/check.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// What is wrong with a candidate.
enum class Fault : std::uint8_t {
  none,
  not_compiled,
  crashed,
  timed_out,
  out_of_memory,
  forbidden,
  changed_input,
  wrote_outside,
  deferred,
  wrong_output, ///< an element is farther from the reference than the task tolerates
  too_fast,     ///< less time than moving the data takes: it did not do the work
};

/// "none", "not-compiled", "crashed", ...
std::string_view to_string(Fault fault);

/// The fault a run status is.
Fault fault_of(RunStatus status);

/// What was found, with the evidence for it.
struct Validity {
  Fault fault = Fault::none;
  std::string evidence{};             ///< one sentence; empty when valid
  std::string where{};                ///< "m=3 n=5 k=7, inputs 'uniform'"; empty when it is not about one call
  std::optional<Mismatch> mismatch{}; ///< for wrong_output
  double worst_error = 0;             ///< largest error over all calls, in units of unit_roundoff * scale
  std::uint64_t calls = 0;            ///< calls that were checked
  sandbox::Level level = sandbox::Level::none;

  [[nodiscard]] bool valid() const { return fault == Fault::none; }
};

/// What one call's result says.
Validity judge_call(const Task& task, const Case& expected, const CallResult& result);

/// Calls the candidate on every shape with one of the uses and every scenario, `repeats` fresh cases each, in an order
/// drawn from `order_seed`; ends at the first fault. An Error is the machine's fault or the task's, never the
/// candidate's.
Result<Validity> check_validity(Cases& cases, Runner& runner, std::span<const Use> uses, std::uint64_t order_seed,
                                std::uint64_t repeats = 1);

} // namespace mapwright::kernel
