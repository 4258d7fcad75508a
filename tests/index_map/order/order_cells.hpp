// The cells of the support matrix of docs/orders.md: domains by orders, each a proved map or a refusal.
#pragma once

#include "domain/order.hpp"
#include "domain/parse.hpp"
#include "index_map/certificate.hpp"
#include "index_map/derive.hpp"
#include "index_map/order/order.hpp"
#include "reference/domain_points.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::test {

/// A domain of the matrix and sizes small enough to compare every point; none given: those the catalogue lists.
struct OrderRow {
  std::string text;
  std::vector<std::vector<expr::Int>> sizes{};
  std::vector<std::int64_t> row_lengths{}; ///< of ragged domains: the lengths of their rows
};

inline const std::vector<OrderRow>& order_rows() {
  static const std::vector<OrderRow> rows{
      {"[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", {{0, 3}, {1, 1}, {5, 4}, {8, 7}, {3, 13}}},
      {"triangle", {{0}, {1}, {2}, {5}, {8}, {13}}},
      {"triangle-strict", {{0}, {1}, {2}, {7}, {12}}},
      {"triangle-fold", {{0}, {1}, {6}, {9}}},
      {"triangle-halving", {{0}, {1}, {3}}},
      {"trapezoid", {{4, 7, 2}, {7, 4, 2}, {5, 5, -2}, {9, 2, -4}}},
      {"band(a=2,b=1)", {{0}, {1}, {4}, {11}}},
      {"tetrahedron", {{0}, {1}, {5}}},
      {"eri", {{0}, {1}, {3}}},
      {"ragged-causal", {{4}}, {3, 0, 5, 1}},
      {"disk", {}},
      {"hexagon", {{0}, {1}, {3}}},
      {"harmonics", {}},
      {"cantor-set", {{0}, {1}, {3}}},
      {"gasket", {{0}, {1}, {3}}},
      {"graph-directed", {{0}, {1}, {3}}},
      {"carpet", {{0}, {1}}},
      {"sierpinski-tetrahedron", {{0}, {1}, {2}}},
      {"union(triangle, band(a=0,b=2))", {{0}, {1}, {4}, {9}}},
      {"ordered(triangle, j, i)", {{0}, {1}, {4}, {9}}},
  };
  return rows;
}

/// The orders of the matrix, with groups small enough for several at small sizes.
inline std::vector<domain::OrderRequest> order_columns() {
  std::vector<domain::OrderRequest> columns;
  for (const std::string_view name : domain::order_names()) {
    columns.push_back(*domain::parse_order(name == "tile-grouped" ? "tile-grouped:1x1,2" : name));
  }
  return columns;
}

} // namespace mapwright::test
