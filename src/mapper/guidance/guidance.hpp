// What to tell of one mapper, to people and to models: how it runs, why, and what to do about it.
//
// Three levels, each with what the ones before it say:
//   raw      the outcome as an engine says it: located errors, out of memory, or makespan and throughput
//   explain  why: what the time went into and which statements decided it, copies, memories, bounds
//   suggest  what to do: edits of the text, tried by elaborating and simulating it again
#pragma once

#include "mapper/explain/run_account.hpp"
#include "mapper/guidance/counterfactual.hpp"
#include "mapper/guidance/repair.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/search/decision_space.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

enum class GuidanceLevel : std::uint8_t { raw, explain, suggest };

/// As people write it: "raw".
std::string_view to_string(GuidanceLevel level);
/// The level of this name; nothing when there is none.
std::optional<GuidanceLevel> guidance_level_named(std::string_view name);

struct GuidanceOptions {
  GuidanceLevel level = GuidanceLevel::suggest; ///< nothing beyond it is worked out
  std::uint64_t most_simulations = 100;         ///< of changed mappers
  double least_change = 0.001;                  ///< of the makespan: smaller gains are no suggestions
};

/// How the mapper ends.
enum class GuidanceOutcome : std::uint8_t {
  done,
  refused,       ///< the text has errors, or cannot run
  out_of_memory, ///< the run stopped
};

/// All that is known about one mapper. Lines have no newline.
struct Guidance {
  GuidanceOutcome outcome = GuidanceOutcome::done;
  double makespan = 0;                         ///< seconds, when it is done
  double flops = 0;                            ///< of the whole run; 0: the program does not say
  std::vector<std::string> raw{};              ///< lines
  std::vector<std::string> explain{};          ///< lines
  std::vector<std::string> suggest{};          ///< lines
  std::optional<RunAccount> account{};         ///< of what ran
  std::optional<Repair> repair{};              ///< of a text that is refused
  std::vector<Counterfactual> counterfactuals; ///< the best first, those that do not run last
  std::uint64_t simulations = 0;               ///< of changed mappers
  std::uint64_t untried = 0;                   ///< changes for which none was left

  /// The levels up to `level`, in at most `lines` lines (0: any number); a level that is cut says how much is left out.
  [[nodiscard]] std::string text(GuidanceLevel level, std::size_t lines = 0) const;
};

/// Works out the guidance. The same arguments give the same guidance.
Guidance guidance(const language::SourceText& text, const SearchScene& scene, const GuidanceOptions& options = {});

} // namespace mapwright::mapper
