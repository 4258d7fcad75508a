#include "mapper/elaborate/usual_spread.hpp"

namespace mapwright::mapper {

std::vector<space::ProcessorPoint> usual_spread(const Rectangle& domain, std::uint32_t nodes,
                                                std::uint32_t processors) {
  std::vector<std::int64_t> extents;
  for (std::size_t d = 0; d < domain.axes; ++d) {
    extents.push_back(domain.extent(d));
  }
  const space::Factors grid = space::greedy_factors(nodes, extents).value();
  std::vector<std::int64_t> turns(nodes);
  std::vector<space::ProcessorPoint> points;
  points.reserve(domain.volume());
  for (std::uint64_t number = 0; number < domain.volume(); ++number) {
    const Coordinates point = domain.point_at(number);
    std::int64_t node = 0;
    for (std::size_t d = domain.axes; d-- > 0;) {
      node = node * grid[d] + (point[d] - domain.low[d]) * grid[d] / domain.extent(d);
    }
    std::int64_t& turn = turns[static_cast<std::size_t>(node)];
    points.push_back({node, turn++ % processors});
  }
  return points;
}

} // namespace mapwright::mapper
