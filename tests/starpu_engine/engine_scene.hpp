// The engine on one CPU worker and two emulated devices: what all its tests run on.
#pragma once

#include "mapper/apps/application.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/engine/agreement.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/examples.hpp"
#include "mapper/simulate/simulate.hpp"
#include "starpu_engine/engine.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <utility>

namespace mapwright::starpu_engine {

using mapper::sure;

/// Started with the first test, stopped with the process.
inline const Runtime& runtime() {
  static const Runtime started = [] {
    const std::filesystem::path cache = std::filesystem::path(MAPWRIGHT_STARPU_CACHE);
    std::filesystem::create_directories(cache);
    return sure(Runtime::start({1, 2}, cache));
  }();
  return started;
}

/// The machine it is.
inline mapper::Machine box() {
  return sure(mapper::open_machine("box,cpus=1,devices=2"));
}

/// Every byte of all regions something else.
inline mapper::RegionData numbered_data(const mapper::Program& program) {
  mapper::RegionData data = sure(mapper::RegionData::make(program));
  unsigned next = 1;
  for (std::uint32_t r = 0; r < program.regions.size(); ++r) {
    for (std::size_t f = 0; f < program.regions[r].fields.size(); ++f) {
      for (std::byte& byte : data.bytes(r, f)) {
        next = next * 1664525U + 1013904223U;
        byte = static_cast<std::byte>(next >> 24U);
      }
    }
  }
  return data;
}

/// An application with its tasks.
struct OpenedApplication {
  explicit OpenedApplication(const std::string& specification)
      : application(sure(mapper::open_application(specification))), graph(sure(mapper::expand(application.program))) {}

  [[nodiscard]] mapper::Plan plan(const std::string& mapper, const mapper::Machine& machine) const {
    return plan_of(*application.mapper(mapper), machine);
  }
  [[nodiscard]] mapper::Plan plan_of(const std::string& text, const mapper::Machine& machine) const {
    return sure(mapper::elaborate({text, "test.mapper"}, application.program, graph, machine)).plan;
  }
  [[nodiscard]] mapper::RegionData initial() const {
    mapper::RegionData data = sure(mapper::RegionData::make(application.program));
    application.initialise(data);
    return data;
  }
  /// Runs it, and compares its results with the reference.
  [[nodiscard]] std::pair<RunRecord, mapper::Agreement> run(const mapper::Plan& plan) const {
    sure(workers_for(application.program, graph, plan));
    Engine engine(runtime(), application.program, graph, application.kernels);
    mapper::RegionData got = initial();
    RunRecord record = sure(engine.run(plan, got));
    mapper::RegionData expected = initial();
    application.reference(expected);
    return {std::move(record), agreement_of(application.program, application.results, got, expected)};
  }

  mapper::Application application;
  mapper::TaskGraph graph;
};

/// Bytes between memories by "FROM > TO"; pinned memory is main memory.
using BytesByPair = std::map<std::string, std::uint64_t>;

inline std::string pair_name(mapper::MemoryName from, mapper::MemoryName to) {
  for (mapper::MemoryName* memory : {&from, &to}) {
    if (memory->kind == mapper::MemoryKind::zcmem) {
      memory->kind = mapper::MemoryKind::sysmem;
    }
  }
  return to_string(from) + " > " + to_string(to);
}

inline BytesByPair bytes_of(const RunRecord& record) {
  BytesByPair bytes;
  for (const CopiedBytes& pair : record.copied) {
    bytes[pair_name(pair.from, pair.to)] += pair.bytes;
  }
  return bytes;
}

/// What the simulator says; copies inside a memory are none.
inline BytesByPair simulated_bytes_by_pair(const mapper::Program& program, const mapper::TaskGraph& graph,
                                           const mapper::Plan& plan) {
  const mapper::Machine machine = box();
  const mapper::Simulation run = sure(mapper::Simulator(program, graph, machine).run(plan));
  EXPECT_EQ(run.status, mapper::SimulationStatus::done);
  BytesByPair bytes;
  for (const mapper::MemoryTraffic& pair : run.traffic) {
    const mapper::MemoryName from = machine.memory_name(pair.from);
    const mapper::MemoryName to = machine.memory_name(pair.to);
    if (pair.from != pair.to) {
      bytes[pair_name(from, to)] += pair.bytes;
    }
  }
  return bytes;
}

} // namespace mapwright::starpu_engine
