// The checker of maps of pairs.
#include "expr/evaluate.hpp"
#include "index_map/pairs/pairs.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::index_map {

using domain::Point;
using expr::Int;

namespace {

/// The largest integer r with |r - sqrt(square)| < 1 + r 2^-20, and the least one >= 0.
/// r (D-1)/D - 1 < sqrt(square) is decided as (r (D-1) - D)^2 < D^2 square, D = 2^20; likewise the other side.
struct Estimates {
  Int least = 0;
  Int greatest = 0;
};

constexpr Int unit = Int{1} << 20;

bool below(Int r, Int square) { // r - sqrt < 1 + r/D
  const Int left = r * (unit - 1) - unit;
  return left < 0 || left * left < unit * unit * square;
}

bool above(Int r, Int square) { // sqrt - r < 1 + r/D
  const Int right = r * (unit + 1) + unit;
  return unit * unit * square < right * right;
}

Estimates estimates(Int square, Int near) {
  Estimates e{std::max<Int>(near - 4, 0), near + 4};
  while (e.least > 0 && above(e.least - 1, square)) { // the start is far enough for every case; this makes sure
    --e.least;
  }
  while (!above(e.least, square)) {
    ++e.least;
  }
  while (below(e.greatest + 1, square)) {
    ++e.greatest;
  }
  while (!below(e.greatest, square)) {
    --e.greatest;
  }
  return e;
}

/// All answers i with radicand below 2^31: the estimates of the first and the last index of row i bound those between,
/// because a greater radicand only admits greater estimates.
Fact root_steps(const PairsPlan& plan) {
  Int down = 0;
  Int up = 0;
  for (Int i = 0; i * (i + 1) < (Int{1} << 31); ++i) {
    const Int first = i * (i + 1);
    const Int last = (i + 1) * (i + 2) - 2;
    up = std::max(up, i - std::max<Int>(estimates(first, i).least, 0));
    down = std::max(down, estimates(last, i).greatest - i);
  }
  const bool holds = plan.down >= down && plan.up >= up && plan.down <= 8 && plan.up <= 8 && plan.up >= 0;
  return {"root steps", holds,
          "31-bit radicands, every row: " + expr::to_string(down) + " down and " + expr::to_string(up) +
              " up suffice; 63-bit ones by r 2^-48 <= 0.4"};
}

/// Offsets for an inner ragged domain, of rows of 0, 2, 4, 1, 3, 0, ... entries.
std::vector<expr::Table> supplied_for(const domain::Domain& inner, Int batch) {
  const auto* ragged = std::get_if<domain::RaggedShape>(&inner.shape);
  if (ragged == nullptr) {
    return {};
  }
  expr::Table offsets{ragged->offsets, true, {0}, 0, 0, ""};
  for (Int b = 0; b < batch; ++b) {
    offsets.values.push_back(offsets.values.back() + static_cast<std::int64_t>(b * 2 % 5));
  }
  return {offsets};
}

/// All pairs of inner points at one size, from the proved inner map; nothing when a call faults or there are too many.
std::optional<Enumerated> enumerate(const domain::Map& inner, const std::vector<Int>& size,
                                    std::span<const expr::Table> tables) {
  const auto count = call(inner.count, size, {}, tables);
  if (!count || count->front() > 100) {
    return std::nullopt;
  }
  std::vector<Point> points;
  for (Int w = 0; w < count->front(); ++w) {
    auto point = call(inner.unrank, size, std::vector<Int>{w}, tables);
    if (!point) {
      return std::nullopt;
    }
    points.push_back(std::move(*point));
  }
  Enumerated all{size, {}, {}, {}};
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Point pair = points[i];
      pair.insert(pair.end(), points[j].begin(), points[j].end());
      all.low = all.points.empty() ? pair : all.low;
      all.high = all.points.empty() ? pair : all.high;
      for (std::size_t d = 0; d < pair.size(); ++d) {
        all.low[d] = std::min(all.low[d], pair[d]);
        all.high[d] = std::max(all.high[d], pair[d]);
      }
      all.points.push_back(std::move(pair));
    }
  }
  return all;
}

bool is_pairs(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::PairsShape>(&domain.shape);
  return shape != nullptr && shape->inner != nullptr && shape->inner->parameters == domain.parameters &&
         domain.dimensions.size() == 2 * shape->inner->dimensions.size();
}

void compare_small(const Derived& inner, const domain::Map& map, CheckReport& report) {
  std::size_t compared = 0;
  const std::size_t parameters = map.domain.parameters.size();
  for (const auto& size : small_sizes(parameters, parameters == 1 ? 7 : 3)) {
    const auto supplied = supplied_for(inner.map.domain, size.empty() ? 0 : size[0]);
    const auto tables = build_tables(inner, size, supplied);
    const auto expected = tables ? enumerate(inner.map, size, *tables) : std::nullopt;
    if (!expected) {
      continue; // a size the inner map does not serve, or a large one
    }
    const std::string difference = first_disagreement(map, *expected, *tables, 4000);
    if (!difference.empty()) {
      report.facts.push_back({"all pairs of small sizes", false, difference});
      return;
    }
    ++compared;
  }
  report.facts.push_back({"all pairs of small sizes", true,
                          std::to_string(compared) + " sizes of at most 100 inner points, both directions"});
}

} // namespace

CheckReport check_pairs(const nlohmann::json& proof, const domain::Map& map, const CheckInner& check_inner) {
  CheckReport report;
  const auto add = [&](std::string name, bool holds, std::string detail) {
    report.facts.push_back({std::move(name), holds, std::move(detail)});
    return holds;
  };
  PairsPlan plan;
  std::string malformed;
  try {
    proof.at("down").get_to(plan.down);
    proof.at("up").get_to(plan.up);
    malformed = proof.contains("inner") ? "" : "the inner map is missing";
  } catch (const nlohmann::json::exception& e) {
    malformed = e.what();
  }
  if (!add("well-formed proof", malformed.empty(), malformed) ||
      !add("domain", is_pairs(map.domain), "pairs of points of an inner domain")) {
    return report;
  }
  const auto inner = inner_from_json(proof.at("inner"), *std::get<domain::PairsShape>(map.domain.shape).inner);
  if (!add("inner functions", inner.has_value(), inner ? "read from their text" : inner.error().message)) {
    return report;
  }
  report.facts.push_back(inner_fact(*inner, check_inner));
  report.facts.push_back(root_steps(plan));
  if (!report.proved()) {
    return report;
  }
  compare_assembly(map, assemble_pairs(inner->map, map.domain, plan), report.facts);
  if (report.proved()) {
    compare_small(*inner, map, report);
  }
  return report;
}

} // namespace mapwright::index_map
