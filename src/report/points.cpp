#include "report/points.hpp"

#include "report/text_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

namespace {

std::vector<Column> columns_of(const domain::Domain& domain) {
  std::vector<Column> columns{{"index", true}};
  for (const std::string& dimension : domain.dimensions) {
    columns.push_back({dimension, true});
  }
  return columns;
}

std::vector<std::string> row_of(std::string index, const domain::Point& point) {
  std::vector<std::string> row{std::move(index)};
  for (const expr::Int coordinate : point) {
    row.push_back(expr::to_string(coordinate));
  }
  return row;
}

Json head(const domain::Domain& domain, std::span<const expr::Int> sizes, expr::Int count) {
  return {{"schema_version", 1},
          {"domain", domain.text},
          {"sizes", by_name(domain.parameters, sizes)},
          {"dimensions", domain.dimensions},
          {"count", integer(count)}};
}

void append_row(std::string& text, const std::string& index, const domain::Point& point) {
  text += index;
  for (const expr::Int coordinate : point) {
    text += ',';
    text += expr::to_string(coordinate);
  }
  text += '\n';
}

} // namespace

std::string csv_header(const std::vector<std::string>& dimensions) {
  return fmt::format("index,{}\n", fmt::join(dimensions, ","));
}

void append_csv(std::string& text, expr::Int index, const domain::Point& point) {
  append_row(text, expr::to_string(index), point);
}

std::string to_text(const Points& points, const domain::Domain& domain) {
  if (points.points.empty()) {
    return fmt::format("no points: the domain has {}\n", expr::to_string(points.count));
  }
  std::vector<std::vector<std::string>> rows;
  expr::Int index = points.from;
  for (const domain::Point& point : points.points) {
    rows.push_back(row_of(expr::to_string(index++), point));
  }
  return table_text(columns_of(domain), rows);
}

Json to_json(const Points& points, const domain::Domain& domain, std::span<const expr::Int> sizes) {
  Json document = head(domain, sizes, points.count);
  document["from"] = integer(points.from);
  Json rows = Json::array();
  for (const domain::Point& point : points.points) {
    rows.push_back(integers(point));
  }
  document["points"] = std::move(rows);
  return document;
}

std::string to_csv(const std::vector<Ranked>& ranked, const std::vector<std::string>& dimensions) {
  std::string text = csv_header(dimensions);
  for (const Ranked& r : ranked) {
    append_row(text, r.index ? expr::to_string(*r.index) : "", r.point);
  }
  return text;
}

std::string to_text(const std::vector<Ranked>& ranked, const domain::Domain& domain) {
  if (ranked.size() == 1) {
    return ranked[0].index ? expr::to_string(*ranked[0].index) + "\n" : "";
  }
  std::vector<std::vector<std::string>> rows;
  for (const Ranked& r : ranked) {
    rows.push_back(row_of(r.index ? expr::to_string(*r.index) : "-", r.point));
  }
  return table_text(columns_of(domain), rows);
}

Json to_json(const std::vector<Ranked>& ranked, expr::Int count, const domain::Domain& domain,
             std::span<const expr::Int> sizes) {
  Json document = head(domain, sizes, count);
  Json rows = Json::array();
  for (const Ranked& r : ranked) {
    rows.push_back({{"point", integers(r.point)},
                    {"member", r.index.has_value()},
                    {"index", r.index ? integer(*r.index) : Json(nullptr)}});
  }
  document["results"] = std::move(rows);
  return document;
}

} // namespace mapwright::report
