// The kernels of a run as the scientist sees them: committed steps read back.
#pragma once

#include "archive/records.hpp"
#include "core/measurement.hpp"
#include "core/verdict.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/scientist/plan.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

/// One benchmark shape of a version against its base, in one race.
struct ShapeTime {
  std::string shape; ///< "m=64 n=64 k=64"
  Seconds time{0};   ///< median
  double ratio = 1;  ///< time / time of the base
  Interval ratio_interval{0, 0};
};

/// A measured comparison with the base.
struct Measurement {
  double ratio = 1; ///< geometric mean over the shapes of time / time of the base
  Interval ratio_interval{0, 0};
  SpeedVerdict verdict = SpeedVerdict::unclear;
  std::vector<ShapeTime> shapes{};
  Tuning tuning{};                  ///< the values it was raced with
  std::uint64_t evaluations = 1;    ///< configurations that were built and timed
  std::optional<double> headroom{}; ///< time / floor of the machine, geometric mean; 1: nothing left. None: not known
};

/// As the archive keeps it: under "measured" in the evidence of a verdict.
nlohmann::json to_json(const Measurement& measured);
/// The inverse. Input error saying what is missing or of the wrong type.
Result<Measurement> measurement_from_json(const nlohmann::json& json);

/// A kernel somebody wrote, whatever became of it.
struct Version {
  std::uint64_t step = 0;
  std::string digest;
  std::string source;
  std::optional<std::uint64_t> base{}; ///< none: the start
  std::optional<std::uint64_t> reference{};
  std::optional<ExperimentPlan> plan{}; ///< none: the start
  std::string author;                   ///< who wrote it: "built-in", "model:NAME", "start", "minimise"
  std::string status;                   ///< the verdict's: "valid", "not-compiled", "wrong-output", ...
  std::string evidence;                 ///< one sentence when not valid
  bool valid = false;
  Behaviour behaviour{};
  std::optional<Measurement> measured{};
  std::optional<double> score{}; ///< time relative to the start: 1 is the start, less is better
};

/// All versions of a run so far. Thread-safe: the evaluator reads what the proposer adds.
class Population {
public:
  /// Takes a committed step; steps that are no kernels (designs, confirmations) are ignored.
  void add(const archive::Step& step);

  /// By step; nothing when that step is no kernel.
  [[nodiscard]] std::optional<Version> at(std::uint64_t step) const;
  /// All, in the order of their steps.
  [[nodiscard]] std::vector<Version> all() const;
  /// Those with a score, in the order of their steps.
  [[nodiscard]] std::vector<Version> measured() const;
  /// The one with the least score, the first of equals.
  [[nodiscard]] std::optional<Version> champion() const;

private:
  mutable std::mutex mutex_;
  std::vector<Version> versions_;
};

} // namespace mapwright::kernel::scientist
