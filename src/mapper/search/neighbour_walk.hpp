// Descent by moves, again and again from places near the best assignment known or from anywhere.
#pragma once

#include "mapper/search/moves.hpp"

#include <cstddef>
#include <deque>
#include <limits>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Goes from where it stands to whatever is better, trying the moves in a fixed random order, joint ones first. Where
/// no move helps it begins anew: three times of four a few random steps from the best known, otherwise at a random
/// place.
class NeighbourWalk {
public:
  /// Both must outlive the object.
  NeighbourWalk(const DecisionSpace& space, const Moves& moves) : space_(space), moves_(moves) {}

  /// To begin at when nothing near helps any more; those added first go first.
  void add_start(Assignment assignment) { starts_.push_back(std::move(assignment)); }
  /// Stands there from now on.
  void start(Assignment assignment, double cost);
  /// The next assignment to try; `best` is the best known.
  Assignment next(const Assignment& best, measure::Random& random);
  /// What the assignment that `next` gave costs.
  void judge(const Assignment& assignment, double cost);

private:
  void order_moves(measure::Random& random);
  Assignment new_start(const Assignment& best, measure::Random& random);

  const DecisionSpace& space_;
  const Moves& moves_;
  std::deque<Assignment> starts_;
  std::vector<Move> order_;
  std::size_t next_move_ = 0; ///< of `order_`
  std::size_t failed_ = 0;    ///< moves that did not help since it stands here
  Assignment at_;
  double cost_ = std::numeric_limits<double>::infinity();
  bool arriving_ = true; ///< what `next` gave is a new start
};

} // namespace mapwright::mapper
