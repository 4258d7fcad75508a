#include "report/bench_report.hpp"

#include "report/map_at.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

using index_map::BenchBody;
using index_map::BenchReport;
using index_map::BenchRow;
using index_map::Strategy;
using State = BenchRow::State;

namespace {

std::string meaning(BenchBody body) {
  switch (body) {
  case BenchBody::write:
    return "one store per point";
  case BenchBody::pairs:
    return "distance of two particles per point, stored";
  case BenchBody::attention:
    return "exp of a query row times a key row of 64 floats per point, stored";
  case BenchBody::stencil:
    break;
  }
  return "mean of the axis neighbours in an array over the box per point, stored";
}

std::string meaning(Strategy strategy) {
  switch (strategy) {
  case Strategy::box:
    return "bounding box, early exit";
  case Strategy::map:
    return "proved map, unrank of every index";
  case Strategy::step:
    return "proved map, unrank once per thread, then successor";
  case Strategy::fold:
    return "two rows folded into one";
  case Strategy::table:
    return "all points read from a table";
  case Strategy::search:
    return "binary search in a table of row starts";
  case Strategy::textbook:
    return "formula in single precision, no corrections";
  case Strategy::collapse:
    break;
  }
  return "OpenMP collapse of the non-rectangular loops";
}

std::string energy_text(const BenchRow& row) {
  if (!row.energy.energy) {
    return std::string(to_string(row.energy.state));
  }
  return fmt::format("{:.3g} J", row.energy.energy->count() / row.energy_runs);
}

/// Why there is no energy meter.
std::string no_meter_text(const BenchReport& report) {
  return "none: " + report.no_meter;
}

std::string rows_text(const BenchReport& report) {
  std::vector<Column> columns{{"strategy"},       {"how"},      {"time", true}, {"per point", true},
                              {"speed-up", true}, {"interval"}, {"verdict"}};
  if (report.meter) {
    columns.push_back({"energy", true});
  }
  std::vector<std::vector<std::string>> cells;
  for (const BenchRow& row : report.rows) {
    if (row.state == State::missing) {
      continue;
    }
    std::vector<std::string> line{std::string(to_string(row.strategy)), meaning(row.strategy)};
    if (row.pairs == 0) {
      line.insert(line.end(), {"-", "-", "-", "-", "no undisturbed run"});
    } else {
      line.insert(
          line.end(),
          {duration_text(row.time.count()), duration_text(row.per_point), fmt::format("{:.2f}", row.speedup),
           row.strategy == Strategy::box ? "-" : fmt::format("{:.2f} - {:.2f}", row.interval.low, row.interval.high),
           row.strategy == Strategy::box ? "baseline"
           : row.state == State::wrong   ? "WRONG POINTS"
                                         : std::string(to_string(row.verdict))});
    }
    if (report.meter) {
      line.push_back(energy_text(row));
    }
    cells.push_back(std::move(line));
  }
  return table_text(columns, cells);
}

std::string missing_text(const BenchReport& report) {
  std::string text;
  for (const BenchRow& row : report.rows) {
    if (row.state == State::missing && row.asked) {
      text += field(std::string(to_string(row.strategy)), "not here: " + row.reason);
    }
  }
  return text;
}

double deviation(const BenchReport& report) {
  return report.prediction->speedup / report.row(Strategy::map).speedup - 1;
}

std::string prediction_text(const BenchAnswer& answer) {
  const BenchReport& report = answer.report;
  if (!report.prediction) {
    return field("predicted", "nothing: " + report.no_prediction);
  }
  const index_map::BenchPrediction& prediction = *report.prediction;
  const index_map::BenchCosts& costs = prediction.costs;
  const auto& parameters = answer.domain.parameters;
  std::string text =
      field("predicted", fmt::format("map over box {:.2f}, measured {:.2f} ({:+.1f} %)", prediction.speedup,
                                     report.row(Strategy::map).speedup, 100 * deviation(report)));
  text +=
      field("costs",
            fmt::format("skipped index {}, map {} per point; work, taken at {}: {} in the box and {} behind "
                        "the map; launch {}; imbalance of the box {:.2f}",
                        duration_text(costs.skipped), duration_text(costs.map),
                        sizes_text(parameters, costs.work_sizes), duration_text(costs.useful_in_box),
                        duration_text(costs.useful_in_map), duration_text(costs.launch.count()), prediction.imbalance));
  return text + field("break-even", prediction.break_even
                                        ? fmt::format("{}: from there on the map is predicted to win",
                                                      sizes_text(parameters, *prediction.break_even))
                                        : "none up to this size: the bounding box is predicted to win");
}

/// In one sentence.
std::string outcome(const BenchReport& report) {
  const BenchRow& map = report.row(Strategy::map);
  if (map.pairs == 0) {
    return "none: other work on the machine disturbed every run; --no-contention-check counts them all the same";
  }
  const BenchRow* best = &report.rows.front();
  for (const BenchRow& row : report.rows) {
    if (row.state == State::measured && row.pairs > 0 && row.time < best->time) {
      best = &row;
    }
  }
  const std::string first = map.verdict == SpeedVerdict::slower ? "the bounding box wins over the map"
                            : map.verdict == SpeedVerdict::faster
                                ? fmt::format("the map wins over the bounding box, {:.2f} times as fast", map.speedup)
                                : fmt::format("map and bounding box: {}", to_string(map.verdict));
  return fmt::format("{}; least time: {}", first, to_string(best->strategy));
}

Json row_json(const BenchRow& row) {
  Json json = {{"strategy", to_string(row.strategy)},
               {"state", row.state == State::measured ? "measured"
                         : row.state == State::wrong  ? "wrong"
                                                      : "missing"},
               {"reason", row.reason.empty() ? Json(nullptr) : Json(row.reason)}};
  const bool timed = row.pairs > 0;
  json["seconds"] = timed ? Json(row.time.count()) : Json(nullptr);
  json["seconds_per_point"] = timed ? Json(row.per_point) : Json(nullptr);
  json["speedup"] = timed ? Json(row.speedup) : Json(nullptr);
  json["interval"] = timed ? Json{row.interval.low, row.interval.high} : Json(nullptr);
  json["verdict"] = timed && row.state == State::measured ? Json(to_string(row.verdict)) : Json(nullptr);
  json["pairs"] = row.pairs;
  json["dropped"] = row.dropped;
  json["stop"] = timed ? Json(to_string(row.stop)) : Json(nullptr);
  json["energy"] = {
      {"state", to_string(row.energy.state)},
      {"joules_per_run", row.energy.energy ? Json(row.energy.energy->count() / row.energy_runs) : Json(nullptr)}};
  return json;
}

} // namespace

std::string to_text(const BenchAnswer& answer) {
  const BenchReport& report = answer.report;
  const auto& device = answer.options.device;
  const bool host = device.api == device::Api::host;
  const std::string sizes = sizes_text(answer.domain.parameters, report.sizes);
  std::string text = field("domain", fmt::format("{}{}{}: {} points", answer.domain.text, sizes.empty() ? "" : " at ",
                                                 sizes, grouped(expr::to_string(report.points))));
  text +=
      field("box", fmt::format("{} points, waste ratio {:.3f}", grouped(expr::to_string(report.box)), report.waste()));
  text += field("body", fmt::format("{}: {}", to_string(answer.options.body), meaning(answer.options.body)));
  text += field("device", fmt::format("{}: {}{}", to_string(device.api), device.name,
                                      host ? fmt::format(", {} thread{}", answer.options.threads,
                                                         answer.options.threads == 1 ? "" : "s")
                                           : ""));
  text += field("compiled", fmt::format("{}; the map in {}-bit words, proved", report.compiled, report.bits));
  text += "\n" + rows_text(report) + "\n" + missing_text(report);
  text += field("verdict", outcome(report)) + prediction_text(answer);
  if (!answer.options.contention_check) {
    text += field("caution", "runs disturbed by other work on the machine were counted, too");
  }
  return text + field("energy", report.meter ? *report.meter + ", per run" : no_meter_text(report));
}

Json to_json(const BenchAnswer& answer) {
  const BenchReport& report = answer.report;
  const auto& device = answer.options.device;
  const auto& parameters = answer.domain.parameters;
  Json document = {{"schema_version", 1},
                   {"domain", answer.domain.text},
                   {"sizes", by_name(parameters, report.sizes)},
                   {"points", integer(report.points)},
                   {"box", integer(report.box)},
                   {"waste_ratio", report.waste()},
                   {"body", to_string(answer.options.body)},
                   {"device", {{"api", to_string(device.api)}, {"name", device.name}, {"driver", device.driver}}},
                   {"threads", device.api == device::Api::host ? Json(answer.options.threads) : Json(nullptr)},
                   {"machine", answer.machine},
                   {"compiled", report.compiled},
                   {"bits", report.bits},
                   {"contention_check", answer.options.contention_check},
                   {"outcome", outcome(report)}};
  Json rows = Json::array();
  for (const BenchRow& row : report.rows) {
    rows.push_back(row_json(row));
  }
  document["strategies"] = std::move(rows);
  document["prediction"] = nullptr;
  if (const auto& prediction = report.prediction) {
    const auto& costs = prediction->costs;
    document["prediction"] = {
        {"speedup", prediction->speedup},
        {"measured", report.row(Strategy::map).pairs > 0 ? Json(report.row(Strategy::map).speedup) : Json(nullptr)},
        {"imbalance", prediction->imbalance},
        {"break_even", prediction->break_even ? by_name(parameters, *prediction->break_even) : Json(nullptr)},
        {"costs",
         {{"work_sizes", by_name(parameters, costs.work_sizes)},
          {"skipped_seconds", costs.skipped},
          {"map_seconds", costs.map},
          {"useful_in_box_seconds", costs.useful_in_box},
          {"useful_in_map_seconds", costs.useful_in_map},
          {"launch_seconds", costs.launch.count()}}}};
  }
  document["no_prediction"] = report.no_prediction.empty() ? Json(nullptr) : Json(report.no_prediction);
  document["energy_meter"] = report.meter ? Json(*report.meter) : Json(nullptr);
  document["no_energy"] = report.meter ? Json(nullptr) : Json(no_meter_text(report));
  return document;
}

} // namespace mapwright::report
