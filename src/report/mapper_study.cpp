#include "report/mapper_study.hpp"

#include "report/text_table.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

using mapper::SearcherSum;
using mapper::SearchStudy;
using mapper::SearchStudyCell;
using mapper::SearchStudyRow;

constexpr double in_percent = 100;

struct StudyTable {
  std::vector<Column> columns;
  std::vector<std::vector<std::string>> rows;
};

std::string part_text(double part) {
  return std::isfinite(part) ? fmt::format("{:.1f} %", in_percent * part) : "-";
}

std::string part_text(const std::optional<double>& part) {
  return part ? part_text(*part) : "-";
}

bool is_baseline(const std::string& searcher) {
  return searcher == "expert" || searcher == "default";
}

std::string searcher_text(const std::string& searcher, bool fixture) {
  return fixture ? searcher + " (fixture)" : searcher;
}

StudyTable table_of(const std::vector<SearchStudyRow>& rows) {
  StudyTable table{{{"application", false, 24},
                    {"searcher", false, 24},
                    {"mean", true},
                    {"sd", true},
                    {"worst", true},
                    {"median", true},
                    {"best", true},
                    {fmt::format("worst at {}", mapper::early_evaluations), true},
                    {"to expert", true},
                    {"gap", true},
                    {"closed", true},
                    {"invalid", true},
                    {"side", true}},
                   {}};
  for (const SearchStudyRow& row : rows) {
    const bool baseline = is_baseline(row.searcher);
    const auto number = [&](double value) { return baseline ? std::string() : fmt::format("{:.3f}", value); };
    table.rows.push_back({row.application, searcher_text(row.searcher, row.fixture), number(row.mean),
                          number(row.deviation), number(row.worst), fmt::format("{:.3f}", row.median), number(row.best),
                          number(row.worst_early),
                          baseline     ? ""
                          : row.needed ? fmt::format("{:.4g} ({}/{})", *row.needed, row.reached, row.repeats)
                                       : fmt::format("- (0/{})", row.repeats),
                          part_text(row.gap), part_text(row.closed), std::to_string(row.invalid),
                          grouped(std::to_string(row.side_simulations))});
  }
  return table;
}

StudyTable table_of(const std::vector<SearcherSum>& sums) {
  StudyTable table{{{"searcher", false, 24},
                    {"geometric mean", true},
                    {"worst", true},
                    {fmt::format("worst at {}", mapper::early_evaluations), true},
                    {"closed", true},
                    {"invalid", true}},
                   {}};
  for (const SearcherSum& sum : sums) {
    table.rows.push_back({searcher_text(sum.searcher, sum.fixture), fmt::format("{:.3f}", sum.geometric_mean),
                          fmt::format("{:.3f}", sum.least), fmt::format("{:.3f}", sum.least_early),
                          part_text(sum.closed), std::to_string(sum.invalid)});
  }
  return table;
}

std::string markdown_table(const StudyTable& table) {
  std::string titles = "|";
  std::string rules = "|";
  for (const Column& column : table.columns) {
    titles += fmt::format(" {} |", column.title);
    rules += column.right ? " ---: |" : " --- |";
  }
  std::string text = titles + "\n" + rules + "\n";
  for (const std::vector<std::string>& row : table.rows) {
    text += fmt::format("| {} |\n", fmt::join(row, " | "));
  }
  return text;
}

std::string study_heading(const SearchStudy& study) {
  const mapper::SearchStudySpec& spec = study.spec;
  return fmt::format("{} evaluations, {} repeats from seed {}, on {}; throughput relative to the expert{}",
                     spec.evaluations, spec.repeats, spec.seed, spec.machine,
                     study.complete ? "" : "; interrupted, cells are missing");
}

std::string number_or_empty(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? fmt::format("{}", *value) : "";
}

Json search_cell_json(const SearchStudy& study, const SearchStudyCell& cell) {
  return {{"application", study.applications[cell.application].name},
          {"searcher", cell.searcher},
          {"repeat", cell.repeat},
          {"seed", study.spec.seed + cell.repeat},
          {"evaluations", cell.best_after.size()},
          {"best_seconds", std::isfinite(cell.best()) ? Json(cell.best()) : Json()},
          {"bound_seconds", cell.bound},
          {"best_after", cell.best_after},
          {"invalid", cell.invalid},
          {"side_simulations", cell.side_simulations},
          {"seconds", cell.seconds},
          {"fixture", cell.fixture},
          {"broken", cell.broken ? Json(*cell.broken) : Json()}};
}

Json search_row_json(const SearchStudyRow& row) {
  return {{"application", row.application},
          {"searcher", row.searcher},
          {"repeats", row.repeats},
          {"mean", row.mean},
          {"sd", row.deviation},
          {"worst", row.worst},
          {"median", row.median},
          {"best", row.best},
          {"worst_early", row.worst_early},
          {"reached", row.reached},
          {"evaluations_to_expert", row.needed ? Json(*row.needed) : Json()},
          {"gap", row.gap},
          {"closed", row.closed ? Json(*row.closed) : Json()},
          {"invalid", row.invalid},
          {"side_simulations", row.side_simulations},
          {"seconds", row.seconds},
          {"fixture", row.fixture}};
}

} // namespace

std::string to_text(const SearchStudy& study) {
  const std::vector<SearchStudyRow> rows = rows_of(study);
  const StudyTable all = table_of(rows);
  const StudyTable sums = table_of(sums_of(rows));
  std::string text = field("study", study_heading(study)) + "\n" + table_text(all.columns, all.rows) + "\n" +
                     table_text(sums.columns, sums.rows);
  if (std::any_of(rows.begin(), rows.end(), [](const SearchStudyRow& row) { return row.fixture; })) {
    text += field("fixture", "replies were written for a test, they are no model's performance");
  }
  for (const SearchStudyCell& cell : study.cells) {
    if (cell.broken) {
      text += field("left out", fmt::format("{}, {}, repeat {}: {}", study.applications[cell.application].name,
                                            cell.searcher, cell.repeat, *cell.broken));
    }
  }
  return text;
}

std::string to_markdown(const SearchStudy& study) {
  const std::vector<SearchStudyRow> rows = rows_of(study);
  return fmt::format("{}\n\n{}\n{}", study_heading(study), markdown_table(table_of(rows)),
                     markdown_table(table_of(sums_of(rows))));
}

std::string to_csv(const SearchStudy& study) {
  std::string text = "application,searcher,repeats,mean,sd,worst,median,best,worst_early,reached,evaluations_to_expert,"
                     "gap,closed,invalid,side_simulations,seconds,fixture\n";
  for (const SearchStudyRow& row : rows_of(study)) {
    text += fmt::format("\"{}\",{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", row.application, row.searcher,
                        row.repeats, row.mean, row.deviation, row.worst, row.median, row.best, row.worst_early,
                        row.reached, number_or_empty(row.needed), number_or_empty(row.gap), number_or_empty(row.closed),
                        row.invalid, row.side_simulations, row.seconds, row.fixture ? 1 : 0);
  }
  return text;
}

Json to_json(const SearchStudy& study) {
  const std::vector<SearchStudyRow> rows = rows_of(study);
  Json document{{"schema_version", 1},
                {"machine", study.spec.machine},
                {"evaluations", study.spec.evaluations},
                {"repeats", study.spec.repeats},
                {"seed", study.spec.seed},
                {"early_evaluations", mapper::early_evaluations},
                {"complete", study.complete}};
  document["applications"] = Json::array();
  for (const mapper::StudiedApplication& each : study.applications) {
    document["applications"].push_back({{"application", each.name},
                                        {"expert_seconds", each.expert.makespan ? Json(*each.expert.makespan) : Json()},
                                        {"default_seconds", each.usual.makespan ? Json(*each.usual.makespan) : Json()},
                                        {"bound_seconds", each.bounds.any_mapper()},
                                        {"plan_bound_seconds", each.bounds.any_plan()}});
  }
  document["rows"] = Json::array();
  for (const SearchStudyRow& row : rows) {
    document["rows"].push_back(search_row_json(row));
  }
  document["searchers"] = Json::array();
  for (const SearcherSum& sum : sums_of(rows)) {
    document["searchers"].push_back({{"searcher", sum.searcher},
                                     {"geometric_mean", sum.geometric_mean},
                                     {"worst", sum.least},
                                     {"worst_early", sum.least_early},
                                     {"closed", sum.closed ? Json(*sum.closed) : Json()},
                                     {"invalid", sum.invalid},
                                     {"fixture", sum.fixture}});
  }
  document["cells"] = Json::array();
  for (const SearchStudyCell& cell : study.cells) {
    document["cells"].push_back(search_cell_json(study, cell));
  }
  return document;
}

} // namespace mapwright::report
