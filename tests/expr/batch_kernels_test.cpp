// The kernels of the batch evaluator: each instruction set and width of lanes against the laws, on small operands and
// at the edges.
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
#include <type_traits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr::batch {
namespace {

/// The instruction sets this machine can run.
template <class Word> std::vector<KernelSet<Word>> usable_sets() {
  std::vector<KernelSet<Word>> sets{baseline::kernels<Word>()};
  if (kernels<Word>().name != "baseline") {
    sets.push_back(avx2::kernels<Word>());
  }
  if (kernels<Word>().name == "avx512") {
    sets.push_back(avx512::kernels<Word>());
  }
  return sets;
}

template <class Word> constexpr Word least = std::numeric_limits<Word>::min();
template <class Word> constexpr Word greatest = std::numeric_limits<Word>::max();

template <class Word> bool fits(Int x) {
  return x >= least<Word> && x <= greatest<Word>;
}

/// Small numbers, and numbers next to powers of two, squares and cubes: those that fit.
template <class Word> std::vector<Word> operands() {
  std::vector<std::int64_t> all{least<Word>, least<Word> + 1, greatest<Word>, greatest<Word> - 1};
  for (std::int64_t x = -9; x <= 9; ++x) {
    all.push_back(x);
  }
  for (const int exponent : {8, 15, 16, 24, 30, 31, 32, 52, 53, 62}) {
    const std::int64_t power = std::int64_t{1} << exponent;
    all.insert(all.end(), {power - 1, power, power + 1, -power});
  }
  for (const std::int64_t root : {46340LL, 94906265LL, 94906266LL, 3037000499LL}) {
    all.insert(all.end(), {root * root - 1, root * root, root});
  }
  for (const std::int64_t root : {1290LL, 208063LL, 208064LL, 2097151LL}) {
    all.insert(all.end(), {root * root * root - 1, root * root * root, root * root * root + 1});
  }
  std::vector<Word> out;
  for (const std::int64_t x : all) {
    if (fits<Word>(x)) {
      out.push_back(static_cast<Word>(x));
    }
  }
  return out;
}

/// Filled up to whole granules of lanes.
template <class Word> std::vector<Word> in_lanes(std::vector<Word> values) {
  values.resize((values.size() + lane_granule - 1) / lane_granule * lane_granule);
  return values;
}

template <class Word> class BatchKernels : public testing::Test {};
using Words = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(BatchKernels, Words, );

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

/// All operands in lanes against each single one: every kind of operand, one lane and many.
template <class Word> void expect_binary(const KernelSet<Word>& set, Code code, Op op, const std::vector<Word>& all) {
  const std::size_t lanes = (all.size() + lane_granule - 1) / lane_granule * lane_granule;
  std::vector<Word> a(lanes);
  std::vector<Word> b(lanes);
  std::vector<Word> d(lanes);
  for (const Word other : all) {
    for (unsigned uniform = 0; uniform < 4; ++uniform) {
      for (std::size_t i = 0; i < lanes; ++i) {
        a[i] = (uniform & a_uniform) != 0 ? other : all[i % all.size()];
        b[i] = (uniform & b_uniform) != 0 || uniform == 0 ? other : all[i % all.size()];
      }
      const std::size_t n = uniform == 3 ? 1 : lanes;
      set.find(code, uniform | c_uniform)(d.data(), a.data(), b.data(), nullptr, n);
      for (std::size_t i = 0; i < n; ++i) {
        const auto expected = apply(op, a[i], b[i]);
        if (expected && fits<Word>(*expected)) {
          ASSERT_EQ(d[i], *expected) << set.name << " " << static_cast<int>(code) << " of " << a[i] << ", " << b[i];
        }
      }
    }
  }
}

TYPED_TEST(BatchKernels, BinaryOperationsFollowTheLaws) {
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    for (const Binary& binary : binary_codes) {
      expect_binary(set, binary.code, binary.op, operands<TypeParam>());
    }
    expect_binary(set, Code::logical_or, Op::logical_or, operands<TypeParam>());
  }
}

template <class Word> std::array<Word, reciprocal_words> words_of(Word divisor) {
  std::array<Word, reciprocal_words> words{};
  baseline::kernels<Word>().find(Code::reciprocal, a_uniform | b_uniform | c_uniform)(words.data(), &divisor, nullptr,
                                                                                      nullptr, 1);
  return words;
}

/// Where a quotient by the divisor changes: around the least, some, and the greatest of its multiples.
template <class Word> std::vector<Word> dividends(Word divisor) {
  std::vector<Word> out = operands<Word>();
  const Int most = divisor == 0 ? 0 : Int{greatest<Word>} / divisor;
  for (const Int quotient : {Int{1}, Int{2}, Int{3}, Int{1000}, Int{123456789}, most / 2, most - 1, most}) {
    for (const Int near : {quotient * divisor - 1, quotient * divisor, quotient * divisor + 1}) {
      for (const Int dividend : {near, -near}) {
        if (fits<Word>(dividend)) {
          out.push_back(static_cast<Word>(dividend));
        }
      }
    }
  }
  return in_lanes(std::move(out));
}

template <class Word> void expect_division(Word divisor) {
  static const std::vector<Binary> codes{{Code::floor_div_by, Op::floor_div},
                                         {Code::floor_mod_by, Op::floor_mod},
                                         {Code::nonneg_div_by, Op::nonneg_div},
                                         {Code::nonneg_mod_by, Op::nonneg_mod},
                                         {Code::exact_div_by, Op::exact_div}};
  const std::vector<Word> all = dividends(divisor);
  const auto words = words_of(divisor);
  std::vector<Word> d(all.size());
  for (const KernelSet<Word>& set : usable_sets<Word>()) {
    for (const Binary& binary : codes) {
      set.find(binary.code, b_uniform | c_uniform)(d.data(), all.data(), words.data(), nullptr, d.size());
      for (std::size_t i = 0; i < d.size(); ++i) {
        const auto expected = apply(binary.op, all[i], divisor);
        if (expected && fits<Word>(*expected)) {
          ASSERT_EQ(d[i], *expected) << set.name << " " << all[i] << " by " << divisor;
        }
      }
    }
  }
}

TYPED_TEST(BatchKernels, DivisionByReciprocalFollowsTheLaws) {
  for (const TypeParam divisor : operands<TypeParam>()) {
    expect_division(divisor);
  }
  for (TypeParam divisor = 10; divisor <= 1000; ++divisor) {
    expect_division(divisor);
  }
  for (const std::int64_t divisor :
       {2187LL, 6561LL, 19683LL, 6700417LL, 1000000007LL, 2147483646LL, 4611686018427387905LL}) {
    if (fits<TypeParam>(divisor)) {
      expect_division(static_cast<TypeParam>(divisor));
    }
  }
}

/// Radicands around powers: where a root computed in floating point goes wrong first. In words of 32 bits around every
/// square, cube, ...: between two of them an estimate and its correction are monotonic.
template <class Word> std::vector<Word> radicands(int degree) {
  std::vector<Word> out = operands<Word>();
  const Int largest = integer_root(greatest<Word>, degree);
  for (Int root = 1; root <= largest; root += sizeof(Word) == sizeof(std::int32_t) ? 1 : root / 7 + 1) {
    const Int power = *integer_power(root, degree);
    out.insert(out.end(), {static_cast<Word>(power - 1), static_cast<Word>(power),
                           static_cast<Word>(std::min<Int>(power + 1, greatest<Word>))});
  }
  const auto power = static_cast<Word>(*integer_power(largest, degree));
  out.insert(out.end(), {power - 1, power, power + 1});
  return in_lanes(std::move(out));
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

TYPED_TEST(BatchKernels, RootsAreExactAndEstimatesWithinTheirBound) {
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    for (const Roots& roots : root_codes) {
      const std::vector<TypeParam> all = radicands<TypeParam>(roots.degree);
      std::vector<TypeParam> exact(all.size());
      std::vector<TypeParam> estimate(all.size());
      const TypeParam degree = roots.degree;
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

TYPED_TEST(BatchKernels, UnaryAndTernaryOperations) {
  using I = TypeParam;
  const std::vector<I> a = in_lanes(operands<I>());
  const std::vector<I> b(a.rbegin(), a.rend());
  std::vector<I> c(a.size());
  std::vector<I> d(a.size());
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] = a[(i * 7) % a.size()];
  }
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    for (unsigned uniform = 0; uniform < 8; ++uniform) {
      const std::size_t n = uniform == 7 ? 1 : a.size();
      const auto at = [uniform](const std::vector<I>& column, unsigned bit, std::size_t i) {
        return column[(uniform & bit) != 0 ? 0 : i];
      };
      const auto expect = [&](Code code, auto meaning) {
        set.find(code, uniform)(d.data(), a.data(), b.data(), c.data(), n);
        for (std::size_t i = 0; i < n; ++i) {
          ASSERT_EQ(d[i], meaning(at(a, a_uniform, i), at(b, b_uniform, i), at(c, c_uniform, i)))
              << set.name << " " << static_cast<int>(code) << " " << uniform;
        }
      };
      expect(Code::select, [](I x, I y, I z) { return x != 0 ? y : z; });
      expect(Code::step_up, [](I x, I y, I z) { return y != 0 && x < z ? x + 1 : x; });
      expect(Code::copy, [](I x, I, I) { return x; });
      expect(Code::logical_not, [](I x, I, I) { return I{x == 0}; });
      const auto product = [](I x, I y) { // modulo the range of a word
        return static_cast<std::make_unsigned_t<I>>(Int{x} * Int{y});
      };
      expect(Code::add_product,
             [&](I x, I y, I z) { return static_cast<I>(product(x, y) + static_cast<std::make_unsigned_t<I>>(z)); });
      expect(Code::subtract_product,
             [&](I x, I y, I z) { return static_cast<I>(static_cast<std::make_unsigned_t<I>>(z) - product(x, y)); });
      expect(Code::floor_log2, [](I x, I, I) {
        I exponent = 0;
        while (x > 0 && (x >> exponent) > 1) {
          ++exponent;
        }
        return exponent;
      });
    }
    const std::vector<I> holds{0, 1, 5, 0};
    I stepped = 0;
    for (const I condition : holds) {
      const I ten = 10;
      set.find(Code::step_down, 7)(&stepped, &ten, &condition, nullptr, 1);
      EXPECT_EQ(stepped, condition == 0 ? 9 : 10);
    }
  }
}

TYPED_TEST(BatchKernels, LoadsOutsideTheTableReadEntryZero) {
  const std::vector<TypeParam> table{70, 71, 72};
  const auto size = static_cast<TypeParam>(table.size());
  std::vector<TypeParam> index(lane_granule, 2);
  const std::vector<TypeParam> some{0, 1, 2, 3, -1, greatest<TypeParam>, least<TypeParam>};
  std::copy(some.begin(), some.end(), index.begin());
  std::vector<TypeParam> d(lane_granule);
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    set.find(Code::load, 0)(d.data(), index.data(), table.data(), &size, d.size());
    const std::vector<TypeParam> expected{70, 71, 72, 70, 70, 70, 70, 72};
    EXPECT_EQ(std::vector<TypeParam>(d.begin(), d.begin() + 8), expected) << set.name;
    set.find(Code::load, a_uniform)(d.data(), &index[1], table.data(), &size, d.size());
    EXPECT_EQ(d, std::vector<TypeParam>(d.size(), 71)) << set.name;
  }
}

TYPED_TEST(BatchKernels, ColumnsComeIntoLanesAndBack) {
  const std::vector<TypeParam> values = operands<TypeParam>();
  const std::vector<std::int64_t> column(values.begin(), values.end());
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    std::vector<TypeParam> lanes(column.size());
    set.take(lanes.data(), column.data(), column.size());
    EXPECT_EQ(lanes, values) << set.name;
    std::vector<std::int64_t> back(column.size());
    set.give(back.data(), lanes.data(), lanes.size());
    EXPECT_EQ(back, column) << set.name;
    std::vector<TypeParam> counted(5, 7);
    set.count_up(counted.data(), greatest<TypeParam> - 2, 4);
    const TypeParam last = greatest<TypeParam>;
    EXPECT_EQ(counted, (std::vector<TypeParam>{static_cast<TypeParam>(last - 2), static_cast<TypeParam>(last - 1), last,
                                               least<TypeParam>, 7}))
        << set.name;
  }
}

TYPED_TEST(BatchKernels, InsideSeesEveryEntryAndNoOther) {
  for (const KernelSet<TypeParam>& set : usable_sets<TypeParam>()) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{64}, std::size_t{100}}) {
      std::vector<std::int64_t> column(count + 1, 5);
      column[count] = -1;
      EXPECT_TRUE(set.inside(column.data(), count, 5, 5)) << set.name;
      for (std::size_t i = 0; i < count; ++i) {
        for (const std::int64_t value : {std::int64_t{4}, std::int64_t{6}, (std::int64_t{1} << 32) + 5,
                                         std::numeric_limits<std::int64_t>::min()}) {
          column[i] = value;
          EXPECT_FALSE(set.inside(column.data(), count, 5, 5)) << set.name;
        }
        column[i] = 5;
      }
    }
  }
}

} // namespace
} // namespace mapwright::expr::batch
