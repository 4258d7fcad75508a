// Descent around the best assignment known: every move in a fixed random order, whatever of it helps is kept.
#pragma once

#include "mapper/search/moves.hpp"

#include <cstddef>
#include <vector>

namespace mapwright::mapper {

class NeighbourWalk {
public:
  explicit NeighbourWalk(const Moves& moves) : moves_(moves) {}

  /// The next assignment beside `best`, that known to be the best at this call. Joint moves come first, each list in a
  /// random order. When no move from it has helped, two or three random steps away from it.
  Assignment next(const Assignment& best, measure::Random& random);

private:
  const Moves& moves_;
  std::vector<Move> order_;
  std::size_t at_ = 0;     ///< the next of `order_`
  std::size_t failed_ = 0; ///< moves since `from_` became the best
  Assignment from_;
};

} // namespace mapwright::mapper
