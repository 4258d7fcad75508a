// The study "which search finds the best mappers": applications x searchers x repeats.
//
// Every cell is a run of the loop with a seed of its own, so `mapwright mapper search` with that seed does the same.
// Cells run on several threads; what they find does not depend on how many.
#pragma once

#include "core/error.hpp"
#include "loop/problem.hpp"
#include "mapper/contest/search_problem.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace mapwright::mapper {

struct SearchStudySpec {
  std::vector<std::string> applications; ///< as open_application takes them
  std::string machine;                   ///< as open_machine takes it
  std::vector<std::string> searchers;    ///< each for itself
  std::uint64_t repeats = 5;
  std::uint64_t evaluations = 50; ///< of a cell
  std::uint64_t seed = 1;         ///< of repeat 0; repeat r has seed + r
  unsigned threads = 2;
  SearchSpec search{}; ///< for every cell, apart from the searchers
};

/// What cells of one application are compared with.
struct StudiedApplication {
  std::string name; ///< as it was asked for
  TimedMapper expert{};
  TimedMapper usual{};
  ProgramBounds bounds{};
};

/// One search.
struct SearchStudyCell {
  std::size_t application = 0; ///< in SearchStudy::applications
  std::string searcher;
  std::uint64_t repeat = 0;
  std::vector<double> best_after; ///< seconds, after each evaluation; infinite before anything ran
  double bound = 0;               ///< seconds, that no candidate of the best one's form can beat
  std::uint64_t invalid = 0;      ///< evaluations of what does not run
  std::uint64_t side_simulations = 0;
  double seconds = 0;                  ///< wall time
  bool fixture = false;                ///< replies were written for a test
  std::optional<std::string> broken{}; ///< why it did not end by itself

  /// Seconds; infinite when nothing ran.
  [[nodiscard]] double best() const;
};

struct SearchStudy {
  SearchStudySpec spec;
  std::vector<StudiedApplication> applications;
  std::vector<SearchStudyCell> cells; ///< by application, searcher, repeat
  bool complete = true;               ///< false: it was interrupted, cells are missing
};

/// Is told how many of all cells are done; from several threads, one at a time.
using StudyProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Errors: input, for applications, machine, searchers; machine, when no file can be written for the loop's archive.
Result<SearchStudy> run_search_study(SearchStudySpec spec, const std::vector<loop::Model>& models,
                                     const StudyProgress& progress, const std::stop_token& stop);

} // namespace mapwright::mapper
