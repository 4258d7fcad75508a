#include "kernel/tune/t4.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using Json = nlohmann::ordered_json;

Json to_json(const T4Result& result) {
  Json object;
  if (!result.timestamp.empty()) {
    object["timestamp"] = result.timestamp;
  }
  object["configuration"] = Json::object();
  for (const auto& [name, value] : result.configuration) {
    object["configuration"][name] = value;
  }
  object["objectives"] = result.objectives;
  object["times"] = {{"compilation_time", result.times.compilation_time},
                     {"runtimes", result.times.runtimes},
                     {"framework", result.times.framework},
                     {"search_algorithm", result.times.search_algorithm},
                     {"validation", result.times.validation}};
  object["invalidity"] = to_string(result.invalidity);
  object["correctness"] = result.correctness;
  object["measurements"] = Json::array();
  for (const T4Measurement& measurement : result.measurements) {
    object["measurements"].push_back(
        {{"name", measurement.name}, {"value", measurement.value}, {"unit", measurement.unit}});
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

std::string t4_text(std::span<const T4Result> results) {
  Json list = Json::array();
  for (const T4Result& result : results) {
    list.push_back(to_json(result));
  }
  const Json document = {{"schema_version", "1.0.0"}, {"results", std::move(list)}};
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<KnownCosts> costs_of(const TuningSpace& space, std::span<const T4Result> results) {
  KnownCosts costs;
  for (const T4Result& result : results) {
    const std::string shown = fmt::format("{}", fmt::join(macros(result.configuration), " "));
    const auto index = space.index_of(result.configuration);
    if (!index) {
      return fail(ErrorKind::input, fmt::format("the recorded configuration {} is none of the kernel's", shown),
                  "the record is of another kernel, or its tunables or constraints have changed");
    }
    if (result.invalidity != Outcome::correct) {
      costs[*index] = std::nullopt;
      continue;
    }
    const std::string wanted = result.objectives.empty() ? "time" : result.objectives.front();
    const auto found = std::find_if(result.measurements.begin(), result.measurements.end(),
                                    [&](const T4Measurement& measurement) { return measurement.name == wanted; });
    if (found == result.measurements.end()) {
      return fail(ErrorKind::input, fmt::format("the record has no measurement '{}' of {}", wanted, shown));
    }
    costs[*index] = found->value * seconds_in(found->unit);
  }
  return costs;
}

} // namespace mapwright::kernel
