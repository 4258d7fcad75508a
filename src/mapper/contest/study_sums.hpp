// The cells of a study of searches summed up: a row for each application and searcher.
#pragma once

#include "mapper/contest/search_study.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// Throughput relative to the expert's mapper: its makespan over that of the best mapping found; 0: nothing ran.
struct SearchStudyRow {
  std::string application;
  std::string searcher; ///< or "expert", "default": the mappers that come with the application
  std::uint64_t repeats = 0;
  double mean = 0;
  double deviation = 0; ///< of the repeats, with n - 1
  double worst = 0;
  double median = 0;
  double best = 0;
  double worst_early = 0;       ///< the worst of the repeats after `early_evaluations`
  std::uint64_t reached = 0;    ///< repeats that came to 0.99 of the expert
  std::optional<double> needed; ///< evaluations until then, the median of the repeats that reached it
  double gap = 0;               ///< of the median repeat's makespan over the lower bound, less 1
  std::optional<double> closed; ///< (expert - best)/(expert - bound), the median; none: the expert is at the bound
  std::uint64_t invalid = 0;    ///< evaluations of what does not run, of all repeats, as are the next two
  std::uint64_t side_simulations = 0;
  double seconds = 0;
  bool fixture = false;
};

inline constexpr std::uint64_t early_evaluations = 10;
inline constexpr double as_good = 0.99; ///< of the expert's throughput: reached

/// For each application the expert, the default, then the searchers in their order. Cells that did not end by
/// themselves are left out.
std::vector<SearchStudyRow> rows_of(const SearchStudy& study);

/// One searcher over all applications.
struct SearcherSum {
  std::string searcher;
  double geometric_mean = 0;      ///< of the medians; 0 when one is
  double least = 0;               ///< the worst of all repeats of all applications
  double least_early = 0;         ///< after `early_evaluations`
  std::optional<double> closed{}; ///< the median of the applications'
  std::uint64_t invalid = 0;
  bool fixture = false; ///< in one application at least
};

std::vector<SearcherSum> sums_of(const std::vector<SearchStudyRow>& rows);

} // namespace mapwright::mapper
