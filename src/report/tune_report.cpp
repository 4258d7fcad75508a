#include "report/tune_report.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

namespace {

/// The trials that were better than all before them.
std::vector<std::size_t> improvements(const TuneReport& report) {
  std::vector<std::size_t> better;
  std::optional<double> best;
  for (std::size_t i = 0; i < report.found.trials.size(); ++i) {
    const auto& cost = report.found.trials[i].cost;
    if (cost && (!best || *cost < *best)) {
      best = cost;
      better.push_back(i);
    }
  }
  return better;
}

/// The race by the judge, or by the evaluator.
Json race_json(const std::optional<KernelBenchReport>& race, const std::optional<ExternalBenchReport>& external) {
  return race ? to_json(*race) : external ? to_json(*external) : Json(nullptr);
}

std::string race_text(const char* title, const std::optional<KernelBenchReport>& race,
                      const std::optional<ExternalBenchReport>& external) {
  return race ? title + to_text(*race) : external ? title + to_text(*external) : std::string();
}

} // namespace

Json to_json(const TuneReport& report) {
  Json json{{"schema_version", 1},         {"task", report.task},
            {"kernel", report.file},       {"backend", to_string(report.backend)},
            {"strategy", report.strategy}, {"simulated", report.simulated},
            {"space", report.space},       {"evaluations", report.found.evaluations},
            {"preset", report.preset},     {"best", nullptr},
            {"best_seconds", nullptr},     {"trials", Json::array()}};
  if (report.best) {
    json["best"] = *report.best;
    json["best_seconds"] = *report.found.best->cost;
  }
  for (std::size_t i = 0; i < report.found.trials.size(); ++i) {
    const auto& cost = report.found.trials[i].cost;
    json["trials"].push_back(
        {{"tuning", report.configurations.at(i)}, {"seconds", cost ? Json(*cost) : Json(nullptr)}});
  }
  json["evaluator"] = report.evaluator.empty() ? Json(nullptr) : Json(report.evaluator);
  json["race"] = race_json(report.race, report.external_race);
  json["held_out"] = race_json(report.held_out, report.external_held_out);
  return json;
}

std::string to_text(const TuneReport& report) {
  std::string text =
      field("task", report.task) + field("kernel", report.file) +
      field("search", fmt::format("{}, {} of {} configurations{}", report.strategy, report.found.evaluations,
                                  report.space, report.simulated ? ", from recorded times" : "")) +
      (report.evaluator.empty() ? std::string() : field("evaluated", external_note(report.evaluator))) +
      field("preset", tuning_text(report.preset)) +
      field("best", report.best
                        ? fmt::format("{}, {}", tuning_text(*report.best), duration_text(*report.found.best->cost))
                        : "none: no configuration is valid") +
      "\n";
  std::vector<std::vector<std::string>> rows;
  for (const std::size_t i : improvements(report)) {
    rows.push_back(
        {std::to_string(i + 1), tuning_text(report.configurations.at(i)), duration_text(*report.found.trials[i].cost)});
  }
  text += table_text({{"evaluation", true}, {"better than all before"}, {"time", true}}, rows);
  text += race_text("\nbest against preset\n", report.race, report.external_race);
  return text + race_text("\non shapes that the search has not seen\n", report.held_out, report.external_held_out);
}

} // namespace mapwright::report
