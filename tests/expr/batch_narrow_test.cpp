// Which functions run in lanes of 32 bits, and that nobody can tell.
#include "expr/batch.hpp"
#include "support/expr_values.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::function_of;
using Column = std::vector<std::int64_t>;

constexpr std::int64_t greatest_narrow = 2'147'483'647;

Batch checked(std::string_view text, const Box& box, Tables tables = {}) {
  auto batch = Batch::compile_checked(function_of(text), box, tables);
  if (!batch) {
    throw std::runtime_error(describe(batch.error()));
  }
  return *batch;
}

int lane_bits(std::string_view text, const Box& box, Tables tables = {}) {
  return checked(text, box, tables).lane_bits();
}

/// The first result for each value of the only argument.
Column values(const Batch& batch, const Column& parameters, const Column& argument) {
  Column out(argument.size(), -77);
  batch.run(parameters, std::vector<const std::int64_t*>{argument.data()}, argument.size(),
            std::vector<std::int64_t*>{out.data()});
  return out;
}

TEST(NarrowBatch, EveryIntermediateFits) {
  EXPECT_EQ(lane_bits("fn f(; w) { return (w*w); }", {{}, {{0, 46'340}}}), 32);
  EXPECT_EQ(lane_bits("fn f(; w) { return (w*w); }", {{}, {{0, 46'341}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (floor_div(w*w, 1000)); }", {{}, {{-46'341, 0}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (w + 1); }", {{}, {{0, greatest_narrow - 1}}}), 32);
  EXPECT_EQ(lane_bits("fn f(; w) { return (w + 1); }", {{}, {{0, greatest_narrow}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (w - 1); }", {{}, {{-greatest_narrow, 0}}}), 32);
  EXPECT_EQ(lane_bits("fn f(; w) { return (w - 1); }", {{}, {{-greatest_narrow - 1, 0}}}), 64);
  EXPECT_EQ(lane_bits("fn f(n; w) { return (w); }", {{{0, greatest_narrow + 1}}, {{0, 5}}}), 64);
  EXPECT_EQ(Batch::compile(function_of("fn f(; w) { return (w); }"))->lane_bits(), 64) << "no box, no proof";
}

TEST(NarrowBatch, LiteralsOfCodeThatNeverRunsMustFitAsWell) {
  EXPECT_EQ(lane_bits("fn f(; w) { return (select(w < 0, 4294967296, w)); }", {{}, {{0, 9}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (select(w < 0, 65536, w)); }", {{}, {{0, 9}}}), 32);
}

TEST(NarrowBatch, NothingThatMayFault) {
  EXPECT_EQ(lane_bits("fn f(; w) { return (floor_div(5, w)); }", {{}, {{0, 9}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (floor_div(5, w)); }", {{}, {{1, 9}}}), 32);
  EXPECT_EQ(lane_bits("fn f(; w) { return (shr(w, 1)); }", {{}, {{-1, 9}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (div(w, 3)); }", {{}, {{-1, 9}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (isqrt(w)); }", {{}, {{-1, 9}}}), 64);
  EXPECT_EQ(lane_bits("fn f(; w) { return (isqrt(w)); }", {{}, {{0, 9}}}), 32);
}

TEST(NarrowBatch, TablesFitAsAWhole) {
  const auto with = [](const Column& entries, bool runtime) {
    const std::vector<Table> tables{{Symbol("t"), runtime, entries, 0, 7, ""}};
    return lane_bits("fn f(; w) { return (t[w]); }", {{}, {{0, 1}}}, tables);
  };
  EXPECT_EQ(with({3, 7, 0}, false), 32);
  EXPECT_EQ(with({3, 7, greatest_narrow}, false), 32);
  EXPECT_EQ(with({3, 7, greatest_narrow + 1}, false), 64) << "entry 2 is never read";
  EXPECT_EQ(with({3}, false), 64) << "entry 1 is outside";
  EXPECT_EQ(with({3, 7}, true), 32);
  EXPECT_EQ(with({3, 8}, true), 64) << "the stated bounds are wrong";
}

TEST(NarrowBatch, AnAssumeIsNotBelieved) {
  constexpr std::string_view text = "fn f(; w) { assume w in [0, 9]; return (w*w); }";
  const Batch batch = checked(text, {{}, {{0, 100'000}}});
  EXPECT_EQ(batch.lane_bits(), 64);
  EXPECT_EQ(values(batch, {}, {3, 100'000}), (Column{9, 10'000'000'000}));
  EXPECT_EQ(lane_bits(text, {{}, {{0, 1'000}}}), 32);
}

/// The method stops at 49'999 where the solution is at most 9: what follows is computed from what the method finds.
TEST(NarrowBatch, ASolveIsNotBelieved) {
  constexpr std::string_view text =
      "fn f(; w) { solve x in [0, 99999] where x <= w by root(2, 0, 49999, 1, down 0, up 0); return (x*x); }";
  const Batch batch = checked(text, {{}, {{0, 9}}});
  EXPECT_EQ(batch.lane_bits(), 64);
  EXPECT_EQ(values(batch, {}, {3}), (Column{std::int64_t{49'999} * 49'999}));
}

/// low > high: the start is clamped to high, and lowered from there.
TEST(NarrowBatch, ASolveWithoutSolutionIsFoundTheSameWay) {
  const Function f = function_of("fn f(; w) { solve x in [0, w] where x < w by root(2, 100, 0, 1, down 3, up 1); "
                                 "solve y in [0, w] where y < w by bisect(6); return (x, y); }");
  const auto narrow = Batch::compile_checked(f, {{}, {{-40, 40}}});
  ASSERT_EQ(narrow->lane_bits(), 32);
  const auto wide = Batch::compile(f);
  std::vector<Column> found(4, Column(81));
  narrow->run_consecutive({}, -40, 81, std::vector<std::int64_t*>{found[0].data(), found[1].data()});
  wide->run_consecutive({}, -40, 81, std::vector<std::int64_t*>{found[2].data(), found[3].data()});
  EXPECT_EQ(found[0], found[2]);
  EXPECT_EQ(found[1], found[3]);
}

TEST(NarrowBatch, OutsideTheBoxLanesAreWide) {
  const Batch batch = checked("fn f(n; w) { return (w*n + 1); }", {{{0, 3}}, {{0, 99}}});
  ASSERT_EQ(batch.lane_bits(), 32);
  constexpr std::int64_t far = std::int64_t{1} << 40;
  EXPECT_EQ(values(batch, {3}, {0, 99, 5}), (Column{1, 298, 16}));
  EXPECT_EQ(values(batch, {3}, {0, far, 5}), (Column{1, 3 * far + 1, 16})) << "an argument outside";
  EXPECT_EQ(values(batch, {far}, {0, 99, 5}), (Column{1, 99 * far + 1, 5 * far + 1})) << "a parameter outside";
  for (const std::int64_t first : {std::int64_t{-2}, std::int64_t{0}, std::int64_t{98}, far}) {
    Column out(4, -77);
    batch.run_consecutive(Column{2}, first, 3, std::vector<std::int64_t*>{out.data()});
    EXPECT_EQ(out, (Column{2 * first + 1, 2 * first + 3, 2 * first + 5, -77})) << first;
  }
}

TEST(NarrowBatch, CountsAroundTheBlockSize) {
  const Batch batch = checked("fn f(; w) { return (floor_div(w, 7) - w); }", {{}, {{-9, 9'000}}});
  ASSERT_EQ(batch.lane_bits(), 32);
  for (const std::size_t count : {0U, 1U, 63U, 64U, 65U, 1023U, 1024U, 1025U, 2047U, 2048U, 2049U, 5000U}) {
    Column w(count);
    for (std::size_t k = 0; k < count; ++k) {
      w[k] = static_cast<std::int64_t>(k) - 9;
    }
    Column consecutive(count + 1, -77);
    batch.run_consecutive({}, -9, count, std::vector<std::int64_t*>{consecutive.data()});
    EXPECT_EQ(consecutive[count], -77) << "nothing is written beyond the count";
    consecutive.pop_back();
    EXPECT_EQ(values(batch, {}, w), consecutive);
    for (std::size_t k = 0; k < count; ++k) {
      const std::int64_t floor = w[k] < 0 ? -((6 - w[k]) / 7) : w[k] / 7;
      ASSERT_EQ(consecutive[k], floor - w[k]);
    }
  }
}

} // namespace
} // namespace mapwright::expr
