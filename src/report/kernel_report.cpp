#include "report/kernel_report.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

using kernel::Mutation;
using kernel::RaceResult;
using kernel::SelftestRow;
using kernel::ShapeResult;
using kernel::Validity;

namespace {

Json json_of(const Validity& validity) {
  Json json{{"valid", validity.valid()},
            {"fault", to_string(validity.fault)},
            {"evidence", validity.evidence},
            {"where", validity.where},
            {"calls", validity.calls},
            {"worst_error", validity.worst_error},
            {"sandbox", to_string(validity.level)}};
  if (validity.mismatch) {
    json["wrong_elements"] = validity.mismatch->wrong;
    json["index"] = validity.mismatch->index;
    json["got"] = validity.mismatch->got;
    json["expected"] = validity.mismatch->expected;
    json["allowed"] = validity.mismatch->allowed;
  }
  return json;
}

Json or_null(const std::string& text) {
  return text.empty() ? Json(nullptr) : Json(text);
}

/// "valid", or the fault.
std::string verdict_text(const Validity& validity) {
  return validity.valid() ? "valid" : std::string(to_string(validity.fault));
}

std::string why_text(const Validity& validity) {
  if (validity.valid()) {
    return fmt::format("{} calls, largest error {:.2g} of the tolerance's unit", validity.calls, validity.worst_error);
  }
  return validity.where.empty() ? validity.evidence : fmt::format("{}: {}", validity.where, validity.evidence);
}

std::string expected_text(const SelftestRow& row) {
  return row.mutation == Mutation::slow ? std::string(to_string(row.speed)) : std::string(to_string(row.seen));
}

Json interval_json(const Interval& interval) {
  return Json::array({interval.low, interval.high});
}

} // namespace

std::string tuning_text(const kernel::Tuning& tuning) {
  std::vector<std::string> parts;
  for (const auto& [name, value] : tuning) {
    parts.push_back(fmt::format("{}={}", name, value));
  }
  return parts.empty() ? "-" : fmt::format("{}", fmt::join(parts, " "));
}

Json to_json(const KernelCheckReport& report) {
  Json json{{"schema_version", 1}, {"task", report.task.name}, {"checks", Json::array()}};
  for (const KernelCheck& check : report.checks) {
    Json one{{"file", check.file}, {"backend", to_string(check.backend)}, {"tuning", check.tuning}};
    one["missing"] = or_null(check.missing);
    one["verdict"] = check.missing.empty() ? json_of(check.validity) : Json(nullptr);
    json["checks"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const KernelCheckReport& report) {
  std::vector<std::vector<std::string>> rows;
  for (const KernelCheck& check : report.checks) {
    const bool ran = check.missing.empty();
    rows.push_back({check.file, std::string(to_string(check.backend)), tuning_text(check.tuning),
                    ran ? verdict_text(check.validity) : "not run", ran ? why_text(check.validity) : check.missing});
  }
  return fmt::format("{}: {}\n\n", report.task.name, report.task.summary) +
         table_text({{"kernel"}, {"back end"}, {"tuning"}, {"verdict"}, {"evidence"}}, rows);
}

Json to_json(const std::vector<KernelSelftest>& tests) {
  Json json{{"schema_version", 1}, {"passed", true}, {"selftests", Json::array()}};
  for (const KernelSelftest& test : tests) {
    Json one{{"task", test.task}, {"backend", to_string(test.backend)}, {"missing", or_null(test.missing)}};
    if (test.result) {
      one["passed"] = test.result->passed();
      one["start"] = json_of(test.result->start);
      one["mutants"] = Json::array();
      for (const SelftestRow& row : test.result->rows) {
        one["mutants"].push_back({{"mutant", to_string(row.mutation)},
                                  {"made", row.why_not.empty()},
                                  {"caught", row.caught},
                                  {"seen", expected_text(row)},
                                  {"evidence", row.why_not.empty() ? row.evidence : row.why_not}});
      }
      json["passed"] = json["passed"].get<bool>() && test.result->passed();
    }
    json["selftests"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const std::vector<KernelSelftest>& tests) {
  std::string text;
  for (const KernelSelftest& test : tests) {
    text += text.empty() ? "" : "\n";
    text += fmt::format("{}, {}: ", test.task, to_string(test.backend));
    if (!test.result) {
      text += fmt::format("not run, {}\n", test.missing);
      continue;
    }
    if (!test.result->start.valid()) {
      text += fmt::format("FAILED, the starting kernel is not valid ({}): {}\n", to_string(test.result->start.fault),
                          why_text(test.result->start));
      continue;
    }
    text += fmt::format("{}\n", test.result->passed() ? "passed" : "FAILED, the judge is too weak for this task");
    std::vector<std::vector<std::string>> rows;
    for (const SelftestRow& row : test.result->rows) {
      const bool made = row.why_not.empty();
      rows.push_back({std::string(to_string(row.mutation)), made ? expected_text(row) : "-",
                      !made        ? "no such mutant"
                      : row.caught ? "caught"
                                   : "NOT CAUGHT",
                      made ? row.evidence : row.why_not});
    }
    text += table_text({{"mutant"}, {"seen as"}, {"result"}, {"evidence", false, 90}}, rows);
  }
  return text;
}

Json to_json(const KernelBenchReport& report) {
  Json json{{"schema_version", 1},
            {"task", report.task},
            {"baseline", report.baseline},
            {"shapes_of", to_string(report.use)},
            {"caches", report.caches == kernel::CacheState::cold ? "cold" : "hot"},
            {"confidence", report.confidence},
            {"equivalence", report.equivalence},
            {"disturbed_count", report.disturbed_count},
            {"sandbox", to_string(report.level)},
            {"machine", report.machine},
            {"kernels", Json::array()}};
  for (const RaceResult& result : report.results) {
    Json one{{"kernel", result.name}, {"valid", !result.flaw}};
    one["flaw"] = result.flaw ? json_of(*result.flaw) : Json(nullptr);
    one["verdict"] = result.flaw ? Json(nullptr) : Json(to_string(result.verdict));
    one["ratio"] = result.ratio;
    one["ratio_interval"] = interval_json(result.ratio_interval);
    one["shapes"] = Json::array();
    for (std::size_t i = 0; i < result.shapes.size(); ++i) {
      const ShapeResult& shape = result.shapes[i];
      Json measured{{"shape", report.shapes.at(i)},
                    {"verdict", to_string(shape.comparison.verdict)},
                    {"ratio", shape.comparison.ratio},
                    {"ratio_interval", interval_json(shape.comparison.ratio_interval)},
                    {"baseline_seconds", shape.baseline_time.count()},
                    {"seconds", shape.challenger_time.count()},
                    {"null_seconds", shape.null_time.count()},
                    {"calls_per_sample", shape.calls_per_sample},
                    {"pairs", shape.comparison.pairs},
                    {"dropped", shape.comparison.dropped},
                    {"stop", to_string(shape.comparison.stop)}};
      one["shapes"].push_back(std::move(measured));
    }
    json["kernels"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const KernelBenchReport& report) {
  std::vector<std::vector<std::string>> rows;
  for (const RaceResult& result : report.results) {
    if (result.flaw) {
      rows.push_back(
          {result.name, "all", "-", "-", "-", "-", fmt::format("NOT VALID ({})", to_string(result.flaw->fault))});
      continue;
    }
    for (std::size_t i = 0; i < result.shapes.size(); ++i) {
      const ShapeResult& shape = result.shapes[i];
      const auto& compared = shape.comparison;
      if (compared.pairs == 0) {
        rows.push_back({result.name, report.shapes.at(i), "-", "-", "-", "-", "UNCLEAR, no undisturbed pair"});
        continue;
      }
      rows.push_back({result.name, report.shapes.at(i), duration_text(shape.baseline_time.count()),
                      duration_text(shape.challenger_time.count()), fmt::format("{:.3f}", 1 / compared.ratio),
                      fmt::format("{:.3f} - {:.3f}", 1 / compared.ratio_interval.high, 1 / compared.ratio_interval.low),
                      std::string(to_string(compared.verdict))});
    }
    if (result.shapes.size() > 1 && result.ratio_interval.high > 0) {
      rows.push_back({result.name, "geometric mean", "", "", fmt::format("{:.3f}", 1 / result.ratio),
                      fmt::format("{:.3f} - {:.3f}", 1 / result.ratio_interval.high, 1 / result.ratio_interval.low),
                      std::string(to_string(result.verdict))});
    }
  }
  std::string text =
      field("task", report.task) + field("baseline", report.baseline) +
      field("method", fmt::format("interleaved pairs on {} shapes, {} caches, fresh inputs in every call, "
                                  "outputs checked; {:g} % interval of all verdicts together",
                                  to_string(report.use), report.caches == kernel::CacheState::cold ? "cold" : "hot",
                                  100 * report.confidence)) +
      field("machine", report.machine) + "\n";
  text += table_text(
      {{"kernel"}, {"shape"}, {"baseline", true}, {"time", true}, {"speed-up", true}, {"interval"}, {"verdict"}}, rows);
  for (const RaceResult& result : report.results) {
    if (result.flaw) {
      text += fmt::format("\n{}: {}\n", result.name, why_text(*result.flaw));
    }
  }
  return text;
}

Json to_json(const std::vector<kernel::Task>& tasks) {
  Json json{{"schema_version", 1}, {"tasks", Json::array()}};
  for (const kernel::Task& task : tasks) {
    Json one{{"name", task.name}, {"summary", task.summary}, {"folder", task.folder.string()}};
    one["starts"] = Json::array();
    for (const auto& [backend, file] : task.starts) {
      one["starts"].push_back(to_string(backend));
    }
    one["declaration"] = cpp_declaration(task);
    json["tasks"].push_back(std::move(one));
  }
  return json;
}

std::string to_text(const std::vector<kernel::Task>& tasks) {
  std::vector<std::vector<std::string>> rows;
  for (const kernel::Task& task : tasks) {
    std::vector<std::string> starts;
    for (const auto& [backend, file] : task.starts) {
      starts.emplace_back(to_string(backend));
    }
    rows.push_back({task.name, fmt::format("{}", fmt::join(starts, " ")), task.summary});
  }
  return table_text({{"task"}, {"kernels"}, {"what it computes"}}, rows);
}

} // namespace mapwright::report
