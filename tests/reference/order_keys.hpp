// Points sorted by the keys of domain/order.hpp, worked out from the points alone. For tests only.
#pragma once

#include "domain/order.hpp"
#include "reference/curve_keys.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace mapwright::reference {

/// The key of a point among `points`, of which `rows` holds the number by first coordinate.
inline std::vector<expr::Int> order_key(const domain::OrderRequest& request, const domain::Point& point,
                                        const std::map<expr::Int, expr::Int>& rows) {
  const auto down = [](expr::Int value, expr::Int by) { return (value - ((value % by) + by) % by) / by; };
  std::vector<expr::Int> key;
  switch (request.order) {
  case domain::Order::wavefront: {
    expr::Int sum = 0;
    for (const expr::Int x : point) {
      sum += x;
    }
    key = {sum};
    break;
  }
  case domain::Order::longest_first:
    key = {-rows.at(point[0])};
    break;
  case domain::Order::fold:
    key = {std::min(point[0] - rows.begin()->first, rows.rbegin()->first - point[0])};
    break;
  case domain::Order::tile_grouped:
    key = {down(point[0], request.tile_rows * request.group),
           down(point.size() > 1 ? point[1] : 0, request.tile_columns), down(point[0], request.tile_rows)};
    break;
  default:
    break;
  }
  key.insert(key.end(), point.begin(), point.end());
  return key;
}

/// All points of a domain at one size, in an order.
inline std::vector<domain::Point> sorted_in_order(const domain::OrderRequest& request,
                                                  std::vector<domain::Point> points) {
  if (request.order == domain::Order::morton || request.order == domain::Order::hilbert) {
    return sorted_along(request.order == domain::Order::morton ? domain::Curve::morton : domain::Curve::hilbert,
                        std::move(points));
  }
  std::map<expr::Int, expr::Int> rows;
  for (const domain::Point& p : points) {
    ++rows[p[0]];
  }
  std::vector<std::pair<std::vector<expr::Int>, domain::Point>> keyed;
  for (domain::Point& p : points) {
    keyed.emplace_back(order_key(request, p, rows), std::move(p));
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<domain::Point> sorted;
  for (auto& [key, point] : keyed) {
    sorted.push_back(std::move(point));
  }
  return sorted;
}

} // namespace mapwright::reference
