// One cell of a study: one solver, one domain, so many points shown, once.
#pragma once

#include "archive/archive.hpp"
#include "core/budget.hpp"
#include "domain/domain.hpp"
#include "loop/problem.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include <nlohmann/json.hpp>

namespace mapwright::index_map::learn {

/// The kind of run that a cell is in an archive. DO NOT CHANGE.
inline constexpr const char* study_kind = "study";

/// What is asked in a cell. Two cells that are equal have one answer.
struct StudyCell {
  std::string domain;       ///< its text
  std::size_t points = 0;   ///< shown
  std::string solver;       ///< "symbolic", "regression" or "model:NAME"
  std::string model{};      ///< which model that is: its provider, name and server; empty without one
  std::uint64_t repeat = 0; ///< from 0
  std::uint64_t seed = 1;   ///< of the study; the run's own is seed + repeat
  std::size_t listed = 2000;
  std::uint64_t tries = 1; ///< attempts of a model

  friend bool operator==(const StudyCell&, const StudyCell&) = default;
};

/// The cell as options["study"] of its run holds it. DO NOT CHANGE: it is in archives.
nlohmann::json key_of(const StudyCell& cell);

/// What came of a cell.
enum class CellOutcome : std::uint8_t {
  exact,     ///< every listed point is right
  partial,   ///< at least one point that was held back is right
  wrong,     ///< none of those
  refused,   ///< what was proposed does not parse, compile or derive
  no_answer, ///< nothing was proposed
  skipped,   ///< not asked, or not to the end; the same study asks again
};

/// "exact", "partial", "wrong", "refused", "no-answer" or "skipped".
std::string_view to_string(CellOutcome outcome);

/// How the joules of a cell are known.
enum class EnergySource : std::uint8_t { none, measured, estimated };

/// "none", "measured" or "estimated".
std::string_view to_string(EnergySource source);

struct CellResult {
  StudyCell cell;
  CellOutcome outcome = CellOutcome::skipped;
  std::string reason{};       ///< what was wrong, in one sentence; how it is proved, when it is exact
  double share = 0;           ///< of the listed points that are right
  std::uint64_t attempts = 0; ///< steps of the run
  Resources used{};           ///< the time is that of the whole run: proposing and judging
  EnergySource energy = EnergySource::none;
  std::string energy_method{};         ///< the meter, or the assumptions of the estimate
  bool fixture = false;                ///< a reply was written for a test
  std::optional<archive::RunId> run{}; ///< in the archive
  std::optional<Error> broken{};       ///< why its solver cannot work on this machine now
};

/// What running a cell takes.
struct CellTask {
  StudyCell cell;
  const domain::Domain* domain = nullptr;
  const loop::Model* model = nullptr; ///< null: a built-in solver
  archive::Run record;                ///< without its kind, title, seed and key, which run_cell sets
  Budget budget{};                    ///< of this cell
};

/// Whether a run that ended so need not be run again.
bool is_finished(const std::optional<archive::RunEnd>& end);

/// Runs the cell to its end, from where `unfinished` was left when there is such a run. Errors: input, for a domain
/// that has no points; the archive could not be written. What its solver or this machine cannot do is in the result.
Result<CellResult> run_cell(archive::Archive& archive, const CellTask& task, std::optional<archive::RunId> unfinished,
                            std::stop_token stop);

/// What the archive says of a cell.
Result<CellResult> read_cell(archive::Archive& archive, const StudyCell& cell, archive::RunId run);

} // namespace mapwright::index_map::learn
