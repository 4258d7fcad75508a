#include "starpu_engine/rank_transfers.hpp"

#include <map>
#include <set>
#include <utility>

namespace mapwright::starpu_engine {

namespace {

/// The ranks with an atom's present values, one bit for each.
struct RankCopies {
  std::uint64_t valid = 0;
  std::uint64_t kept = 0; ///< of those, the ones that stay when their readers have ended
  std::uint32_t source = mapper::none;
};

/// Whether a task of `rank` must be sent an atom's values, from `copies.source`.
bool must_send(RankCopies& copies, std::uint32_t rank, mapper::Privilege privilege) {
  if (privilege == mapper::Privilege::write) {
    return false;
  }
  const std::uint64_t bit = std::uint64_t{1} << rank;
  if (privilege != mapper::Privilege::read) { // all readers have ended
    copies.valid = copies.kept;
  }
  if (copies.source == mapper::none) {
    copies = {bit, bit, rank};
  }
  return (copies.valid & bit) == 0;
}

/// What holds after that use.
void settle(RankCopies& copies, std::uint32_t rank, mapper::Privilege privilege, bool collect) {
  const std::uint64_t bit = std::uint64_t{1} << rank;
  if (privilege != mapper::Privilege::read) {
    copies = {bit, bit, rank};
    return;
  }
  copies.valid |= bit;
  copies.kept |= collect ? 0 : bit;
}

} // namespace

RankTransfers transfers_between_ranks(const mapper::Program& program, const mapper::TaskGraph& graph,
                                      const mapper::Plan& plan) {
  RankTransfers made;
  std::vector<RankCopies> atoms(graph.atoms.size());
  for (std::uint32_t task = 0; task < graph.tasks.size(); ++task) {
    const mapper::PointTask& point = graph.tasks[task];
    if (program.only_launches(graph.slots[point.slot].launch)) {
      continue;
    }
    const std::uint32_t rank = plan.tasks[point.slot].processor.node;
    for (std::uint32_t i = 0; i < point.accesses; ++i) {
      const std::uint32_t access = point.first_access + i;
      const mapper::Privilege privilege = graph.accesses[access].privilege;
      const bool collect = plan.arguments[graph.slots[point.slot].first_argument + i].collect;
      for (const std::uint32_t atom : graph.atoms_of(graph.accesses[access].view)) {
        if (must_send(atoms[atom], rank, privilege)) {
          made.transfers.push_back({task, access, atom, atoms[atom].source, rank});
        }
        settle(atoms[atom], rank, privilege, collect);
      }
    }
  }
  for (const RankCopies& copies : atoms) {
    made.holder.push_back(copies.source);
  }
  return made;
}

std::vector<RankTraffic> traffic_between_ranks(const mapper::TaskGraph& graph,
                                               const std::vector<RankTransfer>& transfers) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, RankTraffic> pairs;
  std::set<std::pair<std::uint32_t, std::uint32_t>> messages; // of (access, source)
  for (const RankTransfer& transfer : transfers) {
    RankTraffic& pair = pairs[{transfer.from, transfer.to}];
    pair.from = transfer.from;
    pair.to = transfer.to;
    pair.bytes += graph.atoms[transfer.atom].bytes;
    pair.messages += messages.emplace(transfer.access, transfer.from).second ? 1U : 0U;
  }
  std::vector<RankTraffic> traffic;
  for (const auto& [key, pair] : pairs) {
    traffic.push_back(pair);
  }
  return traffic;
}

} // namespace mapwright::starpu_engine
