#include "index_map/bench/predict.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::index_map::bench {

using expr::Int;

namespace {

double per_thread(const Load& load) {
  return std::ceil(static_cast<double>(load.points) / static_cast<double>(load.shares.size()));
}

double work_of(const BenchCosts& costs, const Share& share) {
  return costs.skipped * static_cast<double>(share.box) + costs.useful_in_box * static_cast<double>(share.points);
}

double slowest(const BenchCosts& costs, const Load& load) {
  double most = 0;
  for (const Share& share : load.shares) {
    most = std::max(most, work_of(costs, share));
  }
  return most;
}

} // namespace

Result<Load> load_of(const Instance& instance, std::optional<unsigned> threads) {
  if (!threads || *threads == 1) {
    return Load{{{instance.box, instance.points}}, instance.points};
  }
  auto shares = shares_of_box(instance, *threads);
  return shares ? Result<Load>(Load{std::move(*shares), instance.points}) : forward(shares);
}

BenchCosts costs_of(const Times& times, const Load& load) {
  BenchCosts costs;
  costs.launch = times.launch;
  double widest = 1;
  for (const Share& share : load.shares) {
    widest = std::max(widest, static_cast<double>(share.box));
  }
  costs.skipped = std::max(0.0, (times.box_only - times.launch).count()) / widest;
  // The greatest cost with which no thread takes longer than was measured.
  double useful = std::numeric_limits<double>::infinity();
  for (const Share& share : load.shares) {
    if (share.points > 0) {
      const double left = (times.box - times.launch).count() - costs.skipped * static_cast<double>(share.box);
      useful = std::min(useful, left / static_cast<double>(share.points));
    }
  }
  costs.useful_in_box = std::max(0.0, useful);
  costs.map = std::max(0.0, (times.map_only - times.launch).count()) / per_thread(load);
  costs.useful_in_map = std::max(0.0, (times.map - times.launch).count() / per_thread(load) - costs.map);
  return costs;
}

Seconds box_time(const BenchCosts& costs, const Load& load) {
  return costs.launch + Seconds(slowest(costs, load));
}

Seconds map_time(const BenchCosts& costs, const Load& load) {
  return costs.launch + Seconds((costs.map + costs.useful_in_map) * per_thread(load));
}

double imbalance(const BenchCosts& costs, const Load& load) {
  double sum = 0;
  for (const Share& share : load.shares) {
    sum += work_of(costs, share);
  }
  return sum > 0 ? slowest(costs, load) * static_cast<double>(load.shares.size()) / sum : 1;
}

Int steps(const std::vector<Int>& sizes) {
  return sizes.empty() ? 1 : *std::max_element(sizes.begin(), sizes.end());
}

std::vector<Int> sizes_at(const domain::Domain& domain, const std::vector<Int>& sizes, Int t) {
  if (domain::has_level(domain)) {
    return {t};
  }
  std::vector<Int> smaller;
  const Int largest = steps(sizes);
  for (const Int size : sizes) {
    smaller.push_back(2 * size >= largest ? std::max<Int>(1, size * t / largest) : size);
  }
  return smaller;
}

std::optional<Int> first_win(Int last, const std::function<bool(Int)>& wins) {
  if (!wins(last)) {
    return std::nullopt;
  }
  constexpr Int each = 32;
  std::vector<Int> looks;
  for (Int t = 1; t < last; t = t < each ? t + 1 : 2 * t) {
    looks.push_back(t);
  }
  Int win = last;
  for (std::size_t i = looks.size(); i-- > 0 && wins(looks[i]);) {
    win = looks[i];
  }
  Int loss = 0;
  for (const Int look : looks) {
    loss = look < win ? look : loss;
  }
  while (win - loss > 1) {
    const Int middle = loss + (win - loss) / 2;
    (wins(middle) ? win : loss) = middle;
  }
  return win;
}

} // namespace mapwright::index_map::bench
