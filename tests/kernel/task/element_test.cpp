// Elements as numbers: every pattern of the small types, every neighbour and midpoint, against tables of values.
#include "kernel/task/element.hpp"
#include "kernel/task/element_range.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::kernel {
namespace {

constexpr double element_infinity = std::numeric_limits<double>::infinity();
constexpr double element_nan = std::numeric_limits<double>::quiet_NaN();

double decoded(Element type, std::uint64_t bits) {
  std::array<std::byte, 8> bytes{};
  std::memcpy(bytes.data(), &bits, sizeof bits);
  return decode(type, bytes.data());
}

std::uint64_t encoded(Element type, double value) {
  std::array<std::byte, 8> bytes{};
  encode(type, value, bytes.data());
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof bits);
  return bits;
}

/// A small format as its definition says it: sign, exponent, fraction of so many bits.
double by_definition(unsigned bits, unsigned exponent_bits, unsigned fraction_bits, int bias) {
  const unsigned fraction = bits % (1U << fraction_bits);
  const unsigned exponent = (bits >> fraction_bits) % (1U << exponent_bits);
  const double sign = (bits >> (fraction_bits + exponent_bits)) != 0 ? -1 : 1;
  const double part = fraction / std::pow(2.0, fraction_bits);
  return exponent == 0 ? sign * part * std::pow(2.0, 1 - bias)
                       : sign * (1 + part) * std::pow(2.0, static_cast<int>(exponent) - bias);
}

struct Small {
  Element type;
  unsigned width;
  double (*meaning)(unsigned bits); ///< NaN for every NaN
};

double half_meaning(unsigned bits) {
  if ((bits & 0x7c00U) == 0x7c00U) {
    return (bits & 0x3ffU) != 0 ? element_nan : (bits & 0x8000U) != 0 ? -element_infinity : element_infinity;
  }
  return by_definition(bits, 5, 10, 15);
}

double brain_meaning(unsigned bits) {
  if ((bits & 0x7f80U) == 0x7f80U) {
    return (bits & 0x7fU) != 0 ? element_nan : (bits & 0x8000U) != 0 ? -element_infinity : element_infinity;
  }
  return by_definition(bits, 8, 7, 127);
}

double eight_meaning(unsigned bits) {
  return bits == 0x80 ? element_nan : by_definition(bits, 4, 3, 8);
}

class SmallFloat : public ::testing::TestWithParam<Small> {
protected:
  /// All finite values in order, with the pattern of each; one zero.
  static std::map<double, unsigned> values() {
    std::map<double, unsigned> found;
    for (unsigned bits = 1U << GetParam().width; bits-- > 0;) {
      const double value = GetParam().meaning(bits);
      if (std::isfinite(value)) {
        found[value] = bits; // the smaller pattern of the two zeros comes last
      }
    }
    return found;
  }
};

TEST_P(SmallFloat, EveryPatternMeansWhatTheDefinitionSays) {
  for (unsigned bits = 0; bits < 1U << GetParam().width; ++bits) {
    const double value = decoded(GetParam().type, bits);
    const double wanted = GetParam().meaning(bits);
    ASSERT_TRUE(value == wanted || (std::isnan(value) && std::isnan(wanted))) << bits;
    ASSERT_TRUE(std::isnan(value) || std::signbit(value) == std::signbit(wanted)) << bits;
  }
}

TEST_P(SmallFloat, EveryValueIsStoredAsItself) {
  for (unsigned bits = 0; bits < 1U << GetParam().width; ++bits) {
    const double value = GetParam().meaning(bits);
    if (!std::isnan(value)) {
      ASSERT_EQ(encoded(GetParam().type, value), bits);
    }
  }
}

TEST_P(SmallFloat, WhatLiesBetweenGoesToTheNearest) {
  const std::map<double, unsigned> all = values();
  for (auto low = all.begin(), high = std::next(low); high != all.end(); ++low, ++high) {
    const double middle = (low->first + high->first) / 2; // exact
    const unsigned even = (low->second & 1U) == 0 ? low->second : high->second;
    const auto near = [&](double x) { return decoded(GetParam().type, encoded(GetParam().type, x)); };
    ASSERT_EQ(near(middle), GetParam().meaning(even)) << middle;
    ASSERT_EQ(near(std::nextafter(middle, -element_infinity)), low->first) << middle;
    ASSERT_EQ(near(std::nextafter(middle, element_infinity)), high->first) << middle;
  }
}

TEST_P(SmallFloat, ARandomNumberGoesToTheNearest) {
  const std::map<double, unsigned> all = values();
  const double largest = all.rbegin()->first;
  rc::check([&] {
    const double x = std::ldexp(*rc::gen::inRange<std::int64_t>(-(1LL << 52), 1LL << 52), *rc::gen::inRange(-70, -40));
    if (std::fabs(x) > largest) {
      return;
    }
    const double stored = decoded(GetParam().type, encoded(GetParam().type, x));
    const auto above = all.lower_bound(x);
    const double distance = std::min(std::fabs(above->first - x),
                                     above == all.begin() ? element_infinity : std::fabs(std::prev(above)->first - x));
    RC_ASSERT(std::fabs(stored - x) == distance);
  });
}

INSTANTIATE_TEST_SUITE_P(Types, SmallFloat,
                         ::testing::Values(Small{Element::f16, 16, half_meaning},
                                           Small{Element::bf16, 16, brain_meaning},
                                           Small{Element::f8_e4m3, 8, eight_meaning}),
                         [](const auto& type) { return std::string(to_string(type.param.type)); });

TEST(Element, BeyondTheRange) {
  EXPECT_EQ(encoded(Element::f16, 65519.99), 0x7bffU);
  EXPECT_EQ(encoded(Element::f16, 65520), 0x7c00U) << "halfway to 65536, and that is even";
  EXPECT_EQ(encoded(Element::f16, -1e300), 0xfc00U);
  EXPECT_EQ(encoded(Element::f16, element_nan), 0x7e00U);
  EXPECT_EQ(encoded(Element::bf16, 0x1.fefp127), 0x7f7fU);
  EXPECT_EQ(encoded(Element::bf16, 0x1.ffp127), 0x7f80U);
  EXPECT_EQ(encoded(Element::bf16, -element_infinity), 0xff80U);
  EXPECT_EQ(encoded(Element::f8_e4m3, 247.99), 0x7fU);
  EXPECT_EQ(encoded(Element::f8_e4m3, 248), 0x80U) << "there is no element_infinity";
  EXPECT_EQ(encoded(Element::f8_e4m3, -element_infinity), 0x80U);
  EXPECT_EQ(encoded(Element::f8_e4m3, -0.0), 0U) << "there is no negative zero";
  EXPECT_EQ(encoded(Element::f8_e4m3, -1e-9), 0U);
  EXPECT_EQ(decoded(Element::f32, encoded(Element::f32, 0x1.fffffefp127)), 0x1.fffffep127);
  EXPECT_EQ(decoded(Element::f32, encoded(Element::f32, -0x1.ffffffp127)), -element_infinity);
  EXPECT_EQ(encoded(Element::f16, std::numeric_limits<double>::denorm_min()), 0U);
}

TEST(Element, IntegersSaturateAndDropTheFraction) {
  const auto stored = [](Element type, double value) { return decoded(type, encoded(type, value)); };
  EXPECT_EQ(stored(Element::i8, -128.9), -128);
  EXPECT_EQ(stored(Element::i8, 1e9), 127);
  EXPECT_EQ(stored(Element::u8, -0.9), 0);
  EXPECT_EQ(stored(Element::u8, -3), 0);
  EXPECT_EQ(stored(Element::i32, -2.9), -2);
  EXPECT_EQ(stored(Element::u32, 1e10), 4294967295.0);
  EXPECT_EQ(encoded(Element::i64, 1e300), 0x7fffffffffffffffU);
  EXPECT_EQ(encoded(Element::i64, -1e300), 0x8000000000000000U);
  EXPECT_EQ(encoded(Element::u64, 0x1p64), 0xffffffffffffffffU);
  EXPECT_EQ(encoded(Element::u64, 0x1p63), 0x8000000000000000U);
  EXPECT_EQ(stored(Element::i32, element_nan), 0);
}

TEST(Element, NamesAndSizes) {
  std::size_t bytes = 0;
  for (const char* name : {"i8", "u8", "i32", "u32", "i64", "u64", "f32", "f64", "f16", "bf16", "f8_e4m3"}) {
    const auto type = element_named(name);
    ASSERT_TRUE(type) << name;
    EXPECT_EQ(to_string(*type), name);
    EXPECT_EQ(is_float(*type), std::string_view(name).find('f') != std::string_view::npos) << name;
    EXPECT_EQ(is_float(*type), unit_roundoff(*type) > 0) << name;
    bytes += size_of(*type);
  }
  EXPECT_EQ(bytes, 43U);
  EXPECT_FALSE(element_named("f128"));
  EXPECT_EQ(cpp_type(Element::bf16), "std::uint16_t");
  EXPECT_EQ(cpp_type(Element::i64), "std::int64_t");
}

TEST(Element, TheUnitRoundoffIsHalfTheStepBehindOne) {
  for (const Element type : {Element::f16, Element::bf16, Element::f8_e4m3, Element::f32}) {
    const double u = unit_roundoff(type);
    EXPECT_EQ(rounded(type, 1 + 2 * u), 1 + 2 * u);
    EXPECT_EQ(rounded(type, 1 + u), 1) << "a tie goes to the even 1";
    EXPECT_EQ(rounded(type, 1 + 1.01 * u), 1 + 2 * u);
  }
}

TEST(Element, RangesAreThoseOfThePatterns) {
  for (int i = 0; i <= static_cast<int>(Element::f8_e4m3); ++i) {
    const auto type = static_cast<Element>(i);
    EXPECT_EQ(rounded(type, largest_finite(type)), largest_finite(type));
    EXPECT_EQ(rounded(type, highest_integer(type)), highest_integer(type));
    EXPECT_EQ(rounded(type, lowest_integer(type)), lowest_integer(type));
    if (is_float(type) && type != Element::f64) {
      EXPECT_FALSE(std::isfinite(rounded(type, largest_finite(type) * 1.1)));
      EXPECT_NE(rounded(type, highest_integer(type) + 1), highest_integer(type) + 1);
      const double u = unit_roundoff(type);
      EXPECT_EQ(rounded(type, smallest_normal(type) * (1 + 2 * u)), smallest_normal(type) * (1 + 2 * u));
      EXPECT_NE(rounded(type, smallest_normal(type) * (1 - u / 2)), smallest_normal(type) * (1 - u / 2));
    }
  }
}

#if defined(__FLT16_MAX__) && defined(__GNUC__) && !defined(__clang__)
TEST(Element, HalfIsTheCompilersHalf) {
  __extension__ typedef _Float16 Half;
  rc::check([] {
    const double x = std::ldexp(*rc::gen::inRange<std::int64_t>(-(1LL << 52), 1LL << 52), *rc::gen::inRange(-80, -34));
    const auto half = static_cast<Half>(x);
    std::uint16_t bits = 0;
    std::memcpy(&bits, &half, sizeof bits);
    RC_ASSERT(encoded(Element::f16, x) == bits);
  });
}
#endif

} // namespace
} // namespace mapwright::kernel
