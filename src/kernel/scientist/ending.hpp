// What a run ends with: which part of the champion's changes is enough, and whether its gain holds on inputs and shapes
// that nobody has seen.
#pragma once

#include "kernel/scientist/allowance.hpp"
#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/minimise.hpp"
#include "kernel/scientist/step_ablation.hpp"
#include "kernel/scientist/version.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::kernel::scientist {

/// The champion with part of its changes.
struct MinimiseStep {
  Version champion;
  std::string source;
  std::optional<std::uint64_t> without{}; ///< the version whose changes were taken back; none: some lines were
};
/// This version against the start.
struct ConfirmStep {
  Version version;
};
using EndStep = std::variant<MinimiseStep, ConfirmStep>;

/// One step after the other; each is observed before the next is asked for.
class Ending {
public:
  /// Of a run that came to its champion on this path, from the start; without a champion the path is the start.
  Ending(const std::vector<Version>& path, const Effort& effort, std::string why);

  /// What to do next, given the evaluations that are left; nothing when the end is reached.
  [[nodiscard]] std::optional<EndStep> next(std::uint64_t evaluations) const;
  /// What became of the minimise step of next(): the version, unless it repeated another or was none.
  void observe_minimised(const std::optional<Version>& version);
  /// What became of the confirmation of next().
  void observe_confirmed(bool promoted);

  /// Why the run ends.
  [[nodiscard]] const std::string& why() const { return why_; }

private:
  /// The champion with less of its changes: without one of its experiments, then without some lines.
  [[nodiscard]] std::optional<MinimiseStep> smaller() const;
  [[nodiscard]] bool is_enough(const Version& version) const;
  void begin_lines();
  void skip_known_lines();

  Version start_;
  std::vector<Version> best_; ///< those to be confirmed, in order
  Effort effort_;
  std::string why_;
  StepAblation steps_;
  std::vector<Hunk> hunks_{}; ///< once no experiment is left to take back
  std::optional<Minimisation> lines_{};
  std::optional<Version> champion_{}; ///< what is minimised
  std::optional<Version> minimal_{};
  std::uint64_t minimised_ = 0; ///< steps
  std::uint64_t confirmed_ = 0; ///< steps
  bool promoted_ = false;
};

/// The start and what came of it, up to this version.
std::vector<Version> path_to(const Population& population, std::uint64_t version);

} // namespace mapwright::kernel::scientist
