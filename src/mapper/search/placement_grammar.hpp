// The grammar of index functions that a search chooses from: blocks and turns, on rows and grids of processors, flat or
// nodes first.
#pragma once

#include "mapper/kinds.hpp"
#include "mapper/rectangle.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// How a function of the language speaks of a point of a launch, counted from 0. Every word stands for itself in a
/// product.
struct LaunchWords {
  std::vector<std::string> point;   ///< a coordinate each: "t.ipoint[0]"
  std::vector<std::string> extents; ///< "t.ispace[0]"
  std::string whole;                ///< all extents: "t.ispace"
  std::string volume;               ///< number of points: "t.ispace.volume"
};

/// The words for the launch that is mapped, its coordinates counted from `low`.
LaunchWords own_words(std::size_t axes, const Coordinates& low);

/// An index function but for what it is called with.
struct PlacementFormula {
  std::string label;                                     ///< as people read it: "GPUs in turn"
  std::string name;                                      ///< of the function: "gpu_cyclic"
  std::function<std::string(const LaunchWords&)> body{}; ///< its statements, a line each
};

/// What the formulas are for.
struct GrammarScene {
  ProcessorKind processor = ProcessorKind::cpu;
  std::int64_t nodes = 1;
  std::int64_t processors = 1; ///< of each node
  bool nested = false;         ///< launched by tasks: only the processor on the node matters
  std::vector<std::int64_t> extents;
};

inline constexpr std::size_t most_grids = 6; ///< factorisations of the processors that are offered, the best first

/// All formulas. Every coordinate stays in its space for every launch of as many dimensions whose points count from 0.
std::vector<PlacementFormula> placement_formulas(const GrammarScene& scene);

/// Any processor of a node: of one node for launches in tasks, of the node of the point's block for others. Functions
/// of this kind give several processors, of which the task takes the one with the fewest tasks so far.
PlacementFormula any_of_node_formula(const GrammarScene& scene);

/// "any CPU of the node", as that formula is called where there is one node.
std::string any_of_node_label(ProcessorKind processor);

/// "gpus": what the formulas call the space of these processors, nodes by processors; "all_gpus" is all in a row.
std::string space_word(ProcessorKind processor);
/// "def name(Task t) { ... }".
std::string function_text(const std::string& name, const std::string& body);
/// The definitions of the spaces that these functions use.
std::string spaces_text(const std::string& functions);

} // namespace mapwright::mapper
