#include "report/catalogue_report.hpp"

#include "domain/parse.hpp"
#include "report/text_table.hpp"
#include "report/waste.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

std::string parameters_text(const domain::Entry& entry) {
  std::string text;
  for (const domain::EntryParameter& parameter : entry.parameters) {
    text += (text.empty() ? "" : ", ") + parameter.name;
    if (parameter.constant) {
      text += fmt::format("={}", *parameter.constant);
    }
  }
  return text;
}

const std::string& count_of(const domain::Entry& entry) {
  return entry.count_text.empty() ? entry.count : entry.count_text;
}

std::vector<std::string> dimensions_of(const domain::Entry& entry) {
  const auto domain = domain::parse_domain(entry.names.front());
  return domain ? domain->dimensions : std::vector<std::string>{};
}

} // namespace

std::string catalogue_text() {
  std::vector<std::vector<std::string>> rows;
  for (const domain::Entry& entry : domain::catalogue()) {
    rows.push_back({std::to_string(entry.row), entry.names.front(), parameters_text(entry),
                    fmt::format("{}", fmt::join(dimensions_of(entry), ", ")), count_of(entry), entry.box_ratio});
  }
  std::string text = table_text(
      {{"row", true}, {"domain"}, {"parameters"}, {"dimensions"}, {"count", false, 24}, {"waste ratio", false, 20}},
      rows);
  return text + fmt::format("\n{} domains. A constant such as k=3 is chosen with combinations(k=4). "
                            "`mapwright map list --json` has all.\n",
                            rows.size());
}

Json catalogue_json() {
  Json domains = Json::array();
  for (const domain::Entry& entry : domain::catalogue()) {
    Json parameters = Json::array();
    for (const domain::EntryParameter& parameter : entry.parameters) {
      parameters.push_back({{"name", parameter.name},
                            {"meaning", parameter.meaning},
                            {"constant", parameter.constant ? integer(*parameter.constant) : Json(nullptr)}});
    }
    const auto ratio = stated_ratio(entry.box_ratio);
    domains.push_back({{"row", entry.row},
                       {"name", entry.names.front()},
                       {"aliases", std::vector<std::string>(entry.names.begin() + 1, entry.names.end())},
                       {"summary", entry.summary},
                       {"definition", entry.definition},
                       {"parameters", parameters},
                       {"dimensions", dimensions_of(entry)},
                       {"count", count_of(entry)},
                       {"waste_ratio", ratio ? Json(*ratio) : Json(nullptr)},
                       {"waste_ratio_text", entry.box_ratio},
                       {"default_size", entry.default_size}});
  }
  return {{"schema_version", 1}, {"domains", domains}};
}

std::size_t CatalogueCheck::failures() const {
  std::size_t count = 0;
  for (const EntryCheck& entry : entries) {
    count += entry.failure.empty() ? std::size_t{0} : std::size_t{1};
  }
  return count;
}

std::string to_text(const CatalogueCheck& check) {
  std::vector<std::vector<std::string>> rows;
  std::uint64_t indices = 0;
  for (const EntryCheck& entry : check.entries) {
    indices += entry.indices;
    rows.push_back({entry.name, to_string(entry.kind), entry.proved ? "proved" : "UNPROVED",
                    std::to_string(entry.sizes), std::to_string(entry.indices), duration_text(entry.derive_seconds),
                    duration_text(entry.prove_seconds), duration_text(entry.compare_seconds),
                    entry.failure.empty() ? "ok" : "FAILED"});
  }
  std::string text = table_text({{"domain"},
                                 {"proof"},
                                 {"status"},
                                 {"sizes", true},
                                 {"indices", true},
                                 {"derive", true},
                                 {"prove", true},
                                 {"compare", true},
                                 {"verdict"}},
                                rows);
  for (const EntryCheck& entry : check.entries) {
    if (!entry.failure.empty()) {
      text += fmt::format("FAILED {}: {}\n", entry.name, entry.failure);
    }
  }
  return text + fmt::format("\n{} of {} domains proved, emitted ({}) and equal to their definition at all {} indices, "
                            "in {}\n",
                            check.entries.size() - check.failures(), check.entries.size(),
                            fmt::join(check.languages, ", "), grouped(std::to_string(indices)),
                            duration_text(check.seconds));
}

Json to_json(const CatalogueCheck& check) {
  Json entries = Json::array();
  for (const EntryCheck& entry : check.entries) {
    entries.push_back({{"name", entry.name},
                       {"kind", to_string(entry.kind)},
                       {"status", entry.proved ? "proved" : "unproved"},
                       {"sizes", entry.sizes},
                       {"indices", integer(entry.indices)},
                       {"derive_seconds", entry.derive_seconds},
                       {"prove_seconds", entry.prove_seconds},
                       {"emit_seconds", entry.emit_seconds},
                       {"compare_seconds", entry.compare_seconds},
                       {"verdict", entry.failure.empty() ? "ok" : "failed"},
                       {"failure", entry.failure.empty() ? Json(nullptr) : Json(entry.failure)}});
  }
  return {{"schema_version", 1},
          {"languages", check.languages},
          {"domains", entries},
          {"failures", check.failures()},
          {"seconds", check.seconds}};
}

} // namespace mapwright::report
