// The steps of a generation: a design, then its experiments.
#pragma once

#include "kernel/scientist/learning.hpp"
#include "kernel/scientist/roles.hpp"
#include "loop/proposer.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

// Who is said to propose a step.
inline constexpr const char* start_proposer = "start";
inline constexpr const char* design_proposer = "design";
inline constexpr const char* experiment_proposer = "experiment";
inline constexpr const char* minimise_proposer = "minimise";
inline constexpr const char* confirm_proposer = "confirm";

/// Who plays which role.
struct Crew {
  std::unique_ptr<Selector> selector;
  std::unique_ptr<Designer> designer;
  std::unique_ptr<Writer> writer;
  Examine examine;
};

/// What stays the same in a run.
struct Setting {
  const Task& task;
  Backend backend = Backend::cpp;
  const Crew& crew;
  const Knowledge& knowledge;
  Learning learning{};
};

/// What was known when a step was planned.
struct Known {
  std::vector<Version> versions{};
  Ledger ledger{};
  Findings findings{};
  std::uint64_t stagnation = 0;
  std::vector<std::uint64_t> exhausted{};
};

/// A design that was committed.
struct Generation {
  std::uint64_t step = 0;
  std::uint64_t number = 0; ///< from 1
  Selection selection{};
  std::string designer; ///< who designed it
  Design design{};
  std::vector<std::uint64_t> exhausted{}; ///< bases without anything new to try, so far
};

/// Reads a committed design step. Input error when it is none.
Result<Generation> generation_of(const archive::Step& step);

/// The starting kernel as the first step.
loop::Proposal start_proposal(const Setting& setting, const std::string& source);

/// Selects and designs. Fails when a role does, when the selection is no measured version or an exhausted one, or
/// without a plan.
loop::Attempt propose_design(const Setting& setting, const Known& known, std::uint64_t number,
                             loop::StepContext& context);

/// Has the experiment `which` of those chosen written, checks its rubric and that it is new. `tune`: the most
/// configurations its evaluation may time.
loop::Attempt propose_experiment(const Setting& setting, const Known& known, const Generation& generation,
                                 std::size_t which, std::size_t tune, loop::StepContext& context);

/// Part of a champion's changes, to see whether they are enough. `without`: the version whose changes were taken back,
/// if they are those of one.
loop::Proposal minimise_proposal(const Setting& setting, const Version& champion, std::string source,
                                 const std::optional<std::uint64_t>& without);

/// A race of this version against the start, with the reason why the run ends.
loop::Proposal confirm_proposal(const Version& version, std::uint64_t start, const std::string& why);

} // namespace mapwright::kernel::scientist
