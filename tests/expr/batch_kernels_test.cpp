// The kernels of the batch evaluator: each instruction set against the laws, on small operands and at the edges.
#include "expr/batch/kernels.hpp"
#include "expr/int128.hpp"
#include "expr/operators.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr::batch {
namespace {

constexpr std::int64_t int64_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t int64_max = std::numeric_limits<std::int64_t>::max();

struct Set {
  std::string_view name;
  Kernel (*find)(Code code, unsigned uniform);
};

/// The instruction sets this machine can run.
std::vector<Set> usable_sets() {
  std::vector<Set> sets{{"baseline", baseline::find_kernel}};
  if (instruction_set() != "baseline") {
    sets.push_back({"avx2", avx2::find_kernel});
  }
  if (instruction_set() == "avx512") {
    sets.push_back({"avx512", avx512::find_kernel});
  }
  return sets;
}

/// Small numbers, and numbers next to powers of two, squares and cubes.
std::vector<std::int64_t> operands() {
  std::vector<std::int64_t> out{int64_min, int64_min + 1, int64_max, int64_max - 1};
  for (std::int64_t x = -9; x <= 9; ++x) {
    out.push_back(x);
  }
  for (const int exponent : {15, 16, 31, 32, 52, 53, 62}) {
    const std::int64_t power = std::int64_t{1} << exponent;
    out.insert(out.end(), {power - 1, power, power + 1, -power});
  }
  for (const std::int64_t root : {94906265LL, 94906266LL, 3037000499LL}) {
    out.insert(out.end(), {root * root - 1, root * root, root});
  }
  for (const std::int64_t root : {208063LL, 208064LL, 2097151LL}) {
    out.insert(out.end(), {root * root * root - 1, root * root * root, root * root * root + 1});
  }
  return out;
}

struct Binary {
  Code code;
  Op op;
};

const std::array<Binary, 21> binary_codes{{{Code::add, Op::add},
                                           {Code::sub, Op::sub},
                                           {Code::mul, Op::mul},
                                           {Code::floor_div, Op::floor_div},
                                           {Code::floor_mod, Op::floor_mod},
                                           {Code::trunc_div, Op::exact_div},
                                           {Code::trunc_div, Op::nonneg_div},
                                           {Code::trunc_mod, Op::nonneg_mod},
                                           {Code::minimum, Op::minimum},
                                           {Code::maximum, Op::maximum},
                                           {Code::power, Op::power},
                                           {Code::shift_left, Op::shift_left},
                                           {Code::shift_right, Op::shift_right},
                                           {Code::bit_and, Op::bit_and},
                                           {Code::bit_or, Op::bit_or},
                                           {Code::bit_xor, Op::bit_xor},
                                           {Code::less, Op::less},
                                           {Code::less_equal, Op::less_equal},
                                           {Code::equal, Op::equal},
                                           {Code::not_equal, Op::not_equal},
                                           {Code::logical_and, Op::logical_and}}};

bool fits(Int x) {
  return x >= int64_min && x <= int64_max;
}

/// All operands in lanes against each single one: every kind of operand, one lane and many.
void expect_binary(const Set& set, Code code, Op op, const std::vector<std::int64_t>& all) {
  const std::size_t lanes = (all.size() + lane_granule - 1) / lane_granule * lane_granule;
  std::vector<std::int64_t> a(lanes);
  std::vector<std::int64_t> b(lanes);
  std::vector<std::int64_t> d(lanes);
  for (const std::int64_t other : all) {
    for (unsigned uniform = 0; uniform < 4; ++uniform) {
      for (std::size_t i = 0; i < lanes; ++i) {
        a[i] = (uniform & a_uniform) != 0 ? other : all[i % all.size()];
        b[i] = (uniform & b_uniform) != 0 || uniform == 0 ? other : all[i % all.size()];
      }
      const std::size_t n = uniform == 3 ? 1 : lanes;
      set.find(code, uniform | c_uniform)(d.data(), a.data(), b.data(), nullptr, n);
      for (std::size_t i = 0; i < n; ++i) {
        const auto expected = apply(op, a[i], b[i]);
        if (expected && fits(*expected)) {
          ASSERT_EQ(d[i], *expected) << set.name << " " << static_cast<int>(code) << " of " << a[i] << ", " << b[i];
        }
      }
    }
  }
}

TEST(BatchKernels, BinaryOperationsFollowTheLaws) {
  for (const Set& set : usable_sets()) {
    for (const Binary& binary : binary_codes) {
      expect_binary(set, binary.code, binary.op, operands());
    }
    expect_binary(set, Code::logical_or, Op::logical_or, operands());
  }
}

std::array<std::int64_t, reciprocal_words> words_of(std::int64_t divisor) {
  std::array<std::int64_t, reciprocal_words> words{};
  baseline::find_kernel(Code::reciprocal, a_uniform | b_uniform | c_uniform)(words.data(), &divisor, nullptr, nullptr,
                                                                             1);
  return words;
}

TEST(BatchKernels, DivisionByReciprocalFollowsTheLaws) {
  const std::vector<Binary> codes{{Code::floor_div_by, Op::floor_div},
                                  {Code::floor_mod_by, Op::floor_mod},
                                  {Code::nonneg_div_by, Op::nonneg_div},
                                  {Code::nonneg_mod_by, Op::nonneg_mod},
                                  {Code::exact_div_by, Op::exact_div}};
  std::vector<std::int64_t> divisors = operands();
  for (std::int64_t divisor = 10; divisor <= 200; ++divisor) {
    divisors.push_back(divisor);
  }
  for (const std::int64_t divisor : {641LL, 729LL, 1000LL, 1000000007LL, 6700417LL, 4611686018427387905LL}) {
    divisors.push_back(divisor);
  }
  for (const std::int64_t divisor : divisors) {
    std::vector<std::int64_t> dividends = operands();
    for (const std::int64_t quotient : {1LL, 2LL, 3LL, 1000LL, 123456789LL}) {
      std::int64_t product = 0;
      if (!__builtin_mul_overflow(quotient, divisor, &product)) {
        dividends.push_back(product);
        if (product != int64_min) {
          dividends.insert(dividends.end(), {-product, product - 1});
        }
      }
    }
    dividends.resize((dividends.size() + lane_granule - 1) / lane_granule * lane_granule);
    const auto words = words_of(divisor);
    std::vector<std::int64_t> d(dividends.size());
    for (const Set& set : usable_sets()) {
      for (const Binary& binary : codes) {
        set.find(binary.code, b_uniform | c_uniform)(d.data(), dividends.data(), words.data(), nullptr, d.size());
        for (std::size_t i = 0; i < d.size(); ++i) {
          const auto expected = apply(binary.op, dividends[i], divisor);
          if (expected && fits(*expected)) {
            ASSERT_EQ(d[i], *expected) << set.name << " " << dividends[i] << " by " << divisor;
          }
        }
      }
    }
  }
}

/// Radicands around every kind of power: where a root computed in floating point goes wrong first.
std::vector<std::int64_t> radicands(int degree) {
  std::vector<std::int64_t> out = operands();
  const auto largest = static_cast<std::int64_t>(integer_root(int64_max, degree));
  for (std::int64_t root = 1; root <= largest; root = root + root / 7 + 1) {
    const auto power = static_cast<std::int64_t>(*integer_power(root, degree));
    out.insert(out.end(), {power - 1, power, power == int64_max ? power : power + 1});
  }
  const auto power = static_cast<std::int64_t>(*integer_power(largest, degree));
  out.insert(out.end(), {power - 1, power, power + 1});
  out.resize((out.size() + lane_granule - 1) / lane_granule * lane_granule);
  return out;
}

struct Roots {
  int degree;
  Code exact;
  Code estimate;
};
const std::array<Roots, 4> root_codes{{{2, Code::root2, Code::estimate2},
                                       {3, Code::root3, Code::estimate3},
                                       {4, Code::root_any, Code::estimate_any},
                                       {7, Code::root_any, Code::estimate_any}}};

TEST(BatchKernels, RootsAreExactAndEstimatesWithinTheirBound) {
  for (const Set& set : usable_sets()) {
    for (const Roots& roots : root_codes) {
      const std::vector<std::int64_t> all = radicands(roots.degree);
      std::vector<std::int64_t> exact(all.size());
      std::vector<std::int64_t> estimate(all.size());
      const std::int64_t degree = roots.degree;
      set.find(roots.exact, b_uniform | c_uniform)(exact.data(), all.data(), &degree, nullptr, all.size());
      set.find(roots.estimate, b_uniform | c_uniform)(estimate.data(), all.data(), &degree, nullptr, all.size());
      for (std::size_t i = 0; i < all.size(); ++i) {
        const std::int64_t radicand = std::max<std::int64_t>(all[i], 0);
        ASSERT_EQ(exact[i], integer_root(radicand, roots.degree)) << set.name << " " << all[i];
        const long double rho = std::pow(static_cast<long double>(radicand), 1.0L / roots.degree);
        const long double eps = std::ldexp(1.0L, -48) + 1e-18L;
        ASSERT_LE(integer_root(radicand, roots.degree), Int{estimate[i]}) << set.name << " " << all[i];
        ASSERT_LE(static_cast<long double>(estimate[i]), rho * (1 + eps)) << set.name << " " << all[i];
      }
    }
  }
}

TEST(BatchKernels, UnaryAndTernaryOperations) {
  std::vector<std::int64_t> a = operands();
  a.resize((a.size() + lane_granule - 1) / lane_granule * lane_granule);
  const std::vector<std::int64_t> b(a.rbegin(), a.rend());
  std::vector<std::int64_t> c(a.size());
  std::vector<std::int64_t> d(a.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] = a[(i * 7) % a.size()];
  }
  for (const Set& set : usable_sets()) {
    for (unsigned uniform = 0; uniform < 8; ++uniform) {
      const std::size_t n = uniform == 7 ? 1 : a.size();
      const auto at = [uniform](const std::vector<std::int64_t>& column, unsigned bit, std::size_t i) {
        return column[(uniform & bit) != 0 ? 0 : i];
      };
      const auto expect = [&](Code code, auto meaning) {
        set.find(code, uniform)(d.data(), a.data(), b.data(), c.data(), n);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(d[i], meaning(at(a, a_uniform, i), at(b, b_uniform, i), at(c, c_uniform, i)))
              << set.name << " " << static_cast<int>(code) << " " << uniform;
        }
      };
      using I = std::int64_t;
      expect(Code::select, [](I x, I y, I z) { return x != 0 ? y : z; });
      expect(Code::step_up, [](I x, I y, I z) { return y != 0 && x < z ? x + 1 : x; });
      expect(Code::copy, [](I x, I, I) { return x; });
      expect(Code::logical_not, [](I x, I, I) { return I{x == 0}; });
      expect(Code::floor_log2, [](I x, I, I) {
        I exponent = 0;
        while (x > 0 && (x >> exponent) > 1) {
          ++exponent;
        }
        return exponent;
      });
    }
    const std::vector<std::int64_t> holds{0, 1, 5, 0};
    std::int64_t stepped = 0;
    for (const std::int64_t condition : holds) {
      const std::int64_t ten = 10;
      set.find(Code::step_down, 7)(&stepped, &ten, &condition, nullptr, 1);
      EXPECT_EQ(stepped, condition == 0 ? 9 : 10);
    }
  }
}

TEST(BatchKernels, LoadsOutsideTheTableReadEntryZero) {
  const std::vector<std::int64_t> table{70, 71, 72};
  const auto size = static_cast<std::int64_t>(table.size());
  std::vector<std::int64_t> index(lane_granule, 2);
  const std::vector<std::int64_t> some{0, 1, 2, 3, -1, int64_max, int64_min};
  std::copy(some.begin(), some.end(), index.begin());
  std::vector<std::int64_t> d(lane_granule);
  for (const Set& set : usable_sets()) {
    set.find(Code::load, 0)(d.data(), index.data(), table.data(), &size, d.size());
    const std::vector<std::int64_t> expected{70, 71, 72, 70, 70, 70, 70, 72};
    EXPECT_EQ(std::vector<std::int64_t>(d.begin(), d.begin() + 8), expected) << set.name;
    set.find(Code::load, a_uniform)(d.data(), &index[1], table.data(), &size, d.size());
    EXPECT_EQ(d, std::vector<std::int64_t>(d.size(), 71)) << set.name;
  }
}

} // namespace
} // namespace mapwright::expr::batch
