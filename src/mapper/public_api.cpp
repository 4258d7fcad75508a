// Implementation of include/mapwright/task_program.hpp.
#include "mapwright/task_program.hpp"

#include "mapper/elaborate/elaborate.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/machine/read_machine.hpp"
#include "mapper/program/read_program.hpp"
#include "mapper/simulate/simulate.hpp"

#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mapwright {

struct TaskProgram::State {
  mapper::Program program;
  mapper::TaskGraph graph;
  mapper::KernelTable kernels{};
  std::optional<mapper::RegionData> data{}; ///< once somebody asks for them

  Result<mapper::RegionData*> values() {
    if (!data) {
      auto made = mapper::RegionData::make(program);
      if (!made) {
        return forward(made);
      }
      data = std::move(*made);
    }
    return &*data;
  }
};

TaskProgram::TaskProgram(std::unique_ptr<State> state) : state_(std::move(state)) {}
TaskProgram::TaskProgram(TaskProgram&& other) noexcept = default;
TaskProgram& TaskProgram::operator=(TaskProgram&& other) noexcept = default;
TaskProgram::~TaskProgram() = default;

std::size_t TaskProgram::task_count() const {
  return state_->graph.tasks.size();
}

bool TaskProgram::set_kernel(std::string_view task, mapwright_kernel kernel) {
  for (const mapper::TaskKind& kind : state_->program.kinds) {
    if (kind.name == task) {
      state_->kernels[kind.name].host = kernel;
      return true;
    }
  }
  return false;
}

std::span<std::byte> TaskProgram::field_bytes(std::string_view region, std::string_view field, std::size_t bytes) {
  const auto data = state_->values();
  if (!data) {
    throw std::invalid_argument(data.error().message);
  }
  for (std::uint32_t r = 0; r < state_->program.regions.size(); ++r) {
    const mapper::Region& candidate = state_->program.regions[r];
    for (std::size_t f = 0; candidate.name == region && f < candidate.fields.size(); ++f) {
      if (candidate.fields[f].name == field && candidate.fields[f].bytes == bytes) {
        return (*data)->bytes(r, f);
      }
    }
  }
  throw std::invalid_argument(fmt::format("program '{}' has no field '{}' of {} bytes in a region '{}'",
                                          state_->program.name, field, bytes, region));
}

std::string TaskProgram::run() {
  const auto data = state_->values();
  if (!data) {
    return data.error().format();
  }
  const auto ran = mapper::run_sequentially(state_->program, state_->graph, state_->kernels, **data);
  return ran ? std::string() : ran.error().format();
}

SimulatedTasks TaskProgram::simulate(std::string_view mapper_text, std::string_view machine_name) const {
  SimulatedTasks result;
  const auto machine = mapper::open_machine(machine_name);
  if (!machine) {
    result.error = machine.error().format();
    return result;
  }
  const auto mapped = mapper::elaborate({std::string(mapper_text), "mapper"}, state_->program, state_->graph, *machine);
  if (!mapped) {
    result.error = mapped.error().format();
    return result;
  }
  const auto run = mapper::Simulator(state_->program, state_->graph, *machine).run(mapped->plan);
  if (!run) {
    result.error = run.error().format();
    return result;
  }
  if (run->out_of_memory) {
    result.error = run->out_of_memory->message;
  }
  result.seconds = run->makespan;
  result.messages = run->messages;
  for (const mapper::MemoryTraffic& pair : run->traffic) {
    result.bytes += pair.from == pair.to ? 0 : pair.bytes;
  }
  return result;
}

TaskProgramResult read_task_program(std::string_view text, const std::map<std::string, std::int64_t>& sizes) {
  auto program = mapper::read_program(text, "program", sizes);
  if (!program) {
    return {std::nullopt, program.error().format()};
  }
  auto graph = mapper::expand(*program);
  if (!graph) {
    return {std::nullopt, graph.error().format()};
  }
  auto state = std::make_unique<TaskProgram::State>();
  state->program = std::move(*program);
  state->graph = std::move(*graph);
  return {TaskProgram(std::move(state)), {}};
}

} // namespace mapwright
