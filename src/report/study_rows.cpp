#include "report/study_rows.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

namespace learn = index_map::learn;
using learn::CellOutcome;
using learn::CellResult;
using learn::EnergySource;

double median(std::vector<double> values) {
  if (values.empty()) {
    return 0;
  }
  std::sort(values.begin(), values.end());
  const std::size_t middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

/// "exact: the map is proved", or "2 exact, 1 wrong".
std::string result_text(const StudyRow& row, const CellResult& first, std::size_t cells) {
  if (cells == 1) {
    return fmt::format("{}{}{}", to_string(first.outcome), first.reason.empty() ? "" : ": ", first.reason);
  }
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < row.count.size(); ++i) {
    if (row.count.at(i) > 0) {
      parts.push_back(fmt::format("{} {}", row.count.at(i), to_string(static_cast<CellOutcome>(i))));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string class_named(const StudyAnswer& answer, const std::string& text) {
  const auto& domains = answer.spec.domains;
  return learn::class_of(*std::find_if(domains.begin(), domains.end(), [&](const auto& d) { return d.text == text; }));
}

/// The cells [begin, end) are those of one row.
StudyRow row_of(const StudyAnswer& answer, std::size_t begin, std::size_t end) {
  const CellResult& first = answer.cells[begin];
  StudyRow row;
  row.domain = first.cell.domain;
  row.domain_class = class_named(answer, first.cell.domain);
  row.points = first.cell.points;
  row.solver = first.cell.solver;
  std::vector<double> shares;
  for (std::size_t i = begin; i < end; ++i) {
    const CellResult& cell = answer.cells[i];
    ++row.count.at(static_cast<std::size_t>(cell.outcome));
    row.fixture = row.fixture || cell.fixture;
    row.attempts += cell.attempts;
    const CellEnergy energy = energy_of(cell, answer.watts);
    Resources used = cell.used;
    used.energy = Joules(energy.joules);
    row.used = row.used + used;
    row.energy = std::max(row.energy, energy.source);
    if (cell.outcome != CellOutcome::skipped) {
      ++row.repeats;
      shares.push_back(cell.share);
    }
  }
  row.median_share = median(std::move(shares));
  row.result = result_text(row, first, end - begin);
  return row;
}

} // namespace

CellEnergy energy_of(const CellResult& cell, const std::optional<double>& watts) {
  const bool built_in = cell.cell.model.empty();
  if (built_in && watts && cell.outcome != CellOutcome::skipped) {
    return {cell.used.time.count() * *watts, EnergySource::estimated};
  }
  return {cell.used.energy.count(), cell.energy};
}

std::uint64_t count(const StudyRow& row, CellOutcome outcome) {
  return row.count.at(static_cast<std::size_t>(outcome));
}

bool StudyAnswer::complete() const {
  return std::none_of(cells.begin(), cells.end(),
                      [](const CellResult& cell) { return cell.outcome == CellOutcome::skipped; });
}

std::vector<StudyRow> rows_of(const StudyAnswer& answer) {
  std::vector<StudyRow> rows;
  for (std::size_t begin = 0; begin < answer.cells.size();) {
    std::size_t end = begin + 1;
    while (end < answer.cells.size() && answer.cells[end].cell.repeat > 0) {
      ++end;
    }
    rows.push_back(row_of(answer, begin, end));
    begin = end;
  }
  return rows;
}

std::vector<SolverSum> sums_of(const StudyAnswer& answer, const std::vector<StudyRow>& rows) {
  std::vector<SolverSum> sums;
  for (const learn::StudySolver& solver : answer.spec.solvers) {
    SolverSum sum{solver.name};
    for (const StudyRow& row : rows) {
      if (row.solver == solver.name) {
        sum.cells += row.repeats;
        sum.exact += count(row, CellOutcome::exact);
        sum.used = sum.used + row.used;
        sum.energy = std::max(sum.energy, row.energy);
        sum.fixture = sum.fixture || row.fixture;
      }
    }
    sums.push_back(std::move(sum));
  }
  return sums;
}

std::vector<std::string> energy_methods(const StudyAnswer& answer) {
  std::set<std::string> methods;
  for (const CellResult& cell : answer.cells) {
    if (cell.energy != EnergySource::none) {
      methods.insert(fmt::format("{}, {}: {}", cell.cell.solver, to_string(cell.energy), cell.energy_method));
    }
  }
  std::vector<std::string> list(methods.begin(), methods.end());
  if (answer.watts) {
    list.push_back(fmt::format("built-in solvers, estimated: time x {:g} W (--watts)", *answer.watts));
  }
  return list;
}

} // namespace mapwright::report
