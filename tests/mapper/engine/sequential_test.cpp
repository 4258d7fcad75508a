// Programs run task by task give what plain loops give.
#include "mapper/engine/sequential.hpp"
#include "mapper/engine/typed_field.hpp"
#include "mapper/examples.hpp"

#include <gtest/gtest.h>

namespace mapwright::mapper {

namespace {

/// Adds the neighbours of each point to it: arguments own (RW next), around (R now).
void add_neighbours(const mapwright_task* task) {
  const mapwright_argument& own = task->arguments[0];
  const mapwright_argument& around = task->arguments[1];
  const TypedField<double> next(own, 0);
  const TypedField<const double> now(around, 0);
  for (std::int64_t x = own.low[0]; x < own.low[0] + own.extent[0]; ++x) {
    for (std::int64_t side : {x - 1, x + 1}) {
      if (side >= around.low[0] && side < around.low[0] + around.extent[0]) {
        next(x - own.low[0]) += now(side - around.low[0]);
      }
    }
  }
}

/// Sums the points of a scattered set into one value; adds its launch point times a size.
void sum_up(const mapwright_task* task) {
  const mapwright_argument& from = task->arguments[0];
  const TypedField<const double> values(from, 0);
  const TypedField<double> total(task->arguments[1], 0);
  for (std::int64_t k = 0; k < from.points; ++k) {
    total(0) += values(k);
  }
  total(0) += static_cast<double>(task->point[0] * task->sizes[0]);
}

/// Doubles every point of a scattered set.
void double_all(const mapwright_task* task) {
  const TypedField<double> values(task->arguments[0], 0);
  for (std::int64_t k = 0; k < task->arguments[0].points; ++k) {
    values(k) *= 2;
  }
}

} // namespace

TEST(RunSequentially, GivesWhatPlainLoopsGive) {
  ProgramBuilder b("line");
  b.size("n", 10);
  b.region({"line", {"n"}, {"now:8", "next:8"}});
  b.region({"sum", {"1"}, {"x:8"}});
  b.blocks({"block", "line", {"3"}});
  b.halo({"wide", "block", {"1"}, true});
  b.sets({"some", "line", {"2"}, {{{1, {8}, {10}}, {1, {0}, {2}}}, {}}});
  b.kind({"add", {{"own"}, {"around"}}, {{ProcessorKind::cpu}}});
  b.kind({"double", {{"some"}}, {{ProcessorKind::cpu}}});
  b.kind({"sum", {{"some"}, {"total"}}, {{ProcessorKind::cpu}}});
  b.launch({"add", "add", {"3"}, {"i"}, {{"block", {"i"}, "RW", {"next"}}, {"wide", {"i"}, "R", {"now"}}}});
  b.launch({"double", "double", {"2"}, {"i"}, {{"some", {"i"}, "RW", {"next"}}}});
  b.launch({"sum_up", "sum", {"2"}, {"i"}, {{"some", {"i"}, "R", {"next"}}, {"sum", {}, "reduce(+)"}}});
  const Program program = sure(b.build());
  const TaskGraph graph = sure(expand(program));

  RegionData data = sure(RegionData::make(program));
  for (std::size_t x = 0; x < 10; ++x) {
    data.values<double>("line", "now")[x] = static_cast<double>(x * x);
  }
  ASSERT_TRUE(
      run_sequentially(program, graph, {{"add", {add_neighbours}}, {"double", {double_all}}, {"sum", {sum_up}}}, data));

  std::vector<double> next(10);
  double sum = 10; // the launch point 1 times n
  for (std::int64_t x = 0; x < 10; ++x) {
    const auto at = static_cast<std::size_t>(x);
    next[at] = static_cast<double>((x > 0 ? (x - 1) * (x - 1) : 0) + (x < 9 ? (x + 1) * (x + 1) : 0));
    if (x < 2 || x >= 8) {
      next[at] *= 2;
      sum += next[at];
    }
  }
  const std::span<const double> got = std::as_const(data).values<double>("line", "next");
  EXPECT_EQ(std::vector<double>(got.begin(), got.end()), next);
  EXPECT_EQ(data.values<double>("sum", "x")[0], sum);
}

TEST(RunSequentially, NamesTheTaskThatHasNoKernel) {
  ProgramBuilder b("line");
  b.region({"line", {"4"}, {"x:8"}});
  b.kind({"work", {{"all"}}, {{ProcessorKind::gpu}}});
  b.launch({"work", "work", {}, {}, {{"line", {}, "RW"}}});
  const Program program = sure(b.build());
  RegionData data = sure(RegionData::make(program));
  const auto ran = run_sequentially(program, sure(expand(program)), {}, data);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, "task 'work' has no kernel for CPUs");
}

TEST(RegionData, IsRefusedWhereItWouldBeTooLarge) {
  ProgramBuilder b("large");
  b.region({"cube", {"4000", "4000", "4000"}, {"x:8"}});
  b.kind({"work", {{"all"}}, {{ProcessorKind::cpu}}});
  b.launch({"work", "work", {}, {}, {{"cube", {}, "RW"}}});
  const auto data = RegionData::make(sure(b.build()));
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().message, "the data of program 'large' take more than 8 GiB");
}

TEST(RunSequentially, CallsNoKernelForTasksThatOnlyLaunchOthers) {
  ProgramBuilder b("idle");
  b.region({"line", {"4"}, {"x:8"}});
  b.kind({"holds", {{"all"}}, {{ProcessorKind::cpu}}});
  b.launch({"holds", "holds", {}, {}, {{"line", {}, "RW", {}}}});
  b.loop({"t", "t", "0", "holds"});
  b.launch({"work", "holds", {}, {}, {{"line", {}, "RW", {}}}, "t"});
  const Program program = sure(b.build());
  RegionData data = sure(RegionData::make(program));
  EXPECT_TRUE(run_sequentially(program, sure(expand(program)), {}, data));
}

TEST(RunSequentially, RefusesContributionsThatShareData) {
  ProgramBuilder b("twice");
  b.region({"line", {"4"}, {"x:8"}});
  b.blocks({"part", "line", {"2"}});
  b.kind({"adds", {{"some"}, {"all"}}, {{ProcessorKind::cpu}}});
  b.launch({"adds", "adds", {"2"}, {"i"}, {{"part", {"i"}, "reduce(+)", {}}, {"line", {}, "reduce(+)", {}}}});
  const Program program = sure(b.build());
  RegionData data = sure(RegionData::make(program));
  const auto ran = run_sequentially(program, sure(expand(program)), {}, data);
  ASSERT_FALSE(ran);
  EXPECT_EQ(ran.error().message, "adds (0): arguments 'some' and 'all' combine into the same data");
}

} // namespace mapwright::mapper
