// What placement options do, found out by making plans with them: on which processor each makes each task run.
#pragma once

#include "mapper/search/decision_space.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// On which processor an option makes the slots of a kind of task run, in their order.
using PlacementOfSlots = std::vector<ProcessorName>;

class PlacementEffects {
public:
  /// The effects beside the kinds of processors that `base` decides for. Takes as many plans as the decision with the
  /// most placement options has options.
  PlacementEffects(const SearchScene& scene, const DecisionSpace& space, const Assignment& base);

  /// Nothing when the option is not allowed there, or the decision is none about a placement.
  [[nodiscard]] const PlacementOfSlots* of(std::size_t decision, std::size_t option) const;

private:
  std::vector<std::vector<std::optional<PlacementOfSlots>>> effects_; ///< by decision, then option
};

/// The slots of each kind of task, ascending.
std::vector<std::vector<std::uint32_t>> slots_of_kinds(const SearchScene& scene);

/// The option of this name. Nothing when there is none.
std::optional<std::uint16_t> option_named(const Decision& decision, std::string_view name);

/// The assignment nearest to a plan: for each decision in order what most points have, of placements the option that
/// agrees with most points; where the space has nothing alike, what its usual assignment has.
Assignment nearest_assignment(const SearchScene& scene, const DecisionSpace& space, const Plan& plan);

} // namespace mapwright::mapper
