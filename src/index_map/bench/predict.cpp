#include "index_map/bench/predict.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace mapwright::index_map::bench {

using expr::Int;

namespace {

double per_thread(const Load& load) {
  return std::ceil(static_cast<double>(load.points) / static_cast<double>(load.shares.size()));
}

double widest(const Load& load) {
  double most = 1;
  for (const Share& share : load.shares) {
    most = std::max(most, static_cast<double>(share.box));
  }
  return most;
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

BenchCosts costs_of(const Times& times, const Load& full, const Load& small) {
  BenchCosts costs;
  costs.launch = times.launch;
  const auto net = [&times](Seconds time) { return std::max(0.0, (time - times.launch).count()); };
  // A body in vectors can cost less than the proof that a point was found; by how much, the smaller size tells.
  const double proof = net(times.small.box_only);
  const double share = proof > 0 ? std::min(1.0, net(times.small_box) / proof) : 1.0;
  costs.skipped = share * net(times.full.box_only) / widest(full);
  costs.map = net(times.full.map_only) / per_thread(full);
  const double dearer = (times.full.table - times.full.table_only).count() / per_thread(full) -
                        (times.small.table - times.small.table_only).count() / per_thread(small);
  // The greatest cost with which no thread takes longer than was measured.
  const double small_skipped = share * proof / widest(small);
  double useful = std::numeric_limits<double>::infinity();
  for (const Share& part : small.shares) {
    if (part.points > 0) {
      const double left = net(times.small_box) - small_skipped * static_cast<double>(part.box);
      useful = std::min(useful, left / static_cast<double>(part.points));
    }
  }
  costs.useful_in_box = std::max(0.0, useful + dearer);
  costs.useful_in_map = std::max(0.0, (times.small_map - times.small.map_only).count() / per_thread(small) + dearer);
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
