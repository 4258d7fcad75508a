#include "kernel/tune/t4.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// The number that is nearest to what six digits say; more digits of a time are noise.
double six_digits(double number) {
  return std::strtod(fmt::format("{:.5e}", number).c_str(), nullptr);
}

OrderedJson to_json(const T4Result& result) {
  OrderedJson object;
  if (!result.timestamp.empty()) {
    object["timestamp"] = result.timestamp;
  }
  object["configuration"] = OrderedJson::object();
  for (const auto& [name, value] : result.configuration) {
    object["configuration"][name] = value;
  }
  object["objectives"] = result.objectives;
  std::vector<double> runtimes;
  for (const double time : result.times.runtimes) {
    runtimes.push_back(six_digits(time));
  }
  object["times"] = {{"compilation_time", six_digits(result.times.compilation_time)},
                     {"runtimes", std::move(runtimes)},
                     {"framework", six_digits(result.times.framework)},
                     {"search_algorithm", six_digits(result.times.search_algorithm)},
                     {"validation", six_digits(result.times.validation)}};
  object["invalidity"] = to_string(result.invalidity);
  object["correctness"] = result.correctness;
  object["measurements"] = OrderedJson::array();
  for (const T4Measurement& measurement : result.measurements) {
    object["measurements"].push_back(
        {{"name", measurement.name}, {"value", six_digits(measurement.value)}, {"unit", measurement.unit}});
  }
  return object;
}

/// A number of seconds in one unit of time; 1 for what is no unit of time.
double seconds_in(std::string_view unit) {
  constexpr std::array<std::pair<std::string_view, double>, 3> units = {{{"ms", 1e-3}, {"us", 1e-6}, {"ns", 1e-9}}};
  for (const auto& [name, seconds] : units) {
    if (name == unit) {
      return seconds;
    }
  }
  return 1;
}

} // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
  case Outcome::correct:
    return "correct";
  case Outcome::compile:
    return "compile";
  case Outcome::runtime:
    return "runtime";
  case Outcome::timeout:
    return "timeout";
  case Outcome::correctness:
    return "correctness";
  case Outcome::constraints:
    return "constraints";
  }
  return "?";
}

std::string t4_text(const T4Record& record) {
  const auto line_of = [](const OrderedJson& json) {
    return json.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  };
  std::string text = "{\"schema_version\": \"1.0.0\",\n";
  if (!record.metadata.empty()) {
    text += "\"metadata\": " + line_of(record.metadata) + ",\n";
  }
  text += "\"results\": [";
  for (std::size_t i = 0; i < record.results.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + line_of(to_json(record.results[i]));
  }
  return text + "]}\n";
}

Result<KnownScores> scores_of(const TuningSpace& space, std::span<const T4Result> results,
                              std::span<const std::string> objectives) {
  KnownScores known;
  for (const T4Result& result : results) {
    const std::string shown = fmt::format("{}", fmt::join(macros(result.configuration), " "));
    const auto index = space.index_of(result.configuration);
    if (!index) {
      return fail(ErrorKind::input, fmt::format("the recorded configuration {} is none of the kernel's", shown),
                  "the record is of another kernel, or its tunables or constraints have changed");
    }
    if (result.invalidity != Outcome::correct) {
      known[*index] = std::nullopt;
      continue;
    }
    Scores scores;
    for (const std::string& objective : objectives) {
      const auto found = std::find_if(result.measurements.begin(), result.measurements.end(),
                                      [&](const T4Measurement& measurement) { return measurement.name == objective; });
      if (found == result.measurements.end()) {
        return fail(ErrorKind::input, fmt::format("the record has no measurement '{}' of {}", objective, shown));
      }
      scores.push_back(found->value * seconds_in(found->unit));
    }
    known[*index] = std::move(scores);
  }
  return known;
}

} // namespace mapwright::kernel
