// Where data are valid, and the copies that bring them to where tasks want them.
//
// Each atom has a list of sites with a valid copy, and one of sites with contributions that no reader has folded in
// yet. Data that nobody has written have no value: they are made where they are first wanted, without a copy.
#pragma once

#include "mapper/machine/machine.hpp"
#include "mapper/program/graph.hpp"
#include "mapper/simulate/resolve.hpp"
#include "mapper/simulate/state.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::mapper {

/// When data are there, and what decided that.
struct Arrival {
  double time = 0;
  Cause cause = no_cause;
};

/// Which of several valid copies data are fetched from; of equals that in the lower memory.
enum class SourceChoice : std::uint8_t {
  idle_links,   ///< from which they would arrive first if no other copy were under way: it depends on no other traffic
  queued_links, ///< from which they arrive first behind the copies that wait already: what many want spreads by itself
};

class DataMover {
public:
  DataMover(const TaskGraph& graph, const Machine& machine, const SiteTable& sites, SimulationState& state,
            SourceChoice sources)
      : graph_(graph), machine_(machine), sites_(sites), state_(state), sources_(sources) {}

  /// Makes the data of an access ready at its site and asks for the copies that takes. Sets the state's failure when
  /// they do not fit.
  Arrival fetch(std::uint32_t access, const ResolvedArgument& argument);
  /// A task that read the access has ended: drops what was to be collected.
  void collect(std::uint32_t access, const ResolvedArgument& argument);

private:
  /// Copies of one access from one site go as one, contributions of each operator for themselves.
  struct Group {
    std::uint32_t from = 0; ///< site
    bool fold = false;
    Reduction reduction = Reduction::sum; ///< of a fold
    std::uint64_t bytes = 0;
    Arrival source;  ///< when the data can leave
    Arrival arrival; ///< when they have come
  };
  /// An atom's copy at the target and a group it comes with.
  struct Part {
    std::uint32_t copy = 0;
    std::uint32_t group = 0;
  };

  bool reserve(std::uint32_t access, std::uint32_t site, std::uint64_t bytes);
  void release(std::uint32_t site, std::uint64_t bytes);
  std::uint32_t add(std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t site,
                    Reduction reduction = Reduction::sum);
  [[nodiscard]] std::uint32_t find(const std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t site,
                                   Reduction reduction = Reduction::sum) const;
  /// Drops all entries of an atom but the one at `spared`.
  void drop_others(std::vector<std::uint32_t>& lists, std::uint32_t atom, std::uint32_t spared);

  Arrival fetch_reading(std::uint32_t access, const ResolvedArgument& argument, bool writes);
  Arrival fetch_writing(std::uint32_t access, std::uint32_t site);
  Arrival fetch_reducing(std::uint32_t access, std::uint32_t site);
  /// The copy at the site, brought there if need be.
  std::uint32_t bring(std::uint32_t atom, std::uint32_t site);
  void fold_pending(std::uint32_t atom, std::uint32_t copy);
  [[nodiscard]] std::uint32_t nearest(std::uint32_t atom, std::uint32_t site) const;
  std::uint32_t group_for(const SiteCopy& source, bool fold);
  void join(std::uint32_t group, std::uint32_t copy, const SiteCopy& source, std::uint64_t bytes);
  void transfer(Group& group, std::uint32_t to, std::uint32_t access);
  [[nodiscard]] double slowdown(std::uint32_t from, std::uint32_t to) const;

  const TaskGraph& graph_;
  const Machine& machine_;
  const SiteTable& sites_;
  SimulationState& state_;
  SourceChoice sources_;
  std::vector<Group> groups_; ///< of the present access
  std::vector<Part> parts_;
};

} // namespace mapwright::mapper
