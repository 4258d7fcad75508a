#include "mapper/contest/study_sums.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::mapper {

namespace {

/// The middle value, or the mean of the two in the middle. REQUIRES: not empty.
double median_of(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

double throughput(double expert, double makespan) {
  return std::isfinite(makespan) && makespan > 0 ? expert / makespan : 0;
}

/// The best makespan after so many evaluations, or after all there were.
double best_within(const SearchStudyCell& cell, std::uint64_t evaluations) {
  const std::size_t count = std::min<std::size_t>(cell.best_after.size(), evaluations);
  return count == 0 ? std::numeric_limits<double>::infinity() : cell.best_after[count - 1];
}

std::optional<double> evaluations_to(const SearchStudyCell& cell, double makespan) {
  const auto found =
      std::find_if(cell.best_after.begin(), cell.best_after.end(), [&](double best) { return best <= makespan; });
  return found == cell.best_after.end() ? std::nullopt
                                        : std::optional(static_cast<double>(found - cell.best_after.begin() + 1));
}

SearchStudyRow baseline_row(const StudiedApplication& application, const char* name, const TimedMapper& mapper) {
  SearchStudyRow row;
  row.application = application.name;
  row.searcher = name;
  row.repeats = 1;
  const double expert = application.expert.makespan.value_or(0);
  const double made = mapper.makespan.value_or(std::numeric_limits<double>::infinity());
  row.mean = row.worst = row.median = row.best = row.worst_early = throughput(expert, made);
  row.reached = row.median >= as_good ? 1 : 0;
  row.gap = made / application.bounds.any_mapper() - 1;
  row.invalid = mapper.makespan ? 0 : 1;
  return row;
}

SearchStudyRow row_of(const StudiedApplication& application, const std::string& searcher,
                      const std::vector<const SearchStudyCell*>& cells) {
  SearchStudyRow row;
  row.application = application.name;
  row.searcher = searcher;
  row.repeats = cells.size();
  if (cells.empty()) {
    return row;
  }
  const double expert = application.expert.makespan.value_or(0);
  std::vector<double> reached;
  std::vector<double> values;
  std::vector<double> early;
  std::vector<double> gaps;
  std::vector<double> closed;
  for (const SearchStudyCell* cell : cells) {
    values.push_back(throughput(expert, cell->best()));
    early.push_back(throughput(expert, best_within(*cell, early_evaluations)));
    gaps.push_back(cell->best() / cell->bound - 1);
    if (expert > cell->bound) {
      closed.push_back((expert - cell->best()) / (expert - cell->bound));
    }
    if (const auto needed = evaluations_to(*cell, expert / as_good)) {
      reached.push_back(*needed);
    }
    row.invalid += cell->invalid;
    row.side_simulations += cell->side_simulations;
    row.seconds += cell->seconds;
    row.fixture = row.fixture || cell->fixture;
  }
  const double count = static_cast<double>(values.size());
  for (const double value : values) {
    row.mean += value / count;
  }
  double squares = 0;
  for (const double value : values) {
    squares += (value - row.mean) * (value - row.mean);
  }
  row.deviation = values.size() > 1 ? std::sqrt(squares / (count - 1)) : 0;
  row.worst = *std::min_element(values.begin(), values.end());
  row.best = *std::max_element(values.begin(), values.end());
  row.median = median_of(values);
  row.worst_early = *std::min_element(early.begin(), early.end());
  row.reached = reached.size();
  row.needed = reached.empty() ? std::nullopt : std::optional(median_of(reached));
  row.gap = median_of(gaps);
  row.closed = closed.empty() ? std::nullopt : std::optional(median_of(closed));
  return row;
}

} // namespace

std::vector<SearchStudyRow> rows_of(const SearchStudy& study) {
  std::vector<SearchStudyRow> rows;
  for (std::size_t i = 0; i < study.applications.size(); ++i) {
    const StudiedApplication& application = study.applications[i];
    rows.push_back(baseline_row(application, "expert", application.expert));
    rows.push_back(baseline_row(application, "default", application.usual));
    for (const std::string& searcher : study.spec.searchers) {
      std::vector<const SearchStudyCell*> cells;
      for (const SearchStudyCell& cell : study.cells) {
        if (cell.application == i && cell.searcher == searcher && !cell.broken && !cell.best_after.empty()) {
          cells.push_back(&cell);
        }
      }
      rows.push_back(row_of(application, searcher, cells));
    }
  }
  return rows;
}

std::vector<SearcherSum> sums_of(const std::vector<SearchStudyRow>& rows) {
  std::vector<SearcherSum> sums;
  for (const SearchStudyRow& first : rows) {
    if (std::any_of(sums.begin(), sums.end(), [&](const SearcherSum& sum) { return sum.searcher == first.searcher; })) {
      continue;
    }
    SearcherSum sum{first.searcher, 0, first.worst, first.worst_early, {}, 0, false};
    double logarithms = 0;
    double count = 0;
    std::vector<double> closed;
    for (const SearchStudyRow& row : rows) {
      if (row.searcher != first.searcher) {
        continue;
      }
      logarithms += std::log(row.median);
      count += 1;
      sum.least = std::min(sum.least, row.worst);
      sum.least_early = std::min(sum.least_early, row.worst_early);
      sum.invalid += row.invalid;
      sum.fixture = sum.fixture || row.fixture;
      if (row.closed) {
        closed.push_back(*row.closed);
      }
    }
    sum.geometric_mean = std::exp(logarithms / count);
    sum.closed = closed.empty() ? std::nullopt : std::optional(median_of(closed));
    sums.push_back(std::move(sum));
  }
  return sums;
}

} // namespace mapwright::mapper
