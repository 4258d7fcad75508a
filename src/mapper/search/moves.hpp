// Steps from one assignment to others.
//
// Decisions that are changed one by one can stand in each other's way: a region in another layout pays off when all its
// users have it, tasks of two kinds that share data when both are moved. So besides single decisions there are moves of
// all decisions of one sort to an option of the same name: of the whole program, of one group (all arguments of one
// name), of all arguments of one kind of task, of all arguments on one region.
#pragma once

#include "mapper/search/decision_space.hpp"
#include "measure/random.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Options for some decisions.
struct Move {
  std::vector<std::pair<std::uint32_t, std::uint16_t>> options; ///< decision and its new option
};

class Moves {
public:
  /// Both must outlive the object.
  Moves(const Program& program, const DecisionSpace& space);

  [[nodiscard]] const std::vector<Move>& single() const { return single_; } ///< of one decision
  [[nodiscard]] const std::vector<Move>& joint() const { return joint_; }   ///< of several
  /// The legal assignment after a move. Decisions of the move keep their options if they can.
  [[nodiscard]] Assignment apply(Assignment assignment, const Move& move) const;
  /// A random move that changes the assignment, in one of three cases a joint one; the assignment itself after many
  /// moves that do not.
  [[nodiscard]] Assignment random_step(const Assignment& assignment, measure::Random& random) const;

private:
  const DecisionSpace& space_;
  std::vector<Move> single_;
  std::vector<Move> joint_;
};

/// The region of each parameter of each kind of task; none where launches of the kind differ.
std::vector<std::vector<std::uint32_t>> regions_of_parameters(const Program& program);

} // namespace mapwright::mapper
