// A number beside how far rounding may have moved it; a kernel computed with such numbers is its own reference.
//
// `magnitude` bounds the size of everything the number was made of, `roundings` counts the operations on the longest
// way to it. In whatever order the operations are made, the error behaves like a random walk of that many steps of at
// most `magnitude` roundings (Higham and Mary, "A new approach to probabilistic rounding error analysis", SIAM J. Sci.
// Comput. 41, 2019).
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

namespace mapwright_reference {

/// `Real` is wider than the kernel's type.
template <class Real> class Tracked {
public:
  Tracked() = default;
  template <class T>
  requires std::is_arithmetic_v<T>
  constexpr Tracked(T number) : value(static_cast<Real>(number)), magnitude(value < 0 ? -value : value), roundings(0) {}
  constexpr Tracked(Real v, Real m, double r) : value(v), magnitude(m), roundings(r) {}
  template <class T>
  requires std::is_arithmetic_v<T>
  explicit operator T() const { return static_cast<T>(value); }

  /// In units of the unit roundoff of the kernel's type. Infinities and NaN must agree exactly; not a number for what
  /// was never set.
  double scale() const {
    const bool no_number = !std::isfinite(value) && roundings >= 0;
    return no_number ? 0 : static_cast<double>(magnitude) * std::sqrt(roundings);
  }

  friend Tracked operator+(Tracked x) { return x; }
  friend Tracked operator-(Tracked x) { return {-x.value, x.magnitude, x.roundings}; }
  friend Tracked operator+(Tracked x, Tracked y) {
    return {x.value + y.value, x.magnitude + y.magnitude, 1 + std::fmax(x.roundings, y.roundings)};
  }
  friend Tracked operator-(Tracked x, Tracked y) { return x + -y; }
  friend Tracked operator*(Tracked x, Tracked y) {
    return {x.value * y.value, x.magnitude * y.magnitude, 1 + x.roundings + y.roundings};
  }
  friend Tracked operator/(Tracked x, Tracked y) {
    const Real square = y.value * y.value;
    return {x.value / y.value, x.magnitude * y.magnitude / square, 1 + x.roundings + y.roundings};
  }
  Tracked& operator+=(Tracked y) { return *this = *this + y; }
  Tracked& operator-=(Tracked y) { return *this = *this - y; }
  Tracked& operator*=(Tracked y) { return *this = *this * y; }
  Tracked& operator/=(Tracked y) { return *this = *this / y; }

  friend bool operator==(Tracked x, Tracked y) { return x.value == y.value; }
  friend bool operator!=(Tracked x, Tracked y) { return x.value != y.value; }
  friend bool operator<(Tracked x, Tracked y) { return x.value < y.value; }
  friend bool operator<=(Tracked x, Tracked y) { return x.value <= y.value; }
  friend bool operator>(Tracked x, Tracked y) { return x.value > y.value; }
  friend bool operator>=(Tracked x, Tracked y) { return x.value >= y.value; }

  /// f(x), whose derivative is `slope`.
  friend Tracked smooth(Tracked x, Real f, Real slope) {
    return {f, std::fabs(slope) * x.magnitude + std::fabs(f), x.roundings + 1};
  }
  friend Tracked sqrt(Tracked x) {
    const Real root = std::sqrt(x.value);
    return x.value == 0 ? x : smooth(x, root, 1 / (2 * root));
  }
  friend Tracked exp(Tracked x) { return smooth(x, std::exp(x.value), std::exp(x.value)); }
  friend Tracked exp2(Tracked x) { return smooth(x, std::exp2(x.value), std::exp2(x.value)); }
  friend Tracked log(Tracked x) { return smooth(x, std::log(x.value), 1 / x.value); }
  friend Tracked log2(Tracked x) { return smooth(x, std::log2(x.value), 2 / x.value); }
  friend Tracked sin(Tracked x) { return smooth(x, std::sin(x.value), std::cos(x.value)); }
  friend Tracked cos(Tracked x) { return smooth(x, std::cos(x.value), std::sin(x.value)); }
  friend Tracked tan(Tracked x) {
    const Real t = std::tan(x.value);
    return smooth(x, t, 1 + t * t);
  }
  friend Tracked tanh(Tracked x) {
    const Real t = std::tanh(x.value);
    return smooth(x, t, 1 - t * t);
  }
  friend Tracked erf(Tracked x) { return smooth(x, std::erf(x.value), 2 * std::exp(-x.value * x.value)); }
  friend Tracked pow(Tracked x, Tracked y) {
    const Real p = std::pow(x.value, y.value);
    const Tracked from_x = smooth(x, p, y.value * std::pow(x.value, y.value - 1));
    const Tracked from_y = x.value > 0 ? smooth(y, p, p * std::log(x.value)) : y;
    return {p, from_x.magnitude + from_y.magnitude, 1 + x.roundings + y.roundings};
  }
  friend Tracked fma(Tracked x, Tracked y, Tracked z) { return x * y + z; }
  friend Tracked fabs(Tracked x) { return {std::fabs(x.value), x.magnitude, x.roundings}; }
  friend Tracked abs(Tracked x) { return fabs(x); }
  friend Tracked floor(Tracked x) { return std::floor(x.value); }
  friend Tracked ceil(Tracked x) { return std::ceil(x.value); }
  friend Tracked round(Tracked x) { return std::round(x.value); }
  friend Tracked trunc(Tracked x) { return std::trunc(x.value); }
  /// One of the two, and as uncertain as both.
  friend Tracked chosen(Tracked x, Tracked y, bool first) {
    return {first ? x.value : y.value, std::fmax(x.magnitude, y.magnitude), std::fmax(x.roundings, y.roundings)};
  }
  friend Tracked max(Tracked x, Tracked y) { return chosen(x, y, !(x.value < y.value)); }
  friend Tracked min(Tracked x, Tracked y) { return chosen(x, y, !(y.value < x.value)); }
  friend Tracked fmax(Tracked x, Tracked y) { return chosen(x, y, std::isnan(y.value) || x.value >= y.value); }
  friend Tracked fmin(Tracked x, Tracked y) { return chosen(x, y, std::isnan(y.value) || x.value <= y.value); }
  friend Tracked copysign(Tracked x, Tracked y) { return {std::copysign(x.value, y.value), x.magnitude, x.roundings}; }
  friend bool isnan(Tracked x) { return std::isnan(x.value); }
  friend bool isinf(Tracked x) { return std::isinf(x.value); }
  friend bool isfinite(Tracked x) { return std::isfinite(x.value); }
  friend bool signbit(Tracked x) { return std::signbit(x.value); }

  // The names with which C calls them for float.
  friend Tracked sqrtf(Tracked x) { return sqrt(x); }
  friend Tracked expf(Tracked x) { return exp(x); }
  friend Tracked exp2f(Tracked x) { return exp2(x); }
  friend Tracked logf(Tracked x) { return log(x); }
  friend Tracked log2f(Tracked x) { return log2(x); }
  friend Tracked sinf(Tracked x) { return sin(x); }
  friend Tracked cosf(Tracked x) { return cos(x); }
  friend Tracked tanhf(Tracked x) { return tanh(x); }
  friend Tracked powf(Tracked x, Tracked y) { return pow(x, y); }
  friend Tracked fmaf(Tracked x, Tracked y, Tracked z) { return fma(x, y, z); }
  friend Tracked fabsf(Tracked x) { return fabs(x); }
  friend Tracked fmaxf(Tracked x, Tracked y) { return fmax(x, y); }
  friend Tracked fminf(Tracked x, Tracked y) { return fmin(x, y); }

  Real value = std::numeric_limits<Real>::quiet_NaN();
  Real magnitude = std::numeric_limits<Real>::quiet_NaN();
  double roundings = std::numeric_limits<double>::quiet_NaN();
};

} // namespace mapwright_reference
