// Searchers that propose a few mappings computed without any search, then end.
#pragma once

#include "mapper/search/searcher.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace mapwright::mapper {

/// Proposes the plan of list_schedule, then the assignment nearest to it.
std::unique_ptr<Searcher> make_list_searcher(const SearcherScene& scene);

/// Proposes analytic_assignments one after the other.
std::unique_ptr<Searcher> make_analytic_searcher(const SearcherScene& scene);

/// GPUs where a kind of task has a variant for them, the memory each processor sees best, and points of index launches
/// in blocks of a grid: that of auto_split, greedy_split and COSMA (balanced_grid), each over all processors of the
/// machine at once and over the nodes first. Of each placement the option that agrees with most points; each
/// assignment once.
std::vector<Assignment> analytic_assignments(const SearchScene& scene, const DecisionSpace& space);

/// All data in the memory that most kinds of processor see, so that tasks can change sides one kind after another: on
/// GPUs, placed by auto_split over the nodes first, and on the kind of processor there are most of, any of a node where
/// that can be said. Nothing where no memory is seen by two kinds.
std::vector<Assignment> common_memory_assignments(const SearchScene& scene, const DecisionSpace& space);

/// COSMA's rule for any number of dimensions: of all grids of at most `processors` and no side longer than its extent
/// those of the most processors, of them the one with the least sum of |extent / side - t|, where t is the side of a
/// cube with each processor's share of the volume; the first in lexicographic order of equals. REQUIRES: extents and
/// processors above 0.
std::vector<std::int64_t> balanced_grid(std::int64_t processors, std::span<const std::int64_t> extents);

} // namespace mapwright::mapper
