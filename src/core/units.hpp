// Quantities with a unit: seconds, joules, bytes. Different units do not mix; the number comes out only by name.
#pragma once

#include <chrono>
#include <compare>
#include <cstdint>

namespace mapwright {

/// Seconds as a real number; every other std::chrono duration converts to it implicitly.
using Seconds = std::chrono::duration<double>;

/// A number of one unit. `Tag` only tells units apart, `Rep` is the arithmetic type.
/// Sums, differences and order stay inside the unit; the ratio of two quantities is a plain number.
template <class Tag, class Rep> class Quantity {
public:
  constexpr Quantity() = default;
  constexpr explicit Quantity(Rep count) : count_(count) {}

  /// The number of units.
  [[nodiscard]] constexpr Rep count() const { return count_; }

  friend constexpr auto operator<=>(const Quantity&, const Quantity&) = default;
  friend constexpr Quantity operator+(Quantity a, Quantity b) { return Quantity(a.count_ + b.count_); }
  friend constexpr Quantity operator-(Quantity a, Quantity b) { return Quantity(a.count_ - b.count_); }
  friend constexpr double operator/(Quantity a, Quantity b) {
    return static_cast<double>(a.count_) / static_cast<double>(b.count_);
  }

private:
  Rep count_{};
};

/// Energy in joules.
using Joules = Quantity<struct JoulesTag, double>;

/// An amount of memory in bytes. Subtraction wraps below zero, as for any unsigned number.
using Bytes = Quantity<struct BytesTag, std::uint64_t>;

constexpr Bytes kibibytes(std::uint64_t n) {
  return Bytes(n << 10U);
}
constexpr Bytes mebibytes(std::uint64_t n) {
  return Bytes(n << 20U);
}
constexpr Bytes gibibytes(std::uint64_t n) {
  return Bytes(n << 30U);
}

} // namespace mapwright
