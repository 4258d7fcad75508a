#include "mapper/trace/graphviz.hpp"

#include <cstdint>
#include <map>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// As a string of DOT.
std::string dot_string(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
    }
    out += c;
  }
  return out + '"';
}

/// What one task hands another: labels, and whether any of it is read.
struct DrawnEdge {
  std::string label;
  bool carries = false;
};

class GraphPainter {
public:
  GraphPainter(const Program& program, const TaskGraph& graph, const Plan& plan, const GraphDrawing& drawing)
      : program_(program), graph_(graph), plan_(plan), drawing_(drawing), marked_(graph.atoms.size(), none) {}

  std::string text() {
    std::string out = fmt::format("digraph {} {{\n  rankdir=LR;\n  node [shape=box];\n", dot_string(program_.name));
    out += boxes();
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      const PointTask& made = graph_.tasks[task];
      if (made.parent != none) {
        out += fmt::format("  t{} -> t{} [style=dashed];\n", made.parent, task);
      }
      for (const auto& [earlier, edge] : edges_into(task)) {
        out += edge.carries ? fmt::format("  t{} -> t{} [label={}];\n", earlier, task, dot_string(edge.label))
                            : fmt::format("  t{} -> t{} [style=dotted];\n", earlier, task);
      }
    }
    return out + "}\n";
  }

private:
  /// A cluster for each processor or node, with its tasks in the order of the program.
  std::string boxes() {
    std::vector<std::uint32_t> runs(graph_.slots.size());
    for (const PointTask& task : graph_.tasks) {
      ++runs[task.slot];
    }
    std::vector<std::uint32_t> seen(graph_.slots.size());
    std::map<ProcessorName, std::string> tasks;
    for (std::uint32_t task = 0; task < graph_.tasks.size(); ++task) {
      const std::uint32_t slot = graph_.tasks[task].slot;
      std::string label = name_of_slot(program_, graph_, slot);
      if (runs[slot] > 1) {
        label += fmt::format(", run {}", ++seen[slot]);
      }
      ProcessorName place = plan_.tasks[slot].processor;
      if (drawing_.by_node) {
        place = {ProcessorKind::cpu, place.node, 0};
      }
      tasks[place] += fmt::format("    t{} [label={}];\n", task, dot_string(label));
    }
    std::string out;
    std::size_t number = 0;
    for (const auto& [place, lines] : tasks) {
      const std::string name = drawing_.by_node ? fmt::format("node {}", place.node) : to_string(place);
      out += fmt::format("  subgraph cluster_{} {{\n    label={};\n{}  }}\n", number++, dot_string(name), lines);
    }
    return out;
  }

  /// By the task that must have ended before.
  std::map<std::uint32_t, DrawnEdge> edges_into(std::uint32_t task) {
    std::map<std::uint32_t, DrawnEdge> edges;
    const PointTask& made = graph_.tasks[task];
    for (std::uint32_t index = made.first_access; index < made.first_access + made.accesses; ++index) {
      const Access& access = graph_.accesses[index];
      for (const std::uint32_t atom : graph_.atoms_of(access.view)) {
        marked_[atom] = index;
      }
      for (const std::uint32_t earlier : graph_.predecessors_of(index)) {
        DrawnEdge& edge = edges[earlier];
        const std::uint64_t bytes = reads(access) ? bytes_written(earlier, index) : 0;
        if (bytes > 0) {
          edge.carries = true;
          edge.label += fmt::format("{}{}, {} B", edge.label.empty() ? "" : "\n",
                                    name_of_view(program_, graph_.views[access.view]), bytes);
        }
      }
    }
    return edges;
  }

  static bool reads(const Access& access) {
    return access.privilege == Privilege::read || access.privilege == Privilege::read_write;
  }

  /// Bytes that a task writes or contributes to, of those marked with the number of an access.
  [[nodiscard]] std::uint64_t bytes_written(std::uint32_t task, std::uint32_t mark) const {
    std::uint64_t bytes = 0;
    const PointTask& made = graph_.tasks[task];
    for (std::uint32_t index = made.first_access; index < made.first_access + made.accesses; ++index) {
      const Access& access = graph_.accesses[index];
      if (access.privilege == Privilege::read) {
        continue;
      }
      for (const std::uint32_t atom : graph_.atoms_of(access.view)) {
        bytes += marked_[atom] == mark ? graph_.atoms[atom].bytes : 0;
      }
    }
    return bytes;
  }

  const Program& program_;
  const TaskGraph& graph_;
  const Plan& plan_;
  const GraphDrawing& drawing_;
  std::vector<std::uint32_t> marked_; ///< of each atom: the last access that was found to touch it
};

} // namespace

Result<std::string> graphviz(const Program& program, const TaskGraph& graph, const Plan& plan,
                             const GraphDrawing& drawing) {
  std::size_t edges = graph.predecessors.size();
  for (const PointTask& task : graph.tasks) {
    edges += task.parent == none ? 0 : 1;
  }
  if (graph.tasks.size() > drawing.most_tasks || edges > drawing.most_edges) {
    return fail(ErrorKind::input,
                fmt::format("the task graph has {} tasks and {} edges; up to {} and {} are drawn", graph.tasks.size(),
                            edges, drawing.most_tasks, drawing.most_edges),
                "draw a smaller size of the program, or fewer trips of its loops");
  }
  return GraphPainter(program, graph, plan, drawing).text();
}

} // namespace mapwright::mapper
