#include "index_map/telescoping/check_small.hpp"

#include "expr/evaluate.hpp"
#include "index_map/agree.hpp"

#include <algorithm>
#include <functional>
#include <optional>

namespace mapwright::index_map {

namespace {

/// The points at one size by trying the whole box; nothing when the box is large or the set uses other coordinates.
std::optional<Enumerated> enumerate_small(const TelescopingPlan& plan, const std::vector<Int>& parameters) {
  constexpr Int largest_box = 3000;
  const std::size_t visible = plan.scan.size();
  expr::Environment environment;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    environment.bind(plan.parameters[i], parameters[i]);
  }
  Enumerated out;
  out.parameters = parameters;
  domain::Point low;
  domain::Point high;
  Int volume = 1;
  for (std::size_t k = 0; k < visible; ++k) {
    const auto least = evaluate(plan.levels[k].box_low, environment);
    const auto greatest = evaluate(plan.levels[k].box_high, environment);
    if (!least || !greatest) {
      return std::nullopt;
    }
    low.push_back(*least);
    high.push_back(*greatest);
    volume = *greatest < *least || volume > largest_box ? volume : volume * (*greatest - *least + 1);
  }
  if (volume > largest_box) {
    return std::nullopt;
  }
  const std::size_t base = environment.size();
  std::function<void(std::size_t)> visit = [&](std::size_t k) {
    if (k < visible) {
      for (Int x = low[k]; x <= high[k]; ++x) {
        environment.bind(plan.scan[k], x);
        visit(k + 1);
        environment.truncate(base + k);
      }
      return;
    }
    domain::Point point;
    expr::Environment at_point;
    for (std::size_t p = 0; p < parameters.size(); ++p) {
      at_point.bind(plan.parameters[p], parameters[p]);
    }
    for (std::size_t d = 0; d < plan.dimensions.size(); ++d) {
      point.push_back(evaluate(plan.point_of_scan[d], environment).value_or(0));
      at_point.bind(Symbol(plan.dimensions[d]), point.back());
    }
    const auto member = evaluate(plan.contains, at_point);
    if (!member || *member == 0) {
      return;
    }
    for (std::size_t scan = 0; scan < visible; ++scan) { // another scan point may lead to the same place
      if (evaluate(plan.scan_of_point[scan], at_point).value_or(0) != *environment.find(plan.scan[scan])) {
        return;
      }
    }
    out.points.push_back(std::move(point));
  };
  visit(0);
  for (std::size_t d = 0; d < plan.dimensions.size(); ++d) {
    Int least = 0;
    Int greatest = -1;
    for (const domain::Point& point : out.points) {
      least = greatest < least ? point[d] : std::min(least, point[d]);
      greatest = greatest < least ? point[d] : std::max(greatest, point[d]);
    }
    out.low.push_back(least);
    out.high.push_back(greatest);
  }
  return out;
}

} // namespace

SmallSizes compare_small_sizes(const TelescopingPlan& plan, const domain::Map& map) {
  constexpr Int greatest = 5;
  constexpr std::size_t most_sizes = 40;
  SmallSizes out;
  for (const auto& size : small_sizes(plan.parameters.size(), greatest)) {
    if (out.sizes == most_sizes || !out.disagreement.empty()) {
      break;
    }
    if (auto expected = enumerate_small(plan, size)) {
      out.disagreement = first_disagreement(map, *expected, {});
      ++out.sizes;
    }
  }
  return out;
}

} // namespace mapwright::index_map
