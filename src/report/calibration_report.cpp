#include "report/calibration_report.hpp"

#include "report/text_table.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

/// A number of the machine and how it is shown.
struct CalibratedNumber {
  std::string name;
  mapper::Estimate estimate;
  const char* unit;
  double scale;     ///< of the unit
  const char* from; ///< what is counted in `samples`
};

std::vector<CalibratedNumber> numbers_of(const mapper::Calibration& calibration) {
  std::vector<CalibratedNumber> numbers;
  for (const auto& [kind, estimate] : calibration.flops) {
    numbers.push_back({fmt::format("{} flops", to_string(kind)), estimate, "GFLOP/s", 1e9, "kinds of tasks"});
  }
  for (const auto& [pair, estimate] : calibration.bandwidth) {
    numbers.push_back({fmt::format("{} at {}", to_string(pair.first), to_string(pair.second)), estimate, "GB/s", 1e9,
                       "kinds of tasks"});
  }
  for (const auto& [kind, estimate] : calibration.overhead) {
    numbers.push_back({fmt::format("{} overhead", to_string(kind)), estimate, "us", 1e-6, "runs"});
  }
  if (calibration.conversion) {
    numbers.push_back({"change of layout", *calibration.conversion, "times a copy", 1, "runs"});
  }
  if (calibration.link_latency && calibration.link_bandwidth) {
    numbers.push_back({"link latency", *calibration.link_latency, "us", 1e-6, "runs"});
    numbers.push_back({"link bandwidth", *calibration.link_bandwidth, "GB/s", 1e9, "runs"});
  }
  return numbers;
}

/// The factors of one program on one kind of processor.
struct FactorSpread {
  std::size_t count = 0; ///< kinds of tasks with their layouts
  double least = 0;
  double most = 0;
  double widest = 0; ///< uncertainty
};

std::map<std::pair<std::string, mapper::ProcessorKind>, FactorSpread>
factor_spreads(const mapper::Calibration& calibration) {
  std::map<std::pair<std::string, mapper::ProcessorKind>, FactorSpread> spreads;
  for (const auto& [key, factor] : calibration.factors) {
    if (key.layouts.empty()) {
      continue;
    }
    FactorSpread& spread = spreads[{key.program, key.processor}];
    spread.least = spread.count == 0 ? factor.value : std::min(spread.least, factor.value);
    spread.most = std::max(spread.most, factor.value);
    spread.widest = std::max(spread.widest, factor.uncertainty());
    ++spread.count;
  }
  return spreads;
}

} // namespace

std::string to_text(const CalibrationReport& told) {
  std::string text = field("machine", told.machine);
  text += field("engine", told.engine);
  text += field("runs", fmt::format("{}; {}", told.runs, told.reason));
  if (told.disturbed > 0) {
    text += field("disturbed", fmt::format("{} of the runs used: threads waited for cores", told.disturbed));
  }
  std::vector<std::vector<std::string>> rows;
  for (const CalibratedNumber& number : numbers_of(told.calibration)) {
    rows.push_back({number.name, fmt::format("{:.3g}", number.estimate.value / number.scale),
                    fmt::format("{:.3g} - {:.3g}", number.estimate.range.low / number.scale,
                                number.estimate.range.high / number.scale),
                    number.unit, fmt::format("{} {}", number.estimate.samples, number.from)});
  }
  text += "\n" + table_text({{"number"}, {"value", true}, {"range", true}, {"unit"}, {"from"}}, rows);
  rows.clear();
  for (const auto& [key, spread] : factor_spreads(told.calibration)) {
    rows.push_back({key.first, std::string(to_string(key.second)), std::to_string(spread.count),
                    fmt::format("{:.3g} - {:.3g}", spread.least, spread.most),
                    fmt::format("{:.2g} %", 100 * spread.widest)});
  }
  text +=
      "\n" +
      table_text({{"work of tasks"}, {"on"}, {"kinds and layouts", true}, {"factors", true}, {"least certain", true}},
                 rows);
  return text;
}

Json to_json(const CalibrationReport& told) {
  const auto estimate_json = [](const mapper::Estimate& estimate) {
    return Json{{"value", estimate.value},
                {"least", estimate.range.low},
                {"most", estimate.range.high},
                {"samples", estimate.samples}};
  };
  Json numbers = Json::object();
  for (const CalibratedNumber& number : numbers_of(told.calibration)) {
    numbers[number.name] = estimate_json(number.estimate);
  }
  Json factors = Json::array();
  for (const auto& [key, factor] : told.calibration.factors) {
    Json layouts = Json::array();
    for (const mapper::DataLayout& layout : key.layouts) {
      layouts.push_back(to_string(layout));
    }
    Json row{{"program", key.program}, {"task", key.task}, {"processor", to_string(key.processor)}};
    row["layouts"] = std::move(layouts);
    row.update(estimate_json(factor));
    factors.push_back(std::move(row));
  }
  return {{"schema_version", 1},           {"machine", told.machine},
          {"engine", told.engine},         {"runs", told.runs},
          {"disturbed", told.disturbed},   {"reason", told.reason},
          {"numbers", std::move(numbers)}, {"factors", std::move(factors)}};
}

} // namespace mapwright::report
