// Functions that are not proved: recorded where that is possible, and the same as evaluating each point in any case.
#include "mapper/language/launch_map.hpp"
#include "support/mapper_functions.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::mapper::language {
namespace {

MachineShape shape_with_gpus(std::int64_t nodes, std::int64_t each) {
  MachineShape shape;
  shape.nodes = nodes;
  shape.processors[static_cast<std::size_t>(ProcessorKind::gpu)] = each;
  return shape;
}

/// What the evaluator, which knows nothing of tapes, says of one point: "0/1 0/2", or the error.
std::string evaluated(const Mapper& mapper, const LaunchDomain& domain, std::int64_t number) {
  TaskView task;
  task.launch = LaunchPoint{{}, domain.extents};
  const std::vector<std::int64_t> point = domain.point(number);
  for (const std::int64_t coordinate : point) {
    task.launch->point.push_back(Number{coordinate});
  }
  const auto points = mapper.evaluator().place(*mapper.function("f"), task);
  if (!points) {
    Error error = to_error(points.error(), mapper.source());
    error.message += fmt::format(", at point ({})", fmt::join(point, ", "));
    return error.format();
  }
  std::string text;
  for (const PointsValue::Member& member : points->members) {
    text += fmt::format("{}/{} ", member.node.value, member.processor.value);
  }
  return text;
}

/// The same of a launch map.
std::string placed(const LaunchMap& map, std::int64_t number) {
  const auto placements = map.place(number, 1);
  if (!placements) {
    return placements.error().format();
  }
  std::string text;
  for (std::size_t i = 0; i < placements->nodes.size(); ++i) {
    text += fmt::format("{}/{} ", placements->nodes[i], placements->processors[i]);
  }
  return text;
}

/// Places all points of a function of two GPUs of each of two nodes; says whether it was recorded.
bool recorded_and_equal(const std::string& text, const LaunchDomain& domain) {
  const auto mapper = Mapper::make({text, "M"}, shape_with_gpus(2, 2));
  if (!mapper) {
    ADD_FAILURE() << mapper.error().format();
    return false;
  }
  const auto map = LaunchMap::make(*mapper, "f", ProcessorKind::gpu, domain);
  if (!map) {
    ADD_FAILURE() << map.error().format();
    return false;
  }
  EXPECT_FALSE(map->proved()) << text;
  for (std::int64_t number = 0; number < domain.volume(); ++number) {
    EXPECT_EQ(placed(*map, number), evaluated(*mapper, domain, number)) << text;
  }
  return map->recorded();
}

/// A function that returns a processor for i = t.ipoint[0].
std::string function_of(const std::string& node, const std::string& processor, const std::string& before = "") {
  return "m = Machine(GPU);\n" + before + "def f(Task t) {\n  i = t.ipoint[0];\n  return m[" + node + ", " + processor +
         "];\n}\n";
}

TEST(Tape, PlacesWhatIntervalsCannotProve) {
  EXPECT_TRUE(recorded_and_equal(function_of("(i * i - i) % 2", "(i * i) % 2"), LaunchDomain::of({50})));
  EXPECT_TRUE(recorded_and_equal(function_of("0", "i / 3"), LaunchDomain{{-4}, {12}})); // -1, and 2 from 6 on
  EXPECT_TRUE(recorded_and_equal(function_of("(i * i - i) % 2", "*"), LaunchDomain::of({50})));
}

TEST(Tape, EvaluatesOnlyTheBranchThatIsTaken) {
  EXPECT_TRUE(recorded_and_equal(function_of("0", "i == 0 ? 0 : 6 / i % 2"), LaunchDomain{{-3}, {7}}));
  EXPECT_TRUE(recorded_and_equal(function_of("0", "i != 0 && 6 / i > 2 ? 1 : 0"), LaunchDomain{{-3}, {7}}));
  EXPECT_TRUE(recorded_and_equal(function_of("0", "i == 0 || 6 / i > 2 ? 1 : 0"), LaunchDomain{{-3}, {7}}));
  EXPECT_TRUE(recorded_and_equal("m = Machine(GPU);\ndef f(Task t) {\n  i = t.ipoint[0];\n"
                                 "  return i * i < 4 ? m[0, i * i - i] : m[1, (i * i - i) % 2];\n}\n",
                                 LaunchDomain{{-3}, {7}}));
}

TEST(Tape, FailsWhereTheFunctionHasNoValue) {
  EXPECT_TRUE(recorded_and_equal(function_of("0", "(6 / (i - 2)) % 2"), LaunchDomain::of({5})));
  EXPECT_TRUE(recorded_and_equal(function_of("0", "(i * 4611686018427387904) % 2"), LaunchDomain::of({5})));
  EXPECT_TRUE(recorded_and_equal(function_of("0", "((-9223372036854775807 - i) / -1) % 2"), LaunchDomain::of({3})));
}

TEST(Tape, CallsFunctionsAndSpaces) {
  EXPECT_TRUE(recorded_and_equal(function_of("0", "h(h(i, 2), 2)", "def h(int a, int b) { return (a * a - a) % b; }\n"),
                                 LaunchDomain::of({9})));
  EXPECT_TRUE(recorded_and_equal("m = Machine(GPU).merge(0, 1);\ndef f(Task t) {\n  i = t.ipoint[0];\n"
                                 "  s = m.reverse(0).split(0, 2);\n  x = tuple(i * k for k in (1, 2))[0];\n"
                                 "  return s[(x * x - x) % 2, (i * i) % 2];\n}\n",
                                 LaunchDomain::of({9})));
}

TEST(Tape, IsNotMadeWhereMoreThanNumbersDependsOnThePoint) {
  EXPECT_FALSE(recorded_and_equal(function_of("0", "(1, 0)[i * i % 2]"), LaunchDomain::of({5})));
  EXPECT_FALSE(recorded_and_equal(function_of("0", "h(i)", "def h(int n) { return n < 2 ? n : h(n - 2); }\n"),
                                  LaunchDomain::of({2'000})));
  const std::string prints = "m = Machine(GPU);\ndef f(Task t) {\n  i = t.ipoint[0];\n  print(\"{}\", i);\n"
                             "  return m[0, i * i % 2];\n}\n";
  EXPECT_FALSE(recorded_and_equal(prints, LaunchDomain::of({5})));
}

TEST(Tape, PlacesRangesThatBeginAnywhere) {
  const auto mapper = Mapper::make({"m = Machine(GPU);\ndef f(Task t) {\n  i = t.ipoint[0];\n  j = t.ipoint[1];\n"
                                    "  return m[(i * i - i) % 2, (j * j + i) % 2];\n}\n",
                                    "M"},
                                   shape_with_gpus(1, 2));
  const LaunchDomain domain{{0, 5}, {7, 9}};
  const LaunchMap map = *LaunchMap::make(*mapper, "f", ProcessorKind::gpu, domain);
  ASSERT_TRUE(map.recorded());
  const Placements part = *map.place(10, 30);
  for (std::int64_t k = 0; k < 30; ++k) {
    const std::vector<std::int64_t> point = domain.point(10 + k);
    EXPECT_EQ(part.nodes[static_cast<std::size_t>(k)], 0);
    EXPECT_EQ(part.processors[static_cast<std::size_t>(k)], (point[1] * point[1] + point[0]) % 2);
  }
  EXPECT_TRUE(map.place(0, 0)->counts.empty());
}

/// Every point of every random function: the same processors, or the same error to the letter.
RC_GTEST_PROP(TapeRandom, SaysWhatTheEvaluatorSays, ()) {
  const std::string text = test::random_index_function();
  RC_LOG() << text;
  const LaunchDomain domain{{*rc::gen::inRange(-3, 4), *rc::gen::inRange(-3, 4)},
                            {*rc::gen::inRange(1, 5), *rc::gen::inRange(1, 5)}};
  const auto mapper = Mapper::make({text, "M"}, shape_with_gpus(*rc::gen::inRange(1, 4), *rc::gen::inRange(1, 7)));
  RC_PRE(mapper.has_value());
  const auto map = LaunchMap::make(*mapper, "f", ProcessorKind::gpu, domain);
  RC_ASSERT(map.has_value());
  RC_TAG(map->proved() ? "proved" : map->recorded() ? "recorded" : "evaluated");
  for (std::int64_t number = 0; number < domain.volume(); ++number) {
    RC_ASSERT(placed(*map, number) == evaluated(*mapper, domain, number));
  }
}

/// A good part of the functions that are not proved is recorded (about half); otherwise the property above says little.
TEST(TapeRandom, ManyFunctionsAreRecorded) {
  int unproved = 0;
  int recorded = 0;
  rc::check("functions of all kinds", [&] {
    const auto mapper = Mapper::make({test::random_index_function(), "M"}, shape_with_gpus(2, 4));
    if (mapper) {
      const auto map = LaunchMap::make(*mapper, "f", ProcessorKind::gpu, LaunchDomain::of({5, 4}));
      unproved += map && !map->proved() ? 1 : 0;
      recorded += map && map->recorded() ? 1 : 0;
    }
  });
  EXPECT_GT(unproved, 10);
  EXPECT_GT(4 * recorded, unproved);
}

} // namespace
} // namespace mapwright::mapper::language
