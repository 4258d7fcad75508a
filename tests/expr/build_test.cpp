// The R laws of docs/semantics.md: construction rewrites, and never changes a value.
#include "expr/build.hpp"
#include "expr/evaluate.hpp"
#include "support/expr_values.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

const std::vector<Op>& plain_operators() {
  static const std::vector<Op> all{Op::add,         Op::sub,        Op::mul,         Op::floor_div, Op::floor_mod,
                                   Op::exact_div,   Op::nonneg_div, Op::nonneg_mod,  Op::minimum,   Op::maximum,
                                   Op::power,       Op::shift_left, Op::shift_right, Op::bit_and,   Op::bit_or,
                                   Op::bit_xor,     Op::less,       Op::less_equal,  Op::equal,     Op::not_equal,
                                   Op::logical_and, Op::logical_or};
  return all;
}

std::vector<Expr> leaves() {
  std::vector<Expr> out{Expr::variable("x"), Expr::variable("y")};
  for (const int c : {-2, -1, 0, 1, 2, 3}) {
    out.emplace_back(c);
  }
  return out;
}

/// Where the raw node has a value, the built one has the same; for all small values of the names.
void expect_same_value(Op op, const std::vector<Expr>& operands) {
  const Expr raw = Expr::raw(op, operands);
  const Expr built = build(op, operands);
  if (raw == built) {
    return;
  }
  for (Int x = -2; x <= 3; ++x) {
    for (Int y = -2; y <= 3; ++y) {
      const auto expected = test::value_at(raw, {{"x", x}, {"y", y}});
      if (expected) {
        const auto actual = test::value_at(built, {{"x", x}, {"y", y}});
        ASSERT_TRUE(actual && *actual == *expected) << to_text(raw) << " built as " << to_text(built);
      }
    }
  }
}

TEST(BuildLaws, AllOperatorsOnAllSmallOperandsKeepTheirValue) {
  const std::vector<Expr> small = leaves();
  for (const Op op : plain_operators()) {
    for (const Expr& a : small) {
      for (const Expr& b : small) {
        expect_same_value(op, {a, b});
      }
    }
  }
}

TEST(BuildLaws, AllOperatorsOnBuiltOperandsKeepTheirValue) {
  const std::vector<Expr> small = leaves();
  for (const Op inner : {Op::add, Op::sub, Op::mul, Op::less, Op::equal, Op::logical_or}) {
    for (const Expr& a : small) {
      for (const Expr& b : small) {
        const Expr operand = build(inner, {a, b});
        for (const Op op : plain_operators()) {
          for (const Expr& c : small) {
            expect_same_value(op, {operand, c});
            expect_same_value(op, {c, operand});
          }
        }
      }
    }
  }
}

TEST(BuildLaws, SelectAndUnaryOperatorsKeepTheirValue) {
  const std::vector<Expr> small = leaves();
  for (const Expr& a : small) {
    expect_same_value(Op::logical_not, {a});
    expect_same_value(Op::floor_log2, {a});
    for (const Expr& b : small) {
      for (const Expr& c : small) {
        expect_same_value(Op::select, {a, b, c});
      }
    }
  }
}

TEST(BuildLaws, EachLawByExample) {
  const Expr x = Expr::variable("x");
  const Expr y = Expr::variable("y");
  struct Row {
    std::string_view law;
    Expr built;
    std::string_view text;
  };
  const std::vector<Row> rows{
      {"R1", (x + Expr(2)) + Expr(3), "x + 5"},
      {"R1", (x - Expr(2)) + Expr(3), "x + 1"},
      {"R1", (x - Expr(2)) - Expr(3), "x - 5"},
      {"R1", (x + Expr(2)) - Expr(3), "x - 1"},
      {"R2", x + Expr(0), "x"},
      {"R2", (x + Expr(2)) - Expr(2), "x"},
      {"R3", Expr(3) + x, "x + 3"},
      {"R4", (x + y) - (x + y), "0"},
      {"R5", x * Expr(0), "0"},
      {"R5", Expr(0) * x, "0"},
      {"R6", x * Expr(1), "x"},
      {"R6", Expr(1) * x, "x"},
      {"R7", floor_div(x, Expr(1)), "x"},
      {"R7", exact_div(x, Expr(1)), "x"},
      {"R8", floor_mod(x, Expr(1)), "0"},
      {"R9", floor_div(Expr(0), Expr(5)), "0"},
      {"R10", select(Expr(7), x, y), "x"},
      {"R10", select(Expr(0), x, y), "y"},
      {"R11", select(less(x, y), x, x), "x"},
      {"R12", Expr(6) * Expr(7), "42"},
      {"R12", exact_div(Expr(7), Expr(2)), "7/2"},
      {"R12", logical_not(Expr(3)), "0"},
      {"R13", minimum(x + y, x + y), "x + y"},
      {"R14", logical_and(Expr(1), less(x, y)), "x < y"},
      {"R14", logical_and(Expr(1), x), "1 and x"},
      {"R14", logical_and(Expr(0), x), "0"},
      {"R15", logical_or(Expr(0), less(x, y)), "x < y"},
      {"R15", logical_or(Expr(0), x), "0 or x"},
      {"R15", logical_or(Expr(5), x), "1"},
      {"none: x may be negative", nonneg_div(x, Expr(1)), "div(x, 1)"},
      {"none: -x is 0 - x", -x, "-x"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(to_text(row.built), row.text) << row.law;
  }
}

TEST(BuildLaws, R1R2StopAtTheEndsOfTheIntegers) {
  const Expr x = Expr::variable("x");
  EXPECT_EQ((x + Expr(int_max)) + Expr(1), Expr::raw(Op::add, {Expr::raw(Op::add, {x, Expr(int_max)}), Expr(1)}));
  EXPECT_EQ(x + Expr(int_min), Expr::raw(Op::add, {x, Expr(int_min)}));
  EXPECT_EQ(x - Expr(int_min), Expr::raw(Op::sub, {x, Expr(int_min)}));
}

} // namespace
} // namespace mapwright::expr
