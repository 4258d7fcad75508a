// Machines corrected by runs of a few plans.
#include "mapper/calibrate/drawn_mapper.hpp"
#include "mapper/calibrate/least_squares.hpp"
#include "mapper/calibrate/recalibrate.hpp"
#include "mapper/calibrate/simulated_runs.hpp"
#include "mapper/elaborate/elaborate.hpp"
#include "mapper/machine/machine_text.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(LeastSquares, WeighsRowsAndWhatWasKnown) {
  // One unknown, 0 give or take 1, and one measurement of 3 give or take 1: half way, with the error of both.
  const std::vector<LinearRow> rows{{{1}, 3, 1}};
  const LinearFit fit = least_squares(rows, std::vector<double>{1});
  EXPECT_NEAR(fit.values[0], 1.5, 1e-12);
  EXPECT_NEAR(fit.errors[0], std::sqrt(0.5), 1e-12);
}

TEST(LeastSquares, SharesWhatOnlyTheSumIsKnownOf) {
  const std::vector<LinearRow> rows{{{1, 1, 0}, 2, 1e-6}};
  const LinearFit fit = least_squares(rows, std::vector<double>{1, 1, 0.5});
  EXPECT_NEAR(fit.values[0], 1, 1e-6);
  EXPECT_NEAR(fit.values[1], 1, 1e-6);
  EXPECT_NEAR(fit.errors[0], std::sqrt(0.5), 1e-6) << "their difference is as unknown as before";
  EXPECT_EQ(fit.values[2], 0);
  EXPECT_NEAR(fit.errors[2], 0.5, 1e-12) << "no row is about it";
}

RC_GTEST_PROP(LeastSquares, FindsWhatExactRowsSay, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 6);
  const auto number = [] { return *rc::gen::inRange(-1000, 1000) / 500.0; };
  std::vector<double> truth(size);
  std::generate(truth.begin(), truth.end(), number);
  std::vector<LinearRow> rows;
  for (std::size_t i = 0; i < size + 3; ++i) {
    LinearRow row{std::vector<double>(size), 0, 1e-4};
    std::generate(row.slopes.begin(), row.slopes.end(), number);
    row.slopes[i % size] += 4; // so that they differ
    for (std::size_t k = 0; k < size; ++k) {
      row.value += row.slopes[k] * truth[k];
    }
    rows.push_back(std::move(row));
  }
  const LinearFit fit = least_squares(rows, std::vector<double>(size, 100.0));
  double misfit = 0;
  for (const LinearRow& row : rows) {
    double value = 0;
    for (std::size_t k = 0; k < size; ++k) {
      value += row.slopes[k] * fit.values[k];
    }
    misfit = std::max(misfit, std::abs(value - row.value));
  }
  RC_ASSERT(misfit < 1e-3);
  RC_ASSERT(std::all_of(fit.errors.begin(), fit.errors.end(), [](double error) { return error > 0 && error <= 100; }));
}

/// Some plans on CPUs of an application, and what the true machine makes of them.
struct KnownRuns {
  KnownRuns(const std::string& application, const Machine& truth, int count) : opened(application) {
    measure::Random random(7);
    for (int i = 0; i < count; ++i) {
      auto drawn = draw_legal(opened.application.program, opened.graph, truth, ProcessorKind::cpu, random);
      EXPECT_TRUE(drawn);
      plans.push_back(std::move(drawn->plan));
    }
    for (const Plan& plan : plans) {
      runs.push_back({&plan, observed(opened, plan, truth).run, 0.01});
    }
  }
  [[nodiscard]] Result<Recalibration> recalibrate(const Machine& machine) const {
    return recalibrated(opened.application.program, opened.graph, machine.description(), runs, "test");
  }

  Opened opened;
  std::vector<Plan> plans;
  std::vector<PlanRun> runs;
};

const Adjustment* find_adjustment(const Recalibration& made, const std::string& name) {
  const auto found = std::find_if(made.adjustments.begin(), made.adjustments.end(),
                                  [&](const Adjustment& each) { return each.name == name; });
  return found == made.adjustments.end() ? nullptr : &*found;
}

TEST(Recalibrate, FindsWhatTookLongerAndPredictsOtherPlans) {
  const Machine truth = true_box();
  const KnownRuns known("stencil,n=64,tiles_x=3,steps=4", truth, 4);
  const Recalibration made = sure(known.recalibrate(unknown_box()));
  EXPECT_FALSE(made.common);
  EXPECT_GT(made.error_before, 0.3);
  EXPECT_LT(made.error_after, 0.05);
  const Adjustment* const work = find_adjustment(made, "work of 'stencil' on CPU");
  ASSERT_NE(work, nullptr);
  EXPECT_TRUE(work->told);
  EXPECT_LE(work->range.low, work->factor);
  EXPECT_GE(work->range.high, work->factor);
  const std::string text = machine_text(made.machine);
  const Machine after = sure(read_machine(text, "after.toml"));
  EXPECT_EQ(machine_text(after.description()), text);
  ASSERT_EQ(made.machine.processors[0].flops, unknown_box().description().processors[0].flops) << "rates stay";
  for (const WorkFactor& factor : made.machine.work) {
    ASSERT_TRUE(factor.factor_range);
    EXPECT_LT(factor.factor_range->low, factor.factor_range->high);
    EXPECT_THAT(factor.source, StartsWith("test: work of '"));
    EXPECT_THAT(factor.source, HasSubstr("before: as the rates say"));
  }
  measure::Random random(11);
  for (int i = 0; i < 6; ++i) {
    const auto drawn =
        draw_legal(known.opened.application.program, known.opened.graph, truth, ProcessorKind::cpu, random);
    ASSERT_TRUE(drawn);
    const auto makespan = [&](const Machine& machine) {
      return sure(Simulator(known.opened.application.program, known.opened.graph, machine).run(drawn->plan)).makespan;
    };
    EXPECT_NEAR(makespan(after) / makespan(truth), 1, 0.15) << drawn->text;
  }
}

TEST(Recalibrate, LeavesAMachineThatIsRight) {
  const Machine truth = true_box();
  const Recalibration made = sure(KnownRuns("stencil,n=64,tiles_x=3,steps=4", truth, 3).recalibrate(truth));
  EXPECT_LT(made.error_before, 1e-9);
  for (const Adjustment& each : made.adjustments) {
    EXPECT_NEAR(each.factor, 1, 1e-6) << each.name;
  }
}

/// A box on which all kinds of tasks of a plan take the same time together, and `slower` times as long as that.
Machine balanced_box(const Opened& opened, const Plan& plan, double slower) {
  MachineDescription machine = unknown_box().description();
  machine.runtime = starpu_habits();
  machine.processors[0].overhead = 0;
  std::map<std::string, double> seconds;
  for (const PlannedWork& work : planned_work(opened.application.program, opened.graph, plan)) {
    seconds[work.key.task] +=
        seconds_at(work.shares, machine.processors[0].flops, bandwidths_of(machine, ProcessorKind::cpu));
  }
  for (const auto& [task, time] : seconds) {
    machine.work.push_back(
        {opened.application.program.name, task, ProcessorKind::cpu, {}, slower * 1e-3 / time, std::nullopt, "test"});
  }
  return sure(Machine::build(std::move(machine)));
}

TEST(Recalibrate, MakespansAloneTellACommonFactor) {
  const Opened opened("circuit,wires_per_piece=600");
  const Plan plan =
      sure(elaborate({"Task * CPU;\n", "m"}, opened.application.program, opened.graph, unknown_box())).plan;
  const Machine before = balanced_box(opened, plan, 1);
  const std::vector<PlanRun> runs{{&plan, observed(opened, plan, balanced_box(opened, plan, 2)).run, 0.01}};
  std::vector<PlanRun> makespans = runs;
  makespans[0].run.work.clear();
  const Recalibration made =
      sure(recalibrated(opened.application.program, opened.graph, before.description(), makespans, "test"));
  EXPECT_TRUE(made.common);
  for (const Adjustment& each : made.adjustments) {
    EXPECT_TRUE(each.told) << each.name;
    EXPECT_NEAR(each.factor, 2, 0.1) << each.name;
  }
  EXPECT_LT(made.error_after, 0.05);
  EXPECT_FALSE(sure(recalibrated(opened.application.program, opened.graph, before.description(), runs, "test")).common)
      << "times of tasks tell them apart";
}

TEST(Recalibrate, ChangesOfLayoutTellTheirOwnFactor) {
  const Opened opened("circuit,wires_per_piece=600,loops=2");
  const Plan plan = sure(elaborate({"Task * CPU;\nLayout update_voltages * * AOS F_order;\n", "m"},
                                   opened.application.program, opened.graph, unknown_box()))
                        .plan;
  const std::vector<PlanRun> runs{{&plan, observed(opened, plan, true_box()).run, 0.01}};
  const Recalibration made =
      sure(recalibrated(opened.application.program, opened.graph, unknown_box().description(), runs, "test"));
  const Adjustment* const conversion = find_adjustment(made, "change of layout");
  ASSERT_NE(conversion, nullptr);
  EXPECT_TRUE(conversion->told);
  EXPECT_NEAR(conversion->factor, 9 / 3.2, 0.1) << "box says 3.2, the truth is 9";
  EXPECT_NEAR(made.machine.conversion, 9, 0.4);
  ASSERT_TRUE(made.machine.conversion_range);
  EXPECT_THAT(made.machine.conversion_source, StartsWith("test: change of layout takes 2."));
}

TEST(Recalibrate, SaysWhatRunsDoNotTell) {
  const Machine truth = true_box();
  const Recalibration made = sure(KnownRuns("stencil,n=240,tiles_x=2,steps=2", truth, 2).recalibrate(unknown_box()));
  const Adjustment* const overhead = find_adjustment(made, "overhead of CPU");
  ASSERT_NE(overhead, nullptr);
  EXPECT_FALSE(overhead->told) << "of so large tasks it is nothing";
  EXPECT_EQ(made.machine.processors[0].overhead, unknown_box().description().processors[0].overhead);
}

} // namespace
} // namespace mapwright::mapper
