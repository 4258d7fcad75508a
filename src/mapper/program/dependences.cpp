// Which tasks must have ended before an access.
//
// Each atom remembers two groups of tasks. The members of the present group do not disturb one another: they all read,
// or all reduce with one operator, or there is one writer. An access that fits joins it and waits for the group before;
// any other waits for the present group and begins a new one. As every member of a group waits for all of the group
// before it, everything earlier is waited for through them, and those edges are left out.
#include "mapper/program/expand_parts.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

/// What the members of a group do.
constexpr std::uint8_t nothing_yet = 0;
constexpr std::uint8_t group_reads = 1;
constexpr std::uint8_t group_writes = 2;
constexpr std::uint8_t group_reduces = 3; ///< plus the operator

std::uint8_t group_of(const Access& access) {
  switch (access.privilege) {
  case Privilege::read:
    return group_reads;
  case Privilege::reduce:
    return static_cast<std::uint8_t>(group_reduces + static_cast<std::uint8_t>(access.reduction));
  default:
    return group_writes;
  }
}

/// A member of a group; groups are lists.
struct Member {
  std::uint32_t task = 0;
  std::uint32_t next = none;
};

struct AtomHistory {
  std::uint32_t present = none; ///< newest member
  std::uint32_t before = none;
  std::uint8_t doing = nothing_yet;
};

class DependenceFinder {
public:
  explicit DependenceFinder(TaskGraph& graph)
      : graph_(graph), history_(graph.atoms.size()), taken_by_(graph.tasks.size(), none) {}

  /// The access that conflicts with an earlier one of its own task; none when there is no such thing.
  std::uint32_t run() {
    graph_.first_predecessor.reserve(graph_.accesses.size() + 1);
    for (std::uint32_t access = 0; access < graph_.accesses.size(); ++access) {
      graph_.first_predecessor.push_back(static_cast<std::uint32_t>(graph_.predecessors.size()));
      for (const std::uint32_t atom : graph_.atoms_of(graph_.accesses[access].view)) {
        if (!add(access, history_[atom])) {
          return access;
        }
      }
    }
    graph_.first_predecessor.push_back(static_cast<std::uint32_t>(graph_.predecessors.size()));
    return none;
  }

private:
  bool add(std::uint32_t access, AtomHistory& atom) {
    const std::uint32_t task = graph_.accesses[access].task;
    const std::uint8_t doing = group_of(graph_.accesses[access]);
    const bool own = atom.present != none && members_[atom.present].task == task;
    const bool joins = doing == atom.doing && doing != group_writes;
    if (own && !joins) {
      return false;
    }
    if (!joins) {
      atom.before = atom.present;
      atom.present = none;
      atom.doing = doing;
    }
    if (!own) {
      members_.push_back({task, atom.present});
      atom.present = static_cast<std::uint32_t>(members_.size()) - 1;
    }
    for (std::uint32_t member = atom.before; member != none; member = members_[member].next) {
      const std::uint32_t earlier = members_[member].task;
      if (taken_by_[earlier] != access) {
        taken_by_[earlier] = access;
        graph_.predecessors.push_back(earlier);
      }
    }
    return true;
  }

  TaskGraph& graph_;
  std::vector<AtomHistory> history_;
  std::vector<std::uint32_t> taken_by_; ///< the last access that each task precedes
  std::vector<Member> members_;
};

/// An earlier access of the same task that shares an atom.
std::uint32_t partner_of(const TaskGraph& graph, std::uint32_t access) {
  const PointTask& task = graph.tasks[graph.accesses[access].task];
  for (std::uint32_t other = task.first_access; other < access; ++other) {
    for (const std::uint32_t a : graph.atoms_of(graph.accesses[other].view)) {
      for (const std::uint32_t b : graph.atoms_of(graph.accesses[access].view)) {
        if (a == b && group_of(graph.accesses[other]) != group_reads) {
          return other;
        }
        if (a == b && group_of(graph.accesses[access]) != group_reads) {
          return other;
        }
      }
    }
  }
  return access;
}

} // namespace

Result<void> find_dependences(const Program& program, TaskGraph& graph) {
  const std::uint32_t conflict = DependenceFinder(graph).run();
  if (conflict == none) {
    return {};
  }
  const PointTask& task = graph.tasks[graph.accesses[conflict].task];
  const std::vector<TaskParameter>& parameters =
      program.kinds[program.launches[graph.slots[task.slot].launch].kind].parameters;
  return fail(ErrorKind::input,
              fmt::format("{}: arguments '{}' and '{}' touch the same data, and one of them changes it",
                          name_of_slot(program, graph, task.slot),
                          parameters[partner_of(graph, conflict) - task.first_access].name,
                          parameters[conflict - task.first_access].name),
              "hand the common part over once, or cut the partitions so that they do not meet");
}

} // namespace mapwright::mapper
