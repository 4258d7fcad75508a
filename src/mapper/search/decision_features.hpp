// A decision and one of its options as numbers, none of which name a program, machine or size: what a policy learns
// about them carries over to others.
#pragma once

#include "mapper/search/decision_space.hpp"
#include "mapper/search/option_effects.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// The names of the features, in the order of DecisionFeatures::of.
const std::vector<std::string>& decision_feature_names();

class DecisionFeatures {
public:
  /// The scene and the space must outlive the object.
  DecisionFeatures(const SearchScene& scene, const DecisionSpace& space);

  /// The features of an option of a decision after those before it.
  [[nodiscard]] std::vector<double> of(const Assignment& before, std::size_t decision, std::uint16_t option) const;

private:
  /// Of a kind of task, and of each of its parameters.
  struct KindFacts {
    double flops = 0; ///< of a task, the mean
    double bytes = 0;
    double tasks = 0;
    double depth = 0; ///< of its first task in the longest chain, as a part of it
    bool launches = false;
    bool index = false;
    std::vector<double> parameter_bytes;  ///< of a view, the mean
    std::vector<double> parameter_shared; ///< part of its bytes that tasks of other points touch too
    std::vector<std::array<double, 4>> privileges;
  };
  /// Data go from one slot to the other.
  struct SlotEdge {
    std::uint32_t from = 0; ///< number among the slots of its kind
    std::uint32_t to = 0;
    double bytes = 0;
  };

  void gather_tasks();
  void gather_sharing();
  void gather_edges();
  [[nodiscard]] const PlacementOfSlots* placement(std::size_t decision, std::size_t option) const;
  /// The part of the bytes between two kinds of tasks that stays on one processor.
  [[nodiscard]] double locality(std::size_t decision, std::size_t option, std::size_t other,
                                std::size_t other_option) const;
  [[nodiscard]] double seconds_on(std::uint32_t kind, ProcessorKind processor) const;
  [[nodiscard]] std::uint32_t region_of(const Decision& decision) const;
  void add_kind(const Decision& asked, std::vector<double>& row) const;
  void add_option(std::size_t decision, std::uint16_t option, ProcessorKind runs_on, std::vector<double>& row) const;
  void add_context(const Assignment& before, std::size_t decision, std::uint16_t option,
                   std::vector<double>& row) const;
  /// On which kind of processor the tasks run that the decision is about, as far as that is decided.
  [[nodiscard]] ProcessorKind processor_of(const Assignment& before, std::size_t decision, std::uint16_t option) const;

  SearchScene scene_;
  const DecisionSpace& space_;
  std::vector<KindFacts> kinds_;
  double all_flops_ = 0;
  double all_bytes_ = 0;
  std::vector<std::vector<std::uint32_t>> regions_; ///< of each parameter of each kind
  std::vector<double> users_;                       ///< of each region: part of the kinds of tasks that touch it
  PlacementEffects usual_effects_;
  PlacementEffects device_effects_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<SlotEdge>> edges_; ///< by the two kinds of tasks
  mutable std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>, double> localities_;
  mutable std::map<std::tuple<std::size_t, std::uint16_t, ProcessorKind>, std::vector<double>>
      fixed_; ///< without context
};

} // namespace mapwright::mapper
