// All plans of a small program against the lower bounds: none may be faster.
#include "../examples.hpp"
#include "mapper/search/program_bound.hpp"
#include "mapper/simulate/simulate.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace mapwright::mapper {
namespace {

/// Two pieces of so many numbers, made, traded and summed, by tasks that run on cores and GPUs.
Program small_exchange(const std::string& width, const std::string& flops) {
  ProgramBuilder b("exchange");
  b.region({"data", {"2*" + width}, {"x:8"}});
  b.region({"sum", {"1"}, {"y:8"}});
  b.blocks({"piece", "data", {"2"}});
  const std::vector<VariantSpec> variants{{ProcessorKind::cpu}, {ProcessorKind::gpu}};
  b.kind({"make", {{"own"}}, variants, flops});
  b.kind({"trade", {{"other"}, {"total"}}, variants, flops});
  b.launch({"", "make", {"2"}, {"i"}, {{"piece", {"i"}, "W"}}});
  b.launch({"", "trade", {"2"}, {"i"}, {{"piece", {"1 - i"}, "R"}, {"sum", {}, "reduce(+)"}}});
  b.launch({"last", "make", {}, {}, {{"sum", {}, "RW"}}});
  return sure(b.build());
}

/// Every plan of a small program on core 0, GPU 0 and GPU 1 with all memories they see, and which of them a mapper
/// could make: as many for one kind of task as it decides for, one kind of processor each, one kind of memory for an
/// argument.
class EveryPlan {
public:
  explicit EveryPlan(const Program& program, const TaskGraph& graph) : program_(program), graph_(graph) {
    plan_ = blank_plan(program, graph);
  }

  template <class Use> void each(std::uint32_t slot, const Use& use) {
    if (slot == graph_.slots.size()) {
      use(plan_, is_of_mapper());
      return;
    }
    const auto processors = {ProcessorName{ProcessorKind::cpu, 0, 0}, ProcessorName{ProcessorKind::gpu, 0, 0},
                             ProcessorName{ProcessorKind::gpu, 0, 1}};
    for (const ProcessorName& processor : processors) {
      plan_.tasks[slot].processor = processor;
      each_memory(slot, 0, use);
    }
  }

private:
  template <class Use> void each_memory(std::uint32_t slot, std::size_t argument, const Use& use) {
    if (argument == program_.launches[graph_.slots[slot].launch].arguments.size()) {
      each(slot + 1, use);
      return;
    }
    const ProcessorName processor = plan_.tasks[slot].processor;
    const MemoryName near = processor.kind == ProcessorKind::cpu ? MemoryName{MemoryKind::sysmem, 0, 0}
                                                                 : MemoryName{MemoryKind::fbmem, 0, processor.index};
    for (const MemoryName& memory : {near, MemoryName{MemoryKind::zcmem, 0, 0}}) {
      plan_.arguments[graph_.slots[slot].first_argument + argument].memory = memory;
      each_memory(slot, argument + 1, use);
    }
  }

  [[nodiscard]] bool is_of_mapper() const {
    std::map<std::uint32_t, ProcessorKind> kinds;
    std::map<std::pair<std::uint32_t, std::size_t>, MemoryKind> memories; // of (launch, argument)
    for (std::uint32_t slot = 0; slot < graph_.slots.size(); ++slot) {
      const Launch& launch = program_.launches[graph_.slots[slot].launch];
      const ProcessorKind kind = plan_.tasks[slot].processor.kind;
      if (kinds.try_emplace(launch.kind, kind).first->second != kind) {
        return false;
      }
      for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const MemoryKind memory = plan_.arguments[graph_.slots[slot].first_argument + i].memory.kind;
        if (memories.try_emplace({graph_.slots[slot].launch, i}, memory).first->second != memory) {
          return false;
        }
      }
    }
    return true;
  }

  const Program& program_;
  const TaskGraph& graph_;
  Plan plan_;
};

TEST(EveryPlan, NoneOfASmallProgramBeatsItsBounds) {
  for (const char* width : {"1", "20"}) {
    for (const char* flops : {"200", "3000"}) {
      const Program program = small_exchange(width, flops);
      const TaskGraph graph = sure(expand(program));
      const Machine machine = round_machine();
      Simulator simulator(program, graph, machine);
      double best = std::numeric_limits<double>::infinity();
      double best_mapper = best;
      EveryPlan(program, graph).each(0, [&](const Plan& plan, bool of_mapper) {
        const double makespan = sure(simulator.rerun(plan)).makespan;
        best = std::min(best, makespan);
        best_mapper = of_mapper ? std::min(best_mapper, makespan) : best_mapper;
      });
      const ProgramBounds bounds = program_bounds(program, graph, machine);
      const std::string about = fmt::format("{} numbers, {} operations: {} of {}, {} of {}", width, flops,
                                            bounds.any_plan(), best, bounds.any_mapper(), best_mapper);
      EXPECT_GE(best, bounds.any_plan()) << about;
      EXPECT_GE(best_mapper, bounds.any_mapper()) << about;
      EXPECT_LE(best, 2 * bounds.any_plan()) << about;
    }
  }
}

} // namespace
} // namespace mapwright::mapper
