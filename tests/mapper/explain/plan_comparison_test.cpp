// What each change between two plans does: cases worked out by hand, and what holds between any two plans.
#include "mapper/explain/plan_blend.hpp"
#include "mapper/explain/plan_comparison.hpp"
#include "mapper/random_programs.hpp"
#include "mapper/simulate/scene.hpp"

#include <cmath>

#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

using Outcome = TrialRun::Outcome;

/// Each launch decides for itself.
DecisionSource launch_names(const Program& program) {
  return [&program](const PlanDifference& difference) {
    return difference.launch == none ? "limit" : program.launches[difference.launch].name;
  };
}

PlanComparison compare_scenes(const Scene& before, const Scene& after, const Machine& machine) {
  return sure(compare_plans(before.program, before.graph, machine, before.plan, after.plan,
                            launch_names(before.program), launch_names(before.program)));
}

TEST(PlanComparison, GivesDataThatMoveWithTheirTaskToTheTask) {
  const Machine machine = round_machine();
  const Scene apart({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  const Scene together({{"W", gpu(0), device(0)}, {"R", gpu(0), device(0)}});
  const PlanComparison found = compare_scenes(apart, together, machine);
  EXPECT_EQ(found.before.makespan, 4);
  EXPECT_EQ(found.after.makespan, 2);
  ASSERT_EQ(found.changes.size(), 1U);
  ASSERT_EQ(found.changes[0].differences.size(), 1U);
  EXPECT_EQ(found.changes[0].differences[0].decision, "processor");
  EXPECT_EQ(found.changes[0].alone.makespan, 2);
  EXPECT_EQ(found.changes[0].alone.change, -0.5);
  EXPECT_EQ(found.changes[0].in_order.change, -0.5);
  EXPECT_TRUE(found.after.copies.empty());
}

TEST(PlanComparison, SortsChangesByWhatTheyDoAlone) {
  const Machine machine = round_machine();
  // t2 waits for t0 on GPU 0; t1 waits for a copy and ends at 4.
  const Scene before({{"W", gpu(0), device(0)}, {"W", gpu(0), device(0), "s"}, {"R", gpu(1), device(1)}});
  const Scene after({{"W", gpu(0), device(0)}, {"W", gpu(2), device(2), "s"}, {"R", gpu(0), device(0)}});
  const PlanComparison found = compare_scenes(before, after, machine);
  EXPECT_EQ(found.before.makespan, 4);
  EXPECT_EQ(found.after.makespan, 2);
  ASSERT_EQ(found.changes.size(), 2U);
  EXPECT_EQ(found.changes[0].after, "t2"); // without a copy, but after the two others on GPU 0: 3 s
  EXPECT_EQ(found.changes[0].alone.change, -0.25);
  EXPECT_EQ(found.changes[0].in_order.change, -0.25);
  EXPECT_EQ(found.changes[1].after, "t1"); // alone it changes nothing, with the other 1 s
  EXPECT_EQ(found.changes[1].alone.change, 0.0);
  EXPECT_EQ(found.changes[1].in_order.change, -0.25);
  EXPECT_EQ(found.changes[1].in_order.makespan, 2);
}

TEST(PlanComparison, ShowsThatChangesHelpOnlyTogether) {
  const Machine machine = round_machine();
  const Scene devices({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  const Scene shared({{"W", gpu(0), zero_copy()}, {"R", gpu(1), zero_copy()}});
  const PlanComparison found = compare_scenes(devices, shared, machine);
  ASSERT_EQ(found.changes.size(), 2U);
  for (const PlanChange& change : found.changes) {
    EXPECT_EQ(change.differences[0].decision, "memory");
    EXPECT_EQ(change.alone.change, 0.0); // the copy goes to or from pinned memory instead
  }
  EXPECT_EQ(found.changes[0].in_order.change, 0.0);
  EXPECT_EQ(found.changes[1].in_order.change, -0.5);
}

TEST(PlanComparison, TakesStatementsAsAWhole) {
  const Machine machine = round_machine();
  const Scene devices({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  const Scene shared({{"W", gpu(0), zero_copy()}, {"R", gpu(1), zero_copy()}});
  const auto all = [](const PlanDifference&) { return std::string("Region * * GPU ZCMEM;"); };
  const PlanComparison found =
      sure(compare_plans(devices.program, devices.graph, machine, devices.plan, shared.plan, all, all));
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].differences.size(), 2U);
  EXPECT_EQ(found.changes[0].alone.change, -0.5);
}

TEST(PlanComparison, MovesDataThatTheNewProcessorCannotSee) {
  const Machine machine = round_machine();
  const Scene core({{"W", {ProcessorKind::cpu, 0, 0}, host()}}, "1000");
  const Scene gpus({{"W", gpu(2), device(2)}}, "1000");
  const PlanComparison found = compare_scenes(core, gpus, machine);
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].differences.size(), 1U);
  EXPECT_EQ(found.changes[0].alone.makespan, 0.001);
}

TEST(PlanComparison, PutsLastWhatDoesNotRunAlone) {
  const Machine machine = round_machine();
  const Scene core({{"W", {ProcessorKind::cpu, 0, 0}, zero_copy()}}, "1000");
  const Scene gpus({{"W", gpu(2), device(2)}}, "1000");
  const auto decision = [](const PlanDifference& difference) { return difference.decision; };
  const PlanComparison found =
      sure(compare_plans(core.program, core.graph, machine, core.plan, gpus.plan, decision, decision));
  ASSERT_EQ(found.changes.size(), 2U);
  EXPECT_EQ(found.changes[0].after, "processor");
  EXPECT_EQ(found.changes[0].alone.outcome, Outcome::done); // a GPU sees pinned memory
  EXPECT_EQ(found.changes[1].after, "memory");
  EXPECT_EQ(found.changes[1].alone.outcome, Outcome::refused); // a core does not see that of a GPU
  EXPECT_FALSE(found.changes[1].alone.reason.empty());
  EXPECT_EQ(found.changes[1].in_order.outcome, Outcome::done);
  EXPECT_EQ(found.changes[1].in_order.makespan, found.after.makespan);
}

TEST(PlanComparison, SaysWhatMakesAPlanFit) {
  const Machine machine = round_machine(1, 50);
  const Scene device_only({{"W", gpu(0), device(0)}, {"W", gpu(1), zero_copy(), "s"}});
  const Scene pinned({{"W", gpu(0), zero_copy()}, {"W", gpu(0), zero_copy(), "s"}});
  const PlanComparison found = compare_scenes(device_only, pinned, machine);
  EXPECT_FALSE(found.before.failure.empty());
  EXPECT_EQ(found.after.makespan, 2);
  ASSERT_EQ(found.changes.size(), 2U);
  EXPECT_EQ(found.changes[0].after, "t0");
  EXPECT_EQ(found.changes[0].alone.outcome, Outcome::done);
  EXPECT_EQ(found.changes[0].alone.change, std::nullopt); // of what did not run
  EXPECT_EQ(found.changes[1].alone.outcome, Outcome::out_of_memory);
}

TEST(PlanComparison, ComparesLimits) {
  const Machine machine = round_machine();
  const Scene free({{"W", gpu(0), device(0)}, {"W", gpu(1), device(1), "s"}});
  Scene limited = free;
  limited.plan.limits[0] = 1;
  const PlanComparison found = compare_scenes(free, limited, machine);
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].differences[0].kind, 0U);
  EXPECT_EQ(found.changes[0].alone.change, 1.0); // one after the other
}

TEST(PlanComparison, RefusesPlansThatNothingCanRun) {
  const Machine machine = round_machine();
  const Scene good({{"W", gpu(0), device(0)}});
  const Scene bad({{"W", gpu(0), host()}});
  const auto name = launch_names(good.program);
  EXPECT_FALSE(compare_plans(good.program, good.graph, machine, good.plan, bad.plan, name, name).has_value());
  EXPECT_FALSE(compare_plans(good.program, good.graph, machine, bad.plan, good.plan, name, name).has_value());
}

TEST(PlanComparison, FindsNothingBetweenEqualPlans) {
  const Machine machine = round_machine();
  const Scene scene({{"W", gpu(0), device(0)}, {"R", gpu(1), device(1)}});
  EXPECT_TRUE(compare_scenes(scene, scene, machine).changes.empty());
}

RC_GTEST_PROP(PlanBlendRandom, LeadsFromOnePlanToTheOther, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  const Plan before = random_plan(program, graph, 2);
  const Plan after = random_plan(program, graph, 2);
  const PlanBlend blend(program, graph, machine, before, after);
  const std::size_t count = blend.differences().size();
  RC_ASSERT(blend.with(std::vector<bool>(count, false)) == before);
  RC_ASSERT(blend.with(std::vector<bool>(count, true)) == after);
  if (count > 0) {
    std::vector<bool> one(count, false);
    one[static_cast<std::size_t>(any_of_range(0, static_cast<int>(count)))] = true;
    RC_ASSERT(blend.with(one) != before);
  }
}

RC_GTEST_PROP(PlanComparisonRandom, StepsAddUpToTheWhole, ()) {
  const Program program = random_program();
  const TaskGraph graph = sure(expand(program));
  const Machine machine = round_machine(2);
  Plan before = random_plan(program, graph, 2);
  Plan after = random_plan(program, graph, 2);
  before.limits.assign(before.limits.size(), 0);
  after.limits.assign(after.limits.size(), 0);
  const PlanComparison found =
      sure(compare_plans(program, graph, machine, before, after, launch_names(program), launch_names(program)));
  RC_PRE(found.before.makespan > 0);
  double steps = 0;
  for (const PlanChange& change : found.changes) {
    steps += change.in_order.change.value_or(0);
  }
  const double whole = found.after.makespan / found.before.makespan - 1;
  RC_ASSERT(std::abs(steps - whole) <= 1e-9 * std::max(1.0, std::abs(whole)));
  if (!found.changes.empty()) {
    RC_ASSERT(found.changes.back().in_order.outcome == Outcome::done);
    RC_ASSERT(found.changes.back().in_order.makespan == found.after.makespan);
  }
}

} // namespace
} // namespace mapwright::mapper
