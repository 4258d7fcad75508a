// Every application on StarPU, under its mappers and others, gives what its reference gives.
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/simulate/simulate.hpp"
#include "starpu_engine/engine_scene.hpp"

#include <array>
#include <utility>

#include <gtest/gtest.h>

namespace mapwright::starpu_engine {
namespace {

constexpr std::array<const char*, 9> small_applications{
    "cannon,n=24",
    "circuit,nodes_per_piece=20,wires_per_piece=60,percent_shared=20,steps=3,loops=2",
    "cosma,n=24",
    "johnson,n=24",
    "pennant,zones_x=6,zones_y=9,cycles=2",
    "pumma,n=24",
    "solomonik,n=24",
    "stencil,n=10,short_by=3,steps=3",
    "summa,n=24"};

RunRecord expect_agreement(const OpenedApplication& opened, const mapper::Plan& plan, const std::string& which) {
  auto [record, agreement] = opened.run(plan);
  EXPECT_LE(agreement.deviation, opened.application.tolerance) << which << ": " << agreement.field;
  EXPECT_GT(record.seconds, 0) << which;
  std::uint64_t tasks = 0;
  for (const mapper::PointTask& task : opened.graph.tasks) {
    tasks += opened.application.program.only_launches(opened.graph.slots[task.slot].launch) ? 0U : 1U;
  }
  EXPECT_EQ(record.tasks, tasks) << which;
  return std::move(record);
}

/// Calls of one sort, and their bytes.
using Changes = std::pair<std::uint64_t, std::uint64_t>;

/// The changes of layout in a run, those afterwards left out.
Changes changes_in(const RunRecord& record) {
  const bool some = !record.timed.empty() && record.timed.front().task.empty();
  return some ? Changes(record.timed.front().count, record.timed.front().bytes) : Changes();
}

/// What the simulator says of them, on a machine whose processors make them.
Changes simulated_changes(const OpenedApplication& opened, const mapper::Plan& plan) {
  mapper::MachineDescription description = box().description();
  description.runtime = {true, true, true, true, "as the engine does"};
  const mapper::Machine machine = sure(mapper::Machine::build(std::move(description)));
  const mapper::Simulation run = sure(mapper::Simulator(opened.application.program, opened.graph, machine).run(plan));
  Changes changes;
  for (const mapper::SimulatedCopy& copy : run.copies) {
    changes.first += copy.from == copy.to ? 1U : 0U;
    changes.second += copy.from == copy.to ? copy.bytes : 0U;
  }
  return changes;
}

TEST(StarPuApplicationsSlow, GiveTheReferenceUnderTheirMappers) {
  const mapper::Machine machine = box();
  for (const std::string specification : small_applications) {
    const OpenedApplication opened(specification);
    for (const mapper::ApplicationMapper& mapper : opened.application.mappers) {
      expect_agreement(opened, opened.plan_of(mapper.text, machine), specification + " under " + mapper.name);
    }
  }
}

TEST(StarPuApplicationsSlow, GiveTheReferenceWhereverAllLies) {
  const mapper::Machine machine = box();
  for (const std::string specification : small_applications) {
    const OpenedApplication opened(specification);
    for (const std::string text : {"Task * CPU; Region * * CPU SYSMEM;", "Task * GPU, CPU; Region * * GPU FBMEM;",
                                   "Task * GPU, CPU; Region * * GPU ZCMEM;"}) {
      expect_agreement(opened, opened.plan_of(text, machine), specification + " under " + text);
    }
  }
}

/// Some arguments lie otherwise than others, on cores and devices.
TEST(StarPuApplicationsSlow, GiveTheReferenceInMixedLayouts) {
  const mapper::Machine machine = box();
  for (const std::string specification : small_applications) {
    const OpenedApplication opened(specification);
    std::size_t drawn_with_other_layouts = 0;
    measure::Random random(7);
    for (const mapper::ProcessorKind kind : {mapper::ProcessorKind::cpu, mapper::ProcessorKind::gpu}) {
      for (int i = 0; i < 2; ++i) {
        const auto drawn = draw_legal(opened.application.program, opened.graph, machine, kind, random);
        ASSERT_TRUE(drawn) << specification;
        drawn_with_other_layouts +=
            drawn->text.find("C_order") != std::string::npos || drawn->text.find("AOS") != std::string::npos ? 1U : 0U;
        const std::string which = specification + " under\n" + drawn->text;
        const RunRecord record = expect_agreement(opened, drawn->plan, which);
        EXPECT_EQ(changes_in(record), simulated_changes(opened, drawn->plan)) << which;
      }
    }
    if (!specification.starts_with("stencil")) { // whose kernels want F_order
      EXPECT_GT(drawn_with_other_layouts, 0U) << specification;
    }
  }
}

} // namespace
} // namespace mapwright::starpu_engine
