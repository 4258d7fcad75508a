// What an exported mapper decides besides places, and what functions give that no application has.
#include "mapper/export/legion_scene.hpp"
#include "mapper/language/launch_map.hpp"
#include "mapper/space/factorize.hpp"

#include <map>

#include <fmt/ranges.h>
#include <gmock/gmock.h>

namespace mapwright::mapper {
namespace {

class LegionRules : public test::ScratchTest {};

/// The answers to a launch, by the evaluator: of points with several processors the one whose turn it is.
std::string launch_answers(const std::string& function, const language::LaunchDomain& domain) {
  language::MachineShape shape;
  shape.nodes = 3;
  shape.processors = {2, 4, 0, 0, 0, 0};
  const language::Mapper mapper = sure(language::Mapper::make({rich_text, "rich.mapper"}, shape));
  const auto map = sure(language::LaunchMap::make(mapper, function, ProcessorKind::gpu, domain));
  const language::Placements placed = sure(map.place(0, domain.volume()));
  std::string out;
  std::size_t first = 0;
  std::map<std::pair<std::int64_t, std::int64_t>, int> loads;
  for (std::size_t point = 0; point < placed.counts.size(); ++point) {
    const auto count = static_cast<std::size_t>(placed.counts[point]);
    std::size_t best = first;
    for (std::size_t i = first; i < first + count; ++i) {
      const auto load = [&](std::size_t k) { return loads[{placed.nodes[k], placed.processors[k]}]; };
      best = load(i) < load(best) ? i : best;
    }
    ++loads[{placed.nodes[best], placed.processors[best]}];
    out += fmt::format("{0} {0} {1}\n", placed.nodes[best], placed.processors[best]);
    first += count;
  }
  return out;
}

/// Questions about the grids of small numbers over small extents, and the answers.
std::pair<std::string, std::string> factor_questions() {
  std::string questions;
  std::string expected;
  const auto ask = [&](std::int64_t number, const std::vector<std::int64_t>& extents) {
    questions += fmt::format("factors rich 1,2,4,0 - - - {} {}\n", number, fmt::join(extents, " "));
    for (const space::Factors& grid :
         {sure(space::auto_factors(number, extents)), sure(space::greedy_factors(number, extents)),
          sure(space::balanced_factors(number, static_cast<std::int64_t>(extents.size())))}) {
      expected += fmt::format("{} ", fmt::join(grid, " "));
    }
    expected += '\n';
  };
  for (std::int64_t number = 1; number <= 36; ++number) {
    ask(number, {number});
    for (const std::int64_t x : {1, 2, 3, 4, 6, 7}) {
      for (const std::int64_t y : {1, 2, 3, 5, 6, 16}) {
        ask(number, {x, y});
        ask(number, {x, y, 4});
        ask(number, {y, 3, x, 2});
      }
    }
  }
  return {questions, expected};
}

TEST_F(LegionRules, AreThoseOfTheMapper) {
  AskedMappers mappers(directory->path());
  mappers.add("rich", rich_text);
  const Program program = stencil_program(2, 4, 1, 1);
  mappers.add("plain", "Region * 1 * SYSMEM;\n", &program);
  ASSERT_EQ(mappers.compile(), "");
  const auto ask = [&](const std::string& question) { return mappers.answers(question + "\n"); };
  const std::string on = " 3,2,4,0 ";

  // Points: tuples, helper functions, quotients below zero, several processors for one point, names that C++ keeps.
  EXPECT_EQ(ask("launch rich" + on + "step CPU,GPU - 0:5 0:1"),
            launch_answers("blocks", language::LaunchDomain::of({6, 2})));
  EXPECT_EQ(ask("launch rich" + on + "gather GPU - 0:9"), launch_answers("node_of", language::LaunchDomain::of({10})));
  EXPECT_EQ(ask("launch rich" + on + "odd GPU - 0:1"), launch_answers("many", language::LaunchDomain::of({2})));
  EXPECT_EQ(ask("launch rich" + on + "unnamed GPU - 0:7"), launch_answers("new", language::LaunchDomain::of({8})));
  EXPECT_EQ(ask("launch rich" + on + "unnamed GPU - 4:11"), launch_answers("new", {{4}, {8}}));
  EXPECT_THAT(ask("launch rich" + on + "unnamed GPU - -1:0"),
              testing::HasSubstr("rich.mapper: error: index -1 of dimension 0 is outside [0, 2)"));
  // Single tasks: beside their parent, or on the first processor of the program's node.
  EXPECT_EQ(ask("single rich" + on + "leaf GPU GPU,2,3"), "2 3\n");
  EXPECT_EQ(ask("single rich" + on + "leaf GPU -"), "0 0\n");
  EXPECT_EQ(ask("single rich" + on + "other CPU CPU,1,1"), "1 0\n");

  // Arguments: by region, partition, the region that was partitioned, number.
  EXPECT_EQ(ask("map rich" + on + "step GPU - t0,tile,plate,W t1,border,plate,R g,ghost,plate,+ ,,,R"),
            "0: ZCMEM order 1 0 F kind 1 redop 0\n"
            "1: ZCMEM order F 1 0 kind 1 redop 0 align 1 4 128 align 2 4 128 first to go untracked\n"
            "2: FBMEM order 1 0 F kind 3 redop 5\n"
            "3: FBMEM order 1 0 F kind 1 redop 0\n");
  EXPECT_EQ(ask("map rich" + on + "other GPU - ,ghost,,R ,tile,,R"),
            "0: FBMEM order 0 1 F kind 2 redop 0 align 1 1 64 align 2 1 64 exact\n"
            "1: FBMEM\n");
  EXPECT_EQ(ask("map rich" + on + "inner GPU - ,tile,,R"), "0: VIRTUAL\n");
  EXPECT_EQ(ask("map rich" + on + "checker CPU - ,tile,,R"), "0: SYSMEM\n");
  EXPECT_EQ(ask("map plain" + on + "step CPU - ,,,R ,,,R"), "0: SYSMEM\n1: SYSMEM\n");

  const auto [questions, expected] = factor_questions();
  EXPECT_EQ(mappers.answers(questions), expected);

  // At most three at once; the others go when some have ended.
  EXPECT_EQ(ask("throttle rich" + on + "step GPU - 5"), "3 0 1\n1\n2 0 1\n1\n");
  EXPECT_EQ(ask("throttle rich" + on + "other GPU - 5"), "5 0 1\n0\n");
  EXPECT_EQ(ask("options rich" + on + "inner GPU -"), "stealable 0 replicate 1 shards 3 victims 14 near 0 far 0\n");
  EXPECT_EQ(ask("options rich" + on + "checker CPU -"), "stealable 1 replicate 0 shards 0 victims 14 near 1 far 0\n");
  EXPECT_EQ(ask("options rich" + on + "leaf GPU -"), "stealable 1 replicate 0 shards 0 victims 14 near 1 far 1\n");
}

} // namespace
} // namespace mapwright::mapper
