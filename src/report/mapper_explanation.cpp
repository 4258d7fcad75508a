#include "report/mapper_explanation.hpp"

#include "mapper/amounts.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

using mapper::CopyShare;
using mapper::PlanChange;
using mapper::PlanDifference;
using mapper::RunAccount;
using mapper::TrialRun;

using Cells = std::vector<std::string>;

constexpr std::size_t most_differences_shown = 4; ///< of one change

/// "-12.3 %", "0.0 %".
std::string signed_percent(double share) {
  const std::string text = fmt::format("{:+.1f} %", 100 * share);
  return text == "+0.0 %" || text == "-0.0 %" ? "0.0 %" : text;
}

/// The effect of a change, or why there is none; `refused` says it of a plan that nothing can run.
std::string trial_text(const TrialRun& run, const char* refused) {
  switch (run.outcome) {
  case TrialRun::Outcome::done:
    return run.change ? signed_percent(*run.change) : duration_text(run.makespan);
  case TrialRun::Outcome::out_of_memory:
    return "out of memory";
  case TrialRun::Outcome::refused:
    return refused;
  }
  return {};
}

std::string makespan_text(const RunAccount& account) {
  return account.failure.empty() ? duration_text(account.makespan) : "out of memory";
}

/// "memory of border in step, 8 points: step (0): FBMEM 0 of node 0, then ZCMEM 0 of node 0"
std::string difference_text(const mapper::Program& program, const PlanDifference& difference) {
  if (difference.launch == mapper::none) {
    return fmt::format("{}: {}", difference.decision, difference.example);
  }
  const mapper::Launch& launch = program.launches[difference.launch];
  std::string what = difference.decision;
  if (difference.argument != mapper::none) {
    what += fmt::format(" of {} in", program.kinds[launch.kind].parameters[difference.argument].name);
  } else {
    what += " of";
  }
  return fmt::format("{} {}, {} point{}: {}", what, launch.name, difference.count, difference.count == 1 ? "" : "s",
                     difference.example);
}

std::string changes_text(const MapperExplanation& explanation) {
  const std::vector<PlanChange>& changes = explanation.comparison.changes;
  if (changes.empty()) {
    return "\nBoth decide the same.\n";
  }
  std::string text = "\nChanges of the makespan, by what each does alone and on top of those above it\n";
  for (const PlanChange& change : changes) {
    text += fmt::format("{:>14}  {:>14}  {}\n", trial_text(change.alone, "not alone"),
                        trial_text(change.in_order, "not yet"), change.after);
    const std::string indent(32, ' ');
    text += fmt::format("{}instead of {}\n", indent, change.before);
    const std::size_t shown = std::min(change.differences.size(), most_differences_shown);
    for (std::size_t i = 0; i < shown; ++i) {
      text += fmt::format("{}{}\n", indent, difference_text(explanation.program, change.differences[i]));
    }
    if (shown < change.differences.size()) {
      text += fmt::format("{}and {} more, which --json lists\n", indent, change.differences.size() - shown);
    }
    if (!change.alone.reason.empty()) {
      text += fmt::format("{}alone: {}\n", indent, change.alone.reason);
    }
  }
  return text;
}

/// A table with a row for each thing that either side has.
class SideBySide {
public:
  explicit SideBySide(std::string title) : title_(std::move(title)) {}

  void add(const std::string& name, std::size_t side, std::string cell, double size) {
    auto row = std::find_if(rows_.begin(), rows_.end(), [&](const Row& other) { return other.name == name; });
    if (row == rows_.end()) {
      row = rows_.insert(rows_.end(), Row{name, {"-", "-"}, 0});
    }
    row->cells.at(side) = std::move(cell);
    row->size = std::max(row->size, size);
  }

  /// The largest first; nothing without rows.
  [[nodiscard]] std::string text(const std::string& before, const std::string& after) const {
    std::vector<Row> sorted = rows_;
    std::stable_sort(sorted.begin(), sorted.end(), [](const Row& a, const Row& b) { return a.size > b.size; });
    std::vector<Cells> cells;
    for (const Row& row : sorted) {
      cells.push_back({row.name, row.cells[0], row.cells[1]});
    }
    return cells.empty() ? "" : "\n" + table_text({{title_}, {before, true}, {after, true}}, cells);
  }

private:
  struct Row {
    std::string name;
    std::array<std::string, 2> cells;
    double size = 0;
  };
  std::string title_;
  std::vector<Row> rows_;
};

std::string share_text(double part, double whole) {
  return whole > 0 ? fmt::format(" {:>3.0f} %", 100 * part / whole) : "";
}

void add_account(const mapper::Program& program, const RunAccount& account, std::size_t side,
                 std::array<SideBySide, 4>& tables) {
  for (const mapper::TaskShare& share : account.path_tasks) {
    tables[0].add(program.kinds[share.kind].name, side,
                  duration_text(share.seconds) + share_text(share.seconds, account.makespan), share.seconds);
  }
  for (const CopyShare& share : account.path_copies) {
    tables[0].add("copies " + to_string(share.copies), side,
                  duration_text(share.seconds) + share_text(share.seconds, account.makespan), share.seconds);
  }
  for (const CopyShare& share : account.copies) {
    tables[1].add(to_string(share.copies), side,
                  fmt::format("{} in {}", mapper::amount_of_bytes(share.bytes), share.count),
                  static_cast<double>(share.bytes));
  }
  for (const mapper::ProcessorShare& share : account.processors) {
    if (share.used > 0) {
      tables[2].add(std::string(to_string(share.kind)), side,
                    fmt::format("{} of {} used,{}", share.used, share.processors,
                                share_text(share.busy, share.used * account.makespan)),
                    share.busy);
    }
  }
  for (const mapper::MemoryPressure& pressure : account.memories) {
    tables[3].add(std::string(to_string(pressure.kind)), side,
                  fmt::format("{} of {}{}", mapper::amount_of_bytes(pressure.peak),
                              mapper::amount_of_bytes(pressure.capacity),
                              share_text(static_cast<double>(pressure.peak), static_cast<double>(pressure.capacity))),
                  static_cast<double>(pressure.peak) / static_cast<double>(pressure.capacity));
  }
}

std::string bounds_text(const MapperExplanation& explanation) {
  const RunAccount& before = explanation.comparison.before;
  const RunAccount& after = explanation.comparison.after;
  const auto row = [&](const std::string& name, const std::function<std::string(const RunAccount&)>& cell) {
    return Cells{name, cell(before), cell(after)};
  };
  const auto seconds = [&](const std::string& name, double mapper::LowerBounds::*bound) {
    return row(name, [bound](const RunAccount& account) { return duration_text(account.bounds.*bound); });
  };
  const std::vector<Cells> rows{
      seconds("tasks that wait for one another", &mapper::LowerBounds::critical_path),
      seconds("work over the processors of a kind", &mapper::LowerBounds::work),
      seconds("the busiest link", &mapper::LowerBounds::links),
      row("makespan over the highest of these",
          [](const RunAccount& account) {
            const double bound = account.bounds.highest();
            return bound > 0 && account.failure.empty() ? signed_percent(account.makespan / bound - 1) : "-";
          }),
      {"bytes that must go between memories", mapper::amount_of_bytes(explanation.before.bound.memories),
       mapper::amount_of_bytes(explanation.after.bound.memories)},
      {"of these between nodes", mapper::amount_of_bytes(explanation.before.bound.nodes),
       mapper::amount_of_bytes(explanation.after.bound.nodes)}};
  return "\n" + table_text({{"lower bounds"}, {explanation.before.name, true}, {explanation.after.name, true}}, rows);
}

/// The whole change of the makespan; nothing where one side did not run.
std::optional<double> whole_change(const mapper::PlanComparison& comparison) {
  const bool known =
      comparison.before.failure.empty() && comparison.after.failure.empty() && comparison.before.makespan > 0;
  return known ? std::optional(comparison.after.makespan / comparison.before.makespan - 1) : std::nullopt;
}

} // namespace

std::string explanation_text(const MapperExplanation& explanation) {
  const mapper::PlanComparison& comparison = explanation.comparison;
  const std::string& before = explanation.before.name;
  const std::string& after = explanation.after.name;
  std::string text = fmt::format("{} on {}\n", explanation.program.name, explanation.machine.description().name);
  const auto change = whole_change(comparison);
  text +=
      fmt::format("makespan: {} with {}, {} with {}{}\n", makespan_text(comparison.before), before,
                  makespan_text(comparison.after), after, change ? fmt::format(": {}", signed_percent(*change)) : "");
  for (const RunAccount* account : {&comparison.before, &comparison.after}) {
    if (!account->failure.empty()) {
      text += fmt::format("{}: {}\nhint: {}\n", account == &comparison.before ? before : after, account->failure,
                          account->hint);
    }
  }
  text += changes_text(explanation);
  std::array<SideBySide, 4> tables{SideBySide("critical path"), SideBySide("bytes copied"), SideBySide("processors"),
                                   SideBySide("fullest memories")};
  add_account(explanation.program, comparison.before, 0, tables);
  add_account(explanation.program, comparison.after, 1, tables);
  for (const SideBySide& table : tables) {
    text += table.text(before, after);
  }
  return text + bounds_text(explanation);
}

} // namespace mapwright::report
