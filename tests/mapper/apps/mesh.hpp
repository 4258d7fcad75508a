// Applications at a size, expanded, with runs on plain arrays and plans.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/examples.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// An application with its tasks.
struct OpenedMesh {
  explicit OpenedMesh(const std::string& specification)
      : application(sure(open_application(specification))), graph(sure(expand(application.program))) {}

  const Program& program() const { return application.program; }
  /// Initial data.
  RegionData data() const {
    RegionData made = sure(RegionData::make(application.program));
    application.initialise(made);
    return made;
  }
  /// What the tasks leave.
  RegionData run() const {
    RegionData made = data();
    const Result<void> ran = run_sequentially(application.program, graph, application.kernels, made);
    EXPECT_TRUE(ran) << ran.error().format();
    return made;
  }
  const Partition& partition(const std::string& name) const {
    for (const Partition& candidate : application.program.partitions) {
      if (candidate.name == name) {
        return candidate;
      }
    }
    throw std::runtime_error("no partition " + name);
  }
  std::uint32_t region(const std::string& name) const {
    std::uint32_t found = 0;
    while (application.program.regions.at(found).name != name) {
      ++found;
    }
    return found;
  }

  Application application;
  TaskGraph graph;
};

/// Bytes, and copies that carry them.
struct CopiedBytes {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
  friend bool operator==(const CopiedBytes&, const CopiedBytes&) = default;
  friend std::ostream& operator<<(std::ostream& out, const CopiedBytes& carried) {
    return out << carried.bytes << " B in " << carried.messages;
  }
};

/// What went between different memories and between nodes, of one region or all.
struct MeshCopies {
  CopiedBytes memories;
  CopiedBytes nodes;
};

inline MeshCopies mesh_copies_of(const OpenedMesh& opened, const Machine& machine, const Simulation& run,
                                 const std::string& region = "") {
  MeshCopies traffic;
  for (const SimulatedCopy& copy : run.copies) {
    const std::uint32_t copied = opened.graph.views[opened.graph.accesses[copy.access].view].region;
    if (copy.from == copy.to || (!region.empty() && copied != opened.region(region))) {
      continue;
    }
    traffic.memories.bytes += copy.bytes;
    ++traffic.memories.messages;
    if (machine.node_of_memory(copy.from) != machine.node_of_memory(copy.to)) {
      traffic.nodes.bytes += copy.bytes;
      ++traffic.nodes.messages;
    }
  }
  return traffic;
}

/// The round machine with links that have room for everything at once, and a network that adds next to nothing: what is
/// symmetric in the program stays so in time.
inline Machine wide_machine(std::int64_t nodes) {
  MachineDescription wide = round_machine(nodes, 1'000'000'000, 1'000'000'000).description();
  for (LinkClass& link : wide.links) {
    link.shared = false;
    link.bandwidth = 1e30;
  }
  wide.network = Network{1e-9, 1e30};
  return sure(Machine::build(std::move(wide)));
}

} // namespace mapwright::mapper
