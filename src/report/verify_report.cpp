#include "report/verify_report.hpp"

#include "report/derive_report.hpp"
#include "report/map_at.hpp"
#include "report/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::report {

namespace {

double per_second(std::uint64_t indices, double seconds) {
  return seconds > 0 ? static_cast<double>(indices) / seconds : 0;
}

std::string rate_text(double rate) {
  return rate >= 1e9   ? fmt::format("{:.3g} billion indices/s", rate / 1e9)
         : rate >= 1e6 ? fmt::format("{:.3g} million indices/s", rate / 1e6)
                       : fmt::format("{:.0f} indices/s", rate);
}

/// "sizes        n = 1, 2, 3" for one parameter, "n = 1, m = 2; n = 3, m = 4" for several.
std::string sizes_lines(const std::vector<std::vector<expr::Int>>& sizes, const std::vector<expr::Symbol>& parameters) {
  std::string all;
  for (const std::vector<expr::Int>& size : sizes) {
    if (parameters.size() == 1 && !all.empty()) {
      all += ", " + expr::to_string(size.at(0));
    } else {
      all += (all.empty() ? "" : "; ") + sizes_text(parameters, size);
    }
  }
  return field("sizes", all);
}

std::string failed_facts(const std::vector<index_map::Fact>& facts) {
  std::string text;
  for (const index_map::Fact& fact : facts) {
    if (!fact.holds) {
      text += fmt::format("  fails: {}{}\n", fact.name, fact.detail.empty() ? "" : ": " + fact.detail);
    }
  }
  return text;
}

} // namespace

bool VerifyReport::agrees() const {
  return std::all_of(checks.begin(), checks.end(), [](const SizeCheck& check) { return check.result.agrees; });
}

bool VerifyReport::verified() const {
  return certificate->status == index_map::Status::proved && agrees();
}

std::string check_line(const SizeCheck& check, const std::vector<expr::Symbol>& parameters) {
  const std::string place = check.sizes.empty() ? std::string() : sizes_text(parameters, check.sizes) + ": ";
  const index_map::ExhaustiveReport& result = check.result;
  if (!result.agrees) {
    return fmt::format("{}REFUTED: {}", place, result.counterexample);
  }
  const std::string indices = grouped(std::to_string(result.indices));
  constexpr std::uint64_t worth_a_rate = 10'000; // below it the time is that of starting threads
  if (result.indices < worth_a_rate) {
    return fmt::format("{}all {} indices agree ({})", place, indices, duration_text(result.seconds));
  }
  return fmt::format("{}all {} indices agree ({}, {})", place, indices, duration_text(result.seconds),
                     rate_text(per_second(result.indices, result.seconds)));
}

std::string to_text(const VerifyReport& report) {
  const index_map::Certificate& certificate = *report.certificate;
  std::string text = fmt::format("certificate  {}\n", status_text(certificate));
  text += failed_facts(certificate.facts);
  return text + ranges_text(certificate) + comparison_text(report);
}

std::string comparison_text(const VerifyReport& report) {
  constexpr std::size_t shown = 3; // sizes with a line of their own: the wrong ones and the last ones
  std::string text;
  std::uint64_t indices = 0;
  std::size_t sizes = 0;
  const auto add = [&](const std::string& line) {
    text += fmt::format("{:<13}{}\n", text.empty() ? "compared" : "", line);
  };
  for (std::size_t i = 0; i < report.checks.size(); ++i) {
    const SizeCheck& check = report.checks[i];
    if (check.result.agrees && i + shown < report.checks.size()) {
      indices += check.result.indices;
      ++sizes;
    } else {
      add(check_line(check, report.certificate->parameters));
    }
  }
  if (sizes > 0) {
    add(fmt::format("{} smaller sizes: all {} indices agree", sizes, grouped(std::to_string(indices))));
  }
  if (!report.note.empty()) {
    text += fmt::format("note         {}\n", report.note);
  }
  return text + fmt::format("verdict      {}\n", report.verified()  ? "VERIFIED"
                                                 : !report.agrees() ? "REFUTED"
                                                                    : "NOT PROVED");
}

Json facts_json(const std::vector<index_map::Fact>& facts) {
  Json array = Json::array();
  for (const index_map::Fact& fact : facts) {
    array.push_back({{"name", fact.name}, {"holds", fact.holds}, {"detail", fact.detail}});
  }
  return array;
}

Json to_json(const VerifyReport& report) {
  const index_map::Certificate& certificate = *report.certificate;
  Json checks = Json::array();
  std::uint64_t indices = 0;
  for (const SizeCheck& check : report.checks) {
    indices += check.result.indices;
    checks.push_back({{"sizes", by_name(certificate.parameters, check.sizes)},
                      {"agrees", check.result.agrees},
                      {"indices", integer(check.result.indices)},
                      {"seconds", check.result.seconds},
                      {"indices_per_second", per_second(check.result.indices, check.result.seconds)},
                      {"counterexample", check.result.agrees ? Json(nullptr) : Json(check.result.counterexample)}});
  }
  return {{"schema_version", 1},
          {"domain", certificate.domain},
          {"verdict", report.verified()  ? "verified"
                      : !report.agrees() ? "refuted"
                                         : "unproved"},
          {"certificate", summary_json(certificate)},
          {"facts", facts_json(certificate.facts)},
          {"indices", integer(indices)},
          {"exhaustive", checks},
          {"note", report.note}};
}

std::string to_text(const index_map::CandidateReport& report, const domain::Domain& domain) {
  std::string text;
  if (report.verdict == index_map::CandidateVerdict::refuted) {
    text = "verdict      REFUTED\n";
    text += field("because", report.counterexample.empty() ? report.how : report.counterexample);
  } else if (report.verdict == index_map::CandidateVerdict::proved) {
    text = "verdict      PROVED for all sizes of its range\n" + field("by", report.how);
  } else {
    text = fmt::format("verdict      EXHAUSTIVE: no proof, but {}\n",
                       report.order.empty() ? "right at every index compared"
                                            : "one-to-one onto the domain at every size compared, in another order");
    text += field("how", report.how);
  }
  text += sizes_lines(report.sizes, domain.parameters);
  text += fmt::format("compared     {} indices\n", grouped(std::to_string(report.indices)));
  if (!report.sandbox_level.empty()) {
    text += fmt::format("run in       sandbox level {}\n", report.sandbox_level);
  }
  return text;
}

Json to_json(const index_map::CandidateReport& report, const domain::Domain& domain) {
  Json sizes = Json::array();
  for (const auto& size : report.sizes) {
    sizes.push_back(by_name(domain.parameters, size));
  }
  return {{"schema_version", 1},
          {"domain", domain.text},
          {"verdict", to_string(report.verdict)},
          {"how", report.how},
          {"counterexample", report.counterexample.empty() ? Json(nullptr) : Json(report.counterexample)},
          {"indices", integer(report.indices)},
          {"sizes", sizes},
          {"order", report.order.empty() ? Json(nullptr) : Json(report.order)},
          {"facts", facts_json(report.facts)},
          {"sandbox_level", report.sandbox_level.empty() ? Json(nullptr) : Json(report.sandbox_level)}};
}

std::string to_text(const index_map::CheckReport& report, const std::string& file, const std::string& domain) {
  const auto held =
      std::count_if(report.facts.begin(), report.facts.end(), [](const index_map::Fact& fact) { return fact.holds; });
  return fmt::format("certificate  {}\ndomain       {}\nobligations  {} of {} hold\n{}verdict      {}\n", file, domain,
                     held, report.facts.size(), failed_facts(report.facts), report.proved() ? "PROVED" : "NOT PROVED");
}

Json to_json(const index_map::CheckReport& report, const std::string& file, const std::string& domain) {
  return {{"schema_version", 1},
          {"certificate", file},
          {"domain", domain},
          {"verdict", report.proved() ? "proved" : "unproved"},
          {"facts", facts_json(report.facts)}};
}

} // namespace mapwright::report
