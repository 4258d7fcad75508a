// Families of formulas; only for the files that implement placement_grammar.hpp.
#pragma once

#include "mapper/search/placement_grammar.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::mapper {

using LaunchOrder = std::vector<std::size_t>; ///< dimensions of a launch, the one that varies fastest first

/// Processors in a row: one dimension of a space.
struct ProcessorRow {
  std::string space;         ///< "all_gpus"
  std::size_t dimension = 0; ///< of it
  std::int64_t count = 1;
  std::string before; ///< indices before it: "0, "
  std::string name;   ///< functions begin so: "gpu"
  std::string label;  ///< "GPUs"
};

/// A space of nodes by processors.
struct NodeSpace {
  std::string space; ///< "gpus"
  std::string name;  ///< "gpu"
  std::string kind;  ///< "GPU"
  std::int64_t nodes = 1;
};

/// Points in this order as blocks of a row of processors, and in turn over it.
void add_rows(std::vector<PlacementFormula>& all, const ProcessorRow& row, const LaunchOrder& order);
/// Nodes first: blocks or turns over nodes, then blocks or turns over their processors; the first processors only.
void add_node_rows(std::vector<PlacementFormula>& all, const NodeSpace& nodes, const LaunchOrder& order);
/// Grids of auto_split and greedy_split: blocks or turns in each dimension, numbered from the first dimension or the
/// last. Nothing for one dimension, as for all grids.
void add_usual_grids(std::vector<PlacementFormula>& all, const ProcessorRow& row,
                     const std::vector<std::int64_t>& extents);
/// The other factorisations, those with the least surface first, at most most_grids.
void add_factor_grids(std::vector<PlacementFormula>& all, const ProcessorRow& row,
                      const std::vector<std::int64_t>& extents);
/// A grid of nodes, and in each a grid of its processors.
void add_node_grids(std::vector<PlacementFormula>& all, const NodeSpace& nodes,
                    const std::vector<std::int64_t>& extents);

/// "_10" for the order 1, 0; nothing for the usual one.
std::string order_suffix(const LaunchOrder& order);
/// ", dimensions 1 0"; nothing for the usual one.
std::string order_label(const LaunchOrder& order);
/// All ways to write n as a product of `parts` sizes; the least sum of sizes over extents first.
std::vector<std::vector<std::int64_t>> ranked_factors(std::int64_t n, const std::vector<std::int64_t>& extents);

} // namespace mapwright::mapper
