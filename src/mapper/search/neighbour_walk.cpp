#include "mapper/search/neighbour_walk.hpp"

#include <span>
#include <utility>

namespace mapwright::mapper {

namespace {

constexpr std::uint64_t least_steps_away = 2;
constexpr std::uint64_t more_steps_away = 5;

} // namespace

void NeighbourWalk::start(Assignment assignment, double cost) {
  at_ = std::move(assignment);
  cost_ = cost;
  failed_ = 0;
  arriving_ = false;
}

void NeighbourWalk::order_moves(measure::Random& random) {
  order_ = moves_.joint();
  random.shuffle(std::span(order_));
  std::vector<Move> single = moves_.single();
  random.shuffle(std::span(single));
  order_.insert(order_.end(), single.begin(), single.end());
}

Assignment NeighbourWalk::new_start(const Assignment& best, measure::Random& random) {
  if (!starts_.empty()) {
    Assignment next = std::move(starts_.front());
    starts_.pop_front();
    return next;
  }
  if (random.below(4) == 0) {
    return space_.draw(random);
  }
  Assignment next = best;
  for (std::uint64_t steps = least_steps_away + random.below(more_steps_away); steps > 0; --steps) {
    next = moves_.random_step(next, random);
  }
  return next;
}

Assignment NeighbourWalk::next(const Assignment& best, measure::Random& random) {
  if (order_.empty()) {
    order_moves(random);
  }
  while (!arriving_ && failed_ < order_.size()) {
    const Move& move = order_[next_move_];
    next_move_ = (next_move_ + 1) % order_.size();
    ++failed_;
    Assignment next = moves_.apply(at_, move);
    if (next != at_) {
      return next;
    }
  }
  arriving_ = true;
  return new_start(best, random);
}

void NeighbourWalk::judge(const Assignment& assignment, double cost) {
  if (arriving_ || cost < cost_) {
    start(assignment, cost);
  } else if (cost == cost_) {
    at_ = assignment; // along a plateau, but no sign that moves help
  }
}

} // namespace mapwright::mapper
