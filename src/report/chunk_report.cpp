#include "report/chunk_report.hpp"

#include "report/text_table.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::report {

using expr::Int;
using index_map::chunk::Cuts;

namespace {

struct ChunkRow {
  Int begin = 0;
  Int count = 0;
  Int weight = 0;
};

std::vector<ChunkRow> chunk_rows(const Cuts& cuts) {
  std::vector<ChunkRow> rows;
  for (std::size_t c = 0; c + 1 < cuts.at.size(); ++c) {
    rows.push_back({cuts.at[c].index, cuts.at[c + 1].index - cuts.at[c].index,
                    (cuts.at[c + 1].before - cuts.at[c].before) / cuts.divisor});
  }
  return rows;
}

Int total_weight(const Cuts& cuts) {
  return cuts.at.back().before / cuts.divisor;
}

} // namespace

Result<ChunkReport> make_chunk_report(const domain::Domain& domain, const MapAt& at, std::string weight,
                                      std::string method, Cuts cuts) {
  ChunkReport report{&domain, at.sizes(), std::move(weight), std::move(method), std::move(cuts), {}};
  for (const ChunkRow& row : chunk_rows(report.cuts)) {
    if (row.count == 0) {
      report.first.emplace_back();
      continue;
    }
    auto point = at.unrank(row.begin);
    if (!point) {
      return forward(point);
    }
    report.first.push_back(std::move(*point));
  }
  return report;
}

double imbalance(const Cuts& cuts) {
  Int heaviest = 0;
  for (const ChunkRow& row : chunk_rows(cuts)) {
    heaviest = std::max(heaviest, row.weight);
  }
  const Int total = total_weight(cuts);
  const auto chunks = static_cast<Int>(cuts.at.size()) - 1;
  const Int mean = total / chunks; // and rest / chunks more
  const Int rest = total % chunks;
  // Exact up to the last step: of huge weights the ratio alone would say 0.
  const double above = static_cast<double>(heaviest - mean) - static_cast<double>(rest) / static_cast<double>(chunks);
  return total == 0 ? 0 : above * static_cast<double>(chunks) / static_cast<double>(total);
}

std::string to_text(const ChunkReport& report) {
  const Cuts& cuts = report.cuts;
  const std::string sizes = sizes_text(report.domain->parameters, report.sizes);
  std::string text = field("domain", report.domain->text + (sizes.empty() ? "" : " at " + sizes));
  text += field("weight", report.weight);
  text += field("cuts", report.method);
  text += field("points", expr::to_string(cuts.at.back().index));
  text += field("total", expr::to_string(total_weight(cuts)));
  text += field("imbalance", fmt::format("{:.4g} %: the heaviest chunk above the mean", 100 * imbalance(cuts)));
  std::vector<std::vector<std::string>> rows;
  for (const ChunkRow& row : chunk_rows(cuts)) {
    const domain::Point& first = report.first[rows.size()];
    rows.push_back({std::to_string(rows.size()), expr::to_string(row.begin), first.empty() ? "-" : point_text(first),
                    expr::to_string(row.count), expr::to_string(row.weight)});
  }
  return text + table_text({{"chunk", true}, {"begin", true}, {"point"}, {"count", true}, {"weight", true}}, rows);
}

Json to_json(const ChunkReport& report) {
  Json chunks = Json::array();
  for (const ChunkRow& row : chunk_rows(report.cuts)) {
    const domain::Point& first = report.first[chunks.size()];
    chunks.push_back({{"begin", integer(row.begin)},
                      {"point", first.empty() ? Json(nullptr) : integers(first)},
                      {"count", integer(row.count)},
                      {"weight", integer(row.weight)}});
  }
  return {{"schema_version", 1},
          {"domain", report.domain->text},
          {"sizes", by_name(report.domain->parameters, report.sizes)},
          {"weight", report.weight},
          {"method", report.method},
          {"count", integer(report.cuts.at.back().index)},
          {"total", integer(total_weight(report.cuts))},
          {"imbalance", imbalance(report.cuts)},
          {"chunks", std::move(chunks)}};
}

} // namespace mapwright::report
