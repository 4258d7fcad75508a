#include "mapper/search/least_costs.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::mapper {

namespace {

constexpr double unreachable = std::numeric_limits<double>::infinity();

/// The least factor of this kind of task over all layouts its arguments can have.
double least_factor(const Program& program, const TaskKind& kind, ProcessorKind processor, const Machine& machine) {
  double least = unreachable;
  bool general = false; // every layout has a factor
  for (const WorkFactor& work : machine.description().work) {
    if (work.program == program.name && work.task == kind.name && work.processor == processor) {
      least = std::min(least, work.factor);
      general = general || work.layouts.empty();
    }
  }
  return general ? least : std::min(least, 1.0);
}

} // namespace

LeastCosts::LeastCosts(const Program& program, const Machine& machine)
    : processors_(machine.description().processors.size()), memories_(machine.description().memories.size()),
      sights_(processors_ * memories_, unreachable), copies_(memories_ * memories_, {unreachable, unreachable}),
      launches_(program.launches.size() * processors_) {
  find_sights(machine);
  find_copies(machine);
  find_launches(program, machine);
}

void LeastCosts::find_sights(const Machine& machine) {
  const MachineDescription& made = machine.description();
  for (const Sight& sight : made.sights) {
    for (std::size_t k = 0; k < processors_; ++k) {
      for (std::size_t m = 0; m < memories_; ++m) {
        if (made.processors[k].kind == sight.processor && made.memories[m].kind == sight.memory) {
          double& least = sights_[k * memories_ + m];
          least = std::min(least, 1 / std::max(sight.bandwidth, sight.peer.value_or(0)));
        }
      }
    }
  }
}

void LeastCosts::find_copies(const Machine& machine) {
  const MachineDescription& made = machine.description();
  const std::uint32_t each = machine.memory_count() / made.nodes;
  const auto kind_of = [&](std::uint32_t memory) {
    const MemoryKind kind = machine.memory_name(memory).kind;
    const auto found = std::find_if(made.memories.begin(), made.memories.end(),
                                    [kind](const MemoryClass& one) { return one.kind == kind; });
    return static_cast<std::size_t>(found - made.memories.begin());
  };
  for (std::uint32_t from = 0; from < each; ++from) { // nodes are alike
    for (std::uint32_t to = 0; to < std::min(2 * each, machine.memory_count()); ++to) {
      if (from != to) {
        const CopyPath path = machine.path(from, to);
        LeastCopy& least = copies_[kind_of(from) * memories_ + kind_of(to)];
        least.latency = std::min(least.latency, path.latency);
        least.seconds_per_byte = std::min(least.seconds_per_byte, 1 / path.bandwidth);
      }
    }
  }
  for (std::size_t m = 0; m < memories_; ++m) {
    copies_[m * memories_ + m] = {};
  }
  for (std::size_t over = 0; over < memories_; ++over) {
    for (std::size_t from = 0; from < memories_; ++from) {
      for (std::size_t to = 0; to < memories_; ++to) {
        LeastCopy& least = copies_[from * memories_ + to];
        const LeastCopy& in = copy(from, over);
        const LeastCopy& out = copy(over, to);
        least.latency = std::min(least.latency, in.latency + out.latency);
        least.seconds_per_byte = std::min(least.seconds_per_byte, in.seconds_per_byte + out.seconds_per_byte);
      }
    }
  }
}

void LeastCosts::find_launches(const Program& program, const Machine& machine) {
  const MachineDescription& made = machine.description();
  std::vector<bool> launches_others(program.launches.size(), false);
  for (const ProgramStep& step : program.steps) {
    if (step.launch != none) {
      launches_others[step.launch] = !step.body.empty();
    }
  }
  for (std::uint32_t launch = 0; launch < program.launches.size(); ++launch) {
    const TaskKind& kind = program.kinds[program.launches[launch].kind];
    for (std::size_t k = 0; k < processors_; ++k) {
      const ProcessorClass& processor = made.processors[k];
      for (const TaskVariant& variant : kind.variants) {
        if (variant.processor == processor.kind) {
          const double factor = launches_others[launch] ? 1 : least_factor(program, kind, processor.kind, machine);
          const bool free = launches_others[launch] && made.runtime.launches_for_free;
          launches_[launch * processors_ + k] = {true, free ? 0 : processor.overhead,
                                                 factor / (processor.flops * variant.efficiency), factor};
        }
      }
    }
  }
}

} // namespace mapwright::mapper
