#include "report/audit_report.hpp"

#include "report/map_at.hpp"
#include "report/text_table.hpp"

#include <fmt/format.h>

namespace mapwright::report {

using index_map::AuditFault;
using index_map::AuditReport;
using index_map::AuditVerdict;
using index_map::Claim;

namespace {

constexpr const char* separate =
    "g++ -O2 on this host, every operation rounded by itself (-ffp-contract=off), to nearest; "
    "square roots correctly rounded (IEEE 754)";
constexpr const char* fused = "with products and sums fused (-mfma -ffp-contract=fast)";

std::string place(const AuditFault& fault, const std::vector<expr::Symbol>& parameters) {
  const std::string sizes = sizes_text(parameters, fault.size);
  return fmt::format("{}{}w = {}", sizes, sizes.empty() ? "" : ", ", expr::to_string(fault.index));
}

std::string what(const AuditFault& fault) {
  return fmt::format("{}, expected {}", fault.point.empty() ? fault.stopped : point_text(fault.point),
                     point_text(fault.expected));
}

std::string first_text(const AuditFault& fault, const std::vector<expr::Symbol>& parameters) {
  const std::string at = parameters.empty() ? "" : fmt::format(" at {}", sizes_text(parameters, fault.size));
  const std::string first = fault.first == Claim::proven
                                ? fmt::format("proven first{}: every smaller index was compared", at)
                                : fmt::format("the earliest found{}; not proven to be the first", at);
  switch (parameters.empty() ? Claim::given : fault.smallest) {
  case Claim::proven:
    return first + "; no smaller size has a wrong index";
  case Claim::found:
    return first + "; the smallest size found";
  case Claim::given:
    break;
  }
  return first;
}

std::string verdict_text(const AuditVerdict& verdict, const std::vector<expr::Symbol>& parameters) {
  return verdict.fault ? fmt::format("FAULT at {}: {}", place(*verdict.fault, parameters), what(*verdict.fault))
                       : std::string("no fault found");
}

bool same_fault(const AuditVerdict& a, const AuditVerdict& b) {
  return a.fault.has_value() == b.fault.has_value() &&
         (!a.fault ||
          (a.fault->size == b.fault->size && a.fault->index == b.fault->index && a.fault->point == b.fault->point));
}

/// What the verdict is no verdict about.
std::string device_note(const AuditReport& report) {
  if (report.language == "cuda") {
    return "no verdict about a GPU: nvcc fuses unless told not to, and roots, divisions and powers may differ in the "
           "last "
           "place with its options and the device";
  }
  return report.language == "opencl" ? "no verdict about an OpenCL device: there a float root may be 3 ulp off, a "
                                       "division 2.5, and native_ functions anything"
                                     : "";
}

std::string contraction_text(const AuditReport& report, const std::vector<expr::Symbol>& parameters) {
  if (!report.contracted) {
    return fmt::format("{}: not run, this processor cannot", fused);
  }
  const AuditVerdict& other = *report.contracted;
  return fmt::format("{}: {}", fused,
                     !same_fault(report.verdict, other) ? verdict_text(other, parameters)
                     : other.fault                      ? std::string("the same fault")
                                                        : std::string("no fault found either"));
}

std::string use_text(const AuditAnswer& answer) {
  if (!answer.replacement) {
    return "no proved map covers this size in 32 or 64 bits";
  }
  const Replacement& use = *answer.replacement;
  return fmt::format("{} (proved for {}){}", use.command, use.covers,
                     use.file.empty() ? "" : fmt::format("; written to {}", use.file));
}

Json verdict_json(const AuditVerdict& verdict, const std::vector<expr::Symbol>& parameters) {
  Json fault = nullptr;
  if (verdict.fault) {
    const AuditFault& f = *verdict.fault;
    Json kinds = Json::array();
    for (const index_map::Finding& finding : f.kinds) {
      kinds.push_back({{"kind", to_string(finding.kind)}, {"detail", finding.detail}});
    }
    fault = {
        {"sizes", by_name(parameters, f.size)},
        {"index", integer(f.index)},
        {"point", f.point.empty() ? Json(nullptr) : integers(f.point)},
        {"stopped", f.stopped.empty() ? Json(nullptr) : Json(f.stopped)},
        {"expected", integers(f.expected)},
        {"kinds", kinds},
        {"claim", to_string(f.first == Claim::proven && f.smallest != Claim::found ? Claim::proven : Claim::found)},
        {"first", to_string(f.first)},
        {"smallest_size", to_string(f.smallest)}};
  }
  return {{"fault", fault}, {"searched", verdict.searched}, {"indices", integer(verdict.indices)}};
}

} // namespace

std::string to_text(const AuditAnswer& answer, const std::vector<expr::Symbol>& parameters) {
  const AuditReport& report = answer.report;
  std::string text = field("verdict", verdict_text(report.verdict, parameters));
  if (report.verdict.fault) {
    std::string name = "kind";
    for (const index_map::Finding& finding : report.verdict.fault->kinds) {
      text += field(name, fmt::format("{}: {}", to_string(finding.kind), finding.detail));
      name = "";
    }
    text += field("first", first_text(*report.verdict.fault, parameters));
  }
  text += field("searched", report.verdict.searched);
  text += field("compared", fmt::format("{} indices", grouped(std::to_string(report.verdict.indices))));
  text += field("numbers", separate) + field("", contraction_text(report, parameters));
  text += field("", device_note(report));
  if (!report.clean()) {
    text += field("use instead", use_text(answer));
  }
  return text + field("run in", fmt::format("sandbox level {}", report.sandbox_level));
}

Json to_json(const AuditAnswer& answer, const std::vector<expr::Symbol>& parameters) {
  const AuditReport& report = answer.report;
  Json document = {{"schema_version", 1},         {"domain", answer.domain},
                   {"file", answer.file},         {"function", answer.function},
                   {"language", report.language}, {"verdict", report.clean() ? "clean" : "fault"}};
  document.update(verdict_json(report.verdict, parameters));
  document["numeric_model"] = {{"arithmetic", separate},
                               {"device", device_note(report).empty() ? Json(nullptr) : Json(device_note(report))}};
  document["contracted"] = report.contracted ? verdict_json(*report.contracted, parameters) : Json(nullptr);
  document["replacement"] = nullptr;
  if (const auto& use = answer.replacement) {
    document["replacement"] = {{"language", use->language},
                               {"bits", use->bits},
                               {"covers", use->covers},
                               {"command", use->command},
                               {"file", use->file.empty() ? Json(nullptr) : Json(use->file)},
                               {"source", use->source}};
  }
  document["sandbox_level"] = report.sandbox_level;
  return document;
}

} // namespace mapwright::report
