#include "index_map/tiles/balance.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>

namespace mapwright::index_map::tiles {

namespace {

constexpr Number most_simulated = Number{1} << 22;

double over_mean(const std::vector<Number>& loads) {
  const Number sum = std::accumulate(loads.begin(), loads.end(), Number{0});
  const Number most = *std::max_element(loads.begin(), loads.end());
  return static_cast<double>(most) * static_cast<double>(loads.size()) / static_cast<double>(sum);
}

} // namespace

std::optional<Balance> balance_of(const Schedule& schedule, Number workers) {
  if (schedule.size() > most_simulated || workers > most_simulated) {
    return std::nullopt;
  }
  const ScheduleShape& shape = schedule.shape();
  const Number pair = shape.order == Order::fold ? 2 : 1;
  std::vector<Number> fixed(static_cast<std::size_t>(workers));
  std::vector<Number> taken(static_cast<std::size_t>(workers));
  using Idle = std::pair<Number, std::size_t>; // busy until, worker
  std::priority_queue<Idle, std::vector<Idle>, std::greater<>> idle;
  for (std::size_t worker = 0; worker < taken.size(); ++worker) {
    idle.emplace(0, worker);
  }
  Number work = 0;
  for (Number position = 0; position < schedule.size(); ++position) {
    const Work at = schedule.at(position);
    const Number tiles = shape.unit == Unit::tile ? 1 : schedule.tiles(at.sequence).row(at.row).touched();
    work += tiles;
    fixed[static_cast<std::size_t>(position / pair % workers)] += tiles;
    const auto [until, worker] = idle.top();
    idle.pop();
    taken[worker] = until + tiles;
    idle.emplace(taken[worker], worker);
  }
  if (work == 0) {
    return std::nullopt;
  }
  return Balance{over_mean(fixed), over_mean(taken)};
}

} // namespace mapwright::index_map::tiles
