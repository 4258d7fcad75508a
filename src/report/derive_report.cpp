#include "report/derive_report.hpp"

#include "expr/text.hpp"
#include "report/inference_report.hpp"
#include "report/text_table.hpp"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace mapwright::report {

using index_map::Certificate;

namespace {

constexpr std::size_t label_width = 13;
constexpr std::size_t line_width = 100;

Json range_json(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters) {
  return range.empty ? Json(nullptr) : by_name(parameters, range.at_most);
}

Json table_json(const expr::Table& table) {
  Json values = nullptr;
  if (!table.runtime) {
    values = Json::array();
    for (const std::int64_t value : table.values) {
      values.push_back(integer(value));
    }
  }
  return {{"name", table.name.name()},
          {"runtime", table.runtime},
          {"meaning", table.meaning},
          {"least", integer(table.least)},
          {"greatest", integer(table.greatest)},
          {"values", values}};
}

/// A labelled paragraph, continued under its first word.
void add(std::string& text, std::string_view label, const std::string& value, std::size_t width = line_width) {
  bool first = true;
  for (const std::string& line : wrapped(value, width - label_width)) {
    text += fmt::format("{:<{}}{}\n", first ? label : "", label_width, line);
    first = false;
  }
}

/// Text that is a program: its own line breaks, none added.
void add_listing(std::string& text, std::string_view label, const std::string& listing) {
  std::size_t begin = 0;
  bool first = true;
  while (begin < listing.size()) {
    const std::size_t end = std::min(listing.find('\n', begin), listing.size());
    text += fmt::format("{:<{}}{}\n", first ? label : "", label_width, listing.substr(begin, end - begin));
    begin = end + 1;
    first = false;
  }
}

std::string ratio_text(double ratio) {
  return fmt::format("{:.4g}", ratio);
}

std::string waste_text(const DeriveReport& report) {
  std::string text;
  if (report.at && report.at->waste) {
    text = fmt::format("{} threads of a bounding-box launch per point at {}; ", ratio_text(*report.at->waste),
                       sizes_text(report.certified->certificate.parameters, report.at->sizes));
  }
  if (!report.waste.ratio) {
    return text + report.waste.text;
  }
  const std::string ratio = ratio_text(*report.waste.ratio);
  return text + (text.empty()
                     ? fmt::format("{} threads of a bounding-box launch per point ({})", ratio, report.waste.text)
                     : fmt::format("{} ({})", ratio, report.waste.text));
}

std::string table_line(const expr::Table& table) {
  const std::string size =
      table.runtime ? std::string("given at run time") : fmt::format("{} entries", table.values.size());
  return table.meaning.empty() ? fmt::format("{}: {}", table.name.name(), size)
                               : fmt::format("{}: {}, {}", table.name.name(), table.meaning, size);
}

} // namespace

DeriveReport make_derive_report(const index_map::Certified& certified, const MapAt* at) {
  DeriveReport report{&certified, waste_limit(certified.derived)};
  if (at != nullptr) {
    report.at = AtSizes{at->sizes(), at->count(), waste_at(certified.derived.map.domain, *at)};
  }
  return report;
}

std::string count_text(const index_map::Derived& derived) {
  for (const std::string& formula : derived.formulas) {
    if (formula.starts_with("count = ") && expr::parse_expr(formula.substr(8), "formula")) {
      return formula.substr(8);
    }
  }
  const expr::Function& count = derived.map.count;
  expr::Expr value = count.results.at(0);
  for (auto statement = count.body.rbegin(); statement != count.body.rend(); ++statement) {
    if (const auto* let = std::get_if<expr::Let>(&statement->is)) {
      value = expr::substitute(value, let->name, let->value);
    } else if (!std::holds_alternative<expr::Assume>(statement->is)) {
      return expr::to_text(count);
    }
  }
  return expr::to_text(value);
}

std::string range_text(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters) {
  if (range.empty) {
    return "no size";
  }
  std::string text;
  for (std::size_t i = 0; i < parameters.size() && i < range.at_most.size(); ++i) {
    text += fmt::format("{}{} <= {}", i == 0 ? "" : ", ", parameters[i].name(), expr::to_string(range.at_most[i]));
  }
  return text.empty() ? "its one size" : text;
}

std::string ranges_text(const Certificate& certificate) {
  return fmt::format("{:<{}}32-bit words: {}\n{:<{}}64-bit words: {}\n", "exact for", label_width,
                     range_text(certificate.range32, certificate.parameters), "", label_width,
                     range_text(certificate.range64, certificate.parameters));
}

Json summary_json(const Certificate& certificate) {
  return {{"kind", to_string(certificate.kind)},
          {"status", to_string(certificate.status)},
          {"range",
           {{"bits32", range_json(certificate.range32, certificate.parameters)},
            {"bits64", range_json(certificate.range64, certificate.parameters)}}},
          {"hash", certificate.hash},
          {"obligations", certificate.facts.size()}};
}

std::string to_text(const DeriveReport& report) {
  const index_map::Derived& derived = report.certified->derived;
  const domain::Map& map = derived.map;
  const Certificate& certificate = report.certified->certificate;
  std::string text;
  if (report.inferred != nullptr) {
    for (const auto& [label, line] : inference_lines(*report.inferred)) {
      add(text, label, line);
    }
  }
  add(text, "domain", map.domain.text);
  if (!map.domain.summary.empty() && map.domain.summary != map.domain.text) {
    add(text, "", map.domain.summary);
  }
  add(text, "points", fmt::format("({})", fmt::join(map.domain.dimensions, ", ")));
  add_listing(text, "count", count_text(derived));
  if (report.at) {
    add(text, "",
        fmt::format("= {}{}", grouped(expr::to_string(report.at->count)),
                    report.at->sizes.empty() ? "" : " at " + sizes_text(map.domain.parameters, report.at->sizes)));
  }
  add_listing(text, "rank", expr::to_text(map.rank));
  add_listing(text, "unrank", expr::to_text(map.unrank));
  for (std::size_t i = 0; i < map.tables.size(); ++i) {
    add(text, i == 0 ? "tables" : "", table_line(map.tables[i]));
  }
  add(text, "cost", map.method.empty() ? map.complexity : fmt::format("{}: {}", map.complexity, map.method));
  add(text, "waste", waste_text(report));
  add(text, "certificate", status_text(certificate));
  text += ranges_text(certificate);
  for (std::size_t i = 0; i < derived.considered.size(); ++i) {
    const index_map::Considered& c = derived.considered[i];
    const std::string cost = c.cost > 0 ? fmt::format(" (cost {:.3g})", c.cost) : "";
    add(text, i == 0 ? "weighed" : "", fmt::format("{}{}: {}", c.method, cost, c.verdict));
  }
  return text;
}

Json to_json(const DeriveReport& report) {
  const index_map::Derived& derived = report.certified->derived;
  const domain::Map& map = derived.map;
  Json sizes = Json::object();
  Json count_value = nullptr;
  if (report.at) {
    sizes = by_name(map.domain.parameters, report.at->sizes);
    count_value = integer(report.at->count);
  }
  const std::optional<double> ratio = report.at ? report.at->waste : report.waste.ratio;
  Json tables = Json::array();
  for (const expr::Table& table : map.tables) {
    tables.push_back(table_json(table));
  }
  Json considered = Json::array();
  for (const index_map::Considered& c : derived.considered) {
    considered.push_back({{"method", c.method}, {"cost", c.cost}, {"verdict", c.verdict}});
  }
  Json document = {{"schema_version", 1},
                   {"domain", map.domain.text},
                   {"summary", map.domain.summary},
                   {"parameters", names(map.domain.parameters)},
                   {"dimensions", map.domain.dimensions},
                   {"sizes", sizes},
                   {"count", count_text(derived)},
                   {"count_value", count_value},
                   {"count_function", expr::to_text(map.count)},
                   {"unrank", expr::to_text(map.unrank)},
                   {"rank", expr::to_text(map.rank)},
                   {"contains", expr::to_text(map.contains)},
                   {"successor", expr::to_text(map.successor)},
                   {"tables", tables},
                   {"complexity", map.complexity},
                   {"method", map.method},
                   {"formulas", derived.formulas},
                   {"considered", considered},
                   {"waste_ratio", ratio ? Json(*ratio) : Json(nullptr)},
                   {"waste_ratio_limit", report.waste.ratio ? Json(*report.waste.ratio) : Json(nullptr)},
                   {"waste_ratio_text", report.waste.text},
                   {"certificate", summary_json(report.certified->certificate)}};
  if (report.inferred != nullptr) {
    document["inferred"] = to_json(*report.inferred);
  }
  return document;
}

} // namespace mapwright::report
