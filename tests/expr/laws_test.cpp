// The laws E0 to E29 of docs/semantics.md: each is checked for all small operands against its defining property, and
// its fault rules by example.
#include "expr/build.hpp"
#include "expr/evaluate.hpp"
#include "support/expr_values.hpp"

#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::expr_of;
using test::shown;
using test::value_at;

constexpr Int law_reach = 20;

/// Calls check(a, b, value of the text at a, b) for all small a and b.
void for_all_pairs(std::string_view text, const std::function<void(Int, Int, const Evaluated<Int>&)>& check) {
  const Expr e = expr_of(text);
  for (Int a = -law_reach; a <= law_reach; ++a) {
    for (Int b = -law_reach; b <= law_reach; ++b) {
      SCOPED_TRACE(std::string(text) + " at a = " + to_string(a) + ", b = " + to_string(b));
      check(a, b, value_at(e, {{"a", a}, {"b", b}}));
    }
  }
}

void expect_fault(const Evaluated<Int>& value, FaultKind kind) {
  ASSERT_FALSE(value.has_value());
  EXPECT_EQ(value.error().kind, kind);
}

void expect_value(const Evaluated<Int>& value, Int expected) {
  ASSERT_TRUE(value.has_value()) << describe(value.error());
  EXPECT_EQ(to_string(*value), to_string(expected));
}

TEST(Laws, E0ResultsThatDoNotFitAreFaults) {
  const Expr x = Expr::variable("x");
  const Expr one(1);
  expect_fault(value_at(Expr::raw(Op::add, {x, one}), {{"x", int_max}}), FaultKind::overflow);
  expect_fault(value_at(Expr::raw(Op::sub, {x, one}), {{"x", int_min}}), FaultKind::overflow);
  expect_fault(value_at(Expr::raw(Op::mul, {x, Expr(2)}), {{"x", int_max}}), FaultKind::overflow);
  expect_fault(value_at(expr_of("floor_div(x, -1)"), {{"x", int_min}}), FaultKind::overflow);
  expect_fault(value_at(expr_of("pow(x, 127)"), {{"x", 2}}), FaultKind::overflow);
  expect_fault(value_at(expr_of("shl(x, 1)"), {{"x", int_max}}), FaultKind::overflow);
  expect_value(value_at(expr_of("x + 0"), {{"x", int_max}}), int_max);
}

TEST(Laws, E1Constants) {
  for (const Int c : {int_min, Int{-1}, Int{0}, Int{1}, int_max}) {
    expect_value(value_at(Expr(c), {}), c);
  }
}

TEST(Laws, E2VariablesAndTheInnermostBinding) {
  expect_value(value_at(expr_of("x"), {{"x", 3}}), 3);
  expect_value(value_at(expr_of("x"), {{"x", 3}, {"x", 4}}), 4);
  const auto unbound = value_at(expr_of("x + y"), {{"x", 3}});
  expect_fault(unbound, FaultKind::unbound);
  EXPECT_EQ(unbound.error().at, "y");
}

TEST(Laws, E3E4E5SumDifferenceProduct) {
  for_all_pairs("a + b", [](Int a, Int b, const auto& v) { expect_value(v, a + b); });
  for_all_pairs("a - b", [](Int a, Int b, const auto& v) { expect_value(v, a - b); });
  for_all_pairs("a*b", [](Int a, Int b, const auto& v) { expect_value(v, a * b); });
}

TEST(Laws, E6FloorDivision) {
  for_all_pairs("floor_div(a, b)", [](Int a, Int b, const auto& v) {
    if (b == 0) {
      return expect_fault(v, FaultKind::zero_divisor);
    }
    ASSERT_TRUE(v.has_value());
    const Int rest = a - b * *v; // the greatest q with q <= a / b: the rest lies between 0 and b, b excluded
    EXPECT_TRUE(b > 0 ? 0 <= rest && rest < b : b < rest && rest <= 0);
  });
}

TEST(Laws, E7FloorRemainder) {
  for_all_pairs("mod(a, b)", [](Int a, Int b, const auto& v) {
    if (b == 0) {
      return expect_fault(v, FaultKind::zero_divisor);
    }
    expect_value(v, a - b * *value_at(expr_of("floor_div(a, b)"), {{"a", a}, {"b", b}}));
  });
}

TEST(Laws, E8ExactDivision) {
  for_all_pairs("a / b", [](Int a, Int b, const auto& v) {
    if (b == 0) {
      return expect_fault(v, FaultKind::zero_divisor);
    }
    for (Int q = -law_reach; q <= law_reach; ++q) {
      if (q * b == a) {
        return expect_value(v, q);
      }
    }
    expect_fault(v, FaultKind::inexact);
  });
}

TEST(Laws, E9E10NonNegativeDivision) {
  for (const std::string_view text : {"div(a, b)", "rem(a, b)"}) {
    for_all_pairs(text, [text](Int a, Int b, const auto& v) {
      if (b == 0) {
        return expect_fault(v, FaultKind::zero_divisor);
      }
      if (a < 0 || b < 0) {
        return expect_fault(v, FaultKind::negative_operand);
      }
      Int quotient = 0;
      while ((quotient + 1) * b <= a) {
        ++quotient;
      }
      expect_value(v, text == "div(a, b)" ? quotient : a - b * quotient);
    });
  }
}

TEST(Laws, E11E12MinimumAndMaximum) {
  for_all_pairs("min(a, b)", [](Int a, Int b, const auto& v) { expect_value(v, a < b ? a : b); });
  for_all_pairs("max(a, b)", [](Int a, Int b, const auto& v) { expect_value(v, a < b ? b : a); });
}

TEST(Laws, E13Roots) {
  for (int k = 2; k <= 9; ++k) {
    const Expr e = Expr::root(k, Expr::variable("a"));
    for (Int a = -3; a <= 3000; ++a) {
      const auto v = value_at(e, {{"a", a}});
      if (a < 0) {
        expect_fault(v, FaultKind::negative_operand);
        continue;
      }
      ASSERT_TRUE(v.has_value());
      EXPECT_GE(*v, 0);
      EXPECT_LE(*integer_power(*v, k), a);
      EXPECT_GT(*integer_power(*v + 1, k), a);
    }
  }
}

TEST(Laws, E13RootsNextToPowersUpToTheLargestInteger) {
  for (int k = 2; k <= 126; ++k) {
    for (Int base = 2; base < (Int{1} << 63); base = base * 3 + 1) {
      const auto power = integer_power(base, k);
      if (!power) {
        break;
      }
      EXPECT_EQ(integer_root(*power, k), base) << k;
      EXPECT_EQ(integer_root(*power - 1, k), base - 1) << k;
    }
    const Int r = integer_root(int_max, k);
    EXPECT_TRUE(integer_power(r, k).has_value()) << k;
    EXPECT_FALSE(integer_power(r + 1, k).has_value()) << k;
  }
}

TEST(Laws, E14Powers) {
  for_all_pairs("pow(a, b)", [](Int a, Int b, const auto& v) {
    if (b < 0) {
      return expect_fault(v, FaultKind::negative_operand);
    }
    Int power = 1;
    for (Int i = 0; i < b; ++i) {
      power *= a; // at most 20^20 < 2^87
    }
    expect_value(v, power);
  });
}

TEST(Laws, E15E16Shifts) {
  for_all_pairs("shl(a, b)", [](Int a, Int b, const auto& v) {
    if (a < 0 || b < 0) {
      return expect_fault(v, FaultKind::negative_operand);
    }
    expect_value(v, a * *integer_power(2, b));
  });
  for_all_pairs("shr(a, b)", [](Int a, Int b, const auto& v) {
    if (a < 0 || b < 0) {
      return expect_fault(v, FaultKind::negative_operand);
    }
    expect_value(v, floor_div(a, *integer_power(2, b)));
  });
  expect_value(value_at(expr_of("shl(0, 126)"), {}), 0);
  expect_value(value_at(expr_of("shl(1, 126)"), {}), Int{1} << 126);
  expect_fault(value_at(expr_of("shl(0, 127)"), {}), FaultKind::negative_operand);
  expect_value(value_at(expr_of("shr(a, 1000)"), {{"a", int_max}}), 0);
}

TEST(Laws, E17E18E19BitOperations) {
  struct Row {
    std::string_view text;
    std::function<bool(bool, bool)> digit;
  };
  const std::vector<Row> rows{{"bitand(a, b)", [](bool x, bool y) { return x && y; }},
                              {"bitor(a, b)", [](bool x, bool y) { return x || y; }},
                              {"bitxor(a, b)", [](bool x, bool y) { return x != y; }}};
  for (const Row& row : rows) {
    for_all_pairs(row.text, [&row](Int a, Int b, const auto& v) {
      if (a < 0 || b < 0) {
        return expect_fault(v, FaultKind::negative_operand);
      }
      Int expected = 0;
      for (int digit = 0; digit < 8; ++digit) {
        const Int place = Int{1} << digit;
        expected += row.digit(a / place % 2 == 1, b / place % 2 == 1) ? place : 0;
      }
      expect_value(v, expected);
    });
  }
}

TEST(Laws, E20Logarithm) {
  const Expr e = expr_of("log2(a)");
  for (Int a = -3; a <= 5000; ++a) {
    const auto v = value_at(e, {{"a", a}});
    if (a <= 0) {
      expect_fault(v, FaultKind::negative_operand);
      continue;
    }
    ASSERT_TRUE(v.has_value());
    EXPECT_LE(*integer_power(2, *v), a);
    EXPECT_GT(*integer_power(2, *v + 1), a);
  }
  expect_value(value_at(e, {{"a", int_max}}), 126);
}

TEST(Laws, E21ToE24Comparisons) {
  for_all_pairs("a < b", [](Int a, Int b, const auto& v) { expect_value(v, a < b ? 1 : 0); });
  for_all_pairs("a <= b", [](Int a, Int b, const auto& v) { expect_value(v, a <= b ? 1 : 0); });
  for_all_pairs("a == b", [](Int a, Int b, const auto& v) { expect_value(v, a == b ? 1 : 0); });
  for_all_pairs("a != b", [](Int a, Int b, const auto& v) { expect_value(v, a != b ? 1 : 0); });
}

TEST(Laws, E25ToE27Logic) {
  for_all_pairs("a and b", [](Int a, Int b, const auto& v) { expect_value(v, a != 0 && b != 0 ? 1 : 0); });
  for_all_pairs("a or b", [](Int a, Int b, const auto& v) { expect_value(v, a != 0 || b != 0 ? 1 : 0); });
  for_all_pairs("not a", [](Int a, Int, const auto& v) { expect_value(v, a == 0 ? 1 : 0); });
}

TEST(Laws, E25E26TheSecondOperandIsEvaluatedOnlyWhereItMatters) {
  const Expr conjunction = expr_of("a and 1 / a");
  const Expr disjunction = expr_of("a == 0 or 1 / a");
  expect_value(value_at(conjunction, {{"a", 0}}), 0);
  expect_value(value_at(disjunction, {{"a", 0}}), 1);
  expect_value(value_at(conjunction, {{"a", 1}}), 1);
  expect_fault(value_at(conjunction, {{"a", 2}}), FaultKind::inexact);
  expect_fault(value_at(expr_of("a != 0 or 1 / a"), {{"a", 0}}), FaultKind::zero_divisor);
}

TEST(Laws, E28SelectEvaluatesOneArm) {
  for_all_pairs("select(a < b, a, b)", [](Int a, Int b, const auto& v) { expect_value(v, a < b ? a : b); });
  const Expr guarded = expr_of("select(a, 12 / a, 7)");
  expect_value(value_at(guarded, {{"a", 0}}), 7);
  expect_value(value_at(guarded, {{"a", -3}}), -4);
  expect_fault(value_at(expr_of("select(x, 1, 2)"), {}), FaultKind::unbound);
}

TEST(Laws, E29TableEntries) {
  const std::vector<Table> tables{{Symbol("t"), false, {5, -7, 11}, -7, 11, ""}};
  const Expr e = expr_of("t[a]");
  for (Int a = -2; a <= 4; ++a) {
    const auto v = value_at(e, {{"a", a}}, tables);
    if (a < 0 || a > 2) {
      expect_fault(v, FaultKind::out_of_table);
      EXPECT_EQ(v.error().at, "t");
    } else {
      expect_value(v, tables[0].values[static_cast<std::size_t>(a)]);
    }
  }
  expect_fault(value_at(expr_of("u[0]"), {}, tables), FaultKind::unbound);
}

TEST(Laws, AFaultOfAnyEvaluatedOperandIsTheFaultOfTheWhole) {
  for (const std::string_view text : {"1 / 0 + x", "x*(1 / 0)", "min(x, 1 / 0)", "x < 1 / 0", "not (1 / 0)",
                                      "isqrt(1 / 0)", "select(1 / 0, 1, 2)", "(1 / 0) and x"}) {
    EXPECT_EQ(shown(value_at(expr_of(text), {{"x", 1}})), "division by zero") << text;
  }
}

TEST(Laws, FaultsSayWhatHappened) {
  EXPECT_EQ(describe({FaultKind::unbound, "n"}), "a name has no value at 'n'");
  EXPECT_EQ(describe({FaultKind::overflow, ""}), "an intermediate result exceeds 127 bits");
  EXPECT_EQ(describe({FaultKind::inexact, ""}), "an exact division leaves a remainder");
  EXPECT_EQ(describe({FaultKind::negative_operand, "root"}), "an operand is outside its operator's domain at 'root'");
}

TEST(Expressions, FactoriesRefuseWrongOperandCounts) {
  EXPECT_THROW(Expr::raw(Op::add, {Expr(1)}), std::logic_error);
  EXPECT_THROW(Expr::raw(Op::select, {Expr(1), Expr(2)}), std::logic_error);
  EXPECT_THROW(Expr::raw(Op::root, {Expr(1)}), std::logic_error);
  EXPECT_THROW(Expr::root(1, Expr(4)), std::logic_error);
}

TEST(Expressions, EqualityIsStructural) {
  EXPECT_EQ(expr_of("a + 2*b"), expr_of("a + 2 * b"));
  EXPECT_FALSE(expr_of("a + b") == expr_of("b + a"));
  EXPECT_FALSE(expr_of("isqrt(a)") == expr_of("icbrt(a)"));
  EXPECT_FALSE(expr_of("t[a]") == expr_of("u[a]"));
}

TEST(Expressions, FreeVariablesInOrderOfFirstUse) {
  const std::vector<Symbol> expected{Symbol("b"), Symbol("a"), Symbol("c")};
  EXPECT_EQ(free_variables(expr_of("b*a + t[c] - b")), expected);
}

TEST(Expressions, SubstitutionReplacesEveryOccurrence) {
  EXPECT_EQ(to_text(substitute(expr_of("x*(x + y) + t[x]"), Symbol("x"), expr_of("n - 1"))),
            "(n - 1)*(n - 1 + y) + t[n - 1]");
  const Expr untouched = expr_of("a + b");
  EXPECT_EQ(substitute(untouched, Symbol("x"), Expr(1)).node(), untouched.node());
}

TEST(Expressions, TreeSizeCountsSharedNodesEachTime) {
  const Expr a = expr_of("x + 1");
  EXPECT_EQ(tree_size(a), 3U);
  EXPECT_EQ(tree_size(Expr::raw(Op::mul, {a, a})), 7U);
}

TEST(Integers, DecimalTextOfEveryMagnitude) {
  for (const Int x : {int_min, int_min + 1, Int{-10}, Int{-1}, Int{0}, Int{7}, int_max - 1, int_max}) {
    EXPECT_EQ(parse_int(to_string(x)), x);
  }
  EXPECT_EQ(to_string(int_min), "-170141183460469231731687303715884105728");
  for (const std::string_view text : {"", "-", "+1", "1 ", "0x1", "170141183460469231731687303715884105728",
                                      "-170141183460469231731687303715884105729"}) {
    EXPECT_EQ(parse_int(text), std::nullopt) << text;
  }
}

TEST(Integers, CeilingAndGreatestCommonDivisor) {
  for (Int a = -law_reach; a <= law_reach; ++a) {
    for (Int b = -law_reach; b <= law_reach; ++b) {
      if (b != 0) {
        EXPECT_EQ(ceil_div(a, b), -floor_div(-a, b));
      }
      Int greatest = 0;
      for (Int d = 1; d <= law_reach; ++d) {
        greatest = a % d == 0 && b % d == 0 && (a != 0 || b != 0) ? d : greatest;
      }
      EXPECT_EQ(gcd(a, b), greatest);
    }
  }
}

} // namespace
} // namespace mapwright::expr
