// What to tell of one mapper, to people and to models: how it runs, why, and what to do about it.
//
// One computation for all who ask: `mapper explain`, models at a search, searchers that go by it (level.hpp).
#pragma once

#include "mapper/explain/run_account.hpp"
#include "mapper/guidance/counterfactual.hpp"
#include "mapper/guidance/level.hpp"
#include "mapper/guidance/repair.hpp"
#include "mapper/language/diagnostic.hpp"
#include "mapper/search/searcher.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

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
  std::vector<std::string> on_path{};          ///< names_on_path, where it was explained
  std::optional<Repair> repair{};              ///< of a text that is refused, or whose run stops where edits help
  std::vector<Counterfactual> counterfactuals; ///< the best first, those that do not run last
  std::uint64_t simulations = 0;               ///< of changed mappers
  std::uint64_t untried = 0;                   ///< changes for which none was left

  /// The levels up to `level`, in at most `lines` lines (0: any number); a level that is cut says how much is left out.
  [[nodiscard]] std::string text(GuidanceLevel level, std::size_t lines = 0) const;
};

/// Whether a change makes the run shorter by `least_change` of its makespan, or lets a mapper run that did not.
bool is_gain(const Counterfactual& made, double least_change);

/// Works out the guidance. The same arguments give the same guidance. The run of the mapper itself is no simulation of
/// a changed one: it is that of its evaluation, made again to be explained.
Guidance guidance(const language::SourceText& text, const SearchScene& scene, const GuidanceOptions& options = {});

/// The same in a search: simulations of changed mappers are counted in `side`, and no more are made than it has left.
/// Without any, what needs none is still told.
Guidance guidance(const language::SourceText& text, const SearchScene& scene, GuidanceOptions options,
                  SideSimulations& side);

/// What is told of a text that is refused before it runs; nothing when it elaborates. Simulates nothing.
std::optional<Guidance> guidance_of_refusal(const language::SourceText& text, const SearchScene& scene,
                                            GuidanceLevel level);

} // namespace mapwright::mapper
