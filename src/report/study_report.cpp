#include "report/study_report.hpp"

#include "report/text_table.hpp"

#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

namespace learn = index_map::learn;
using learn::CellOutcome;
using learn::CellResult;
using learn::EnergySource;

constexpr std::size_t most_result = 72; ///< characters of a result in the table
constexpr const char* fixture_text = "fixture: written for a test, no model's performance";

std::string joules_text(double joules, EnergySource source) {
  return source == EnergySource::none
             ? "-"
             : fmt::format("{:.3g}{}", joules, source == EnergySource::estimated ? " est." : "");
}

std::string table(const std::vector<StudyRow>& rows) {
  std::vector<std::vector<std::string>> cells;
  for (const StudyRow& row : rows) {
    const bool any = row.repeats > 0;
    cells.push_back({row.domain, row.domain_class, std::to_string(row.points),
                     row.solver + (row.fixture ? " (fixture)" : ""),
                     any ? fmt::format("{}/{}", count(row, CellOutcome::exact), row.repeats) : "-",
                     any ? fmt::format("{:.1f} %", 100 * row.median_share) : "-",
                     grouped(std::to_string(row.used.tokens)), any ? duration_text(row.used.time.count()) : "-",
                     joules_text(row.used.energy.count(), row.energy), std::to_string(row.attempts), row.result});
  }
  return table_text({{"domain", false, 40},
                     {"class"},
                     {"points", true},
                     {"solver", false, 40},
                     {"exact", true},
                     {"share", true},
                     {"tokens", true},
                     {"time", true},
                     {"joules", true},
                     {"attempts", true},
                     {"result", false, most_result}},
                    cells);
}

Json energy_json(double joules, EnergySource source) {
  return {{"joules", source == EnergySource::none ? Json() : Json(joules)}, {"source", to_string(source)}};
}

Json row_json(const StudyRow& row) {
  Json json{{"domain", row.domain}, {"class", row.domain_class}, {"points", row.points},
            {"solver", row.solver}, {"fixture", row.fixture},    {"repeats", row.repeats}};
  for (std::size_t i = 0; i < row.count.size(); ++i) {
    json[std::string(to_string(static_cast<CellOutcome>(i)))] = row.count.at(i);
  }
  json["median_share"] = row.repeats > 0 ? Json(row.median_share) : Json();
  json["attempts"] = row.attempts;
  json["tokens"] = row.used.tokens;
  json["dollars"] = row.used.dollars;
  json["seconds"] = row.used.time.count();
  json["energy"] = energy_json(row.used.energy.count(), row.energy);
  json["result"] = row.result;
  return json;
}

Json cell_json(const CellResult& cell, const std::optional<double>& watts) {
  const CellEnergy energy = energy_of(cell, watts);
  return {{"domain", cell.cell.domain},
          {"points", cell.cell.points},
          {"solver", cell.cell.solver},
          {"repeat", cell.cell.repeat},
          {"run", cell.run ? Json(cell.run->value()) : Json()},
          {"outcome", to_string(cell.outcome)},
          {"share", cell.outcome == CellOutcome::skipped ? Json() : Json(cell.share)},
          {"reason", cell.reason.empty() ? Json() : Json(cell.reason)},
          {"attempts", cell.attempts},
          {"tokens", cell.used.tokens},
          {"dollars", cell.used.dollars},
          {"seconds", cell.used.time.count()},
          {"energy", energy_json(energy.joules, energy.source)},
          {"fixture", cell.fixture}};
}

std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + '"';
}

} // namespace

std::string to_text(const StudyAnswer& answer) {
  const learn::StudySpec& spec = answer.spec;
  const std::vector<StudyRow> rows = rows_of(answer);
  std::string text =
      field("study", fmt::format("{} domain{}, {} points shown of {}, {} repeat{}, {} attempt{} of a model, seed {}",
                                 spec.domains.size(), spec.domains.size() == 1 ? "" : "s", fmt::join(spec.points, ", "),
                                 spec.listed, spec.repeats, spec.repeats == 1 ? "" : "s", spec.tries,
                                 spec.tries == 1 ? "" : "s", spec.seed));
  text += "\n" + table(rows) + "\n";
  for (const SolverSum& sum : sums_of(answer, rows)) {
    text += field(
        sum.solver.size() <= 12 ? sum.solver : "model",
        fmt::format(
            "{}{} of {} exact{}{}{}", sum.solver.size() <= 12 ? "" : sum.solver + ": ", sum.exact, sum.cells,
            sum.used.tokens > 0 ? fmt::format(", {} tokens", grouped(std::to_string(sum.used.tokens))) : "",
            sum.energy == EnergySource::none ? "" : ", " + joules_text(sum.used.energy.count(), sum.energy) + " joules",
            sum.fixture ? fmt::format("; {}", fixture_text) : ""));
  }
  for (const std::string& method : energy_methods(answer)) {
    text += field("energy", method);
  }
  std::set<std::string> reasons;
  for (const CellResult& cell : answer.cells) {
    if (cell.outcome == CellOutcome::skipped) {
      reasons.insert(fmt::format("{}: {}", cell.cell.solver, cell.reason));
    }
  }
  for (const std::string& reason : reasons) {
    text += field("skipped", reason);
  }
  return text + field("archive", answer.archive + (answer.complete() ? "" : "; the same command goes on"));
}

Json to_json(const StudyAnswer& answer) {
  const learn::StudySpec& spec = answer.spec;
  const std::vector<StudyRow> rows = rows_of(answer);
  Json document{{"schema_version", 1},       {"points", spec.points},     {"listed", spec.listed},
                {"repeats", spec.repeats},   {"tries", spec.tries},       {"seed", spec.seed},
                {"machine", answer.machine}, {"archive", answer.archive}, {"complete", answer.complete()}};
  document["solvers"] = Json::array();
  for (const SolverSum& sum : sums_of(answer, rows)) {
    document["solvers"].push_back({{"solver", sum.solver},
                                   {"cells", sum.cells},
                                   {"exact", sum.exact},
                                   {"tokens", sum.used.tokens},
                                   {"dollars", sum.used.dollars},
                                   {"seconds", sum.used.time.count()},
                                   {"energy", energy_json(sum.used.energy.count(), sum.energy)},
                                   {"fixture", sum.fixture}});
  }
  document["energy_methods"] = energy_methods(answer);
  document["rows"] = Json::array();
  for (const StudyRow& row : rows) {
    document["rows"].push_back(row_json(row));
  }
  document["cells"] = Json::array();
  for (const CellResult& cell : answer.cells) {
    document["cells"].push_back(cell_json(cell, answer.watts));
  }
  return document;
}

std::string to_csv(const StudyAnswer& answer) {
  std::string text = "domain,class,points,solver,fixture,repeats";
  for (std::size_t i = 0; i < StudyRow{}.count.size(); ++i) {
    text += fmt::format(",{}", to_string(static_cast<CellOutcome>(i)));
  }
  text += ",median_share,attempts,tokens,dollars,seconds,joules,energy_source,result\n";
  for (const StudyRow& row : rows_of(answer)) {
    text += fmt::format("{},{},{},{},{},{},{}", csv_text(row.domain), row.domain_class, row.points,
                        csv_text(row.solver), row.fixture ? 1 : 0, row.repeats, fmt::join(row.count, ","));
    text += fmt::format(",{},{},{},{},{},{},{},{}\n", row.repeats > 0 ? fmt::format("{}", row.median_share) : "",
                        row.attempts, row.used.tokens, row.used.dollars, row.used.time.count(),
                        row.energy == EnergySource::none ? "" : fmt::format("{}", row.used.energy.count()),
                        to_string(row.energy), csv_text(row.result));
  }
  return text;
}

} // namespace mapwright::report
