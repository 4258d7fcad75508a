#include "index_map/chunk/cuts.hpp"

#include "expr/text.hpp"

#include <fmt/format.h>

namespace mapwright::index_map::chunk {

namespace {

Result<std::vector<Int>> called(const expr::Function& f, std::span<const Int> sizes, std::span<const Int> arguments,
                                expr::Tables tables) {
  auto values = expr::call(f, sizes, arguments, tables);
  if (!values) {
    return fail(ErrorKind::input,
                fmt::format("{} cannot be evaluated at this size: {}", f.name, expr::describe(values.error())));
  }
  return *values;
}

/// The point of the domain with these scan coordinates.
Result<std::vector<Int>> point_of(const domain::Domain& domain, std::span<const Int> sizes, std::span<const Int> scan) {
  const auto& shape = std::get<domain::AffineShape>(domain.shape);
  if (shape.point_of_scan.empty()) {
    return std::vector<Int>(scan.begin(), scan.end());
  }
  expr::Function f;
  f.name = "the point of a scan";
  f.parameters = domain.parameters;
  f.arguments = shape.scan;
  f.results = shape.point_of_scan;
  return called(f, sizes, scan, {});
}

} // namespace

Int part(Int total, Int c, Int chunks) {
  return total / chunks * c + total % chunks * c / chunks;
}

Cuts cut_evenly(Int count, Int chunks) {
  Cuts cuts;
  for (Int c = 0; c <= chunks; ++c) {
    const Int index = part(count, c, chunks);
    cuts.at.push_back({index, index});
  }
  return cuts;
}

Result<Cuts> cut_by_costs(const Derived& map, const Costs& costs, std::span<const Int> sizes, Int chunks) {
  const domain::Map& units = costs.certified.derived.map;
  const auto count = called(map.map.count, sizes, {}, map.map.tables);
  if (!count) {
    return forward(count);
  }
  const auto total = called(units.count, sizes, {}, units.tables);
  if (!total) {
    return forward(total);
  }
  if (total->front() == 0) {
    Cuts even = cut_evenly(count->front(), chunks);
    for (Cut& cut : even.at) {
      cut.before = 0;
    }
    return even;
  }
  Cuts cuts;
  cuts.divisor = costs.sum.divisor;
  cuts.at.push_back({0, 0});
  for (Int c = 1; c < chunks; ++c) {
    const Int unit = part(total->front(), c, chunks);
    const auto point = called(units.unrank, sizes, std::span<const Int>(&unit, 1), units.tables);
    if (!point) {
      return forward(point);
    }
    const auto inside = within(costs, sizes, *point);
    if (!inside) {
      return forward(inside);
    }
    const auto at = point_of(map.map.domain, sizes, std::span<const Int>(*point).first(costs.scan));
    if (!at) {
      return forward(at);
    }
    const auto index = called(map.map.rank, sizes, *at, map.map.tables);
    if (!index) {
      return forward(index);
    }
    cuts.at.push_back({index->front(), unit - *inside});
  }
  cuts.at.push_back({count->front(), total->front()});
  return cuts;
}

} // namespace mapwright::index_map::chunk
