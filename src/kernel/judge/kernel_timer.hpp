// Times a candidate on one shape: fresh inputs for every call, outputs checked after every call, the protocol's cost
// subtracted.
#pragma once

#include "kernel/judge/validity.hpp"
#include "measure/timer.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>

namespace mapwright::kernel {

/// How calls become samples. Each sample comes from a process of its own, because a process can be a little faster than
/// its twin all its life: only then are samples independent.
struct TimingRule {
  CacheState caches = CacheState::hot;
  Seconds least_sample{5e-3};         ///< calls of one sample together last at least so long, as far as inputs reach
  std::uint64_t most_calls = 64;      ///< in one sample
  std::uint64_t pool = 24;            ///< cases prepared for a shape; a process sees none of them twice
  Bytes pool_memory = mebibytes(256); ///< fewer cases are prepared when these would be larger, but at least 4
  std::uint64_t warm_up = 2;          ///< calls of a new process that do not count
  /// Calls without the candidate. The least time of them is subtracted: on a busy machine most take longer, and who is
  /// said to be faster than the floor must not owe it to that.
  int null_calls = 15;
  bool repeat_inputs = false;  ///< one process for all samples, which sees inputs again: for times that decide nothing
  bool keep_disturbed = false; ///< count samples that other work disturbed: for differences too large to be drowned
};

/// The candidate on one shape, with the scenario of ordinary inputs (the task's first). A call that gives a wrong
/// output ends the comparison: run() then fails with kind answer_no, and flaw() tells.
class KernelTimer final : public measure::Timer {
public:
  /// What is passed must outlive the timer. `first_case`: cases before it belong to others (a second measurement of a
  /// winner uses cases it has never seen).
  KernelTimer(Cases& cases, Runner& runner, const Shape& shape, const TimingRule& rule = {},
              std::uint64_t first_case = 0);

  /// The mean time of the calls of one new process. Calls that other work disturbed do not count; a sample most of
  /// whose calls were disturbed is tainted.
  Result<measure::Sample> run() override;

  /// Prepares what the first run() would: measures the null call, decides how many calls make a sample.
  Result<void> prepare();
  /// Subtracts at most this. A candidate could slow down its own null calls; it cannot those of others.
  void limit_null_time(Seconds most) { null_time_ = std::min(null_time_, most); }

  /// Why run() failed, when the candidate is to blame.
  [[nodiscard]] const std::optional<Validity>& flaw() const { return flaw_; }
  /// Time of a call without the candidate, subtracted from each; 0 before the first run.
  [[nodiscard]] Seconds null_time() const { return null_time_; }
  /// Calls in one sample.
  [[nodiscard]] std::uint64_t calls_per_sample() const { return calls_; }

private:
  void begin_process();
  Result<measure::Sample> one_call();
  Result<void> measure_null();
  tl::unexpected<Error> blame(Validity flaw);

  Cases& cases_;
  Runner& runner_;
  const Shape& shape_;
  TimingRule rule_;
  std::uint64_t first_case_;
  std::uint64_t pool_ = 0; ///< 0: nothing prepared yet
  std::uint64_t next_ = 0; ///< case of the next call, from first_case_
  std::uint64_t calls_ = 1;
  Seconds null_time_{0};
  std::optional<Validity> flaw_{};
};

} // namespace mapwright::kernel
