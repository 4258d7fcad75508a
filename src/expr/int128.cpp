#include "expr/int128.hpp"

#include <algorithm>
#include <cmath>

namespace mapwright::expr {

std::string to_string(Int value) {
  if (value == 0) {
    return "0";
  }
  const bool negative = value < 0;
  UInt rest = negative ? UInt{0} - static_cast<UInt>(value) : static_cast<UInt>(value);
  std::string digits;
  while (rest != 0) {
    digits.push_back(static_cast<char>('0' + static_cast<int>(rest % 10)));
    rest /= 10;
  }
  if (negative) {
    digits.push_back('-');
  }
  std::reverse(digits.begin(), digits.end());
  return digits;
}

std::optional<Int> parse_int(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative) {
    text.remove_prefix(1);
  }
  if (text.empty()) {
    return std::nullopt;
  }
  Int value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    const auto shifted = checked_mul(value, 10);
    const auto next = shifted ? checked_sub(*shifted, c - '0') : std::nullopt;
    if (!next) {
      return std::nullopt;
    }
    value = *next; // negative accumulation reaches int_min
  }
  if (negative) {
    return value;
  }
  return value == int_min ? std::nullopt : std::optional<Int>(-value);
}

std::optional<Int> checked_add(Int a, Int b) {
  Int result = 0;
  return __builtin_add_overflow(a, b, &result) ? std::nullopt : std::optional<Int>(result);
}

std::optional<Int> checked_sub(Int a, Int b) {
  Int result = 0;
  return __builtin_sub_overflow(a, b, &result) ? std::nullopt : std::optional<Int>(result);
}

std::optional<Int> checked_mul(Int a, Int b) {
  Int result = 0;
  return __builtin_mul_overflow(a, b, &result) ? std::nullopt : std::optional<Int>(result);
}

Int floor_div(Int a, Int b) {
  const Int quotient = a / b;
  return (a % b != 0 && ((a < 0) != (b < 0))) ? quotient - 1 : quotient;
}

Int floor_mod(Int a, Int b) {
  const Int remainder = a % b;
  return (remainder != 0 && ((remainder < 0) != (b < 0))) ? remainder + b : remainder;
}

Int ceil_div(Int a, Int b) {
  return -floor_div(-a, b);
}

std::optional<Int> integer_power(Int base, Int exponent) {
  Int result = 1;
  while (exponent > 0) {
    if ((exponent & 1) != 0) {
      const auto next = checked_mul(result, base);
      if (!next) {
        return std::nullopt;
      }
      result = *next;
    }
    exponent >>= 1;
    if (exponent > 0) {
      const auto square = checked_mul(base, base);
      if (!square) {
        return std::nullopt;
      }
      base = *square;
    }
  }
  return result;
}

Int integer_root(Int x, int k) {
  if (k == 1 || x <= 1) {
    return x;
  }
  // The double estimate is within one part in 2^50 or so; the walk below makes the answer exact whatever it is.
  auto fits = [&](Int r) {
    const auto power = integer_power(r, k);
    return power.has_value() && *power <= x;
  };
  const double estimate = k == 2 ? std::sqrt(static_cast<double>(x)) : std::pow(static_cast<double>(x), 1.0 / k);
  Int low = std::max<Int>(0, static_cast<Int>(estimate * (1.0 - 1e-12)) - 1);
  Int high = static_cast<Int>(estimate * (1.0 + 1e-12)) + 2;
  while (high - low > 1) { // fits(low) and not fits(high)
    const Int middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

Int gcd(Int a, Int b) {
  a = a < 0 ? -a : a;
  b = b < 0 ? -b : b;
  while (b != 0) {
    const Int next = a % b;
    a = b;
    b = next;
  }
  return a;
}

} // namespace mapwright::expr
