#include "index_map/audit/oracle.hpp"

#include "index_map/scan_order.hpp"

#include <algorithm>
#include <stdexcept>

namespace mapwright::index_map::audit {

namespace {

/// For each k the least index in (low[k], high[k]] at which `reached` holds, which must hold at high[k]. `reached`
/// gets the points of one index per k.
template <class Reached>
std::vector<std::int64_t> least(const Oracle& oracle, std::vector<std::int64_t> low, std::vector<std::int64_t> high,
                                const Reached& reached) {
  std::vector<std::int64_t> middle(low.size());
  for (bool moving = !low.empty(); moving;) {
    moving = false;
    for (std::size_t k = 0; k < low.size(); ++k) {
      middle[k] = high[k] - low[k] > 1 ? low[k] + (high[k] - low[k]) / 2 : std::min(high[k], oracle.last());
    }
    const Columns points = oracle.points(middle);
    for (std::size_t k = 0; k < low.size(); ++k) {
      if (high[k] - low[k] > 1) {
        (reached(points, k) ? high[k] : low[k]) = middle[k];
        moving = true;
      }
    }
  }
  return high;
}

/// Compares the first `prefix` coordinates of point k of two lists.
int compare(const Columns& a, const Columns& b, std::size_t k, std::size_t prefix) {
  for (std::size_t d = 0; d < prefix; ++d) {
    if (a[d][k] != b[d][k]) {
      return a[d][k] < b[d][k] ? -1 : 1;
    }
  }
  return 0;
}

} // namespace

Oracle::Oracle(const domain::Map& map, SizedDomain sized)
    : map_(&map), sized_(std::move(sized)), size_(sized_.size.begin(), sized_.size.end()),
      unrank_(std::make_shared<const ColumnFunction>(
          map.unrank, size_, std::vector<expr::Interval>{{0, std::max<Int>(0, static_cast<Int>(sized_.count) - 1)}},
          map.tables)),
      rows_(map.domain.dimensions.size() > 1 && by_first_coordinate(map.domain)) {}

Columns Oracle::points(std::span<const std::int64_t> indices) const {
  Columns columns(map_->domain.dimensions.size(), std::vector<std::int64_t>(indices.size()));
  std::vector<std::int64_t*> results;
  for (auto& column : columns) {
    results.push_back(column.data());
  }
  const std::int64_t* const argument = indices.data();
  if (unrank_->run(std::span(&argument, 1), indices.size(), results)) {
    throw std::logic_error("a proved map stops inside its domain");
  }
  return columns;
}

std::vector<Int> Oracle::point(std::int64_t index) const {
  std::vector<Int> point;
  for (const auto& column : points(std::span(&index, 1))) {
    point.emplace_back(column[0]);
  }
  return point;
}

std::optional<std::int64_t> Oracle::rank(std::span<const Int> point) const {
  const auto member = expr::call(map_->contains, size_, point, map_->tables);
  if (!member || (*member)[0] == 0) {
    return std::nullopt;
  }
  const auto index = expr::call(map_->rank, size_, point, map_->tables);
  return index ? std::optional(static_cast<std::int64_t>((*index)[0])) : std::nullopt;
}

std::vector<std::int64_t> Oracle::row_starts(std::span<const std::int64_t> rows) const {
  return least(*this, std::vector<std::int64_t>(rows.size(), -1), std::vector<std::int64_t>(rows.size(), last() + 1),
               [&](const Columns& points, std::size_t k) { return points[0][k] >= rows[k]; });
}

std::vector<std::int64_t> Oracle::row_ends(std::span<const std::int64_t> indices) const {
  std::vector<std::int64_t> ends;
  const Columns at = points(indices);
  const std::vector<std::int64_t> here(indices.begin(), indices.end());
  for (std::size_t prefix = 1; prefix < map_->domain.dimensions.size(); ++prefix) {
    const auto first = least(*this, std::vector<std::int64_t>(here.size(), -1), here,
                             [&](const Columns& points, std::size_t k) { return compare(points, at, k, prefix) >= 0; });
    auto next = least(*this, here, std::vector<std::int64_t>(here.size(), last() + 1),
                      [&](const Columns& points, std::size_t k) { return compare(points, at, k, prefix) > 0; });
    for (std::int64_t& index : next) {
      --index;
    }
    ends.insert(ends.end(), first.begin(), first.end());
    ends.insert(ends.end(), next.begin(), next.end());
  }
  return ends;
}

} // namespace mapwright::index_map::audit
