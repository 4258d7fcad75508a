// When an output is right.
#include "kernel/task/check.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// One output `y` of n by m elements.
struct Case {
  explicit Case(Element type, bool exact = false) {
    task.name = "t";
    task.sizes = {"n", "m"};
    task.arguments.push_back({"y", type, Intent::out, {expr::Expr::variable("n"), expr::Expr::variable("m")}});
    task.scenarios.push_back({"only", {Distribution()}, exact});
    task.tolerance.factor = 4;
  }

  /// What compare says of these outputs, a row of elements each with its expectation and scale.
  std::string verdict(const std::vector<double>& got, const std::vector<double>& wanted,
                      const std::vector<double>& scales) {
    expected = {{wanted, scales, {}}};
    return verdict(stored(got), static_cast<std::int64_t>(got.size()));
  }

  std::string verdict(const Elements& bytes, std::int64_t n) {
    outputs = bytes;
    const Inputs inputs{{Use::test, {n, 1}}, 0, {{}}};
    const auto wrong = compare(task, inputs, expected, spans());
    return wrong ? wrong->describe(task) : "right";
  }

  double worst() { return worst_error(task, expected, spans()); }

  [[nodiscard]] Elements stored(const std::vector<double>& values) const {
    const Element type = task.arguments[0].type;
    Elements bytes(values.size() * size_of(type));
    for (std::size_t i = 0; i < values.size(); ++i) {
      encode(type, values[i], bytes.data() + i * size_of(type));
    }
    return bytes;
  }

  [[nodiscard]] std::array<std::span<const std::byte>, 1> spans() const { return {outputs}; }

  Task task;
  Expectation expected;
  Elements outputs;
};

TEST(Check, TheToleranceIsFactorTimesRoundoffTimesScale) {
  Case f32(Element::f32);
  EXPECT_EQ(f32.verdict({1 + 0x1p-22}, {1}, {1}), "right");
  EXPECT_EQ(f32.worst(), 4);
  EXPECT_EQ(f32.verdict({1 - 0x1p-22}, {1}, {1}), "right");
  EXPECT_EQ(f32.verdict({1 + 0x1p-22 + 0x1p-23}, {1}, {1}),
            "y[0,0] is 1.00000036, expected 1 +- 2.38e-07; 1 of 1 element is wrong");
  EXPECT_EQ(f32.worst(), 6);
  EXPECT_EQ(f32.verdict({1.5}, {1}, {0x1p22}), "right");
}

TEST(Check, TheFirstWrongElementIsNamedAndAllAreCounted) {
  Case f64(Element::f64);
  f64.expected = {{{1, 2, 3, 4, 5, 6}, std::vector<double>(6, 1), {}}};
  f64.outputs = f64.stored({1, 2, 3, 4.5, 5, 7});
  const auto wrong = compare(f64.task, {{Use::test, {2, 3}}, 0, {{}}}, f64.expected, f64.spans());
  ASSERT_TRUE(wrong);
  EXPECT_EQ(wrong->element, 3U);
  EXPECT_EQ(wrong->index, (std::vector<std::int64_t>{1, 0}));
  EXPECT_EQ(wrong->wrong, 2U);
  EXPECT_EQ(wrong->describe(f64.task), "y[1,0] is 4.5, expected 4 +- 4.44e-16; 2 of 6 elements are wrong");
}

TEST(Check, NotANumberIsNoWildcard) {
  Case f32(Element::f32);
  EXPECT_EQ(f32.verdict({nan}, {nan}, {1}), "right");
  EXPECT_EQ(f32.worst(), 0);
  EXPECT_EQ(f32.verdict({7}, {nan}, {1e30}), "y[0,0] is 7, expected nan +- 2.38e+23; 1 of 1 element is wrong");
  EXPECT_EQ(f32.worst(), infinity);
  EXPECT_EQ(f32.verdict({nan}, {7}, {1e30}), "y[0,0] is nan, expected 7 +- 2.38e+23; 1 of 1 element is wrong");
  EXPECT_EQ(f32.worst(), infinity);
}

TEST(Check, InfinitiesAgreeWithTheirSign) {
  Case f32(Element::f32);
  EXPECT_EQ(f32.verdict({infinity, -infinity}, {infinity, -infinity}, {0, 0}), "right");
  EXPECT_NE(f32.verdict({-infinity}, {infinity}, {1e300}), "right");
  EXPECT_NE(f32.verdict({1e38}, {infinity}, {1e300}), "right");
  EXPECT_NE(f32.verdict({infinity}, {1e38}, {1e300}), "right");
  EXPECT_EQ(f32.verdict({infinity}, {1e39}, {1}), "right") << "what 1e39 is in single precision";
  EXPECT_NE(f32.verdict({-infinity}, {1e39}, {1}), "right");
}

TEST(Check, TheNearestNumberIsRightWhateverTheScale) {
  Case f16(Element::f16);
  EXPECT_EQ(f16.verdict({1.0 / 3}, {1.0 / 3}, {0}), "right");
  EXPECT_EQ(f16.worst(), 0);
  EXPECT_NE(f16.verdict({1.0 / 3 + 0x1p-11}, {1.0 / 3}, {0}), "right");
  EXPECT_EQ(f16.worst(), infinity);
}

TEST(Check, BelowTheNormalRangeTheScaleDoesNotShrink) {
  Case f16(Element::f16);
  const double step = 0x1p-24; // of numbers below 2^-14
  EXPECT_EQ(f16.verdict({5 * step}, {3 * step}, {3 * step}), "right") << "factor 4: two steps";
  EXPECT_NE(f16.verdict({6 * step}, {3 * step}, {3 * step}), "right");
  EXPECT_NE(f16.verdict({4 * step}, {3 * step}, {0}), "right") << "a copy stays a copy";
}

TEST(Check, ExactScenariosTolerateNothing) {
  Case f32(Element::f32, true);
  EXPECT_EQ(f32.verdict({3}, {3}, {1e30}), "right");
  EXPECT_EQ(f32.verdict({-0.0}, {0}, {1}), "right");
  EXPECT_EQ(f32.verdict({3 + 0x1p-22}, {3}, {1e30}), "y[0,0] is 3.00000024, expected 3; 1 of 1 element is wrong");
  EXPECT_EQ(f32.verdict({0.1}, {0.1}, {0}), "right") << "0.1 rounded to the type";
  EXPECT_EQ(f32.verdict({nan}, {nan}, {0}), "right");
  EXPECT_NE(f32.verdict({0}, {nan}, {0}), "right");
}

TEST(Check, IntegersMustBeEqual) {
  Case i64(Element::i64);
  const auto bytes = [](std::int64_t value) {
    Elements elements(8);
    std::memcpy(elements.data(), &value, 8);
    return elements;
  };
  i64.expected = {{{}, {}, bytes((1LL << 53) + 1)}};
  EXPECT_EQ(i64.verdict(bytes((1LL << 53) + 1), 1), "right");
  EXPECT_NE(i64.verdict(bytes(1LL << 53), 1), "right") << "though both are the same double";
  i64.expected = {{{}, {}, bytes(-7)}};
  EXPECT_EQ(i64.verdict(bytes(-6), 1), "y[0,0] is -6, expected -7; 1 of 1 element is wrong");
}

TEST(Check, InputsAreNotLookedAt) {
  Case f32(Element::f32);
  f32.task.arguments.insert(f32.task.arguments.begin(), Argument{"x", Element::f32, Intent::in, {}});
  const Expectation expected{{}, {{1}, {0}, {}}};
  const Elements one = f32.stored({1});
  const std::array<std::span<const std::byte>, 2> spans{std::span<const std::byte>(), one};
  EXPECT_FALSE(compare(f32.task, {{Use::test, {1, 1}}, 0, {{}, {}}}, expected, spans));
  EXPECT_EQ(worst_error(f32.task, expected, spans), 0);
}

TEST(Check, ALengthThatIsNotTheOutputsIsAnErrorOfOurs) {
  Case f32(Element::f32);
  f32.expected = {{{1, 2}, {1, 1}, {}}};
  EXPECT_THROW(f32.verdict(f32.stored({1}), 1), std::logic_error);
  EXPECT_THROW(f32.worst(), std::logic_error);
}

RC_GTEST_PROP(Check, RightExactlyWithinTheTolerance, ()) {
  Case f64(Element::f64);
  const double wanted = *rc::gen::inRange(-1000, 1000);
  const double scale = *rc::gen::inRange(0, 1000);
  const double off = *rc::gen::inRange(-2000, 2000) * 0x1p-51;
  const double got = wanted + off;
  const bool right = got == wanted || std::fabs(got - wanted) <= 4 * 0x1p-53 * scale;
  RC_ASSERT((f64.verdict({got}, {wanted}, {scale}) == "right") == right);
  RC_ASSERT(scale == 0 || (f64.worst() <= 4) == right);
}

} // namespace
} // namespace mapwright::kernel
