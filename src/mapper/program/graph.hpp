// The tasks of a program one by one, the data they touch cut into pieces, and what must precede what.
//
// Everything lies in flat arrays; indices are 32-bit. Tasks are numbered in program order, depth first: a task comes
// before those it launches.
#pragma once

#include "core/error.hpp"
#include "mapper/program/program.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// What one decision of a plan is for: a point of a launch under one point of its parent. All trips of loops around it
/// share the decision.
struct Slot {
  std::uint32_t launch = 0;
  std::uint32_t parent = none;      ///< slot of the launching task
  std::uint32_t point = 0;          ///< in the launch domain, the first dimension fastest
  std::uint32_t first_argument = 0; ///< its arguments are numbered from here on
};

/// One task of the run.
struct PointTask {
  std::uint32_t slot = 0;
  std::uint32_t parent = none; ///< the task that launches it; it starts after that one has ended
  std::uint32_t first_access = 0;
  std::uint32_t accesses = 0; ///< one for each argument; none when it launches tasks itself: then those touch the data
  std::uint32_t children = 0; ///< tasks it launches
  double flops = 0;           ///< floating-point operations
};

/// One argument of one task.
struct Access {
  std::uint32_t task = 0;
  std::uint32_t view = 0;
  double bytes = 0; ///< that the task moves between processor and memory
  Privilege privilege = Privilege::read;
  Reduction reduction = Reduction::sum;
};

/// Some fields of one set of points that tasks use as a whole.
struct DataView {
  std::uint32_t region = 0;
  std::uint32_t partition = none;
  std::uint32_t colour = 0; ///< index in the colours of the partition
  std::uint64_t fields = 0;
  std::uint64_t points = 0;
  std::uint64_t bytes = 0;
  std::uint32_t first_atom = 0; ///< in TaskGraph::view_atoms
  std::uint32_t atoms = 0;
};

/// Points and fields that every view has either all or none of; bytes and region.
struct Atom {
  std::uint64_t bytes = 0;
  std::uint32_t region = 0;
};

/// The expanded program.
struct TaskGraph {
  std::vector<Slot> slots;
  std::vector<std::uint32_t> first_slot; ///< of each launch; those of one parent's point stand together
  std::uint32_t argument_count = 0;      ///< of all slots
  std::vector<PointTask> tasks;
  std::vector<Access> accesses;
  std::vector<DataView> views;
  std::vector<std::uint32_t> view_atoms;
  std::vector<Atom> atoms;
  std::vector<std::uint32_t> first_predecessor; ///< of each access, and the end
  std::vector<std::uint32_t> predecessors;      ///< tasks that must have ended before the access; each once

  [[nodiscard]] std::span<const std::uint32_t> predecessors_of(std::uint32_t access) const {
    return std::span(predecessors)
        .subspan(first_predecessor[access], first_predecessor[access + 1] - first_predecessor[access]);
  }
  [[nodiscard]] std::span<const std::uint32_t> atoms_of(std::uint32_t view) const {
    return std::span(view_atoms).subspan(views[view].first_atom, views[view].atoms);
  }
};

inline constexpr std::uint32_t most_tasks = std::uint32_t{1} << 23U;
inline constexpr std::uint64_t most_trips = std::uint64_t{1} << 26U; ///< of all loops together

/// Expands a program. Input error: a colour that its partition does not have, a cost that is negative or has no value,
/// two arguments of one task that touch the same data while one of them changes it, too many tasks, trips or pieces.
Result<TaskGraph> expand(const Program& program);

/// "sweep", "sweep (3,4)", "gemm (0) of row (1)": the point of a launch that a slot is.
std::string name_of_slot(const Program& program, const TaskGraph& graph, std::uint32_t slot);
/// "tiles (3) of grid", "grid".
std::string name_of_view(const Program& program, const DataView& view);

} // namespace mapwright::mapper
