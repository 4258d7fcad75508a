// The checker of ragged maps.
#include "expr/evaluate.hpp"
#include "index_map/table/ragged_plan.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

/// The points of an inner domain of one size, listed through its proved map; nothing when a call faults.
std::optional<std::vector<Point>> inner_points(const domain::Map& inner, Int size) {
  const auto count = call(inner.count, std::vector<Int>{size}, {}, inner.tables);
  if (!count || count->front() > 5000) {
    return std::nullopt;
  }
  std::vector<Point> points;
  for (Int w = 0; w < count->front(); ++w) {
    auto point = call(inner.unrank, std::vector<Int>{size}, std::vector<Int>{w}, inner.tables);
    if (!point) {
      return std::nullopt;
    }
    points.push_back(std::move(*point));
  }
  return points;
}

/// The rows of a batch one after the other, with the box around them. `sized`: the domain has their number as its size.
std::optional<Enumerated> enumerate(const domain::Map& inner, const std::vector<std::int64_t>& offsets, bool sized) {
  Enumerated all;
  if (sized) {
    all.parameters = {static_cast<Int>(offsets.size()) - 1};
  }
  for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
    const auto row = inner_points(inner, offsets[b + 1] - offsets[b]);
    if (!row) {
      return std::nullopt;
    }
    for (Point p : *row) {
      p.insert(p.begin(), static_cast<Int>(b));
      all.low = all.points.empty() ? p : all.low;
      all.high = all.points.empty() ? p : all.high;
      for (std::size_t d = 0; d < p.size(); ++d) {
        all.low[d] = std::min(all.low[d], p[d]);
        all.high[d] = std::max(all.high[d], p[d]);
      }
      all.points.push_back(std::move(p));
    }
  }
  return all;
}

/// Offsets of all batches of at most three rows of lengths 0 to `longest`; the first offset is 0 or 3.
std::vector<std::vector<std::int64_t>> small_batches(std::int64_t longest) {
  std::vector<std::vector<std::int64_t>> all{{0}, {3}};
  for (std::size_t at = 0; at < all.size(); ++at) {
    if (all[at].size() < 4) {
      for (std::int64_t length = 0; length <= longest; ++length) {
        auto longer = all[at];
        longer.push_back(longer.back() + length);
        all.push_back(std::move(longer));
      }
    }
  }
  return all;
}

/// The map's tables for a batch: offsets, starts by the inner count, those of the inner map.
std::vector<expr::Table> tables_of(const domain::Map& map, const domain::Map& inner, const RaggedPlan& plan,
                                   const std::vector<std::int64_t>& offsets) {
  std::vector<expr::Table> tables = map.tables;
  if (plan.fixed) {
    return tables;
  }
  tables[0].values = offsets;
  if (!plan.direct) {
    tables[1].values = {0};
    for (std::size_t b = 0; b + 1 < offsets.size(); ++b) {
      const auto count = call(inner.count, std::vector<Int>{offsets[b + 1] - offsets[b]}, {}, inner.tables);
      tables[1].values.push_back(tables[1].values.back() + (count ? static_cast<std::int64_t>(count->front()) : 0));
    }
  }
  return tables;
}

/// Fixed rows: those of the domain, offsets do not decrease, and starts are the running sums of the inner counts.
Fact fixed_rows(const RaggedPlan& plan, const domain::Map& inner, const std::vector<std::int64_t>& of_domain) {
  bool good = (of_domain.empty() || (plan.fixed && plan.offsets == of_domain)) &&
              plan.starts.size() == (plan.direct ? 0 : plan.offsets.size()) && (plan.direct || plan.starts[0] == 0);
  for (std::size_t b = 0; good && b + 1 < plan.offsets.size(); ++b) {
    const Int length = static_cast<Int>(plan.offsets[b + 1]) - plan.offsets[b];
    good = length >= 0 && length <= plan.largest_row;
    if (good && !plan.direct) {
      const auto count = call(inner.count, std::vector<Int>{length}, {}, inner.tables);
      good = count && static_cast<Int>(plan.starts[b + 1]) == plan.starts[b] + count->front();
    }
  }
  return {"fixed rows", good, "lengths within their bound, starts are running sums of the inner counts"};
}

} // namespace

CheckReport check_ragged(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner) {
  const auto plan = ragged_plan_of(proof);
  CheckReport report;
  const auto add = [&](std::string name, bool holds, std::string detail) {
    report.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  };
  if (!add("well-formed proof", plan.has_value() && proof.contains("inner"), plan ? "" : plan.error().message) ||
      !add("domain", is_ragged(map.domain), "rows of an inner domain of one parameter")) {
    return report;
  }
  const auto inner = inner_from_json(proof.at("inner"), *std::get<domain::RaggedShape>(map.domain.shape).inner);
  if (!add("inner functions", inner.has_value(), inner ? "read from their text" : inner.error().message)) {
    return report;
  }
  report.facts.push_back(inner_fact(*inner, check_inner));
  const std::string against = against_inner(inner->map);
  add("inner trip counts", against.empty(), against.empty() ? "no loop depends on the row" : against);
  if (plan->direct) {
    add("count of a row", counts_its_size(inner->map), "C(n) = n, so offsets serve as starts");
  }
  const auto& of_domain = std::get<domain::RaggedShape>(map.domain.shape).fixed;
  if (plan->fixed || !of_domain.empty()) {
    report.facts.push_back(fixed_rows(*plan, inner->map, of_domain));
  }
  if (!report.proved()) {
    return report;
  }
  compare_assembly(map, assemble_ragged(*plan, inner->map, map.domain), report.facts);
  if (!report.proved()) {
    return report;
  }
  std::size_t compared = 0;
  for (const auto& offsets : plan->fixed ? std::vector<std::vector<std::int64_t>>{plan->offsets}
                                         : small_batches(std::min<std::int64_t>(plan->largest_row, 4))) {
    const auto expected = enumerate(inner->map, offsets, !map.domain.parameters.empty());
    if (!expected || expected->points.size() > 20'000) {
      continue;
    }
    const auto tables = tables_of(map, inner->map, *plan, offsets);
    const std::string difference = first_disagreement(map, *expected, tables, 4000);
    if (!difference.empty()) {
      add("all indices of small batches", false, difference);
      return report;
    }
    ++compared;
  }
  add("all indices of small batches", compared > 0 || plan->fixed,
      std::to_string(compared) + " batches, every index both directions");
  return report;
}

} // namespace mapwright::index_map
