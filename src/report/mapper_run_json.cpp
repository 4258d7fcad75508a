#include "mapper/simulate/communication_bound.hpp"
#include "report/mapper_run_parts.hpp"

#include <utility>

namespace mapwright::report {

namespace {

Json makespan_range_json(const MapperRun& run) {
  return run.makespan_range ? Json::array({run.makespan_range->low, run.makespan_range->high}) : Json();
}

Json traffic_json(const MapperRun& run) {
  Json list = Json::array();
  for (const mapper::MemoryTraffic& pair : run.simulation.traffic) {
    list.push_back({{"from", to_string(run.machine.memory_name(pair.from))},
                    {"to", to_string(run.machine.memory_name(pair.to))},
                    {"bytes", pair.bytes},
                    {"copies", pair.copies}});
  }
  return list;
}

Json memories_json(const MapperRun& run) {
  Json list = Json::array();
  for (std::uint32_t memory = 0; memory < run.machine.memory_count(); ++memory) {
    if (run.simulation.peak[memory] > 0) {
      list.push_back({{"memory", to_string(run.machine.memory_name(memory))},
                      {"peak_bytes", run.simulation.peak[memory]},
                      {"capacity_bytes", run.machine.class_of_memory(memory).capacity}});
    }
  }
  return list;
}

Json busy_json(const MapperRun& run) {
  Json list = Json::array();
  for (const BusyKind& kind : busy_by_kind(run)) {
    list.push_back({{"kind", std::string(to_string(kind.kind))},
                    {"processors", kind.processors},
                    {"used", kind.used},
                    {"share", kind.share},
                    {"least", kind.least},
                    {"most", kind.most}});
  }
  return list;
}

Json chain_json(const MapperRun& run) {
  Json list = Json::array();
  for (const ChainSum& sum : chain_by_what(run)) {
    list.push_back({{"what", sum.what}, {"count", sum.count}, {"seconds", sum.seconds}});
  }
  return list;
}

/// Why the run stopped; null when it did not.
Json out_of_memory_json(const MapperRun& run) {
  if (!run.simulation.out_of_memory) {
    return nullptr;
  }
  const mapper::OutOfMemory& out = *run.simulation.out_of_memory;
  const mapper::PointTask& task = run.graph.tasks[out.task];
  Json held = Json::array();
  for (const mapper::OutOfMemory::Held& item : out.held) {
    held.push_back({{"region", run.program.regions[item.region].name}, {"bytes", item.bytes}});
  }
  Json fits = Json::array();
  for (const std::uint32_t memory : out.fits) {
    fits.push_back(to_string(run.machine.memory_name(memory)));
  }
  return {
      {"task", name_of_slot(run.program, run.graph, task.slot)},
      {"argument", out.argument},
      {"data", name_of_view(run.program, run.graph.views[run.graph.accesses[task.first_access + out.argument].view])},
      {"memory", to_string(run.machine.memory_name(out.memory))},
      {"needed_bytes", out.needed},
      {"free_bytes", out.free},
      {"held", std::move(held)},
      {"collectable_bytes", out.collectable},
      {"fits", std::move(fits)},
      {"message", out.message},
      {"hint", out.hint}};
}

} // namespace

Json to_json(const MapperRun& run) {
  const mapper::Simulation& simulation = run.simulation;
  const double bound = simulation.bounds.highest();
  const bool done = simulation.status == mapper::SimulationStatus::done;
  const mapper::CommunicationBound volume = mapper::communication_bound(run.graph, run.machine, run.plan);
  return {{"schema_version", 1},
          {"program", run.program.name},
          {"machine", run.machine.description().name},
          {"nodes", run.machine.description().nodes},
          {"plan", plan_hash(run.program, run.graph, run.plan)},
          {"status", done ? "done" : "out_of_memory"},
          {"makespan_seconds", simulation.makespan},
          {"makespan_range_seconds", makespan_range_json(run)},
          {"bounds",
           {{"critical_path_seconds", simulation.bounds.critical_path},
            {"work_seconds", simulation.bounds.work},
            {"links_seconds", simulation.bounds.links},
            {"bytes_between_memories", volume.memories},
            {"bytes_between_nodes", volume.nodes}}},
          {"gap", done && bound > 0 ? Json(simulation.makespan / bound - 1) : Json(nullptr)},
          {"tasks", run.graph.tasks.size()},
          {"events", simulation.events},
          {"messages", simulation.messages},
          {"busy", busy_json(run)},
          {"traffic", traffic_json(run)},
          {"memories", memories_json(run)},
          {"chain", chain_json(run)},
          {"out_of_memory", out_of_memory_json(run)}};
}

} // namespace mapwright::report
