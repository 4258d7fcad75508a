// Findings: what a run learnt, each with the experiments that show it.
#pragma once

#include "archive/records.hpp"
#include "core/measurement.hpp"
#include "kernel/scientist/plan.hpp"
#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

/// How far a finding may be relied on.
enum class Standing : std::uint8_t {
  hypothesis,   ///< from another device or task, or not measured here yet
  supported,    ///< shown by an experiment here
  contradicted, ///< experiments here say the opposite too: kept, and not built upon
};
/// "hypothesis", "supported" or "contradicted".
std::string_view to_string(Standing standing);

/// "reduction-interchange makes gemm 3.1x faster".
struct Finding {
  std::string id;         ///< "F3": within a run
  std::string experiment; ///< what was done: name of the plan
  AvenueKind kind = AvenueKind::memory;
  std::string task;
  Backend backend = Backend::cpp;
  std::string device;           ///< summary of the machine or name of the device
  std::string text;             ///< one sentence
  double gain = 1;              ///< geometric mean over the experiments that agree
  Interval gain_interval{1, 1}; ///< the hull of all of theirs
  Standing standing = Standing::supported;
  std::string origin{};                         ///< the run it comes from, in the caller's words; empty: this one
  std::vector<std::uint64_t> supported_by{};    ///< steps of the run it comes from
  std::vector<std::uint64_t> contradicted_by{}; ///< steps of this run
  friend bool operator==(const Finding&, const Finding&) = default;
};

/// What is known, brought up to date with each measured version.
class Findings {
public:
  Findings() = default;
  Findings(std::string task, Backend backend, std::string device);

  /// Findings from elsewhere: of the same task, back end and device they stay what they are, else they become
  /// hypotheses. They get new ids; an `origin` that is empty becomes "another run".
  void bring_in(const std::vector<Finding>& findings);
  /// What this version shows: a gain (FASTER), a loss (SLOWER) or nothing (SAME, UNCLEAR). Experiments of one name that
  /// show opposite things contradict the finding; those from elsewhere about the same back end are contradicted too.
  /// What was brought in and is shown here as well gives way to the finding of this run.
  void learn(const Version& version);

  [[nodiscard]] const std::vector<Finding>& all() const { return findings_; }

private:
  Finding& own(const Version& version);
  void compare_with_others(const Finding& shown, std::uint64_t step);
  std::string next_id();

  std::string task_;
  Backend backend_ = Backend::cpp;
  std::string device_;
  std::uint64_t issued_ = 0; ///< ids
  std::vector<Finding> findings_;
};

nlohmann::json to_json(const Finding& finding);
Result<Finding> finding_from_json(const nlohmann::json& json);
/// The whole list as a document people read (Markdown) and models are shown.
std::string to_markdown(const std::vector<Finding>& findings);
/// As the archive keeps it.
archive::Finding archived(const Finding& finding);

} // namespace mapwright::kernel::scientist
