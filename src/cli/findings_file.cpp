#include "cli/findings_file.hpp"

#include "cli/terminal.hpp"
#include "report/json.hpp"

#include <filesystem>

#include <fmt/format.h>

namespace mapwright::cli {

using kernel::scientist::Finding;

namespace {

constexpr std::size_t most_findings_bytes = std::size_t{1} << 24;

} // namespace

Result<std::vector<Finding>> parse_findings(const std::string& text, const std::string& file) {
  const auto document = nlohmann::json::parse(text, nullptr, false);
  const bool fits = document.is_object() && document.value("schema_version", 0) == 1 && document.contains("findings") &&
                    document.at("findings").is_array();
  if (!fits) {
    return fail(ErrorKind::input, fmt::format("{} holds no findings", file),
                "`mapwright kernel findings --export FILE.json` writes such a file");
  }
  std::vector<Finding> findings;
  for (const auto& item : document.at("findings")) {
    auto finding = kernel::scientist::finding_from_json(item);
    if (!finding) {
      Error error = finding.error();
      error.message = fmt::format("{}: finding {}: {}", file, findings.size() + 1, error.message);
      return tl::unexpected<Error>(std::move(error));
    }
    findings.push_back(*std::move(finding));
  }
  return findings;
}

Result<std::vector<Finding>> import_findings(const std::string& file, const std::string& machine) {
  const auto text = read_file(file, most_findings_bytes, "findings");
  auto findings = text ? parse_findings(*text, file) : forward(text);
  if (!findings) {
    return findings;
  }
  for (Finding& finding : *findings) {
    if (finding.device != machine && finding.standing == kernel::scientist::Standing::supported) {
      finding.standing = kernel::scientist::Standing::hypothesis;
    }
    finding.origin = finding.origin.empty() ? file : fmt::format("{}, {}", file, finding.origin);
  }
  return findings;
}

Result<std::string> findings_text(const std::vector<Finding>& findings, const std::string& file) {
  const std::string ending = std::filesystem::path(file).extension().string();
  if (ending == ".md") {
    return kernel::scientist::to_markdown(findings);
  }
  if (ending != ".json") {
    return fail(ErrorKind::input, fmt::format("--export: the ending of '{}' is neither .json nor .md", file));
  }
  report::Json items = report::Json::array();
  for (const Finding& finding : findings) {
    items.push_back(report::Json::parse(kernel::scientist::to_json(finding).dump()));
  }
  return report::document_text({{"schema_version", 1}, {"findings", std::move(items)}});
}

} // namespace mapwright::cli
