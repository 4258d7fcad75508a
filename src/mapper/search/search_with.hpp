// A search: one searcher, so many evaluations.
#pragma once

#include "mapper/search/searcher.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// What a search found.
struct SearchResult {
  std::vector<Trial> trials;          ///< one for each evaluation, in their order
  std::uint64_t side_simulations = 0; ///< besides those
  /// The fastest trial, the first of equals; nothing when none ran.
  [[nodiscard]] const Trial* best() const;
  /// The least makespan of the first `evaluations` trials, in seconds; infinite when none of them ran.
  [[nodiscard]] double best_after(std::size_t evaluations) const;
};

/// Asks the searcher for at most so many mappings and tells it what came of each. The same again for the same seed.
SearchResult search_with(Searcher& searcher, const SearcherScene& scene, std::uint64_t evaluations, std::uint64_t seed);

} // namespace mapwright::mapper
