// Calibrations of runs that a known machine made.
#include "mapper/calibrate/choose_run.hpp"
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/calibrate/simulated_runs.hpp"
#include "mapper/machine/machine_text.hpp"

#include <set>

namespace mapwright::mapper {
namespace {

std::vector<Observation> runs_of(const Opened& opened, const Machine& truth, int count, std::uint64_t seed) {
  std::vector<Observation> runs;
  measure::Random random(seed);
  for (int i = 0; i < count; ++i) {
    const auto drawn = draw_legal(opened.application.program, opened.graph, truth, ProcessorKind::cpu, random);
    EXPECT_TRUE(drawn);
    runs.push_back(observed(opened, drawn->plan, truth));
  }
  return runs;
}

/// A machine calibrated with runs predicts other runs of other sizes.
TEST(Calibration, OfRunsThatAMachineMadeIsThatMachine) {
  const Machine truth = true_box();
  const Machine before = unknown_box();
  for (const auto& [small, large] : {std::pair("stencil,n=56,tiles_x=3", "stencil,n=64,tiles_x=4,steps=7"),
                                     std::pair("circuit,wires_per_piece=600", "circuit,pieces=6,loops=3"),
                                     std::pair("johnson,n=48", "johnson,n=60")}) {
    const std::vector<Observation> runs = runs_of(Opened(small), truth, 24, 1);
    const Calibration fitted = fit(runs, before.description());
    const std::string text = machine_text(calibrated(before.description(), fitted, "test"));
    const Machine after = sure(read_machine(text, "after.toml"));
    EXPECT_EQ(machine_text(after.description()), text);
    ASSERT_TRUE(fitted.overhead.contains(ProcessorKind::cpu)) << small;
    EXPECT_NEAR(fitted.overhead.at(ProcessorKind::cpu).value, 6e-6, 0.2e-6) << small;
    if (fitted.conversion) {
      EXPECT_NEAR(fitted.conversion->value, 9, 0.1) << small;
    }
    const Opened held_out(large);
    measure::Random random(2);
    for (int i = 0; i < 10; ++i) {
      const auto drawn = draw_legal(held_out.application.program, held_out.graph, truth, ProcessorKind::cpu, random);
      ASSERT_TRUE(drawn);
      const auto makespan = [&](const Machine& machine) {
        return sure(Simulator(held_out.application.program, held_out.graph, machine).run(drawn->plan)).makespan;
      };
      EXPECT_NEAR(makespan(after) / makespan(truth), 1, 0.06) << large << "\n" << drawn->text;
    }
  }
}

TEST(Calibration, KeepsWhatWasNotMeasured) {
  const MachineDescription before = unknown_box().description();
  const MachineDescription after = calibrated(before, fit({}, before), "test");
  EXPECT_EQ(after.processors[0].flops, before.processors[0].flops);
  EXPECT_EQ(after.processors[0].source, before.processors[0].source);
  EXPECT_EQ(after.conversion, before.conversion);
  EXPECT_TRUE(after.work.empty());
  EXPECT_FALSE(has_ranges(after));
}

TEST(Calibration, RangesHoldWhatRunsGave) {
  const Opened opened("stencil,n=40");
  std::vector<Observation> runs = runs_of(opened, true_box(), 9, 3);
  for (std::size_t i = 0; i < runs.size(); ++i) { // the same work takes up to a fifth longer
    for (WorkSample& sample : runs[i].work) {
      sample.seconds *= 1 + 0.2 * static_cast<double>(i) / static_cast<double>(runs.size() - 1);
    }
  }
  const Calibration fitted = fit(runs, unknown_box().description());
  bool wide = false;
  for (const auto& [key, factor] : fitted.factors) {
    EXPECT_LE(factor.range.low, factor.value);
    EXPECT_GE(factor.range.high, factor.value);
    wide = wide || factor.uncertainty() > 0.04;
  }
  EXPECT_TRUE(wide);
}

TEST(ChooseRun, TakesWhatIsNotKnownThenWhatIsLeastCertain) {
  const WorkKey known{"p", "known", ProcessorKind::cpu, {}};
  const WorkKey vague{"p", "vague", ProcessorKind::cpu, {}};
  const WorkKey unknown{"p", "unknown", ProcessorKind::cpu, {}};
  Calibration calibration;
  calibration.factors[known] = {1, {0.99, 1.01}, 4};
  calibration.factors[vague] = {1, {0.7, 1.3}, 4};
  calibration.overhead[ProcessorKind::cpu] = {1e-6, {1e-6, 1e-6}, 4};
  std::vector<RunCandidate> candidates{
      {{known}}, {{known, vague}}, {{known, unknown}}, {{known}, ProcessorKind::cpu, true}};
  EXPECT_EQ(most_informative(candidates, calibration, 0.05), 2U);
  candidates[2].done = true;
  EXPECT_EQ(most_informative(candidates, calibration, 0.05), 1U);
  candidates[1].done = true;
  EXPECT_EQ(most_informative(candidates, calibration, 0.05), std::nullopt);
  calibration.overhead.clear();
  EXPECT_EQ(most_informative(candidates, calibration, 0.05), 3U);
}

TEST(DrawnMapper, GivesManyLegalMappingsOfEveryApplication) {
  const Machine machine = unknown_box();
  for (const ApplicationInfo& info : application_catalogue()) {
    const Opened opened(info.name);
    measure::Random random(5);
    std::set<std::string> plans;
    for (int i = 0; i < 12; ++i) {
      const auto drawn = draw_legal(opened.application.program, opened.graph, machine, ProcessorKind::cpu, random);
      ASSERT_TRUE(drawn) << info.name;
      plans.insert(plan_hash(opened.application.program, opened.graph, drawn->plan));
      for (const TaskDecision& task : drawn->plan.tasks) {
        EXPECT_EQ(task.processor.kind, ProcessorKind::cpu);
      }
    }
    EXPECT_GE(plans.size(), 8U) << info.name;
    const auto on_devices = draw_legal(opened.application.program, opened.graph, machine, ProcessorKind::gpu, random);
    EXPECT_TRUE(on_devices) << info.name;
  }
}

} // namespace
} // namespace mapwright::mapper
