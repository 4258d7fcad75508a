// What a mapping is worth: one full simulation.
#pragma once

#include "mapper/search/searcher.hpp"

#include <string_view>

namespace mapwright::mapper {

class Evaluation {
public:
  /// The objects of the scene and the space must outlive it.
  Evaluation(const SearchScene& scene, const DecisionSpace& space);

  /// Simulates the mapping; a failure is the first error of its text, or why no run of it ends. Throws std::logic_error
  /// for an empty mapping, an assignment that is not legal, or a plan of another program.
  Trial run(Mapping mapping, std::string_view searcher);
  /// Mappings simulated so far.
  [[nodiscard]] std::uint64_t count() const { return count_; }

private:
  [[nodiscard]] Result<Plan> plan_of(const Mapping& mapping) const;

  const SearchScene scene_;
  const DecisionSpace& space_;
  Simulator simulator_;
  std::uint64_t count_ = 0;
};

} // namespace mapwright::mapper
