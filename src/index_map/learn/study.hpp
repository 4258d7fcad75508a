// The study "who finds index maps from their first points": domains x points shown x solvers x repeats, after
// "Leveraging Mathematical Reasoning of LLMs for Efficient GPU Thread Mapping" (arXiv 2604.10387).
//
// Every cell is a run of its own in an archive. A study that was interrupted is begun again with the same words: cells
// that are finished are read, the others are run or gone on with.
#pragma once

#include "index_map/learn/study_cell.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mapwright::index_map::learn {

/// Who solves. The built-in ones are "symbolic" and "regression".
struct StudySolver {
  std::string name;                   ///< in tables and archives; "model:NAME" for a model
  std::string model{};                ///< StudyCell::model
  const loop::Model* asked = nullptr; ///< null: a built-in solver
};

struct StudySpec {
  std::vector<domain::Domain> domains{};
  std::vector<std::size_t> points{20, 50, 100}; ///< shown
  std::uint64_t repeats = 1; ///< of solvers that use chance; symbolic inference does not, and is run once
  std::vector<StudySolver> solvers{};
  std::uint64_t tries = 1;
  std::size_t listed = 2000; ///< points that decide, fewer where a domain cannot have so many
  std::uint64_t seed = 1;
  Budget budget{}; ///< of all cells together, those read from the archive included
};

/// The twelve domains of a study where none are named: four affine 2D ones, two affine 3D ones, three 2D and three 3D
/// fractals. Their first points are those of every larger size, so that they can determine the others.
const std::vector<std::string>& study_domains();

/// "dense 2D", "fractal 3D": what a table of results is read by.
std::string class_of(const domain::Domain& domain);

/// All cells in the order of tables: domain, points, solver, repeat.
std::vector<StudyCell> cells_of(const StudySpec& spec);

/// What surrounds the cells.
struct StudyHost {
  archive::Archive* archive = nullptr;
  std::function<Result<archive::Run>(const StudyCell&)> record;       ///< CellTask::record
  std::function<void(const StudyCell&, std::size_t done)> progress{}; ///< before each cell
};

/// Results of all cells in order. When `stop` is requested, or the budget is used up, the others are skipped; so are
/// those of a solver that cannot work here. Errors: input, for a domain that cannot be listed; the archive.
Result<std::vector<CellResult>> run_study(const StudySpec& spec, const StudyHost& host, std::stop_token stop);

} // namespace mapwright::index_map::learn
