#include "report/tune_report.hpp"

#include "kernel/judge/promotion.hpp"
#include "report/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

/// Those of the trials that are worth a line: with one objective the ones better than all before, else the front.
std::vector<std::size_t> telling(const TuneReport& report) {
  if (report.objectives.size() > 1) {
    return report.found.front;
  }
  std::vector<std::size_t> better;
  for (std::size_t i = 0; i < report.found.trials.size(); ++i) {
    const auto& scores = report.found.trials[i].scores;
    if (scores && (better.empty() || *scores < *report.found.trials[better.back()].scores)) {
      better.push_back(i);
    }
  }
  return better;
}

std::string joules_text(double joules) {
  const bool small = joules < 1e-3;
  return fmt::format("{:.3g} {}",
                     joules * (small        ? 1e6
                               : joules < 1 ? 1e3
                                            : 1),
                     small        ? "uJ"
                     : joules < 1 ? "mJ"
                                  : "J");
}

std::string score_text(const std::string& objective, double score) {
  return objective == "energy" ? joules_text(score) : duration_text(score);
}

std::string scores_text(const TuneReport& report, std::size_t trial) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.objectives.size(); ++i) {
    parts.push_back(score_text(report.objectives[i], report.found.trials[trial].scores->at(i)));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// "seconds" and "joules" of a trial; null when it is invalid, left out when it is no objective.
void add_scores(Json& json, const TuneReport& report, const std::optional<kernel::Scores>& scores,
                const std::string& prefix) {
  for (std::size_t i = 0; i < report.objectives.size(); ++i) {
    const std::string unit = report.objectives[i] == "energy" ? "joules" : "seconds";
    json[prefix + unit] = scores ? Json(scores->at(i)) : Json(nullptr);
  }
}

/// The race by the judge, or by the evaluator.
Json race_json(const std::optional<KernelBenchReport>& race, const std::optional<ExternalBenchReport>& external) {
  return race ? to_json(*race) : external ? to_json(*external) : Json(nullptr);
}

std::string race_text(const char* title, const std::optional<KernelBenchReport>& race,
                      const std::optional<ExternalBenchReport>& external) {
  return race ? title + to_text(*race) : external ? title + to_text(*external) : std::string();
}

Json energy_json(const TuneReport& report) {
  Json list = Json::array();
  for (const kernel::EnergyResult& result : report.energy) {
    Json one{{"kernel", result.name}, {"valid", !result.flaw}};
    one["verdict"] = result.flaw ? Json(nullptr) : Json(kernel::energy_text(result.verdict));
    one["ratio"] = result.ratio;
    one["ratio_interval"] = {result.ratio_interval.low, result.ratio_interval.high};
    one["pairs"] = result.pairs;
    list.push_back(std::move(one));
  }
  return list;
}

/// The trial of the best configuration.
std::optional<std::size_t> best_trial(const TuneReport& report) {
  const auto found = std::find(report.configurations.begin(), report.configurations.end(), report.best);
  return report.best && found != report.configurations.end()
             ? std::optional(static_cast<std::size_t>(found - report.configurations.begin()))
             : std::nullopt;
}

std::string energy_table(const TuneReport& report) {
  std::vector<std::vector<std::string>> rows;
  for (const kernel::EnergyResult& result : report.energy) {
    if (result.flaw) {
      rows.push_back({result.name, "-", "-", fmt::format("NOT VALID ({})", to_string(result.flaw->fault))});
      continue;
    }
    rows.push_back({result.name, fmt::format("{:.3f}", result.ratio),
                    fmt::format("{:.3f} - {:.3f}", result.ratio_interval.low, result.ratio_interval.high),
                    std::string(kernel::energy_text(result.verdict))});
  }
  return table_text({{"kernel"}, {"energy / preset's", true}, {"interval"}, {"verdict"}}, rows);
}

std::string outcome_text(const TuneReport& report) {
  if (!report.winner) {
    return field("outcome", "the presets stay: none that was raced is valid");
  }
  std::string text = promoted(report)
                         ? field("outcome", fmt::format("{} is to replace the presets", tuning_text(*report.best)))
                         : field("outcome", "the presets stay: nothing is better beyond doubt and no slower on shapes "
                                            "that the search has not seen");
  if (const auto gap = generalisation_gap(report)) {
    text += field("gap", fmt::format("speed-up on the search's shapes / on the others: {:.3f}", *gap));
  }
  return text;
}

} // namespace

bool promoted(const TuneReport& report) {
  if (!report.winner || !report.held_out || report.held_out->results.empty()) {
    return false;
  }
  const bool by_energy = report.objectives.front() == "energy";
  const SpeedVerdict verdict =
      by_energy ? report.energy.at(*report.winner).verdict : report.race->results.at(*report.winner).verdict;
  const kernel::RaceResult& unseen = report.held_out->results.front();
  if (by_energy) {
    return verdict == SpeedVerdict::faster && !unseen.flaw;
  }
  return kernel::promoted(verdict, unseen.flaw ? std::nullopt : std::optional(unseen.verdict));
}

std::optional<double> generalisation_gap(const TuneReport& report) {
  if (!report.winner || !report.held_out || report.held_out->results.empty() || report.held_out->results.front().flaw) {
    return std::nullopt;
  }
  return kernel::generalisation_gap(report.race->results.at(*report.winner).ratio,
                                    report.held_out->results.front().ratio);
}

Json to_json(const TuneReport& report) {
  Json json{{"schema_version", 1},         {"task", report.task},
            {"kernel", report.file},       {"backend", to_string(report.backend)},
            {"strategy", report.strategy}, {"simulated", report.simulated},
            {"space", report.space},       {"evaluations", report.found.evaluations},
            {"preset", report.preset},     {"best", nullptr}};
  json["objectives"] = report.objectives;
  add_scores(json, report, std::nullopt, "best_");
  if (report.best) {
    json["best"] = *report.best;
    if (const auto trial = best_trial(report)) {
      add_scores(json, report, report.found.trials[*trial].scores, "best_");
    }
  }
  json["trials"] = Json::array();
  for (std::size_t i = 0; i < report.found.trials.size(); ++i) {
    Json trial{{"tuning", report.configurations.at(i)}};
    add_scores(trial, report, report.found.trials[i].scores, "");
    json["trials"].push_back(std::move(trial));
  }
  json["evaluator"] = report.evaluator.empty() ? Json(nullptr) : Json(report.evaluator);
  json["front"] = report.found.front;
  json["race"] = race_json(report.race, report.external_race);
  json["energy"] = energy_json(report);
  json["held_out"] = race_json(report.held_out, report.external_held_out);
  json["promoted"] = report.race ? Json(promoted(report)) : Json(nullptr);
  const auto gap = generalisation_gap(report);
  json["generalisation_gap"] = gap ? Json(*gap) : Json(nullptr);
  return json;
}

std::string to_text(const TuneReport& report) {
  const auto trial = best_trial(report);
  std::string text =
      field("task", report.task) + field("kernel", report.file) +
      field("search", fmt::format("{}, {} of {} configurations{}", report.strategy, report.found.evaluations,
                                  report.space, report.simulated ? ", from recorded times" : "")) +
      (report.evaluator.empty() ? std::string() : field("evaluated", external_note(report.evaluator))) +
      field("preset", tuning_text(report.preset)) +
      field("best", !report.best ? "none: no configuration is valid"
                    : trial      ? fmt::format("{}, {}", tuning_text(*report.best), scores_text(report, *trial))
                                 : tuning_text(*report.best)) +
      "\n";
  std::vector<Column> columns = {{"evaluation", true},
                                 {report.objectives.size() > 1 ? "beaten by none" : "better than all before"}};
  for (const std::string& objective : report.objectives) {
    columns.push_back({objective, true});
  }
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t i : telling(report)) {
    std::vector<std::string>& row = rows.emplace_back();
    row = {std::to_string(i + 1), tuning_text(report.configurations.at(i))};
    for (std::size_t k = 0; k < report.objectives.size(); ++k) {
      row.push_back(score_text(report.objectives[k], report.found.trials[i].scores->at(k)));
    }
  }
  text += table_text(columns, rows);
  text += race_text("\nbest against preset\n", report.race, report.external_race);
  if (!report.energy.empty()) {
    text += "\nenergy, by " + report.meter + "\n" + energy_table(report);
  }
  text += race_text("\non shapes that the search has not seen\n", report.held_out, report.external_held_out);
  return report.race ? text + "\n" + outcome_text(report) : text;
}

} // namespace mapwright::report
