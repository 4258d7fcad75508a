#include "report/command_report.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

namespace {

Json seconds_json(const std::vector<Seconds>& times) {
  Json list = Json::array();
  for (const Seconds time : times) {
    list.push_back(time.count());
  }
  return list;
}

Json command_json(const kernel::Contestant& contestant) {
  return {{"name", contestant.name}, {"command", contestant.command.text}};
}

/// The verdict, and why it is unclear where too little was measured.
std::string command_verdict(const kernel::CommandResult& result) {
  const measure::Comparison& compared = result.comparison;
  std::string verdict(to_string(compared.verdict));
  if (compared.verdict == SpeedVerdict::unclear && compared.stop == measure::StopReason::contended) {
    return verdict + ", other work disturbed the runs";
  }
  if (compared.verdict == SpeedVerdict::unclear && compared.stop == measure::StopReason::time_cap) {
    return fmt::format("{}, time over after {} pairs", verdict, compared.pairs);
  }
  return verdict;
}

/// A field of CSV, in quotes where it must be.
std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) {
    return text;
  }
  std::string quoted = "\"";
  for (const char c : text) {
    quoted += c == '"' ? "\"\"" : std::string(1, c);
  }
  return quoted + "\"";
}

} // namespace

Json to_json(const CommandBenchReport& report) {
  Json json{{"schema_version", 1},
            {"baseline", command_json(report.baseline)},
            {"time_from", report.time_from.empty() ? Json(nullptr) : Json(report.time_from)},
            {"outputs_compared", report.outputs_compared},
            {"confidence", report.confidence},
            {"equivalence", report.equivalence},
            {"disturbed_count", report.disturbed_count},
            {"machine", report.machine},
            {"commands", Json::array()}};
  for (std::size_t i = 0; i < report.results.size(); ++i) {
    const kernel::CommandResult& result = report.results[i];
    const measure::Comparison& compared = result.comparison;
    const bool timed = result.flaw.empty() && compared.pairs > 0;
    Json one = command_json(report.challengers.at(i));
    one["flaw"] = result.flaw.empty() ? Json(nullptr) : Json(result.flaw);
    one["verdict"] = result.flaw.empty() ? Json(to_string(compared.verdict)) : Json(nullptr);
    one["ratio"] = timed ? Json(compared.ratio) : Json(nullptr);
    one["ratio_interval"] = timed ? Json{compared.ratio_interval.low, compared.ratio_interval.high} : Json(nullptr);
    one["baseline_seconds"] = timed ? Json(result.baseline_time.count()) : Json(nullptr);
    one["seconds"] = timed ? Json(result.time.count()) : Json(nullptr);
    one["pairs"] = compared.pairs;
    one["dropped"] = compared.dropped;
    one["stop"] = result.flaw.empty() ? Json(to_string(compared.stop)) : Json(nullptr);
    one["baseline_samples"] = seconds_json(compared.baseline_times);
    one["samples"] = seconds_json(compared.challenger_times);
    json["commands"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const CommandBenchReport& report) {
  std::vector<std::vector<std::string>> rows;
  std::string flaws;
  for (const kernel::CommandResult& result : report.results) {
    const measure::Comparison& compared = result.comparison;
    if (!result.flaw.empty()) {
      rows.push_back({result.name, "-", "-", "-", "-", "-", "NOT TIMED"});
      flaws += fmt::format("\n{} {}\n", result.name, result.flaw);
    } else if (compared.pairs == 0) {
      rows.push_back({result.name, "-", "-", "-", "-", "0", "UNCLEAR, no undisturbed pair"});
    } else {
      rows.push_back({result.name, duration_text(result.baseline_time.count()), duration_text(result.time.count()),
                      fmt::format("{:.3f}", 1 / compared.ratio),
                      fmt::format("{:.3f} - {:.3f}", 1 / compared.ratio_interval.high, 1 / compared.ratio_interval.low),
                      std::to_string(compared.pairs), command_verdict(result)});
    }
  }
  return field("baseline", fmt::format("{}: {}", report.baseline.name, report.baseline.command.text)) +
         field("method",
               fmt::format("interleaved pairs of whole runs, {}; {}; {:g} % interval of all verdicts together",
                           report.time_from.empty() ? "wall time with the start of the program"
                                                    : "the time that the program prints",
                           report.outputs_compared ? "outputs compared" : "outputs not compared",
                           100 * report.confidence)) +
         field("machine", report.machine) + "\n" +
         table_text({{"command"},
                     {"baseline", true},
                     {"time", true},
                     {"speed-up", true},
                     {"interval"},
                     {"pairs", true},
                     {"verdict"}},
                    rows) +
         flaws;
}

std::string to_csv(const CommandBenchReport& report) {
  std::string text = "command,baseline,pair,baseline_seconds,seconds\n";
  for (const kernel::CommandResult& result : report.results) {
    const measure::Comparison& compared = result.comparison;
    for (std::size_t i = 0; i < compared.challenger_times.size(); ++i) {
      text += fmt::format("{},{},{},{},{}\n", csv_field(result.name), csv_field(report.baseline.name), i + 1,
                          compared.baseline_times[i].count(), compared.challenger_times[i].count());
    }
  }
  return text;
}

} // namespace mapwright::report
