// Placing whole launches: known maps by formula, proofs, and agreement with one evaluation per point.
#include "mapper/language/launch_map.hpp"
#include "support/mapper_functions.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper::language {
namespace {

MachineShape gpus(std::int64_t nodes, std::int64_t each) {
  MachineShape shape;
  shape.nodes = nodes;
  shape.processors[static_cast<std::size_t>(ProcessorKind::gpu)] = each;
  return shape;
}

Result<LaunchMap> map_of(const std::string& text, const MachineShape& machine, LaunchDomain domain) {
  const auto mapper = Mapper::make({text, "M"}, machine);
  if (!mapper) {
    return forward(mapper);
  }
  return LaunchMap::make(*mapper, "f", ProcessorKind::gpu, std::move(domain));
}

const std::string block_cyclic =
    "g = Machine(GPU);\n"
    "def f(Task t) {\n"
    "  a = g.auto_split(0, t.ispace);\n"
    "  b = a.auto_split(2, t.ispace / a[:-1]);\n"
    "  return b[t.ipoint[0] * b.size[0] / t.ispace[0], t.ipoint[1] * b.size[1] / t.ispace[1],\n"
    "           t.ipoint[0] % b.size[2], t.ipoint[1] % b.size[3]];\n"
    "}\n";

TEST(LaunchMap, PlacesBlocksOverNodesAndCyclicInside) {
  const auto map = map_of(block_cyclic, gpus(4, 4), LaunchDomain::of({8, 12}));
  ASSERT_TRUE(map.has_value()) << map.error().format();
  EXPECT_TRUE(map->proved()) << map->obstacle();
  const Placements placed = *map->place(0, 96);
  // 4 nodes over (8, 12): the grid (2, 2); 4 GPUs over (4, 6): (2, 2).
  for (std::int64_t number = 0; number < 96; ++number) {
    const std::int64_t x = number % 8;
    const std::int64_t y = number / 8;
    const auto k = static_cast<std::size_t>(number);
    ASSERT_EQ(placed.counts[k], 1);
    ASSERT_EQ(placed.nodes[k], x * 2 / 8 + 2 * (y * 2 / 12));
    ASSERT_EQ(placed.processors[k], x % 2 + 2 * (y % 2));
  }
}

TEST(LaunchMap, PlacesAnyRangeOfPoints) {
  const auto map = map_of("m = Machine(GPU).merge(0, 1); def f(Task t) { p = t.ipoint; e = t.ispace;\n"
                          "return m[(p[0] - 3 + (p[1] + 1) * e[0] + (p[2] - 7) * e[0] * e[1]) % m.volume]; }",
                          gpus(3, 5), LaunchDomain{{3, -1, 7}, {30, 20, 40}});
  ASSERT_TRUE(map.has_value()) << map.error().format();
  EXPECT_TRUE(map->proved()) << map->obstacle();
  for (const std::int64_t first : {0, 1, 4'095, 4'096, 20'000}) {
    const Placements placed = *map->place(first, 4'000);
    for (std::int64_t k = 0; k < 4'000; ++k) {
      const std::int64_t linear = (first + k) % 15;
      ASSERT_EQ(placed.nodes[static_cast<std::size_t>(k)], linear / 5);
      ASSERT_EQ(placed.processors[static_cast<std::size_t>(k)], linear % 5);
    }
  }
  EXPECT_EQ(map->domain().point(0), (std::vector<std::int64_t>{3, -1, 7}));
  EXPECT_EQ(map->domain().point(31), (std::vector<std::int64_t>{4, 0, 7}));
  EXPECT_TRUE(map->place(24'000, 0)->nodes.empty());
  EXPECT_THROW((void)map->place(23'999, 2), std::logic_error);
}

TEST(LaunchMap, GivesAllProcessorsOfAnIndexOfStar) {
  const auto map =
      map_of("m = Machine(GPU); def f(Task t) { return m[t.ipoint[0] % 2, *]; }", gpus(2, 3), LaunchDomain::of({4}));
  ASSERT_TRUE(map.has_value()) << map.error().format();
  EXPECT_TRUE(map->proved());
  const Placements placed = *map->place(1, 2);
  EXPECT_EQ(placed.counts, (std::vector<std::int64_t>{3, 3}));
  EXPECT_EQ(placed.nodes, (std::vector<std::int64_t>{1, 1, 1, 0, 0, 0}));
  EXPECT_EQ(placed.processors, (std::vector<std::int64_t>{0, 1, 2, 0, 1, 2}));
}

TEST(LaunchMap, ProvesChoicesByTheirConditions) {
  const auto map = map_of("m = Machine(GPU); def f(Task t) { i = t.ipoint[0];\n"
                          "return i < 4 ? m[0, i] : i < 8 && i >= 0 ? m[1, i - 4] : m[1, (i / (i - 7)) % 4]; }",
                          gpus(2, 4), LaunchDomain::of({100}));
  ASSERT_TRUE(map.has_value()) << map.error().format();
  EXPECT_TRUE(map->proved()) << map->obstacle();
  const Placements placed = *map->place(0, 100);
  EXPECT_EQ(placed.processors[2], 2);
  EXPECT_EQ(placed.nodes[6], 1);
  EXPECT_EQ(placed.processors[6], 2);
  EXPECT_EQ(placed.processors[9], (9 / 2) % 4);
}

TEST(LaunchMap, TruncatesAsTheLanguageDoes) {
  const auto map = map_of("m = Machine(GPU); def f(Task t) { i = t.ipoint[0];\n"
                          "return m[(i / 3 + 4) % 2, (i % 3 + i / -4 + 4) % 9]; }",
                          gpus(2, 9), LaunchDomain{{-10}, {21}});
  ASSERT_TRUE(map.has_value()) << map.error().format();
  EXPECT_TRUE(map->proved()) << map->obstacle();
  const Placements placed = *map->place(0, 21);
  for (std::int64_t i = -10; i <= 10; ++i) {
    ASSERT_EQ(placed.nodes[static_cast<std::size_t>(i + 10)], (i / 3 + 4) % 2) << i;
    ASSERT_EQ(placed.processors[static_cast<std::size_t>(i + 10)], (i % 3 + i / -4 + 4) % 9) << i;
  }
}

TEST(LaunchMap, ChecksEachPointWhereTheProofFails) {
  // x*x - x is even, which intervals do not know; the index is 0.
  const auto fine = map_of("m = Machine(GPU); def f(Task t) { i = t.ipoint[0]; return m[0, (i * i - i) % 2]; }",
                           gpus(1, 1), LaunchDomain::of({50}));
  ASSERT_TRUE(fine.has_value());
  EXPECT_FALSE(fine->proved());
  EXPECT_EQ(fine->obstacle(), "the index of dimension 1 may lie outside [0, 1)");
  EXPECT_TRUE(fine->check().has_value());
  EXPECT_EQ(fine->place(0, 50)->processors, std::vector<std::int64_t>(50, 0));
  const auto wrong = map_of("m = Machine(GPU); def f(Task t) { return m[0, t.ipoint[1] - t.ipoint[0]]; }", gpus(1, 8),
                            LaunchDomain::of({3, 8}));
  ASSERT_TRUE(wrong.has_value());
  const auto checked = wrong->check();
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error().message, "index -1 of dimension 1 is outside [0, 8), at point (1, 0)");
  EXPECT_EQ(checked.error().where->line, 1);
}

TEST(LaunchMap, RefusesWhatCannotBePlaced) {
  const std::string text = "m = Machine(GPU); def f(Task t) { return m[0, 0]; }";
  EXPECT_FALSE(map_of(text, gpus(1, 1), LaunchDomain::of({})).has_value());
  EXPECT_FALSE(map_of(text, gpus(1, 1), LaunchDomain::of({4, 0})).has_value());
  EXPECT_FALSE(map_of(text, gpus(1, 1), LaunchDomain::of({most_launch_points, 2})).has_value());
  EXPECT_FALSE(map_of(text, gpus(1, 1), LaunchDomain{{INT64_MAX}, {2}}).has_value());
  const auto mapper = Mapper::make({text, "M"}, gpus(1, 1));
  EXPECT_EQ(LaunchMap::make(*mapper, "g", ProcessorKind::gpu, LaunchDomain::of({1})).error().message,
            "there is no function 'g'");
  EXPECT_EQ(LaunchMap::make(*mapper, "f", ProcessorKind::cpu, LaunchDomain::of({1})).error().message,
            "'f' returns GPU processors for a task that runs on CPU");
}

/// Placing all points at once agrees with evaluating each, errors included.
RC_GTEST_PROP(LaunchMap, AgreesWithEvaluatingEveryPoint, ()) {
  const std::string text = test::random_index_function();
  RC_LOG() << text;
  const MachineShape machine = gpus(*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 7));
  const LaunchDomain domain{{*rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4)},
                            {*rc::gen::inRange(1, 7), *rc::gen::inRange(1, 7)}};
  const auto mapper = Mapper::make({text, "M"}, machine);
  RC_PRE(mapper.has_value());
  const auto map = LaunchMap::make(*mapper, "f", ProcessorKind::gpu, domain);
  RC_ASSERT(map.has_value());
  RC_TAG(map->proved() ? "proved" : "each point");
  Evaluator evaluator = mapper->evaluator();
  for (std::int64_t number = 0; number < domain.volume(); ++number) {
    TaskView task;
    task.launch = LaunchPoint{{}, domain.extents};
    for (const std::int64_t coordinate : domain.point(number)) {
      task.launch->point.push_back(Number{coordinate});
    }
    const auto expected = evaluator.place(*mapper->function("f"), task);
    const auto placed = map->place(number, 1);
    RC_ASSERT(placed.has_value() == expected.has_value());
    if (expected) {
      RC_ASSERT(placed->counts[0] == static_cast<std::int64_t>(expected->members.size()));
      for (std::size_t i = 0; i < expected->members.size(); ++i) {
        RC_ASSERT(placed->nodes[i] == expected->members[i].node.value);
        RC_ASSERT(placed->processors[i] == expected->members[i].processor.value);
      }
    }
  }
}

/// The generator reaches both ways of placing; otherwise the property above says little.
TEST(LaunchMap, RandomFunctionsAreProvedAndNot) {
  int proved = 0;
  int unproved = 0;
  rc::check("functions of both kinds", [&] {
    const auto mapper = Mapper::make({test::random_index_function(), "M"}, gpus(2, 4));
    if (mapper) {
      const auto map = LaunchMap::make(*mapper, "f", ProcessorKind::gpu, LaunchDomain::of({5, 4}));
      ++(map && map->proved() ? proved : unproved);
    }
  });
  EXPECT_GT(proved, 5);
  EXPECT_GT(unproved, 5);
}

} // namespace
} // namespace mapwright::mapper::language
