// The cells of a study summed up: a row for each domain, number of points shown and solver.
#pragma once

#include "index_map/learn/study.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::report {

/// The repeats of one solver on one domain with so many points shown.
struct StudyRow {
  std::string domain;
  std::string domain_class; ///< index_map::learn::class_of
  std::size_t points = 0;   ///< shown
  std::string solver;
  std::uint64_t repeats = 0;            ///< that have a result
  std::array<std::uint64_t, 6> count{}; ///< by CellOutcome
  double median_share = 0;              ///< of the listed points that are right, over the repeats with a result
  std::uint64_t attempts = 0;           ///< of all repeats, as are the resources
  Resources used{};
  index_map::learn::EnergySource energy = index_map::learn::EnergySource::none;
  bool fixture = false;
  std::string result; ///< the outcome and its reason; of several repeats how often each outcome came
};

/// A study that is over or was interrupted.
struct StudyAnswer {
  index_map::learn::StudySpec spec;
  std::vector<index_map::learn::CellResult> cells;
  /// Power of this machine as the user states it: joules of built-in solvers are estimated by it.
  std::optional<double> watts{};
  std::string archive; ///< its file
  std::string machine; ///< measure::describe_machine

  /// Whether no cell was skipped.
  [[nodiscard]] bool complete() const;
};

/// How many repeats had this outcome.
std::uint64_t count(const StudyRow& row, index_map::learn::CellOutcome outcome);

/// In the order of the cells.
std::vector<StudyRow> rows_of(const StudyAnswer& answer);

/// Joules of a cell, as they are known.
struct CellEnergy {
  double joules = 0;
  index_map::learn::EnergySource source = index_map::learn::EnergySource::none;
};

CellEnergy energy_of(const index_map::learn::CellResult& cell, const std::optional<double>& watts);

/// All rows of one solver.
struct SolverSum {
  std::string solver;
  std::uint64_t cells = 0; ///< with a result
  std::uint64_t exact = 0;
  Resources used{};
  index_map::learn::EnergySource energy = index_map::learn::EnergySource::none;
  bool fixture = false;
};

std::vector<SolverSum> sums_of(const StudyAnswer& answer, const std::vector<StudyRow>& rows);

/// How joules are known, each way once, with its assumptions.
std::vector<std::string> energy_methods(const StudyAnswer& answer);

} // namespace mapwright::report
