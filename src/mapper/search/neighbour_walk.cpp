#include "mapper/search/neighbour_walk.hpp"

#include <span>

namespace mapwright::mapper {

Assignment NeighbourWalk::next(const Assignment& best, measure::Random& random) {
  if (order_.empty()) {
    order_ = moves_.joint();
    random.shuffle(std::span(order_));
    std::vector<Move> single = moves_.single();
    random.shuffle(std::span(single));
    order_.insert(order_.end(), single.begin(), single.end());
  }
  if (best != from_) {
    from_ = best;
    failed_ = 0;
  }
  while (failed_ < order_.size()) {
    const Move& move = order_[at_];
    at_ = (at_ + 1) % order_.size();
    ++failed_;
    Assignment next = moves_.apply(best, move);
    if (next != best) {
      return next;
    }
  }
  Assignment next = best;
  for (std::uint64_t steps = 2 + random.below(2); steps > 0; --steps) {
    next = moves_.random_step(next, random);
  }
  return next;
}

} // namespace mapwright::mapper
