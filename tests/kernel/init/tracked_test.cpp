// Numbers that know their error: whatever a float computation gives lies within the scale of the wider one.
#include "kernel/init/tracked.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel {
namespace {

using Number = mapwright_reference::Tracked<double>;

constexpr double roundoff = 0x1p-24;
constexpr double tolerated = 4;

void expect_within(float got, Number expected) {
  RC_ASSERT(std::fabs(static_cast<double>(got) - expected.value) <= tolerated * roundoff * expected.scale());
}

rc::Gen<float> numbers() {
  return rc::gen::map(rc::gen::inRange(-1'000'000, 1'000'001),
                      [](int n) { return static_cast<float>(n) * 0x1.8p-19F; });
}

TEST(Tracked, WhatIsNotComputedIsExact) {
  EXPECT_EQ(Number(1.5F).scale(), 0);
  EXPECT_EQ((-Number(3)).scale(), 0);
  EXPECT_EQ(fabs(Number(-2.5)).value, 2.5);
}

TEST(Tracked, WhatWasNeverSetHasNoScale) {
  EXPECT_TRUE(std::isnan(Number().scale()));
  EXPECT_EQ((Number(1) / Number(0)).scale(), 0) << "an infinity must agree exactly";
}

RC_GTEST_PROP(Tracked, SumsInAnyOrder, ()) {
  const auto terms = *rc::gen::nonEmpty(rc::gen::container<std::vector<float>>(numbers()));
  Number expected = 0;
  for (const float term : terms) {
    expected += term * Number(term);
  }
  std::vector<float> squares;
  for (const float term : terms) {
    squares.push_back(term * term);
  }
  const auto order = *rc::gen::element(0, 1, 2);
  if (order != 0) {
    std::sort(squares.begin(), squares.end());
  }
  if (order == 2) {
    std::reverse(squares.begin(), squares.end());
  }
  float sum = 0;
  for (const float square : squares) {
    sum += square;
  }
  expect_within(sum, expected);
}

RC_GTEST_PROP(Tracked, QuotientsRootsAndExponentials, ()) {
  const float x = *numbers();
  const float y = *rc::gen::suchThat(numbers(), [](float n) { return std::fabs(n) > 0x1p-10F; });
  const float difference = x - y;
  expect_within(difference / y, (Number(x) - Number(y)) / Number(y));
  expect_within(std::exp(difference), exp(Number(x) - Number(y)));
  expect_within(std::sqrt(x * x + y * y), sqrt(Number(x) * x + Number(y) * y));
  expect_within(std::tanh(x * y), tanh(Number(x) * Number(y)));
  expect_within(std::max(x * y, x + y), max(Number(x) * y, Number(x) + y));
}

RC_GTEST_PROP(Tracked, ComparesAsItsValueDoes, ()) {
  const float x = *numbers();
  const float y = *numbers();
  RC_ASSERT((Number(x) < Number(y)) == (x < y));
  RC_ASSERT((Number(x) >= y) == (x >= y));
  RC_ASSERT((Number(x) == Number(y)) == (x == y));
  RC_ASSERT(static_cast<int>(Number(x)) == static_cast<int>(x));
}

} // namespace
} // namespace mapwright::kernel
