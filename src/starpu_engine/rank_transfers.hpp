// What goes from rank to rank in a run, worked out before it.
//
// A task runs on the rank of its processor's node. Ranks hold copies of atoms as nodes of the simulated machine do: a
// copy stays until somebody writes the data, one made for reading under CollectMemory until its readers have ended.
// Data that nobody has written are where they are first wanted. Reductions change the data themselves, in program
// order.
#pragma once

#include "mapper/plan/plan.hpp"
#include "mapper/program/graph.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::starpu_engine {

inline constexpr std::uint32_t most_ranks = 64;

/// One atom on its way, for one access of one task.
struct RankTransfer {
  std::uint32_t task = 0;
  std::uint32_t access = 0;
  std::uint32_t atom = 0;
  std::uint32_t from = 0; ///< the rank that wrote it last, or used it first
  std::uint32_t to = 0;
  friend bool operator==(const RankTransfer&, const RankTransfer&) = default;
};

struct RankTransfers {
  std::vector<RankTransfer> transfers; ///< in program order
  std::vector<std::uint32_t> holder;   ///< of each atom: the rank with its last values; none: nobody used it
};

/// The transfers of a plan for at most `most_ranks` nodes.
RankTransfers transfers_between_ranks(const mapper::Program& program, const mapper::TaskGraph& graph,
                                      const mapper::Plan& plan);

/// All that goes from one rank to another.
struct RankTraffic {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0; ///< what one access gets from one rank is one message, as for the simulator
  friend bool operator==(const RankTraffic&, const RankTraffic&) = default;
};

/// By from, then to; only pairs with messages.
std::vector<RankTraffic> traffic_between_ranks(const mapper::TaskGraph& graph,
                                               const std::vector<RankTransfer>& transfers);

} // namespace mapwright::starpu_engine
