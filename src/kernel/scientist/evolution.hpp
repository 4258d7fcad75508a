// A run as people want to see it: who came from whom by what, what that gained, what is left of it at the end. Data
// alone; report/ prints it.
#pragma once

#include "archive/records.hpp"
#include "kernel/scientist/findings.hpp"
#include "kernel/scientist/ledger.hpp"
#include "kernel/scientist/version.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

/// A version, and how it came from its base.
struct Edge {
  Version version;              ///< its measurement is against its base
  std::uint64_t generation = 0; ///< 0: the start, and steps of the end
  std::string designer{};       ///< who planned it; may be empty
  std::string account{};        ///< what was done, in the writer's words
  std::size_t rubric_items = 0; ///< of the plan, those of which it can be told
  std::size_t rubric_kept = 0;
  std::optional<std::uint64_t> without{}; ///< whose changes were taken back, for a step that minimises
};

/// What a version on the way to the winner owes to values that were found for tunables its base has too.
struct TunedGain {
  /// What its gain is owed to.
  enum class Owed : std::uint8_t {
    values, ///< with the values the change of code can be taken back
    code,   ///< it cannot
    open,   ///< that was not tried
  };
  std::uint64_t version = 0;
  Tuning before{}; ///< the base's values of the tunables that have others now
  Tuning values{};
  Owed owed = Owed::open;
  std::optional<std::uint64_t> shown_by{}; ///< the step that tried it
};
/// "values", "code" or "open".
std::string_view to_string(TunedGain::Owed owed);

/// A design, or a generation without one.
struct GenerationRecord {
  std::uint64_t step = 0;
  std::uint64_t number = 0; ///< 0 when there is no design
  std::optional<std::uint64_t> base{};
  std::optional<std::uint64_t> reference{};
  std::string rationale{};
  std::string selector{};
  std::string designer{};
  Design design{};
  std::string failure{}; ///< why there is no design
};

/// The race of a version against the start on fresh inputs and held-out shapes.
struct Confirmation {
  std::uint64_t step = 0;
  std::uint64_t version = 0;
  std::string why{};                     ///< why the run ended
  bool promoted = false;                 ///< faster beyond doubt, and not slower on the held-out shapes
  std::string flaw{};                    ///< what was found wrong with it, if anything
  std::optional<Measurement> fresh{};    ///< on the benchmark shapes
  std::optional<Measurement> held_out{}; ///< none: the task has no such shapes
  std::optional<double> gap{};           ///< by how much the speed-up is smaller there: 1: not at all
};

/// A run so far.
struct Evolution {
  std::vector<GenerationRecord> generations{};
  std::vector<Edge> edges{}; ///< the start first, in the order of the steps; experiments that became no kernel too
  std::vector<Confirmation> confirmations{};
  std::optional<std::uint64_t> champion{}; ///< the version with the least score; none: the start was not measured
  std::optional<std::uint64_t> winner{};   ///< the version that was promoted last
  std::vector<std::uint64_t> path{};       ///< from the start to the winner, or without one to the champion
  std::string start{};                     ///< the source of the start
  std::string source{};                    ///< that of the last of the path, its values as defaults
  Tuning tuning{};                         ///< its values
  std::vector<TunedGain> tuned{};          ///< in the order of the path
  std::string patch{};                     ///< from the start to it, as `diff -u` prints it; empty: the same
  std::vector<Calibration> ledger{};
  std::vector<RoleStanding> standings{}; ///< of all who had a part in experiments
  std::vector<Finding> findings{};
  Resources used{};
};

/// Reads the steps of a run in their order. `device`, `elsewhere`: as the run had them, for its findings. `file`: the
/// name of the kernel's file in the patch.
Evolution evolution_of(const std::vector<archive::Step>& steps, const std::string& task, Backend backend,
                       const std::string& device, const std::vector<Finding>& elsewhere, const std::string& file);

/// The edge that ends in this version; null when there is none.
const Edge* find_edge(const Evolution& evolution, std::uint64_t step);

nlohmann::json to_json(const Evolution& evolution);

} // namespace mapwright::kernel::scientist
