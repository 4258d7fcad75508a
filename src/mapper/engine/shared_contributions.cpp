#include "mapper/engine/shared_contributions.hpp"

#include <fmt/format.h>

namespace mapwright::mapper {

Result<void> refuse_shared_contributions(const Program& program, const TaskGraph& graph) {
  std::vector<std::uint32_t> taken_by(graph.atoms.size(), none); // the last access that combines into each atom
  for (std::uint32_t access = 0; access < graph.accesses.size(); ++access) {
    if (graph.accesses[access].privilege != Privilege::reduce) {
      continue;
    }
    for (const std::uint32_t atom : graph.atoms_of(graph.accesses[access].view)) {
      const std::uint32_t other = taken_by[atom];
      taken_by[atom] = access;
      if (other == none || graph.accesses[other].task != graph.accesses[access].task) {
        continue;
      }
      const PointTask& task = graph.tasks[graph.accesses[access].task];
      const TaskKind& kind = program.kinds[program.launches[graph.slots[task.slot].launch].kind];
      return fail(ErrorKind::input,
                  fmt::format("{}: arguments '{}' and '{}' combine into the same data",
                              name_of_slot(program, graph, task.slot), kind.parameters[other - task.first_access].name,
                              kind.parameters[access - task.first_access].name),
                  "hand the common part over once, or cut the partitions so that they do not meet");
    }
  }
  return {};
}

} // namespace mapwright::mapper
