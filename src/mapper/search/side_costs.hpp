// Makespans of assignments by side simulations, each assignment simulated once, and which of them to evaluate next.
#pragma once

#include "mapper/search/searcher.hpp"

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace mapwright::mapper {

/// What a simulation said of an assignment.
struct SideCost {
  double makespan = std::numeric_limits<double>::infinity(); ///< seconds; infinite when it did not run
  double mean_end = 0;                                       ///< of the tasks, in seconds
  /// What descent goes by: many steps change nothing about the task that ends last, and yet help on the way.
  [[nodiscard]] double guide() const { return makespan + 0.1 * mean_end; }
};

class SideCosts {
public:
  explicit SideCosts(const SearcherScene& scene) : scene_(scene) {}

  /// Seconds; nothing when the limit of side simulations is reached and the assignment is not known yet.
  std::optional<double> seconds(const Assignment& assignment);
  /// All that is known of it, on the same terms.
  std::optional<SideCost> cost(const Assignment& assignment);
  /// Takes over what an evaluation gave, so that a known assignment is not simulated again; it counts as proposed.
  void learn(const Trial& trial);
  /// The best known assignment that was not proposed before, with `most_seconds` or less; it counts as proposed from
  /// now on.
  std::optional<Assignment> next_proposal(double most_seconds = std::numeric_limits<double>::infinity());
  void proposed(const Assignment& assignment) { proposed_.insert(assignment); }

  [[nodiscard]] bool was_proposed(const Assignment& assignment) const { return proposed_.contains(assignment); }
  /// The best known assignment, proposed or not; null while none is known.
  [[nodiscard]] const Assignment* best() const { return best_ ? &*best_ : nullptr; }
  /// Its seconds; infinite while none is known.
  [[nodiscard]] double best_seconds() const { return best_seconds_; }
  [[nodiscard]] std::uint64_t left() const { return scene_.side.left(); }

private:
  void note(const Assignment& assignment, const SideCost& cost);

  SearcherScene scene_;
  std::map<Assignment, SideCost> known_;
  std::set<std::pair<double, Assignment>> waiting_; ///< known and not proposed
  std::set<Assignment> proposed_;
  std::optional<Assignment> best_;
  double best_seconds_ = std::numeric_limits<double>::infinity();
};

} // namespace mapwright::mapper
