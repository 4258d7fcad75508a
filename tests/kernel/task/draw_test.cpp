// Drawn inputs: the same bits everywhere, and what each distribution promises.
#include "core/digest.hpp"
#include "kernel/task/draw.hpp"
#include "kernel/task/element_range.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel {
namespace {

/// A task with one input of n rows of m elements.
Task task_of(Element type, const std::string& distribution) {
  Task task;
  task.name = "t";
  task.sizes = {"n", "m"};
  task.arguments.push_back({"x", type, Intent::in, {expr::Expr::variable("n"), expr::Expr::variable("m")}});
  auto parsed = parse_distribution(distribution, task.sizes);
  EXPECT_TRUE(parsed) << parsed.error().format();
  task.scenarios.push_back({"only", {*parsed}, false});
  return task;
}

Result<Inputs> inputs_of(Element type, const std::string& distribution, std::int64_t n, std::int64_t m,
                         std::uint64_t seed = 1) {
  return draw(task_of(type, distribution), {Use::test, {n, m}}, 0, seed);
}

std::vector<double> drawn(Element type, const std::string& distribution, std::int64_t n, std::int64_t m,
                          std::uint64_t seed = 1) {
  const auto inputs = inputs_of(type, distribution, n, m, seed);
  EXPECT_TRUE(inputs) << inputs.error().format();
  const Elements& elements = inputs->values.at(0);
  std::vector<double> values;
  for (std::size_t at = 0; at < elements.size(); at += size_of(type)) {
    values.push_back(decode(type, elements.data() + at));
  }
  return values;
}

std::string refusal(Element type, const std::string& distribution, std::int64_t n = 3, std::int64_t m = 5) {
  const auto inputs = inputs_of(type, distribution, n, m);
  return inputs ? "none" : inputs.error().message;
}

TEST(Draw, TheSameBitsOnEveryMachine) {
  const std::vector<std::pair<Element, std::string>> cases{
      {Element::f32, "uniform(-1, 3)"},    {Element::f64, "normal(0.5, 2)"},  {Element::f16, "spread(-10, 10)"},
      {Element::bf16, "cancelling()"},     {Element::i32, "integers(-8, 8)"}, {Element::i64, "sparse_integers(9, 0.3)"},
      {Element::f8_e4m3, "constant(0.3)"}, {Element::u8, "zeros()"},          {Element::i8, "ramp()"},
      {Element::u32, "one_hot()"},         {Element::u64, "below(n*m)"},      {Element::i32, "offsets(7*n)"},
      {Element::f64, "permutation()"}};
  std::string digests;
  for (const auto& [type, text] : cases) {
    const auto inputs = inputs_of(type, text, 13, 17, 42);
    ASSERT_TRUE(inputs) << inputs.error().format();
    const Elements& elements = inputs->values[0];
    EXPECT_EQ(elements.size(), 13 * 17 * size_of(type)) << text;
    digests +=
        text + " " + sha256_hex({reinterpret_cast<const char*>(elements.data()), elements.size()}).substr(0, 16) + "\n";
  }
  EXPECT_EQ(digests, "uniform(-1, 3) 3e4aa719a007d8e1\n"
                     "normal(0.5, 2) ef5f81ffba701fc4\n"
                     "spread(-10, 10) 8d604e4af231a674\n"
                     "cancelling() c3371a1d54b8a34e\n"
                     "integers(-8, 8) 0ceb45f7c108a39b\n"
                     "sparse_integers(9, 0.3) 84a6c8d6cc9b6101\n"
                     "constant(0.3) 204867e6a6ed8964\n"
                     "zeros() 2bc4c1df7642be2f\n"
                     "ramp() 49f2a85bb44730ce\n"
                     "one_hot() b668938fb832db21\n"
                     "below(n*m) 0f9668f13cd89756\n"
                     "offsets(7*n) 6d502918aa85ee0d\n"
                     "permutation() 210af64d36e3a8ce\n");
}

TEST(Draw, SeedsAndArgumentsDiffer) {
  EXPECT_EQ(drawn(Element::f64, "uniform(0, 1)", 4, 4, 7), drawn(Element::f64, "uniform(0, 1)", 4, 4, 7));
  EXPECT_NE(drawn(Element::f64, "uniform(0, 1)", 4, 4, 7), drawn(Element::f64, "uniform(0, 1)", 4, 4, 8));
  Task task = task_of(Element::f64, "uniform(0, 1)");
  task.arguments.push_back(task.arguments[0]);
  task.scenarios[0].inputs.push_back(task.scenarios[0].inputs[0]);
  task.scenarios.push_back(task.scenarios[0]);
  const auto first = draw(task, {Use::test, {4, 4}}, 0, 7);
  const auto second = draw(task, {Use::test, {4, 4}}, 1, 7);
  EXPECT_NE(first->values[0], first->values[1]);
  EXPECT_NE(first->values[0], second->values[0]);
}

TEST(Draw, OutputsAreEmptyAndScalarsAreOneElement) {
  Task task = task_of(Element::f64, "uniform(0, 1)");
  task.arguments[0].shape.clear();
  task.arguments.push_back({"y", Element::f32, Intent::out, {expr::Expr::variable("n")}});
  task.scenarios[0].inputs.emplace_back();
  const auto inputs = draw(task, {Use::test, {4, 4}}, 0, 7);
  ASSERT_TRUE(inputs);
  EXPECT_EQ(inputs->values[0].size(), 8U);
  EXPECT_TRUE(inputs->values[1].empty());
}

RC_GTEST_PROP(Draw, IntegersLieInTheirRange, ()) {
  const auto low = *rc::gen::inRange(-128, 128);
  const auto high = *rc::gen::inRange(low, 128);
  for (const double x : drawn(Element::i8, "integers(" + std::to_string(low) + ", " + std::to_string(high) + ")", 5, 9,
                              *rc::gen::arbitrary<std::uint64_t>())) {
    RC_ASSERT(x >= low && x <= high);
  }
}

TEST(Draw, UniformAndNormalHaveTheirMoments) {
  for (const auto& [text, mean, deviation] :
       {std::tuple{"uniform(-1, 3)", 1.0, 4 / std::sqrt(12)}, std::tuple{"normal(2, 0.5)", 2.0, 0.5}}) {
    const std::vector<double> x = drawn(Element::f64, text, 100, 1000);
    const double sum = std::accumulate(x.begin(), x.end(), 0.0);
    double square = 0;
    for (const double value : x) {
      square += (value - mean) * (value - mean);
    }
    EXPECT_NEAR(sum / 1e5, mean, 0.02) << text;
    EXPECT_NEAR(std::sqrt(square / 1e5), deviation, 0.02) << text;
  }
  const std::vector<double> x = drawn(Element::f64, "uniform(-1, 3)", 100, 1000);
  EXPECT_GE(*std::min_element(x.begin(), x.end()), -1);
  EXPECT_LE(*std::max_element(x.begin(), x.end()), 3);
}

TEST(Draw, SpreadCoversItsExponentsAndSigns) {
  std::map<int, int> exponents;
  int negative = 0;
  for (const double x : drawn(Element::f32, "spread(-3, 2)", 100, 10)) {
    ++exponents[std::ilogb(x)];
    negative += x < 0 ? 1 : 0;
  }
  EXPECT_EQ(exponents.begin()->first, -3);
  EXPECT_GE(exponents[2], 100);
  EXPECT_GT(negative, 400);
  EXPECT_LT(negative, 600);
}

TEST(Draw, CancellingSumsAreZero) {
  for (const Element type : {Element::f64, Element::f16, Element::bf16, Element::f8_e4m3}) {
    const std::vector<double> x = drawn(type, "cancelling()", 5, 5);
    for (std::size_t i = 0; i + 1 < x.size(); i += 2) {
      EXPECT_EQ(x[i], -x[i + 1]);
      EXPECT_GE(std::fabs(x[i]), 1);
      EXPECT_LE(std::fabs(x[i]), 64);
    }
    EXPECT_EQ(x.back(), 0);
  }
}

TEST(Draw, SparseIntegersAreAsDenseAsAsked) {
  std::map<double, int> counts;
  for (const double x : drawn(Element::i32, "sparse_integers(2, 0.25)", 100, 100)) {
    ++counts[x];
  }
  EXPECT_EQ(counts.size(), 5U);
  EXPECT_NEAR(counts[0], 7500, 200);
  EXPECT_NEAR(counts[-2], 625, 100);
  EXPECT_EQ(drawn(Element::i32, "sparse_integers(2, 0)", 2, 2), std::vector<double>(4, 0));
}

TEST(Draw, RampConstantAndOneHot) {
  EXPECT_EQ(drawn(Element::u8, "ramp()", 2, 2), (std::vector<double>{0, 1, 2, 3}));
  const std::vector<double> ramp = drawn(Element::f8_e4m3, "ramp()", 6, 6);
  EXPECT_EQ(ramp[16], 16);
  EXPECT_EQ(ramp[17], 0) << "17 is no number of the type";
  EXPECT_EQ(drawn(Element::f32, "constant(0.1)", 1, 2), (std::vector<double>(2, static_cast<double>(0.1F))));
  EXPECT_EQ(drawn(Element::f32, "zeros", 1, 2), (std::vector<double>(2, 0)));
  const std::vector<double> hot = drawn(Element::i32, "one_hot()", 6, 4);
  for (std::size_t row = 0; row < 6; ++row) {
    EXPECT_EQ(std::count(hot.begin() + static_cast<std::ptrdiff_t>(4 * row),
                         hot.begin() + static_cast<std::ptrdiff_t>(4 * row + 4), 1.0),
              1);
  }
  EXPECT_EQ(std::accumulate(hot.begin(), hot.end(), 0.0), 6);
}

RC_GTEST_PROP(Draw, OffsetsRiseFromNothingToTheTotal, ()) {
  const auto n = *rc::gen::inRange<std::int64_t>(2, 40);
  const auto total = *rc::gen::inRange(0, 1000);
  const std::vector<double> x =
      drawn(Element::i32, "offsets(" + std::to_string(total) + ")", n, 1, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(std::is_sorted(x.begin(), x.end()));
  RC_ASSERT(x.front() == 0);
  RC_ASSERT(x.back() == total);
}

TEST(Draw, PermutationAndBelow) {
  std::vector<double> x = drawn(Element::i32, "permutation()", 5, 7);
  EXPECT_FALSE(std::is_sorted(x.begin(), x.end()));
  std::sort(x.begin(), x.end());
  EXPECT_EQ(x, drawn(Element::i32, "ramp()", 5, 7));
  std::map<double, int> counts;
  for (const double value : drawn(Element::i64, "below(floor_div(n, 20))", 100, 10)) {
    ++counts[value];
  }
  EXPECT_EQ(counts.size(), 5U);
  EXPECT_EQ(counts.rbegin()->first, 4);
}

TEST(Draw, NothingIsDrawnForNoElements) {
  for (const char* text : {"uniform(0, 1)", "permutation()", "offsets(n)", "below(n)", "one_hot()", "cancelling()"}) {
    EXPECT_TRUE(drawn(Element::f64, text, 0, 5).empty()) << text;
    EXPECT_TRUE(drawn(Element::f64, text, 5, 0).empty()) << text;
  }
}

TEST(Draw, WhatATypeCannotHold) {
  EXPECT_EQ(refusal(Element::i8, "integers(0, 128)"), "i8 cannot hold 128 and all integers up to it");
  EXPECT_EQ(refusal(Element::u8, "sparse_integers(3, 0.5)"), "u8 cannot hold -3 and all integers up to it");
  EXPECT_EQ(refusal(Element::f8_e4m3, "integers(-17, 8)"), "f8_e4m3 cannot hold -17 and all integers up to it");
  EXPECT_EQ(refusal(Element::f16, "integers(-2048, 2048)"), "none");
  EXPECT_EQ(refusal(Element::f8_e4m3, "uniform(-1, 241)"), "f8_e4m3 cannot hold 241");
  EXPECT_EQ(refusal(Element::f16, "spread(0, 15)"), "f16 cannot hold -65536");
  EXPECT_EQ(refusal(Element::f16, "normal(0, 1e4)"), "none");
  EXPECT_EQ(refusal(Element::f16, "normal(0, 2e4)"), "f16 cannot hold -120000");
  EXPECT_EQ(refusal(Element::i32, "uniform(0, 1)"), "uniform gives real numbers, which i32 cannot hold");
  EXPECT_EQ(refusal(Element::i32, "constant(0.5)"), "i32 cannot hold 0.5");
  EXPECT_EQ(refusal(Element::bf16, "permutation()", 2, 129), "bf16 cannot hold 257 and all integers up to it");
  EXPECT_EQ(refusal(Element::u8, "below(100*n)"), "u8 cannot hold 299 and all integers up to it");
}

TEST(Draw, BoundsWithoutSense) {
  EXPECT_EQ(refusal(Element::i32, "below(n - 3)"), "n - 3 is 0 at n=3 m=5");
  EXPECT_EQ(refusal(Element::i32, "offsets(n - 9)"), "n - 9 is -6 at n=3 m=5");
  EXPECT_EQ(refusal(Element::i32, "offsets(n)", 1, 1), "one offset cannot be both 0 and 1 at n=1 m=1");
  EXPECT_EQ(refusal(Element::i32, "below(floor_div(n, m))", 1, 0), "none") << "no elements, no bound";
}

TEST(Distribution, MistakesAreToldAtTheirColumn) {
  const auto mistake = [](const std::string& text) {
    const auto parsed = parse_distribution(text, {"n"});
    return parsed ? std::string("none")
                  : std::to_string(parsed.error().where->column) + ": " + parsed.error().message + " | " +
                        parsed.error().hint;
  };
  EXPECT_EQ(mistake("unifrom(0, 1)"), "1: unknown distribution 'unifrom' | did you mean 'uniform'?");
  EXPECT_EQ(mistake("gamma(2)").substr(0, 60), "1: unknown distribution 'gamma' | expected one of: uniform, ");
  EXPECT_EQ(mistake("uniform(0)"), "1: uniform takes 2 arguments, not 1 | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("zeros(1)"), "1: zeros takes no arguments, not 1 | write zeros()");
  EXPECT_EQ(mistake("constant()"), "1: constant takes 1 argument, not 0 | write constant(X)");
  EXPECT_EQ(mistake("uniform(0, n)"), "12: 'n' is no number | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("uniform(0, )"), "12: '' is no number | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("uniform(0, inf)"), "12: 'inf' is no number | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("uniform(0, 1"), "13: a ')' is missing | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("uniform(2, 1)"), "1: there is no number from 2 to 1 | write uniform(LOW, HIGH)");
  EXPECT_EQ(mistake("integers(0.5, 1)"), "1: there is no range of integers from 0.5 to 1 | write integers(LOW, HIGH)");
  EXPECT_EQ(mistake("normal(0, -1)"), "1: -1 is no deviation | write normal(MEAN, DEVIATION)");
  EXPECT_EQ(mistake("spread(0, 1e5)"), "1: there is no range of exponents from 0 to 100000 | write spread(LOW, HIGH)");
  EXPECT_EQ(mistake("sparse_integers(4, 2)"),
            "1: the density must be from 0 to 1, not 2 | write sparse_integers(MOST, DENSITY)");
  EXPECT_EQ(mistake("below(2*k)"), "9: 'k' is not a size of the task | expected one of: n");
  EXPECT_EQ(mistake("below(min(n, 3))"), "none");
  EXPECT_EQ(mistake("").substr(0, 27), "1: unknown distribution '' ");
}

} // namespace
} // namespace mapwright::kernel
