#include "mapper/search/memory_fit.hpp"

#include "mapper/simulate/resolve.hpp"

#include <algorithm>
#include <set>
#include <tuple>

namespace mapwright::mapper {

namespace {

constexpr std::uint32_t ways_to_hold = 5; ///< valid data, and contributions of each Reduction

} // namespace

MemoryFit::MemoryFit(const Program& program, const TaskGraph& graph, const Machine& machine)
    : graph_(graph), machine_(machine) {
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> uses;
  std::set<std::tuple<std::uint32_t, std::size_t, std::uint32_t, std::uint32_t>> copies; // kind, parameter, held, view
  for (const PointTask& task : graph.tasks) {
    const Slot& slot = graph.slots[task.slot];
    for (std::uint32_t i = 0; i < task.accesses; ++i) {
      const Access& access = graph.accesses[task.first_access + i];
      const std::uint32_t held =
          access.privilege == Privilege::reduce ? 1 + static_cast<std::uint32_t>(access.reduction) : 0;
      if (uses.emplace(slot.first_argument + i, access.view, held).second &&
          copies.emplace(program.launches[slot.launch].kind, i, held, access.view).second) {
        most_ += graph.views[access.view].bytes;
      }
    }
  }
  for (const auto& [argument, view, held] : uses) {
    uses_.push_back({argument, view, held});
  }
}

std::vector<std::uint32_t> MemoryFit::memories_of(const Plan& plan) const {
  std::vector<std::uint32_t> memories;
  memories.reserve(uses_.size());
  for (const Use& use : uses_) {
    memories.push_back(machine_.find(plan.arguments[use.argument].memory).value());
  }
  return memories;
}

bool MemoryFit::fits(const Plan& plan) const {
  const std::vector<std::uint32_t> memories = memories_of(plan);
  std::vector<std::uint64_t> bytes(machine_.memory_count());
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    bytes[memories[i]] += graph_.views[uses_[i].view].bytes;
  }
  std::vector<bool> doubtful(bytes.size());
  bool any = false;
  for (std::uint32_t memory = 0; memory < bytes.size(); ++memory) {
    doubtful[memory] = bytes[memory] > machine_.class_of_memory(memory).capacity;
    any = any || doubtful[memory];
  }
  if (!any) {
    return true;
  }
  // Pieces that several arguments share at one place are held once.
  SiteTable sites(machine_.memory_count());
  std::vector<std::tuple<std::uint32_t, std::uint32_t>> held; // place, atom
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    if (doubtful[memories[i]]) {
      const std::uint32_t site = sites.site(memories[i], plan.arguments[uses_[i].argument].layout);
      for (const std::uint32_t atom : graph_.atoms_of(uses_[i].view)) {
        held.emplace_back(site * ways_to_hold + uses_[i].held, atom);
      }
    }
  }
  std::sort(held.begin(), held.end());
  held.erase(std::unique(held.begin(), held.end()), held.end());
  bytes.assign(bytes.size(), 0);
  for (const auto& [place, atom] : held) {
    bytes[sites.memory(place / ways_to_hold)] += graph_.atoms[atom].bytes;
  }
  for (std::uint32_t memory = 0; memory < bytes.size(); ++memory) {
    if (bytes[memory] > machine_.class_of_memory(memory).capacity) {
      return false;
    }
  }
  return true;
}

} // namespace mapwright::mapper
