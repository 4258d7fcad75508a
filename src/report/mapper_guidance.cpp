#include "report/mapper_guidance.hpp"

#include "mapper/amounts.hpp"
#include "report/text_table.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

using mapper::RobustnessCell;
using Cells = std::vector<std::string>;

std::string ratio_cell(const std::optional<double>& ratio) {
  return ratio ? fmt::format("{:.2f}", *ratio) : "-";
}

std::string size_cell(const RobustnessCell& cell) {
  return cell.size.empty() ? "as it is" : cell.size;
}

} // namespace

std::string shares_text(const mapper::StatementShares& shares, const std::string& baseline) {
  std::string text = fmt::format("makespan: {} with {}, {} with the mapper: {}\n", duration_text(shares.before),
                                 baseline, duration_text(shares.after),
                                 shares.before > 0 ? mapper::signed_percent_of(shares.after / shares.before - 1) : "-");
  std::vector<Cells> rows;
  for (const mapper::StatementShare& each : shares.statements) {
    rows.push_back({mapper::signed_percent_of(each.share),
                    fmt::format("{}{}", each.seconds < 0 ? "-" : "", duration_text(std::abs(each.seconds))),
                    each.statement});
  }
  return rows.empty() ? text + "Both decide the same.\n"
                      : text + "\n" + table_text({{"share", true}, {"time", true}, {"statement"}}, rows);
}

std::string minimal_text(const mapper::MinimalMapper& minimal) {
  std::string text =
      fmt::format("makespan: {} before, {} after; {}, {} simulations\n", duration_text(minimal.makespan_before),
                  duration_text(minimal.makespan), minimal.same_plan ? "the plan is the same" : "the plan has changed",
                  minimal.simulations);
  std::vector<Cells> rows;
  for (const mapper::RemovedPart& part : minimal.removed) {
    rows.push_back({std::to_string(part.line), part.part, part.why});
  }
  return rows.empty() ? text + "Nothing could be taken away.\n"
                      : text + "\n" + table_text({{"line", true}, {"taken away", false, 70}, {"why"}}, rows);
}

std::string robustness_text(const std::vector<RobustnessCell>& cells) {
  std::vector<Cells> rows;
  for (const RobustnessCell& cell : cells) {
    rows.push_back({size_cell(cell), cell.machine, cell.makespan ? duration_text(*cell.makespan) : "does not run",
                    ratio_cell(cell.over_default), ratio_cell(cell.over_expert),
                    cell.losses.empty() ? "-" : fmt::format("{}", cell.losses.size())});
  }
  std::string text = table_text({{"size"},
                                 {"machine"},
                                 {"makespan", true},
                                 {"over default", true},
                                 {"over expert", true},
                                 {"bad statements", true}},
                                rows);
  for (const RobustnessCell& cell : cells) {
    if (cell.losses.empty() && cell.failure.empty()) {
      continue;
    }
    text += fmt::format("\n{} on {}\n", size_cell(cell), cell.machine);
    if (!cell.failure.empty()) {
      text += fmt::format("  does not run: {}\n", cell.failure);
    }
    for (const mapper::StatementLoss& loss : cell.losses) {
      text +=
          fmt::format("  without line {}: {}  {}\n", loss.line, mapper::signed_percent_of(loss.change), loss.statement);
    }
  }
  return text;
}

} // namespace mapwright::report
