// Task graphs as drawings.
#pragma once

#include "core/error.hpp"
#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"

#include <cstddef>
#include <string>

namespace mapwright::mapper {

/// How a task graph is drawn.
struct GraphDrawing {
  bool by_node = false;           ///< tasks in a box for each node, else for each processor
  std::size_t most_tasks = 500;   ///< a larger graph is refused: it would not be readable
  std::size_t most_edges = 2'000; ///< of dependences and launches
};

/// The tasks of a program where a plan puts them, in the language of Graphviz (DOT). An edge leads from a task to one
/// that must wait for it: solid, with the data that both touch, where the second reads what the first has written;
/// dotted where it only must not come before. Dashed edges lead from tasks to those that they launch. What follows from
/// other edges is left out. Input error: more tasks or edges than are drawn.
Result<std::string> graphviz(const Program& program, const TaskGraph& graph, const Plan& plan,
                             const GraphDrawing& drawing = {});

} // namespace mapwright::mapper
