// What a run ends with: which part of the champion's changes is enough, and whether its gain holds on inputs and shapes
// that nobody has seen.
#pragma once

#include "kernel/scientist/allowance.hpp"
#include "kernel/scientist/hunks.hpp"
#include "kernel/scientist/minimise.hpp"
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
};
/// This version against the start.
struct ConfirmStep {
  Version version;
};
using EndStep = std::variant<MinimiseStep, ConfirmStep>;

/// One step after the other; each is observed before the next is asked for.
class Ending {
public:
  /// Of a run whose best versions these are: the champion first. Without one nothing is to be done. `start` is what the
  /// changes are changes of.
  Ending(const Version& start, std::vector<Version> best, const Effort& effort, std::string why);

  /// What to do next, given the evaluations that are left; nothing when the end is reached.
  [[nodiscard]] std::optional<EndStep> next(std::uint64_t evaluations) const;
  /// What became of the minimise step of next(): the version, unless it repeated another or was none.
  void observe_minimised(const std::optional<Version>& version);
  /// What became of the confirmation of next().
  void observe_confirmed(bool promoted);

  /// Why the run ends.
  [[nodiscard]] const std::string& why() const { return why_; }

private:
  [[nodiscard]] bool minimises(std::uint64_t evaluations) const;

  Version start_;
  std::vector<Version> best_; ///< those to be confirmed, in order
  Effort effort_;
  std::string why_;
  std::vector<Hunk> hunks_{};
  std::optional<Minimisation> minimisation_{};
  std::optional<Version> champion_{}; ///< what is minimised
  std::optional<Version> minimal_{};
  std::uint64_t minimised_ = 0; ///< steps
  std::uint64_t confirmed_ = 0; ///< steps
  bool promoted_ = false;
};

/// The champion and those of its ancestors that are faster than the start, the best first.
std::vector<Version> best_of_lineage(const Population& population, std::uint64_t champion);

/// Whether a version that lacks some of the champion's changes is as good: valid, and beyond doubt at most 5 % slower.
bool is_as_good(const Version& version);

} // namespace mapwright::kernel::scientist
