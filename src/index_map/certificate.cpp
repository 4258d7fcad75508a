#include "index_map/certificate.hpp"

#include "core/digest.hpp"
#include "domain/parse.hpp"
#include "index_map/derive.hpp"
#include "index_map/families.hpp"
#include "index_map/word_range.hpp"

#include <exception>

#include <fmt/format.h>

namespace mapwright::index_map {

namespace {

using nlohmann::json;

constexpr int schema_version = 1;

/// The certificate without what is computed from it.
json statement(const Certificate& c) {
  json names = json::array();
  for (const expr::Symbol s : c.parameters) {
    names.push_back(s.name());
  }
  json fixed = json::object();
  for (std::size_t i = 0; i < c.fixed.size(); ++i) {
    if (c.fixed[i]) {
      fixed[c.parameters[i].name()] = expr::to_string(*c.fixed[i]);
    }
  }
  return {{"schema_version", schema_version},
          {"domain", c.domain},
          {"kind", to_string(c.kind)},
          {"status", to_string(c.status)},
          {"parameters", names},
          {"fixed", fixed},
          {"form", c.form},
          {"range", {{"bits32", to_json(c.range32, c.parameters)}, {"bits64", to_json(c.range64, c.parameters)}}},
          {"formulas", c.formulas},
          {"proof", c.proof}};
}

void set_ranges(Certificate& c, const domain::Map& map) {
  WordRanges ranges = word_ranges(map, c.fixed);
  c.range32 = std::move(ranges.of32);
  c.range64 = std::move(ranges.of64);
}

Error malformed(const std::string& what) {
  return {ErrorKind::input, "certificate: " + what, std::nullopt, "derive the certificate again"};
}

const json* string_member(const json& file, const char* key) {
  const auto found = file.find(key);
  return found != file.end() && found->is_string() ? &*found : nullptr;
}

/// The derivation options a certificate states.
DeriveOptions stated_options(const json& file, const domain::Domain& domain) {
  DeriveOptions options;
  options.form = file.value("form", "auto");
  const json fixed = file.value("fixed", json::object());
  for (const expr::Symbol s : domain.parameters) {
    const auto found = fixed.find(s.name());
    options.parameters.push_back(found != fixed.end() && found->is_string() ? expr::parse_int(found->get<std::string>())
                                                                            : std::nullopt);
  }
  return options;
}

} // namespace

std::string status_text(const Certificate& certificate) {
  constexpr std::size_t most_detail = 200;
  std::string failed;
  for (const Fact& fact : certificate.facts) {
    if (fact.holds) {
      continue;
    }
    // The first one says why; the others often follow from it.
    const std::string why = failed.empty() && !fact.detail.empty()
                                ? fmt::format(" ({})", fact.detail.substr(0, most_detail))
                                : std::string();
    failed += fmt::format("{}{}{}", failed.empty() ? "" : "; ", fact.name, why);
  }
  if (certificate.status == Status::proved) {
    return fmt::format("proved ({}, {} obligations)", to_string(certificate.kind), certificate.facts.size());
  }
  return fmt::format("UNPROVED ({}): {}", to_string(certificate.kind),
                     failed.empty() ? "no obligation was discharged" : failed);
}

std::string to_string(Status status) {
  return status == Status::proved ? "proved" : "unproved";
}

json to_json(const Certificate& certificate) {
  json out = statement(certificate);
  out["hash"] = certificate.hash;
  json facts = json::array();
  for (const Fact& fact : certificate.facts) {
    facts.push_back({{"name", fact.name}, {"holds", fact.holds}, {"detail", fact.detail}});
  }
  out["facts"] = facts;
  return out;
}

Certified certify(Derived derived, const DeriveOptions& options) {
  Certificate c;
  c.domain = derived.map.domain.text;
  c.kind = derived.kind;
  c.parameters = derived.map.domain.parameters;
  c.fixed = options.parameters;
  c.fixed.resize(c.parameters.size());
  c.form = options.form;
  c.formulas = derived.formulas;
  c.proof = derived.proof;
  CheckReport report = check(derived.kind, derived.proof, derived.map);
  c.status = report.proved() ? Status::proved : Status::unproved;
  c.facts = std::move(report.facts);
  set_ranges(c, derived.map);
  c.hash = sha256_hex(statement(c).dump());
  return {std::move(derived), std::move(c)};
}

Result<Certified> derive_certified(const domain::Domain& domain, const DeriveOptions& options) {
  auto derived = derive(domain, options);
  if (!derived) {
    return forward(derived);
  }
  return certify(std::move(*derived), options);
}

namespace {

Result<CheckReport> check_again(const json& file) {
  const json* text = file.is_object() ? string_member(file, "domain") : nullptr;
  const json* kind_name = text != nullptr ? string_member(file, "kind") : nullptr;
  if (kind_name == nullptr || !file.contains("proof") || !file.contains("range")) {
    return tl::unexpected<Error>(malformed("'domain', 'kind', 'proof' and 'range' are needed"));
  }
  if (file.value("schema_version", 0) != schema_version) {
    return tl::unexpected<Error>(malformed(fmt::format("schema_version {} is the only one known", schema_version)));
  }
  const auto kind = proof_kind_of(kind_name->get<std::string>());
  if (!kind) {
    return tl::unexpected<Error>(malformed("unknown kind '" + kind_name->get<std::string>() + "'"));
  }
  auto domain = domain::parse_domain(text->get<std::string>());
  if (!domain) {
    return forward(domain);
  }
  const DeriveOptions options = stated_options(file, *domain);
  auto map = assemble(*kind, file["proof"], *domain);
  if (!map) {
    return forward(map);
  }
  CheckReport report = check(*kind, file["proof"], *map);
  Certificate again;
  again.domain = text->get<std::string>();
  again.kind = *kind;
  again.status = report.proved() ? Status::proved : Status::unproved;
  again.parameters = domain->parameters;
  again.fixed = options.parameters;
  again.form = options.form;
  set_ranges(again, *map);
  again.formulas = file.value("formulas", std::vector<std::string>{});
  again.proof = file["proof"];
  const json& claimed = file["range"];
  const json found = statement(again)["range"];
  report.facts.push_back({"ranges of 32 and 64 bits", claimed == found,
                          claimed == found ? "interval analysis" : "interval analysis finds " + found.dump()});
  const std::string hash = sha256_hex(statement(again).dump());
  const json* stated = string_member(file, "hash");
  const bool same = stated != nullptr && stated->get<std::string>() == hash;
  report.facts.push_back({"hash", same, same ? "SHA-256" : "the file hashes to " + hash});
  return report;
}

} // namespace

Result<CheckReport> check_certificate(const json& file) {
  try {
    return check_again(file);
  } catch (const std::exception& problem) { // data of a hostile file that no reader foresaw
    return tl::unexpected<Error>(malformed(std::string("its proof does not fit its domain: ") + problem.what()));
  }
}

} // namespace mapwright::index_map
