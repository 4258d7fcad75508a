// The kernels of a run as the scientist sees them: committed steps read back.
#pragma once

#include "archive/records.hpp"
#include "core/measurement.hpp"
#include "core/verdict.hpp"
#include "kernel/candidate/candidate.hpp"
#include "kernel/rewrite/examination.hpp"
#include "kernel/scientist/plan.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

/// One benchmark shape of a version against its base, in one race.
struct ShapeTime {
  std::string shape; ///< "m=64 n=64 k=64"
  Seconds time{0};   ///< median
  double ratio = 1;  ///< time / time of the base
  Interval ratio_interval{0, 0};
  std::optional<double> headroom{}; ///< time / time of moving the data once; none: not known
};

/// A measured comparison with the base.
struct Measurement {
  double ratio = 1; ///< geometric mean over the shapes of time / time of the base
  Interval ratio_interval{0, 0};
  SpeedVerdict verdict = SpeedVerdict::unclear;
  std::vector<ShapeTime> shapes{};
  Tuning tuning{};                  ///< the values it was raced with
  std::uint64_t evaluations = 1;    ///< configurations that were built and timed
  std::optional<double> headroom{}; ///< geometric mean of the shapes'; 1: nothing left. None: not known
  std::string untimed{};            ///< why there is no ratio; empty where there is one
};

/// As the archive keeps it: under "measured" in the evidence of a verdict.
nlohmann::json to_json(const Measurement& measured);
/// The inverse. Input error saying what is missing or of the wrong type.
Result<Measurement> measurement_from_json(const nlohmann::json& json);

/// A kernel somebody wrote, whatever became of it; an experiment that became no kernel has no source.
struct Version {
  std::uint64_t step = 0;
  std::string digest{};
  std::string source{};
  std::optional<std::uint64_t> base{}; ///< none: the start
  std::optional<std::uint64_t> reference{};
  std::optional<ExperimentPlan> plan{}; ///< none: the start
  std::string author{};                 ///< who wrote it: "built-in", "model:NAME", "start", "minimise"
  /// The verdict's: "valid", "malformed", "not-compiled", "wrong-output", ...; "not-written" when the writer failed or
  /// repeated something, "repeated" when another step was proposed the same.
  std::string status{};
  std::string evidence{}; ///< one sentence when not valid
  bool valid = false;
  Behaviour behaviour{};
  std::optional<Measurement> measured{};
  std::optional<double> score{}; ///< time relative to the start: 1 is the start, less is better
};

/// What candidate forms of kernels begin with: "kernel-cpp", ..., "kernel-hip".
inline constexpr std::string_view kernel_form = "kernel-";
/// The form of a step that designs a generation.
inline constexpr const char* design_form = "design";
/// The form of a step that races a champion against the start once more.
inline constexpr const char* confirmation_form = "confirmation";

// Roles of parents.
inline constexpr const char* base_role = "base";
inline constexpr const char* reference_role = "reference";
inline constexpr const char* design_role = "design";     ///< the step that planned an experiment
inline constexpr const char* champion_role = "champion"; ///< what a confirmation is about
inline constexpr const char* start_role = "start";       ///< what it is raced against

/// All versions of a run so far. Thread-safe: the evaluator reads what the proposer adds.
class Population {
public:
  /// Takes a committed step, in their order. Steps that propose no kernel (designs, confirmations) are no versions;
  /// experiments that became none are, so that they are not planned again.
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
  /// A design whose experiments are still coming.
  struct Planned {
    Design design;
    std::size_t made = 0; ///< of those chosen
  };
  std::optional<ExperimentPlan> next_plan(const archive::Step& step);

  mutable std::mutex mutex_;
  std::vector<Version> versions_;
  std::map<std::uint64_t, Planned> planned_; ///< by step
};

} // namespace mapwright::kernel::scientist
