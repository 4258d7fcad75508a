// Machines and simulated traffic to compare runs over several ranks with.
#pragma once

#include "mapper/examples.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/simulate/simulate.hpp"
#include "starpu_engine/rank_transfers.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace mapwright::starpu_engine {

/// Nodes of one processor and one memory: between nodes is all there is.
inline mapper::Machine cluster(std::uint32_t nodes) {
  return mapper::sure(mapper::read_machine(R"toml(name = "cluster"
summary = "one CPU on each node"
nodes = "nodes"
[parameters]
nodes = [1, 1, 64]
[[processor]]
kind = "CPU"
flops = 1e9
source = "test"
[[memory]]
kind = "SYSMEM"
capacity = 1e9
bandwidth = 1e9
source = "test"
[[sees]]
processor = "CPU"
memory = "SYSMEM"
bandwidth = 1e9
source = "test"
[[link]]
name = "host"
latency = 1e-6
bandwidth = 1e9
source = "test"
[[route]]
between = ["SYSMEM", "network"]
via = ["host"]
[network]
latency = 1e-5
bandwidth = 1e9
source = "test"
)toml",
                                           "cluster.toml", {{"nodes", nodes}}));
}

/// The program with reductions that change the data themselves, in program order: as the engine runs them.
inline mapper::Program in_order(mapper::Program program) {
  for (mapper::Launch& launch : program.launches) {
    for (mapper::RegionArgument& argument : launch.arguments) {
      argument.privilege =
          argument.privilege == mapper::Privilege::reduce ? mapper::Privilege::read_write : argument.privilege;
    }
  }
  return program;
}

/// Bytes that come to each rank from others.
using BytesByReceiver = std::map<std::uint32_t, std::uint64_t>;

inline BytesByReceiver received(const std::vector<RankTraffic>& traffic) {
  BytesByReceiver bytes;
  for (const RankTraffic& pair : traffic) {
    bytes[pair.to] += pair.bytes;
  }
  return bytes;
}

/// The same of a simulated run.
inline BytesByReceiver simulated_received(const mapper::Program& program, const mapper::TaskGraph& graph,
                                          const mapper::Machine& machine, const mapper::Plan& plan) {
  const mapper::Simulation run = mapper::sure(mapper::Simulator(program, graph, machine).run(plan));
  EXPECT_EQ(run.status, mapper::SimulationStatus::done);
  BytesByReceiver bytes;
  for (const mapper::MemoryTraffic& pair : run.traffic) {
    if (machine.node_of_memory(pair.from) != machine.node_of_memory(pair.to)) {
      bytes[machine.node_of_memory(pair.to)] += pair.bytes;
    }
  }
  return bytes;
}

inline std::uint64_t total(const BytesByReceiver& bytes) {
  std::uint64_t sum = 0;
  for (const auto& [rank, count] : bytes) {
    sum += count;
  }
  return sum;
}

} // namespace mapwright::starpu_engine
