#include "report/external_report.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

namespace {

Json estimate_json(const measure::RatioEstimate& estimate) {
  return {{"ratio", estimate.ratio}, {"ratio_interval", {estimate.interval.low, estimate.interval.high}}};
}

/// The shape that a row of results is about.
std::string row_shape(const ExternalBenchReport& report, std::size_t i) {
  return report.race.together ? "all shapes together" : report.shapes.at(i);
}

std::string speed_up(const measure::RatioEstimate& estimate) {
  return fmt::format("{:.3f}", 1 / estimate.ratio);
}

std::string speed_up_interval(const measure::RatioEstimate& estimate) {
  return fmt::format("{:.3f} - {:.3f}", 1 / estimate.interval.high, 1 / estimate.interval.low);
}

/// How times were got and compared.
std::string asking_method(const ExternalBenchReport& report) {
  const std::string confidence = fmt::format("{:g} % interval of all verdicts together", 100 * report.confidence);
  if (report.race.paired) {
    return fmt::format("asked in {} rounds in random order, pairs of a round compared; {}", report.race.rounds,
                       confidence);
  }
  return fmt::format("samples of one reply each compared, so what differs from reply to reply is not seen; {}",
                     confidence);
}

} // namespace

std::string external_note(const std::string& evaluator) {
  return fmt::format("by '{}'; the judge has checked nothing", evaluator);
}

Json to_json(const ExternalBenchReport& report) {
  Json json{{"schema_version", 1},
            {"task", report.task},
            {"baseline", report.baseline},
            {"evaluator", report.evaluator},
            {"judged", false},
            {"shapes_of", to_string(report.use)},
            {"paired", report.race.paired},
            {"rounds", report.race.rounds},
            {"confidence", report.confidence},
            {"equivalence", report.equivalence},
            {"baseline_says", to_string(report.race.baseline)},
            {"kernels", Json::array()}};
  for (const kernel::ExternalResult& result : report.race.results) {
    const bool timed = !result.shapes.empty();
    Json one{{"kernel", result.name},
             {"says", to_string(result.last.verdict)},
             {"message", result.last.message},
             {"verdict", timed ? Json(to_string(result.verdict)) : Json(nullptr)}};
    if (timed) {
      one.update(estimate_json(result.mean));
    }
    one["shapes"] = Json::array();
    for (std::size_t i = 0; i < result.shapes.size(); ++i) {
      const kernel::ExternalShape& shape = result.shapes[i];
      Json measured{{"shape", report.race.together ? Json(nullptr) : Json(report.shapes.at(i))},
                    {"verdict", to_string(shape.verdict)}};
      measured.update(estimate_json(shape.ratio));
      measured["baseline_seconds"] = shape.baseline_seconds;
      measured["seconds"] = shape.seconds;
      measured["baseline_samples"] = shape.baseline_samples;
      measured["samples"] = shape.samples;
      one["shapes"].push_back(std::move(measured));
    }
    json["kernels"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const ExternalBenchReport& report) {
  std::vector<std::vector<std::string>> rows;
  std::string flaws;
  for (const kernel::ExternalResult& result : report.race.results) {
    const std::string said(to_string(result.last.verdict));
    if (result.shapes.empty()) {
      rows.push_back({result.name, "all", "-", "-", "-", "-", said, "NOT TIMED"});
      flaws += fmt::format("\n{}: {}\n", result.name, result.last.message.empty() ? "no message" : result.last.message);
      continue;
    }
    for (std::size_t i = 0; i < result.shapes.size(); ++i) {
      const kernel::ExternalShape& shape = result.shapes[i];
      rows.push_back({result.name, row_shape(report, i), duration_text(shape.baseline_seconds),
                      duration_text(shape.seconds), speed_up(shape.ratio), speed_up_interval(shape.ratio), said,
                      std::string(to_string(shape.verdict))});
    }
    if (result.shapes.size() > 1) {
      rows.push_back({result.name, "geometric mean", "", "", speed_up(result.mean), speed_up_interval(result.mean), "",
                      std::string(to_string(result.verdict))});
    }
  }
  return field("task", report.task) + field("baseline", report.baseline) +
         field("evaluated", external_note(report.evaluator)) +
         field("method", fmt::format("{} shapes; {}", to_string(report.use), asking_method(report))) + "\n" +
         table_text({{"kernel"},
                     {"shape"},
                     {"baseline", true},
                     {"time", true},
                     {"speed-up", true},
                     {"interval"},
                     {"evaluator says"},
                     {"verdict"}},
                    rows) +
         flaws;
}

} // namespace mapwright::report
