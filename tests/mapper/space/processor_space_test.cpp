// Processor spaces: every point of random chains of transformations against tables, and the errors.
#include "mapper/space/processor_space.hpp"
#include "reference/processor_grid.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper::space {
namespace {

using test::Grid;
using test::TableSpace;

void expect_same(const ProcessorSpace& space, const TableSpace& table) {
  ASSERT_EQ(space.shape(), table.shape);
  for (const auto& [point, processor] : table.base) {
    const auto found = space.at(point);
    ASSERT_TRUE(found.has_value());
    ASSERT_EQ((Grid{found->node, found->processor}), processor);
    ASSERT_EQ(*space.point_of(*found), point);
  }
  ASSERT_EQ(space.volume(), static_cast<std::int64_t>(table.base.size()));
}

TEST(ProcessorSpace, HasTheIndexSemanticsOfEachTransformation) {
  const ProcessorSpace machine = *ProcessorSpace::machine(4, 6);
  const TableSpace table = TableSpace::machine(4, 6);
  expect_same(machine, table);
  expect_same(*machine.split(1, 2), table.factored(1, {2, 3}));
  expect_same(*machine.split(0, 4), table.factored(0, {4, 1}));
  expect_same(*machine.merge(0, 1), table.merged(0, 1));
  expect_same(*machine.merge(1, 0), table.merged(1, 0));
  expect_same(*machine.swap(0, 1), table.swapped(0, 1));
  expect_same(*machine.slice(1, 2, 4), table.sliced(1, 2, 4));
  expect_same(*machine.reverse(1), table.reversed(1));
  expect_same(*machine.balance_split(1, 2), table.factored(1, {3, 2}));
  expect_same(*machine.auto_split(0, Grid{9, 3}), table.factored(0, {4, 1}));
  expect_same(*machine.greedy_split(1, Grid{3, 2}), table.factored(1, {3, 2}));
}

TEST(ProcessorSpace, WalksTheStatedWay) {
  const ProcessorSpace machine = *ProcessorSpace::machine(2, 6);
  // q_d = p_d + p_{d+1}*f: the first new dimension varies fastest.
  EXPECT_EQ(*machine.split(1, 2)->at(Grid{1, 1, 2}), (ProcessorPoint{1, 5}));
  // q_a = p / s_b, q_b = p % s_b.
  EXPECT_EQ(*machine.merge(0, 1)->at(Grid{7}), (ProcessorPoint{1, 1}));
  EXPECT_EQ(*machine.merge(1, 0)->at(Grid{7}), (ProcessorPoint{1, 3}));
}

RC_GTEST_PROP(ProcessorSpace, AgreesWithATableAfterAnyTransformations, ()) {
  const auto nodes = *rc::gen::inRange<std::int64_t>(1, 7);
  const auto processors = *rc::gen::inRange<std::int64_t>(1, 9);
  ProcessorSpace space = *ProcessorSpace::machine(nodes, processors);
  TableSpace table = TableSpace::machine(nodes, processors);
  const int steps = *rc::gen::inRange(0, 7);
  for (int i = 0; i < steps; ++i) {
    const auto count = static_cast<int>(space.dimensions());
    const auto d = static_cast<std::size_t>(*rc::gen::inRange(0, count));
    const auto other = static_cast<std::size_t>(*rc::gen::inRange(0, count));
    const std::int64_t size = space.shape()[d];
    const auto at = static_cast<std::int64_t>(d);
    switch (*rc::gen::inRange(0, 8)) {
    case 0: {
      const auto f = *rc::gen::inRange<std::int64_t>(1, size + 1);
      const auto split = space.split(at, f);
      RC_ASSERT(split.has_value() == (size % f == 0));
      if (split) {
        table = table.factored(d, {f, size / f});
        space = *split;
      }
      break;
    }
    case 1:
      RC_ASSERT(space.merge(at, static_cast<std::int64_t>(other)).has_value() == (d != other));
      if (d != other) {
        table = table.merged(d, other);
        space = *space.merge(at, static_cast<std::int64_t>(other));
      }
      break;
    case 2:
      table = table.swapped(d, other);
      space = *space.swap(at, static_cast<std::int64_t>(other));
      break;
    case 3: {
      const auto lo = *rc::gen::inRange<std::int64_t>(0, size);
      const auto hi = *rc::gen::inRange<std::int64_t>(lo, size);
      table = table.sliced(d, lo, hi);
      space = *space.slice(at, lo, hi);
      break;
    }
    case 4:
      table = table.reversed(d);
      space = *space.reverse(at);
      break;
    case 5: {
      const auto parts = *rc::gen::inRange<std::int64_t>(1, 4);
      table = table.factored(d, *balanced_factors(size, parts));
      space = *space.balance_split(at, parts);
      break;
    }
    case 6: {
      const Grid extents = *rc::gen::container<Grid>(2, rc::gen::inRange<std::int64_t>(1, 20));
      table = table.factored(d, *auto_factors(size, extents));
      space = *space.auto_split(at, extents);
      break;
    }
    default: {
      const Grid extents = *rc::gen::container<Grid>(2, rc::gen::inRange<std::int64_t>(1, 20));
      table = table.factored(d, *greedy_factors(size, extents));
      space = *space.greedy_split(at, extents);
      break;
    }
    }
  }
  RC_ASSERT(space.shape() == table.shape);
  RC_ASSERT(space.volume() == static_cast<std::int64_t>(table.base.size()));
  for (const auto& [point, processor] : table.base) {
    const auto found = space.at(point);
    RC_ASSERT(found.has_value());
    RC_ASSERT((Grid{found->node, found->processor} == processor));
    RC_ASSERT(*space.point_of(*found) == point);
  }
}

TEST(ProcessorSpace, ChecksEveryCoordinateInTheTransformedSpace) {
  // In the public implementation [0, 1, 0] of shape (1, 1, 2) aliases another processor.
  const ProcessorSpace space = *ProcessorSpace::machine(1, 2)->split(1, 1);
  EXPECT_EQ(space.shape(), (Grid{1, 1, 2}));
  EXPECT_EQ(space.at(Grid{0, 1, 0}).error().message, "index 1 of dimension 1 is outside [0, 1)");
  EXPECT_EQ(space.at(Grid{0, 0, -1}).error().message, "index -1 of dimension 2 is outside [0, 2)");
  EXPECT_EQ(space.at(Grid{0, 0}).error().message, "a space of 3 dimensions takes 3 indices, not 2");
}

TEST(ProcessorSpace, RefusesWhatDoesNotFit) {
  const ProcessorSpace machine = *ProcessorSpace::machine(4, 6);
  EXPECT_EQ(machine.split(1, 4).error().message, "4 does not divide dimension 1 of size 6");
  EXPECT_EQ(machine.split(1, 4).error().hint, "factors of 6 are 1, 2, 3, 6");
  EXPECT_FALSE(machine.split(1, 0).has_value());
  EXPECT_EQ(machine.reverse(2).error().message, "a space of shape (4, 6) has no dimension 2");
  EXPECT_FALSE(machine.reverse(-1).has_value());
  EXPECT_FALSE(machine.slice(0, 2, 1).has_value());
  EXPECT_FALSE(machine.slice(0, 0, 4).has_value());
  EXPECT_FALSE(machine.slice(0, -1, 2).has_value());
  EXPECT_FALSE(machine.merge(1, 1).has_value());
  EXPECT_FALSE(ProcessorSpace::machine(0, 1).has_value());
  EXPECT_FALSE(ProcessorSpace::machine(1, most_nodes + 1).has_value());
  EXPECT_FALSE(machine.point_of({4, 0}).has_value());
  EXPECT_FALSE(machine.slice(0, 1, 2)->point_of({0, 0}).has_value());
}

TEST(ProcessorSpace, EndsChainsThatGrowWithoutBound) {
  ProcessorSpace space = *ProcessorSpace::machine(2, 2);
  std::size_t steps = 0;
  for (auto next = space.reverse(0); next && steps <= most_transformations; next = space.reverse(0)) {
    space = *next;
    ++steps;
  }
  EXPECT_EQ(steps, most_transformations);
}

} // namespace
} // namespace mapwright::mapper::space
