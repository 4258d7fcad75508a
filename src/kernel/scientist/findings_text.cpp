// Findings as JSON, as a document, and as the archive keeps them.
#include "kernel/scientist/findings.hpp"
#include "llm/schema.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::scientist {

namespace {

using nlohmann::json;

constexpr std::array all_standings{Standing::supported, Standing::hypothesis, Standing::contradicted};

std::optional<Standing> standing_named(std::string_view name) {
  for (const Standing standing : all_standings) {
    if (to_string(standing) == name) {
      return standing;
    }
  }
  return std::nullopt;
}

json finding_schema() {
  const json text = {{"type", "string"}};
  const json steps = {{"type", "array"}, {"items", {{"type", "integer"}, {"minimum", 0}}}};
  return {
      {"type", "object"},
      {"required",
       {"id", "experiment", "kind", "task", "backend", "device", "text", "gain", "gain_interval", "standing",
        "supported_by", "contradicted_by"}},
      {"properties",
       {{"id", text},
        {"experiment", {{"type", "string"}, {"minLength", 1}}},
        {"kind", {{"type", "string"}, {"enum", {"memory", "compute", "parallelism", "work", "compiler", "tuning"}}}},
        {"task", text},
        {"backend", {{"type", "string"}, {"enum", {"cpp", "opencl", "cuda", "hip"}}}},
        {"device", text},
        {"text", text},
        {"gain", {{"type", "number"}}},
        {"gain_interval", {{"type", "array"}, {"items", {{"type", "number"}}}, {"minItems", 2}, {"maxItems", 2}}},
        {"standing", {{"type", "string"}, {"enum", {"supported", "hypothesis", "contradicted"}}}},
        {"origin", text},
        {"supported_by", steps},
        {"contradicted_by", steps}}}};
}

std::string evidence_of(const Finding& finding) {
  std::vector<std::string> parts{
      fmt::format("{:.2f}x to {:.2f}x", finding.gain_interval.low, finding.gain_interval.high)};
  if (!finding.supported_by.empty()) {
    parts.push_back(fmt::format("shown by step{} {}{}", finding.supported_by.size() == 1 ? "" : "s",
                                fmt::join(finding.supported_by, ", "),
                                finding.origin.empty() ? "" : " of " + finding.origin));
  } else if (!finding.origin.empty()) {
    parts.push_back("from " + finding.origin);
  }
  if (!finding.contradicted_by.empty()) {
    parts.push_back(fmt::format("contradicted by step{} {}", finding.contradicted_by.size() == 1 ? "" : "s",
                                fmt::join(finding.contradicted_by, ", ")));
  }
  return fmt::format("{}", fmt::join(parts, "; "));
}

std::string_view heading(Standing standing) {
  switch (standing) {
  case Standing::supported:
    return "Supported by experiments on this device";
  case Standing::hypothesis:
    return "Hypotheses: shown elsewhere, not yet here";
  case Standing::contradicted:
    break;
  }
  return "Contradicted: not to be relied on";
}

} // namespace

json to_json(const Finding& finding) {
  json value = {{"id", finding.id},
                {"experiment", finding.experiment},
                {"kind", std::string(to_string(finding.kind))},
                {"task", finding.task},
                {"backend", std::string(to_string(finding.backend))},
                {"device", finding.device},
                {"text", finding.text},
                {"gain", finding.gain},
                {"gain_interval", {finding.gain_interval.low, finding.gain_interval.high}},
                {"standing", std::string(to_string(finding.standing))},
                {"supported_by", finding.supported_by},
                {"contradicted_by", finding.contradicted_by}};
  if (!finding.origin.empty()) {
    value["origin"] = finding.origin;
  }
  return value;
}

Result<Finding> finding_from_json(const json& value) {
  if (const auto wrong = llm::violations(value, finding_schema()); !wrong.empty()) {
    return fail(ErrorKind::input, fmt::format("not a finding: {}", fmt::join(wrong, "; ")),
                "findings are what `mapwright kernel findings --export` writes");
  }
  Finding finding;
  finding.id = value["id"].get<std::string>();
  finding.experiment = value["experiment"].get<std::string>();
  finding.kind = *avenue_kind_named(value["kind"].get<std::string>());
  finding.task = value["task"].get<std::string>();
  finding.backend = *backend_named(value["backend"].get<std::string>());
  finding.device = value["device"].get<std::string>();
  finding.text = value["text"].get<std::string>();
  finding.gain = value["gain"].get<double>();
  finding.gain_interval = {value["gain_interval"][0].get<double>(), value["gain_interval"][1].get<double>()};
  finding.standing = *standing_named(value["standing"].get<std::string>());
  finding.origin = value.value("origin", "");
  finding.supported_by = value["supported_by"].get<std::vector<std::uint64_t>>();
  finding.contradicted_by = value["contradicted_by"].get<std::vector<std::uint64_t>>();
  if (!(finding.gain > 0) || !(finding.gain_interval.low > 0) ||
      finding.gain_interval.low > finding.gain_interval.high) {
    return fail(ErrorKind::input, "not a finding: gains must be above 0, and an interval [least, most]");
  }
  return finding;
}

std::string to_markdown(const std::vector<Finding>& findings) {
  std::string text = "# Findings\n";
  for (const Standing standing : all_standings) {
    bool first = true;
    for (const Finding& finding : findings) {
      if (finding.standing != standing) {
        continue;
      }
      if (first) {
        text += fmt::format("\n## {}\n\n", heading(standing));
        first = false;
      }
      text += fmt::format("- **{}** {} ({}).\n", finding.id, finding.text, evidence_of(finding));
    }
  }
  return findings.empty() ? text + "\nNothing is known yet.\n" : text;
}

archive::Finding archived(const Finding& finding) {
  std::vector<std::uint64_t> steps = finding.contradicted_by;
  if (finding.origin.empty()) {
    steps.insert(steps.end(), finding.supported_by.begin(), finding.supported_by.end());
  }
  std::sort(steps.begin(), steps.end());
  return {finding.text, std::move(steps), to_json(finding)};
}

} // namespace mapwright::kernel::scientist
