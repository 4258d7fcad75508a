// operators: an exact index map, CUDA C++. Emitted by mapwright VERSION; do not edit.
//
// domain       every operator
// point        (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61)
// table        table
// proved for   32-bit words: 0 <= n <= 4096
//              64-bit words: 0 <= n <= 4096
// certificate  sha256:0123456789abcdef
// status       proved (written by hand for tests)
#ifndef MAPWRIGHT_MAPS_OPERATORS_CUH
#define MAPWRIGHT_MAPS_OPERATORS_CUH

#ifndef MAPWRIGHT_HD
#if defined(__CUDACC__)
#define MAPWRIGHT_HD __host__ __device__
#else
#define MAPWRIGHT_HD
#endif
#endif
#ifndef __CUDACC__
#include <math.h>
#endif
// Define MAPWRIGHT_NO_FP64 for devices with slow or no double: every function keeps its values.
#if !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#define MAPWRIGHT_FP64 1
#endif

namespace mapwright_maps::operators {

MAPWRIGHT_HD inline long long table(long long at) {
  static const int entries[] = {
    -1, 30000, 3, 0, 40000, 7, 9};
  return entries[at];
}

namespace w32 {

using index_t = int;
using natural_t = unsigned int;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

MAPWRIGHT_HD inline index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The quotient rounded down; b != 0.
MAPWRIGHT_HD inline index_t floor_div(index_t a, index_t b) {
  return a / b - index_t((a % b != 0) & ((a < 0) != (b < 0)));
}

// a - b * floor(a / b); b != 0.
MAPWRIGHT_HD inline index_t floor_mod(index_t a, index_t b) {
  const index_t m = a % b;
  return m + (((m != 0) & ((m < 0) != (b < 0))) ? b : 0);
}

// a * 2^b for a, b >= 0.
MAPWRIGHT_HD inline index_t shift_left(index_t a, index_t b) {
  return b < 32 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
MAPWRIGHT_HD inline index_t shift_right(index_t a, index_t b) {
  return b < 32 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

// The greatest e with 2^e <= x; x > 0.
MAPWRIGHT_HD inline index_t floor_log2(index_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(x);
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
MAPWRIGHT_HD inline index_t iroot_by_digits(index_t x, int k) {
  index_t r = 0;
  for (int bit = (32 - 2) / k; bit >= 0; --bit) {
    const index_t c = r + (index_t(1) << bit);
    index_t quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot2(index_t x) {
  const index_t r = index_t(sqrtf(float(x)) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^3 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot3(index_t x) {
  const index_t r = index_t(cbrtf(float(x)) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^4 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot4(index_t x) {
  const index_t r = index_t(sqrtf(sqrtf(float(x))) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^5 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot5(index_t x) {
  return iroot_by_digits(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot6(index_t x) {
  const index_t r = index_t(sqrtf(cbrtf(float(x))) * 1.00000095367431640625f);
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^7 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot7(index_t x) {
  return iroot_by_digits(x, 7);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-20.
MAPWRIGHT_HD inline index_t root2(index_t x) {
  return index_t(sqrtf(float(x)));
}

} // namespace detail

struct point {
  index_t r0;
  index_t r1;
  index_t r2;
  index_t r3;
  index_t r4;
  index_t r5;
  index_t r6;
  index_t r7;
  index_t r8;
  index_t r9;
  index_t r10;
  index_t r11;
  index_t r12;
  index_t r13;
  index_t r14;
  index_t r15;
  index_t r16;
  index_t r17;
  index_t r18;
  index_t r19;
  index_t r20;
  index_t r21;
  index_t r22;
  index_t r23;
  index_t r24;
  index_t r25;
  index_t r26;
  index_t r27;
  index_t r28;
  index_t r29;
  index_t r30;
  index_t r31;
  index_t r32;
  index_t r33;
  index_t r34;
  index_t r35;
  index_t r36;
  index_t r37;
  index_t r38;
  index_t r39;
  index_t r40;
  index_t r41;
  index_t r42;
  index_t r43;
  index_t r44;
  index_t r45;
  index_t r46;
  index_t r47;
  index_t r48;
  index_t r49;
  index_t r50;
  index_t r51;
  index_t r52;
  index_t r53;
  index_t r54;
  index_t r55;
  index_t r56;
  index_t r57;
  index_t r58;
  index_t r59;
  index_t r60;
  index_t r61;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
constexpr index_t max_n = 4096;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t /*n*/) {
  return 4096;
}

// The point (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
  const index_t a = (w >> 6) - 32;
  const index_t raw = (w & 63) - 32;
  const index_t b = raw == 0 ? 5 : raw;
  const index_t c = w % 7;
  index_t steps = 0;
  for (index_t i = 0; i < c; ++i) {
    for (index_t j = i - 1; j >= 0; --j) {
      steps = steps * 3 + j - i;
    }
  }
  const index_t trips = detail::floor_log2(n);
  for (index_t j = 0; j < trips; ++j) {
    if (j < c) {
      steps += 1;
    } else {
      const index_t j_ = a;
      steps = steps - j_;
    }
  }
  index_t least = -40;
  index_t left = 81;
  for (index_t halving = 7; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = least + jump;
    least = 3 * middle <= a ? middle : least;
    left -= jump;
  }
  index_t most = detail::lesser(detail::root2(detail::greater(c * c - 3, 0)) + 3, 9);
  for (int correction = 0; correction < 5; ++correction) {
    most -= index_t(most * most > c * c);
  }
  const index_t t = detail::floor_mod(a, b);
  const index_t t_ = w % 5;
  const index_t t_2 = index_t(table(t_));
  const index_t t_3 = a * b + 1;
  const index_t t_4 = w / 7;
  return {detail::floor_div(a, b), t, detail::floor_div(a, 7), detail::floor_mod(a, -7), a >> 3, a & 7, a * b / b, (8 * a) >> 3, w / 5, t_, w >> 4, w & 15, w / 3, detail::lesser(a, b), detail::greater(a, b), detail::iroot2(w), detail::iroot3(w), detail::iroot4(w), detail::iroot5(w), detail::iroot6(w), detail::iroot7(w), c * c * c, a * a * a * a - 1, index_t(1) << c, (index_t(1) << (2 * c)) + 1, detail::power(3, c), detail::power(a + 1, 2), w << 3, detail::shift_left(w, c), index_t(1) << c, w >> 2, detail::shift_right(w, 9 * c), w & 21, (w | 21) - 1, w ^ c, detail::floor_log2(w + 1), a < b, a <= b, a == b, a != b, a != 0 && b != 0, a != 0 || (b != 0 && w != 0), (a != 0 || b != 0) && w != 0, a == 0, a >= b, !(a != 0 && b != 0), a != 0 ? b : w, (a < b ? (b != 0 ? 1 : 2) : 3) + 1, a - (b - w) - c, a * (b * c), -a - -b, -(a + b), a - (-5), (a < b) == (b < 3), (a < b) + (b < a) * 2, t_2 * t_2, index_t(table(c)), t_3 * t_3 - t_4 * t_4, b == 0 ? 0 : t * t, steps, least, most};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t r8, index_t r9, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t /*r13*/, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t /*r44*/, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return r8 * 5 + r9;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

// Whether (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t /*r8*/, index_t /*r9*/, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t r13, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t /*r44*/, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return r13 != 0;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

// The point after (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t /*r8*/, index_t /*r9*/, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t /*r13*/, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t r44, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return {r44 != 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
  return successor(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

} // namespace w32

namespace w64 {

using index_t = long long;
using natural_t = unsigned long long;

namespace detail {

MAPWRIGHT_HD inline index_t lesser(index_t a, index_t b) {
  return a < b ? a : b;
}

MAPWRIGHT_HD inline index_t greater(index_t a, index_t b) {
  return a < b ? b : a;
}

// The quotient rounded down; b != 0.
MAPWRIGHT_HD inline index_t floor_div(index_t a, index_t b) {
  return a / b - index_t((a % b != 0) & ((a < 0) != (b < 0)));
}

// a - b * floor(a / b); b != 0.
MAPWRIGHT_HD inline index_t floor_mod(index_t a, index_t b) {
  const index_t m = a % b;
  return m + (((m != 0) & ((m < 0) != (b < 0))) ? b : 0);
}

// a * 2^b for a, b >= 0.
MAPWRIGHT_HD inline index_t shift_left(index_t a, index_t b) {
  return b < 64 ? a << b : 0;
}

// floor(a / 2^b) for a, b >= 0.
MAPWRIGHT_HD inline index_t shift_right(index_t a, index_t b) {
  return b < 64 ? a >> b : 0;
}

// a^b for b >= 0. Unsigned inside: the last squaring is not used and may wrap.
MAPWRIGHT_HD inline index_t power(index_t a, index_t b) {
  natural_t product = 1;
  for (natural_t square = natural_t(a); b > 0; b >>= 1) {
    product *= (b & 1) != 0 ? square : natural_t(1);
    square *= square;
  }
  return index_t(product);
}

// The greatest e with 2^e <= x; x > 0.
MAPWRIGHT_HD inline index_t floor_log2(index_t x) {
#ifdef __CUDA_ARCH__
  return 63 - __clzll(x);
#else
  index_t e = 0;
  for (; x > 1; x >>= 1) {
    ++e;
  }
  return e;
#endif
}

// The greatest r with r^k <= x, bit by bit: c^k <= x iff x divided by c, k times, rounding down, is not 0.
MAPWRIGHT_HD inline index_t iroot_by_digits(index_t x, int k) {
  index_t r = 0;
  for (int bit = (64 - 2) / k; bit >= 0; --bit) {
    const index_t c = r + (index_t(1) << bit);
    index_t quotient = x;
    for (int factor = 0; factor < k; ++factor) {
      quotient /= c;
    }
    r = quotient > 0 ? c : r;
  }
  return r;
}

// The greatest r with r^2 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot2(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(double(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 32.
  const float s = sqrtf(float(x + index_t(x == 0)));
  const index_t q = index_t(s + 0.5f);
  const float d = float(index_t(natural_t(x) - natural_t(q) * natural_t(q))) / (2.0f * s);
  const index_t r = q + index_t(floorf(d + 0.25f));
#endif
  return r - index_t(natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^3 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot3(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(cbrt(double(x)) * 1.000000000000003552713678800500929355621337890625);
#else
  // One Newton step in integers: a float has 24 bits, the root up to 21.
  const float s = cbrtf(float(x + index_t(x == 0)));
  const index_t q = index_t(s + 0.5f);
  const float d = float(index_t(natural_t(x) - natural_t(q) * natural_t(q) * natural_t(q))) / (3.0f * s * s);
  const index_t r = q + index_t(floorf(d + 0.25f));
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^4 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot4(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(sqrt(double(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const index_t r = index_t(sqrtf(sqrtf(float(x))) * 1.00000095367431640625f);
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^5 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot5(index_t x) {
  return iroot_by_digits(x, 5);
}

// The greatest r with r^6 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot6(index_t x) {
#ifdef MAPWRIGHT_FP64
  const index_t r = index_t(sqrt(cbrt(double(x))) * 1.000000000000003552713678800500929355621337890625);
#else
  const index_t r = index_t(sqrtf(cbrtf(float(x))) * 1.00000095367431640625f);
#endif
  return r - index_t(natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) * natural_t(r) > natural_t(x));
}

// The greatest r with r^7 <= x; x >= 0.
MAPWRIGHT_HD inline index_t iroot7(index_t x) {
  return iroot_by_digits(x, 7);
}

// r with rho * (1 - eps) - 1 < r <= rho * (1 + eps), rho the real root of degree 2 of x >= 0, eps = 2^-48.
MAPWRIGHT_HD inline index_t root2(index_t x) {
#ifdef MAPWRIGHT_FP64
  return index_t(sqrt(double(x)));
#else
  return iroot2(x);
#endif
}

} // namespace detail

struct point {
  index_t r0;
  index_t r1;
  index_t r2;
  index_t r3;
  index_t r4;
  index_t r5;
  index_t r6;
  index_t r7;
  index_t r8;
  index_t r9;
  index_t r10;
  index_t r11;
  index_t r12;
  index_t r13;
  index_t r14;
  index_t r15;
  index_t r16;
  index_t r17;
  index_t r18;
  index_t r19;
  index_t r20;
  index_t r21;
  index_t r22;
  index_t r23;
  index_t r24;
  index_t r25;
  index_t r26;
  index_t r27;
  index_t r28;
  index_t r29;
  index_t r30;
  index_t r31;
  index_t r32;
  index_t r33;
  index_t r34;
  index_t r35;
  index_t r36;
  index_t r37;
  index_t r38;
  index_t r39;
  index_t r40;
  index_t r41;
  index_t r42;
  index_t r43;
  index_t r44;
  index_t r45;
  index_t r46;
  index_t r47;
  index_t r48;
  index_t r49;
  index_t r50;
  index_t r51;
  index_t r52;
  index_t r53;
  index_t r54;
  index_t r55;
  index_t r56;
  index_t r57;
  index_t r58;
  index_t r59;
  index_t r60;
  index_t r61;
};

struct step {
  bool has_next;
  point next;
};

// Certified: within these sizes no intermediate leaves the word.
constexpr index_t max_n = 4096;

MAPWRIGHT_HD inline bool fits(index_t n) {
  return 0 <= n && n <= max_n;
}

// The number of points.
MAPWRIGHT_HD inline index_t count(index_t /*n*/) {
  return 4096;
}

// The point (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) of index w, for 0 <= w < count.
MAPWRIGHT_HD inline point unrank(index_t n, index_t w) {
  const index_t a = (w >> 6) - 32;
  const index_t raw = (w & 63) - 32;
  const index_t b = raw == 0 ? 5 : raw;
  const index_t c = w % 7;
  index_t steps = 0;
  for (index_t i = 0; i < c; ++i) {
    for (index_t j = i - 1; j >= 0; --j) {
      steps = steps * 3 + j - i;
    }
  }
  const index_t trips = detail::floor_log2(n);
  for (index_t j = 0; j < trips; ++j) {
    if (j < c) {
      steps += 1;
    } else {
      const index_t j_ = a;
      steps = steps - j_;
    }
  }
  index_t least = -40;
  index_t left = 81;
  for (index_t halving = 7; halving > 0; --halving) {
    const index_t jump = left >> 1;
    const index_t middle = least + jump;
    least = 3 * middle <= a ? middle : least;
    left -= jump;
  }
  index_t most = detail::lesser(detail::root2(detail::greater(c * c - 3, 0)) + 3, 9);
  for (int correction = 0; correction < 5; ++correction) {
    most -= index_t(most * most > c * c);
  }
  const index_t t = detail::floor_mod(a, b);
  const index_t t_ = w % 5;
  const index_t t_2 = index_t(table(t_));
  const index_t t_3 = a * b + 1;
  const index_t t_4 = w / 7;
  return {detail::floor_div(a, b), t, detail::floor_div(a, 7), detail::floor_mod(a, -7), a >> 3, a & 7, a * b / b, (8 * a) >> 3, w / 5, t_, w >> 4, w & 15, w / 3, detail::lesser(a, b), detail::greater(a, b), detail::iroot2(w), detail::iroot3(w), detail::iroot4(w), detail::iroot5(w), detail::iroot6(w), detail::iroot7(w), c * c * c, a * a * a * a - 1, index_t(1) << c, (index_t(1) << (2 * c)) + 1, detail::power(3, c), detail::power(a + 1, 2), w << 3, detail::shift_left(w, c), index_t(1) << c, w >> 2, detail::shift_right(w, 9 * c), w & 21, (w | 21) - 1, w ^ c, detail::floor_log2(w + 1), a < b, a <= b, a == b, a != b, a != 0 && b != 0, a != 0 || (b != 0 && w != 0), (a != 0 || b != 0) && w != 0, a == 0, a >= b, !(a != 0 && b != 0), a != 0 ? b : w, (a < b ? (b != 0 ? 1 : 2) : 3) + 1, a - (b - w) - c, a * (b * c), -a - -b, -(a + b), a - (-5), (a < b) == (b < 3), (a < b) + (b < a) * 2, t_2 * t_2, index_t(table(c)), t_3 * t_3 - t_4 * t_4, b == 0 ? 0 : t * t, steps, least, most};
}

// The index of a point of the domain; the inverse of unrank.
MAPWRIGHT_HD inline index_t rank(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t r8, index_t r9, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t /*r13*/, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t /*r44*/, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return r8 * 5 + r9;
}
MAPWRIGHT_HD inline index_t rank(index_t n, point at) {
  return rank(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

// Whether (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) is a point of the domain; any coordinates may be asked.
MAPWRIGHT_HD inline bool contains(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t /*r8*/, index_t /*r9*/, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t r13, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t /*r44*/, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return r13 != 0;
}
MAPWRIGHT_HD inline bool contains(index_t n, point at) {
  return contains(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

// The point after (r0, r1, r2, r3, r4, r5, r6, r7, r8, r9, r10, r11, r12, r13, r14, r15, r16, r17, r18, r19, r20, r21, r22, r23, r24, r25, r26, r27, r28, r29, r30, r31, r32, r33, r34, r35, r36, r37, r38, r39, r40, r41, r42, r43, r44, r45, r46, r47, r48, r49, r50, r51, r52, r53, r54, r55, r56, r57, r58, r59, r60, r61) in the order of indices; has_next is false after the last.
MAPWRIGHT_HD inline step successor(index_t /*n*/, index_t /*r0*/, index_t /*r1*/, index_t /*r2*/, index_t /*r3*/, index_t /*r4*/, index_t /*r5*/, index_t /*r6*/, index_t /*r7*/, index_t /*r8*/, index_t /*r9*/, index_t /*r10*/, index_t /*r11*/, index_t /*r12*/, index_t /*r13*/, index_t /*r14*/, index_t /*r15*/, index_t /*r16*/, index_t /*r17*/, index_t /*r18*/, index_t /*r19*/, index_t /*r20*/, index_t /*r21*/, index_t /*r22*/, index_t /*r23*/, index_t /*r24*/, index_t /*r25*/, index_t /*r26*/, index_t /*r27*/, index_t /*r28*/, index_t /*r29*/, index_t /*r30*/, index_t /*r31*/, index_t /*r32*/, index_t /*r33*/, index_t /*r34*/, index_t /*r35*/, index_t /*r36*/, index_t /*r37*/, index_t /*r38*/, index_t /*r39*/, index_t /*r40*/, index_t /*r41*/, index_t /*r42*/, index_t /*r43*/, index_t r44, index_t /*r45*/, index_t /*r46*/, index_t /*r47*/, index_t /*r48*/, index_t /*r49*/, index_t /*r50*/, index_t /*r51*/, index_t /*r52*/, index_t /*r53*/, index_t /*r54*/, index_t /*r55*/, index_t /*r56*/, index_t /*r57*/, index_t /*r58*/, index_t /*r59*/, index_t /*r60*/, index_t /*r61*/) {
  return {r44 != 0, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
}
MAPWRIGHT_HD inline step successor(index_t n, point at) {
  return successor(n, at.r0, at.r1, at.r2, at.r3, at.r4, at.r5, at.r6, at.r7, at.r8, at.r9, at.r10, at.r11, at.r12, at.r13, at.r14, at.r15, at.r16, at.r17, at.r18, at.r19, at.r20, at.r21, at.r22, at.r23, at.r24, at.r25, at.r26, at.r27, at.r28, at.r29, at.r30, at.r31, at.r32, at.r33, at.r34, at.r35, at.r36, at.r37, at.r38, at.r39, at.r40, at.r41, at.r42, at.r43, at.r44, at.r45, at.r46, at.r47, at.r48, at.r49, at.r50, at.r51, at.r52, at.r53, at.r54, at.r55, at.r56, at.r57, at.r58, at.r59, at.r60, at.r61);
}

} // namespace w64

namespace launch {

// Launch limits. A device takes at most 2^31 - 1 blocks in x and 65535 in y and z; some count the work-items of x in
// 32 bits. split() finds a grid of at least `count` work-items within the limits, with little to spare:
//
//   const auto g = split(count, 256);           // g.x == 0: nothing to do, or no grid is large enough
//   kernel<<<dim3(g.x, g.y, g.z), 256>>>(...);   // OpenCL: global size {g.x * 256, g.y, g.z}, local size {256, 1, 1}
//
//   in the kernel: const auto w = ((z * g.y + y) * g.x + x) * 256 + thread;  if (w < count) { ... }
struct limits {
  long long x = 2147483647;
  long long y = 65535;
  long long z = 65535;
  long long items_x = 4294967295;
};

struct grid {
  long long x;
  long long y;
  long long z;
  long long block;
};

MAPWRIGHT_HD inline grid split(long long count, long long block, limits most = limits{}) {
  const long long most_count = 4611686018427387904; // 2^62
  if (count <= 0 || count > most_count || block <= 0 || block > most.items_x) {
    return {0, 0, 0, block};
  }
  const long long blocks = (count - 1) / block + 1;
  const long long wide = most.items_x / block < most.x ? most.items_x / block : most.x;
  const long long rows = (blocks - 1) / wide + 1;
  const long long z = (rows - 1) / most.y + 1;
  if (z > most.z) {
    return {0, 0, 0, block};
  }
  const long long y = (rows - 1) / z + 1;
  return {(blocks - 1) / (y * z) + 1, y, z, block};
}

// The index of a work-item: the block's position in the grid and the thread's in the block.
MAPWRIGHT_HD inline long long flatten(grid g, long long x, long long y, long long z, long long thread) {
  return ((z * g.y + y) * g.x + x) * g.block + thread;
}

#ifdef __CUDACC__
// The index of this thread in a one-dimensional block of a grid made by split(). Guard the tail: if (w < count).
__device__ inline long long global_index() {
  return ((static_cast<long long>(blockIdx.z) * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * blockDim.x +
         threadIdx.x;
}
#endif

} // namespace launch

} // namespace mapwright_maps::operators

#endif
