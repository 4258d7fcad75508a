// What a run did, from its archive.
#pragma once

#include "archive/archive.hpp"
#include "core/error.hpp"
#include "report/json.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

/// One step in a line.
struct StepSummary {
  std::uint64_t number = 0;
  std::string proposer;
  std::vector<archive::Parent> parents{};
  std::string form;   ///< of the candidate; empty without one
  std::string digest; ///< of the candidate; empty without one
  std::optional<std::uint64_t> repeats{};
  std::string status; ///< of the verdict; empty without one
  bool valid = false;
  std::optional<double> score{};
  Resources used{};
  std::string note; ///< what was wrong, in a line; empty when nothing was
};

/// What one model was asked for, steps that were never committed included.
struct ModelUse {
  std::string provider;
  std::string model;
  std::uint64_t questions = 0;
  std::uint64_t failures = 0;
  Resources used{};
  bool fixture = false; ///< at least one reply was written for a test
};

struct RunReport {
  archive::Run run;
  std::optional<archive::RunEnd> end{};
  std::vector<StepSummary> steps{};
  Resources used{}; ///< by committed steps
  std::vector<ModelUse> models{};
  std::vector<archive::Finding> findings{}; ///< of those with one "id" in their data the last
  std::optional<archive::Step> best{};      ///< the valid step with the lowest score
};

Result<RunReport> make_run_report(archive::Archive& archive, archive::RunId run);

/// The whole report; ends with a newline.
std::string to_text(const RunReport& report);

/// One or two lines for the end of a run: how it ended, what it used, where it is kept, and what was wrong with the
/// last candidate when none was found.
std::string short_text(const RunReport& report, const std::string& archive_file);

/// docs/cli.md lists the keys.
Json to_json(const RunReport& report);

/// All runs of an archive, a line each.
std::string list_text(const std::vector<archive::Run>& runs, const std::vector<std::optional<archive::RunEnd>>& ends);
Json list_json(const std::vector<archive::Run>& runs, const std::vector<std::optional<archive::RunEnd>>& ends);

} // namespace mapwright::report
