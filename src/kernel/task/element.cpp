#include "kernel/task/element.hpp"

#include "kernel/task/element_range.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace mapwright::kernel {

namespace {

struct Entry {
  Element type;
  std::string_view name;
  std::string_view cpp;
  std::size_t size;
};

constexpr std::array<Entry, 11> entries{{
    {Element::i8, "i8", "std::int8_t", 1},
    {Element::u8, "u8", "std::uint8_t", 1},
    {Element::i32, "i32", "std::int32_t", 4},
    {Element::u32, "u32", "std::uint32_t", 4},
    {Element::i64, "i64", "std::int64_t", 8},
    {Element::u64, "u64", "std::uint64_t", 8},
    {Element::f32, "f32", "float", 4},
    {Element::f64, "f64", "double", 8},
    {Element::f16, "f16", "std::uint16_t", 2},
    {Element::bf16, "bf16", "std::uint16_t", 2},
    {Element::f8_e4m3, "f8_e4m3", "std::uint8_t", 1},
}};

const Entry& entry(Element type) {
  return entries[static_cast<std::size_t>(type)];
}

/// A binary format of at most 16 bits: sign, exponent, fraction.
struct Format {
  int fraction_bits;
  int bias;
  unsigned exponent_ones; ///< the exponent field of all ones
  unsigned nan;           ///< the NaN that encode gives
  bool has_infinity;      ///< exponent_ones means infinity and NaN; otherwise it is an ordinary exponent
  unsigned width;         ///< bits in all
  [[nodiscard]] unsigned sign() const { return 1U << (width - 1); }
  [[nodiscard]] unsigned infinity() const { return exponent_ones << static_cast<unsigned>(fraction_bits); }
};

constexpr Format half{10, 15, 0x1f, 0x7e00, true, 16};
constexpr Format brain{7, 127, 0xff, 0x7fc0, true, 16};
constexpr Format eight{3, 8, 0xf, 0x80, false, 8}; // its one NaN is the pattern of a negative zero

double decode_small(const Format& format, unsigned bits) {
  if (!format.has_infinity && bits == format.nan) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const unsigned fraction = bits & ((1U << static_cast<unsigned>(format.fraction_bits)) - 1);
  const unsigned exponent = (bits & ~format.sign()) >> static_cast<unsigned>(format.fraction_bits);
  double value = 0;
  if (format.has_infinity && exponent == format.exponent_ones) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity() : std::numeric_limits<double>::quiet_NaN();
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - format.bias - format.fraction_bits);
  } else {
    value = std::ldexp(fraction + (1U << static_cast<unsigned>(format.fraction_bits)),
                       static_cast<int>(exponent) - format.bias - format.fraction_bits);
  }
  return (bits & format.sign()) != 0 ? -value : value;
}

/// The integer nearest to x >= 0, ties to even, whatever the rounding mode of the processor.
double nearest_integer(double x) {
  const double below = std::floor(x);
  const double rest = x - below; // exact
  const bool odd = std::fmod(below, 2) != 0;
  return rest > 0.5 || (rest == 0.5 && odd) ? below + 1 : below;
}

unsigned encode_small(const Format& format, double value) {
  if (std::isnan(value)) {
    return format.nan;
  }
  const unsigned sign = std::signbit(value) ? format.sign() : 0;
  const double size = std::fabs(value);
  const unsigned beyond = format.has_infinity ? sign | format.infinity() : format.nan;
  if (std::isinf(size)) {
    return beyond;
  }
  // The number is significand * 2^(exponent - fraction_bits); scaling by powers of two is exact here.
  const int exponent = std::max(size == 0 ? -2000 : std::ilogb(size), 1 - format.bias);
  const auto significand = static_cast<unsigned>(nearest_integer(std::ldexp(size, format.fraction_bits - exponent)));
  const int field = std::min(exponent + format.bias, static_cast<int>(format.exponent_ones) + 1);
  // A significand with its leading bit adds 1 to the exponent field; one that rounds up to the next power adds 2.
  const unsigned bits = (static_cast<unsigned>(field - 1) << static_cast<unsigned>(format.fraction_bits)) + significand;
  const unsigned end = format.has_infinity ? format.infinity() : format.sign();
  if (bits >= end) {
    return beyond;
  }
  return bits == 0 && !format.has_infinity ? 0 : sign | bits;
}

template <class T> double load(const std::byte* bytes) {
  T value{};
  std::memcpy(&value, bytes, sizeof value);
  return static_cast<double>(value);
}

template <class T> void store(T value, std::byte* bytes) {
  std::memcpy(bytes, &value, sizeof value);
}

template <class T> T saturated(double value) {
  if (std::isnan(value)) {
    return 0;
  }
  // 2^digits is a double, the largest integer itself need not be.
  if (value >= std::ldexp(1.0, std::numeric_limits<T>::digits)) {
    return std::numeric_limits<T>::max();
  }
  if (value <= static_cast<double>(std::numeric_limits<T>::min())) {
    return std::numeric_limits<T>::min();
  }
  return static_cast<T>(value);
}

/// To binary32 whatever the rounding mode, and without a conversion that is out of range.
float to_float(double value) {
  constexpr double half_beyond = 0x1.ffffffp127; // halfway from the largest float to 2^128
  if (std::fabs(value) >= half_beyond) {
    return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(std::signbit(value) ? -1 : 1));
  }
  return static_cast<float>(value);
}

} // namespace

std::string_view to_string(Element type) {
  return entry(type).name;
}

std::optional<Element> element_named(std::string_view name) {
  for (const Entry& known : entries) {
    if (known.name == name) {
      return known.type;
    }
  }
  return std::nullopt;
}

std::size_t size_of(Element type) {
  return entry(type).size;
}

std::string_view cpp_type(Element type) {
  return entry(type).cpp;
}

bool is_float(Element type) {
  return type >= Element::f32;
}

double unit_roundoff(Element type) {
  switch (type) {
  case Element::f64:
    return 0x1p-53;
  case Element::f32:
    return 0x1p-24;
  case Element::f16:
    return 0x1p-11;
  case Element::bf16:
    return 0x1p-8;
  case Element::f8_e4m3:
    return 0x1p-4;
  default:
    return 0;
  }
}

double decode(Element type, const std::byte* bytes) {
  switch (type) {
  case Element::i8:
    return load<std::int8_t>(bytes);
  case Element::u8:
    return load<std::uint8_t>(bytes);
  case Element::i32:
    return load<std::int32_t>(bytes);
  case Element::u32:
    return load<std::uint32_t>(bytes);
  case Element::i64:
    return load<std::int64_t>(bytes);
  case Element::u64:
    return load<std::uint64_t>(bytes);
  case Element::f32:
    return load<float>(bytes);
  case Element::f64:
    return load<double>(bytes);
  case Element::f16:
    return decode_small(half, static_cast<unsigned>(load<std::uint16_t>(bytes)));
  case Element::bf16:
    return decode_small(brain, static_cast<unsigned>(load<std::uint16_t>(bytes)));
  case Element::f8_e4m3:
    return decode_small(eight, static_cast<unsigned>(load<std::uint8_t>(bytes)));
  }
  return 0;
}

void encode(Element type, double value, std::byte* bytes) {
  switch (type) {
  case Element::i8:
    return store(saturated<std::int8_t>(value), bytes);
  case Element::u8:
    return store(saturated<std::uint8_t>(value), bytes);
  case Element::i32:
    return store(saturated<std::int32_t>(value), bytes);
  case Element::u32:
    return store(saturated<std::uint32_t>(value), bytes);
  case Element::i64:
    return store(saturated<std::int64_t>(value), bytes);
  case Element::u64:
    return store(saturated<std::uint64_t>(value), bytes);
  case Element::f32:
    return store(to_float(value), bytes);
  case Element::f64:
    return store(value, bytes);
  case Element::f16:
    return store(static_cast<std::uint16_t>(encode_small(half, value)), bytes);
  case Element::bf16:
    return store(static_cast<std::uint16_t>(encode_small(brain, value)), bytes);
  case Element::f8_e4m3:
    return store(static_cast<std::uint8_t>(encode_small(eight, value)), bytes);
  }
}

double rounded(Element type, double value) {
  std::array<std::byte, 8> bytes{};
  encode(type, value, bytes.data());
  return decode(type, bytes.data());
}

double largest_finite(Element type) {
  switch (type) {
  case Element::i8:
    return 127;
  case Element::u8:
    return 255;
  case Element::i32:
    return std::numeric_limits<std::int32_t>::max();
  case Element::u32:
    return std::numeric_limits<std::uint32_t>::max();
  case Element::i64:
  case Element::u64:
    return 0x1p53;
  case Element::f32:
    return std::numeric_limits<float>::max();
  case Element::f64:
    return std::numeric_limits<double>::max();
  case Element::f16:
    return 65504;
  case Element::bf16:
    return 0x1.fep127;
  case Element::f8_e4m3:
    return 240;
  }
  return 0;
}

double smallest_normal(Element type) {
  switch (type) {
  case Element::f64:
    return std::numeric_limits<double>::min();
  case Element::f32:
  case Element::bf16:
    return 0x1p-126;
  case Element::f16:
    return 0x1p-14;
  case Element::f8_e4m3:
    return 0x1p-7;
  default:
    return 0;
  }
}

double lowest_integer(Element type) {
  switch (type) {
  case Element::u8:
  case Element::u32:
  case Element::u64:
    return 0;
  case Element::i8:
    return -128;
  case Element::i32:
    return std::numeric_limits<std::int32_t>::min();
  default:
    return -highest_integer(type);
  }
}

double highest_integer(Element type) {
  return is_float(type) ? 1 / unit_roundoff(type) : largest_finite(type);
}

} // namespace mapwright::kernel
