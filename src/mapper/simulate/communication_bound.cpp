#include "mapper/simulate/communication_bound.hpp"

#include "mapper/simulate/resolve.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace mapwright::mapper {

namespace {

using Spaces = std::vector<std::uint32_t>; ///< a few numbers, each once

bool holds(const Spaces& spaces, std::uint32_t space) {
  return std::find(spaces.begin(), spaces.end(), space) != spaces.end();
}

void insert(Spaces& spaces, std::uint32_t space) {
  if (!holds(spaces, space)) {
    spaces.push_back(space);
  }
}

/// Contributions that wait for a reader, at one site.
struct Contribution {
  std::uint32_t site = 0;
  Reduction reduction = Reduction::sum;
  std::uint32_t space = 0;
};

/// The life of one atom, access by access in the order of the program.
class AtomHistory {
public:
  void read(std::uint32_t space) { insert(readers_, space); }

  void reduce(const Contribution& made) {
    settle();
    const bool there = std::any_of(pending_.begin(), pending_.end(), [&](const Contribution& other) {
      return other.site == made.site && other.reduction == made.reduction;
    });
    if (!there) {
      pending_.push_back(made);
    }
  }

  void write(std::uint32_t space, bool reads) {
    settle();
    if (reads) {
      read(space);
      settle();
    }
    pending_.clear();
    holders_.assign(1, space);
  }

  /// Counts the copies for those that have read since the last change.
  void settle() {
    if (readers_.empty()) {
      return;
    }
    if (pending_.empty()) {
      const auto missing = std::count_if(readers_.begin(), readers_.end(),
                                         [this](std::uint32_t reader) { return !holds(holders_, reader); });
      copies_ += static_cast<std::uint64_t>(missing) - (holders_.empty() ? 1 : 0);
      for (const std::uint32_t reader : readers_) {
        insert(holders_, reader);
      }
    } else {
      copies_ += fewest_to_fold() + readers_.size() - 1;
      holders_ = readers_;
      pending_.clear();
    }
    readers_.clear();
  }

  [[nodiscard]] std::uint64_t copies() const { return copies_; }

private:
  /// Copies until the value with all contributions stands in one of the memories that read it.
  [[nodiscard]] std::uint64_t fewest_to_fold() const {
    std::uint64_t fewest = UINT64_MAX;
    for (const std::uint32_t first : readers_) {
      const auto outside = std::count_if(pending_.begin(), pending_.end(),
                                         [first](const Contribution& made) { return made.space != first; });
      const bool base = !holders_.empty() && !holds(holders_, first);
      fewest = std::min(fewest, static_cast<std::uint64_t>(outside) + (base ? 1 : 0));
    }
    return fewest;
  }

  Spaces holders_; ///< where the present value lies
  Spaces readers_; ///< where it was read since
  std::vector<Contribution> pending_;
  std::uint64_t copies_ = 0;
};

/// Bytes between spaces of memories, where `space_of` gives that of each memory.
std::uint64_t bytes_between(const TaskGraph& graph, const SiteTable& sites, const std::vector<std::uint32_t>& site_of,
                            const std::vector<std::uint32_t>& space_of) {
  std::vector<AtomHistory> atoms(graph.atoms.size());
  for (std::uint32_t index = 0; index < graph.accesses.size(); ++index) {
    const Access& access = graph.accesses[index];
    const std::uint32_t site = site_of[index];
    const std::uint32_t space = space_of[sites.memory(site)];
    for (const std::uint32_t atom : graph.atoms_of(access.view)) {
      switch (access.privilege) {
      case Privilege::read:
        atoms[atom].read(space);
        break;
      case Privilege::reduce:
        atoms[atom].reduce({site, access.reduction, space});
        break;
      case Privilege::write:
      case Privilege::read_write:
        atoms[atom].write(space, access.privilege == Privilege::read_write);
        break;
      }
    }
  }
  std::uint64_t bytes = 0;
  for (std::uint32_t atom = 0; atom < atoms.size(); ++atom) {
    atoms[atom].settle();
    bytes += atoms[atom].copies() * graph.atoms[atom].bytes;
  }
  return bytes;
}

} // namespace

CommunicationBound communication_bound(const TaskGraph& graph, const Machine& machine, const Plan& plan) {
  SiteTable sites(machine.memory_count());
  std::vector<std::uint32_t> site_of; // of each access
  site_of.reserve(graph.accesses.size());
  for (std::uint32_t index = 0; index < graph.accesses.size(); ++index) {
    const PointTask& task = graph.tasks[graph.accesses[index].task];
    const ArgumentDecision& decision =
        plan.arguments[graph.slots[task.slot].first_argument + index - task.first_access];
    const auto memory = machine.find(decision.memory);
    if (!memory) {
      throw std::logic_error("a plan of another machine");
    }
    site_of.push_back(sites.site(*memory, decision.layout));
  }
  std::vector<std::uint32_t> own(machine.memory_count());
  std::vector<std::uint32_t> node(machine.memory_count());
  for (std::uint32_t memory = 0; memory < machine.memory_count(); ++memory) {
    own[memory] = memory;
    node[memory] = machine.node_of_memory(memory);
  }
  return {bytes_between(graph, sites, site_of, own), bytes_between(graph, sites, site_of, node)};
}

} // namespace mapwright::mapper
