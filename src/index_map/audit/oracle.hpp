// What a domain has at any index of one size, by its proved map; and where its rows begin and end.
#pragma once

#include "domain/map.hpp"
#include "expr/evaluate.hpp"
#include "index_map/candidate/sizes.hpp"
#include "index_map/columns.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::index_map::audit {

using candidate::SizedDomain;
using expr::Int;

/// columns[d][k]: coordinate d of point k.
using Columns = std::vector<std::vector<std::int64_t>>;

/// `map` is proved, reads no run-time table, and must outlive this.
class Oracle {
public:
  Oracle(const domain::Map& map, SizedDomain sized);

  [[nodiscard]] const domain::Map& map() const { return *map_; }
  [[nodiscard]] const SizedDomain& sized() const { return sized_; }
  [[nodiscard]] std::int64_t last() const { return static_cast<std::int64_t>(sized_.count) - 1; }

  /// The points of these indices, each below the count.
  [[nodiscard]] Columns points(std::span<const std::int64_t> indices) const;
  [[nodiscard]] std::vector<Int> point(std::int64_t index) const;
  /// The index of a point; nothing when it is not in the domain.
  [[nodiscard]] std::optional<std::int64_t> rank(std::span<const Int> point) const;

  /// Whether points with a smaller first coordinate come first, so that the domain has rows.
  [[nodiscard]] bool has_rows() const { return rows_; }
  /// For each value the first index whose first coordinate is at least that, or the count.
  [[nodiscard]] std::vector<std::int64_t> row_starts(std::span<const std::int64_t> rows) const;
  /// The first and the last index of the rows (at each depth) in which these indices lie.
  [[nodiscard]] std::vector<std::int64_t> row_ends(std::span<const std::int64_t> indices) const;

private:
  const domain::Map* map_;
  SizedDomain sized_;
  std::vector<Int> size_;
  std::shared_ptr<const ColumnFunction> unrank_;
  bool rows_ = false;
};

} // namespace mapwright::index_map::audit
