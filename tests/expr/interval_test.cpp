// Interval analysis: images of operators against all small operands, analyses against hand-made expectations.
#include "expr/interval.hpp"
#include "expr/interval_rules.hpp"
#include "expr/operators.hpp"
#include "support/expr_values.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::expr_of;
using test::function_of;
using test::listing_of;

constexpr Int reach = 5;

std::vector<Interval> small_intervals() {
  std::vector<Interval> out;
  for (Int low = -reach; low <= reach; ++low) {
    for (Int high = low; high <= reach; ++high) {
      out.push_back({low, high});
    }
  }
  return out;
}

constexpr Op first_plain = Op::add;
constexpr Op last_plain = Op::logical_not;

bool is_plain(Op op) {
  return op != Op::root && op != Op::select && op != Op::load;
}

TEST(IntervalRules, ImagesContainEveryValueAndNameEveryFault) {
  const std::vector<Interval> all = small_intervals();
  for (int code = static_cast<int>(first_plain); code <= static_cast<int>(last_plain); ++code) {
    const Op op = static_cast<Op>(code);
    if (!is_plain(op)) {
      continue;
    }
    for (const Interval& a : all) {
      for (const Interval& b : all) {
        const Image image = image_of(op, a, b, false);
        EXPECT_FALSE(image.overflows);
        for (Int x = a.low; x <= a.high; ++x) {
          for (Int y = b.low; y <= b.high; ++y) {
            const auto value = apply(op, x, y);
            if (value) {
              ASSERT_TRUE(image.values && image.values->contains(*value))
                  << code << " of " << to_string(x) << " in " << to_string(a) << ", " << to_string(y) << " in "
                  << to_string(b);
            } else if (value.error() != FaultKind::inexact) {
              ASSERT_TRUE(image.hazard.has_value()) << code << " of " << to_string(x) << ", " << to_string(y);
            }
          }
        }
      }
    }
  }
}

TEST(IntervalRules, ImagesOfEqualOperands) {
  for (int code = static_cast<int>(first_plain); code <= static_cast<int>(last_plain); ++code) {
    const Op op = static_cast<Op>(code);
    if (!is_plain(op)) {
      continue;
    }
    for (const Interval& a : small_intervals()) {
      const Image image = image_of(op, a, a, true);
      for (Int x = a.low; x <= a.high; ++x) {
        const auto value = apply(op, x, x);
        if (value) {
          ASSERT_TRUE(image.values && image.values->contains(*value)) << code << " of " << to_string(x);
        }
      }
    }
  }
}

/// Where the operands are monotone in both directions, the image is the least interval.
TEST(IntervalRules, ImagesAreLeastForSimpleOperators) {
  for (const Op op : {Op::add, Op::sub, Op::mul, Op::minimum, Op::maximum, Op::less, Op::less_equal, Op::equal,
                      Op::not_equal, Op::floor_div}) {
    for (const Interval& a : small_intervals()) {
      for (const Interval& b : small_intervals()) {
        if (op == Op::floor_div && b.contains(0)) {
          continue;
        }
        std::optional<Interval> exact;
        for (Int x = a.low; x <= a.high; ++x) {
          for (Int y = b.low; y <= b.high; ++y) {
            const Int value = *apply(op, x, y);
            exact = exact ? hull(*exact, {value, value}) : Interval{value, value};
          }
        }
        ASSERT_EQ(image_of(op, a, b, false).values, exact) << to_string(a) << " " << to_string(b);
      }
    }
  }
}

TEST(IntervalRules, Roots) {
  for (Int low = -2; low <= 40; ++low) {
    for (Int high = low; high <= 40; ++high) {
      const Image image = image_of_root(2, {low, high});
      if (high < 0) {
        EXPECT_FALSE(image.values.has_value());
        continue;
      }
      EXPECT_EQ(image.values, (Interval{integer_root(std::max<Int>(low, 0), 2), integer_root(high, 2)}));
      EXPECT_EQ(image.hazard.has_value(), low < 0);
    }
  }
}

TEST(IntervalRules, SaturationIsReported) {
  EXPECT_TRUE(image_of(Op::add, {0, int_max}, {0, 1}, false).overflows);
  EXPECT_TRUE(image_of(Op::sub, {int_min, 0}, {0, 1}, false).overflows);
  EXPECT_TRUE(image_of(Op::mul, {0, int_max}, {0, 2}, false).overflows);
  EXPECT_TRUE(image_of(Op::power, {0, 3}, {0, 100}, false).overflows);
  EXPECT_TRUE(image_of(Op::shift_left, {0, 2}, {0, 126}, false).overflows);
  EXPECT_TRUE(image_of(Op::floor_div, {int_min, 0}, {-1, 1}, false).overflows);
  EXPECT_FALSE(image_of(Op::mul, {0, int_max}, {-1, 1}, false).overflows);
}

TEST(Intervals, SignedBits) {
  struct Row {
    Interval interval;
    int bits;
  };
  const Int two31 = Int{1} << 31;
  const std::vector<Row> rows{{{0, 0}, 1},           {{-1, 0}, 1},         {{0, 1}, 2},        {{-2, 1}, 2},
                              {{-3, 1}, 3},          {{0, two31 - 1}, 32}, {{-two31, 0}, 32},  {{0, two31}, 33},
                              {{-two31 - 1, 0}, 33}, {{0, int_max}, 128},  {{int_min, 0}, 128}};
  for (const Row& row : rows) {
    EXPECT_EQ(signed_bits(row.interval), row.bits) << to_string(row.interval);
  }
}

std::string names_of(const Analysis& analysis) {
  std::string out;
  for (const auto& [name, interval] : analysis.names) {
    out += (out.empty() ? "" : " ") + name.name() + " " + to_string(interval);
  }
  return out;
}

/// The interval of the one result of `fn f(n; w) { body return (result); }` for n in [0, 10], w in [-20, 30].
std::string result_of(std::string_view body, std::string_view result) {
  const std::vector<Table> tables{{Symbol("t"), false, {7, 3, 9, 1}, 1, 9, ""}, {Symbol("r"), true, {}, -5, 50, ""}};
  const Function f = function_of("fn f(n; w) { " + std::string(body) + " return (" + std::string(result) + "); }");
  const Analysis analysis = analyse(f, Box{{{0, 10}}, {{-20, 30}}}, tables);
  return analysis.results.empty() ? "none" : to_string(analysis.results[0]);
}

TEST(Intervals, OfExpressions) {
  struct Row {
    std::string_view expression;
    std::string_view interval;
  };
  const std::vector<Row> rows{
      {"n + w", "[-20, 40]"},
      {"w*w", "[0, 900]"},
      {"(w + 1)*(w + 1)", "[0, 961]"},
      {"w - w", "[0, 0]"},
      {"pow(w, 2)", "[0, 900]"},
      {"pow(w, 3)", "[-27000, 27000]"},
      {"mod(w, 7)", "[0, 6]"},
      {"mod(w, n + 1)", "[0, 10]"},
      {"mod(n, 100)", "[0, 10]"},
      {"floor_div(w, 7)", "[-3, 4]"},
      {"min(w, n)", "[-20, 10]"},
      {"select(w < 0, 0 - w, w)", "[0, 30]"},
      {"select(0 <= w and w < n, w, 0)", "[0, 9]"},
      {"select(w < 0 or n <= w, 0, w)", "[0, 9]"},
      {"select(not (w < n), w, n)", "[0, 30]"},
      {"select(w == n, w, 5)", "[0, 10]"},
      {"select(w != 30, w, 5)", "[-20, 29]"},
      {"select(2*w + 1 <= n, w, 0)", "[-20, 4]"},
      {"select(w*w <= 50, w, 0)", "[-7, 7]"},
      {"select(floor_div(w, 4) < 2, w, 0)", "[-20, 7]"},
      {"select(max(w, n) < 5, w, 0)", "[-20, 4]"},
      {"select(n <= w, w - n, 0)", "[0, 30]"},
      {"select(n < w, w - n, 1)", "[1, 30]"},
      {"t[1]", "[3, 3]"},
      {"t[n]", "[1, 9]"},
      {"r[w]", "[-5, 50]"},
      {"w < n and w", "[0, 1]"},
      {"n < 11", "[1, 1]"},
      {"n == 11", "[0, 0]"},
      {"div(w, 0)", "none"},
      {"isqrt(w)", "[0, 5]"},
      {"u[0]", "none"},
      {"missing", "none"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(result_of("", row.expression), row.interval) << row.expression;
  }
}

TEST(Intervals, OfStatements) {
  struct Row {
    std::string_view body;
    std::string_view result;
    std::string_view interval;
  };
  const std::vector<Row> rows{
      {"let a = w + 1;", "a", "[-19, 31]"},
      {"assume w in [0, n - 1];", "w", "[0, 9]"},
      {"assume w in [0, n - 1];", "n - 1 - w", "[0, 9]"},
      {"assume w in [40, 50];", "w", "none"},
      {"var x = 0; if (w < n) { set x = w; } else { set x = n; }", "x", "[-20, 10]"},
      {"var x = 0; if (w < -20) { set x = 1; }", "x", "[0, 0]"},
      {"var x = 0; var d = 0; if (x <= w) { set x = w + 5; set d = w - x; }", "d", "[-35, 25]"},
      {"let x = 0; var d = 0; if (x <= w) { let x = w + 5; set d = w - x; }", "d", "[-35, 25]"},
      {"var x = 1; for l below 5 { set x = x*2; }", "x", "[32, 32]"},
      {"var x = 1; for l below n { set x = x*2; }", "x", "[1, 1024]"},
      {"var x = 0; for l below n { set x = x + l; }", "x", "[0, 45]"},
      {"var x = 0; for l down below n { set x = l; }", "x", "[0, 0]"},
      {"var x = 0; for l below n { set x = x + pow(2, l); }", "x", "[0, 1023]"},
      {"var x = 0; for l below n - 20 { set x = 7; }", "x", "[0, 0]"},
      {"var x = 0; for l below 1000 { set x = l; }", "x", "[0, 999]"},
      {"var x = 0; for l below 1000 { assume x in [0, n]; set x = x + 1; }", "x", "[1, 11]"},
      {"var x = 0; for l below 1000 { set x = min(x + 1, 40); }", "x", "[1, 40]"},
      {"var x = 0; for l below 1000 { let a = x + 1; assume a in [1, n]; set x = a; }", "x", "[1, 10]"},
      {"var x = 0; for l below 1000 { let a = min(w, 5); assume a in [-20, 99]; set x = a; }", "x", "[-20, 5]"},
      {"solve i in [0, n - 1] where i*i <= w by bisect(4);", "i", "[0, 5]"},
      {"solve i in [0, n - 1] where i*i <= w by bisect(4);", "w - i*i", "[0, 30]"},
      {"solve i in [0, n] where i <= w by root(2, w, 0, 1, down 1, up 1);", "n - i", "[0, 10]"},
      {"solve i in [5, 4] where i <= w by bisect(4);", "i", "none"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(result_of(row.body, row.result), row.interval) << row.body;
  }
}

constexpr std::string_view triangle_text = R"(
fn count(n) -> (count) { return (n*(n + 1)/2); }
fn unrank(n; w) -> (i, j) {
  solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 8*w + 1, -1, 2, down 1, up 1);
  let j = w - i*(i + 1)/2;
  assume j in [0, i];
  return (i, j);
})";

TEST(Intervals, OfTheTriangle) {
  const Function unrank = listing_of(triangle_text).functions[1];
  const Analysis analysis = analyse(unrank, Box{{{0, 1000}}, {{0, 500'499}}});
  EXPECT_EQ(names_of(analysis), "n [0, 1000] w [0, 500499] i [0, 999] j [0, 999]");
  EXPECT_EQ(analysis.bits, 23);
  EXPECT_EQ(analysis.widest, "8*w");
  EXPECT_EQ(analysis.widest_interval, (Interval{0, 4'003'992}));
}

TEST(Intervals, MethodsCountAsIntermediates) {
  struct Row {
    std::string_view statement;
    int bits;
  };
  // With n and w in [0, 127] and [0, 1]: what needs the bits is said beside.
  const std::vector<Row> rows{
      {"solve i in [0, n] where i <= w by bisect(8);", 9},                               // n - 0 + 1 = 128
      {"solve i in [0, n - 1] where i <= w by bisect(8);", 8},                           // n
      {"solve i in [0, n] where i <= w by root(2, w, 0, 1, down 1, up 0);", 8},          // n
      {"solve i in [0, n] where i <= w by root(2, w, 0, 1, down 1, up 1);", 9},          // i at n + 1
      {"solve i in [0, n - 1] where i*i <= w by root(2, w, 0, 1, down 1, up 0);", 15},   // i*i = 126^2
      {"solve i in [0, n - 1] where i <= w by root(2, 500*w, 0, 1, down 0, up 0);", 10}, // the radicand
      {"solve i in [0, n - 1] where i <= w by root(2, w, 300, 9, down 0, up 0);", 10},   // root + 300
      {"solve i in [0, n - 1] where i <= w by root(2, w, 0, 300, down 0, up 2);", 11},   // root + 2*300
  };
  for (const Row& row : rows) {
    const Function f = function_of("fn f(n; w) { " + std::string(row.statement) + " return (i); }");
    const Analysis analysis = analyse(f, Box{{{0, 127}}, {{0, 1}}});
    EXPECT_EQ(analysis.bits, row.bits) << row.statement << ": " << analysis.widest;
  }
  EXPECT_EQ(analyse(function_of("fn f(; w) { return (isqrt(w)); }"), Box{{}, {{0, 127}}}).bits, 9); // (11 + 1)^2 = 144
}

TEST(Intervals, IntermediatesBeyondIntNeverFit) {
  const Function f = function_of("fn f(; w) { return (select(w*w*w < 5, 1, 0)); }");
  const Analysis analysis = analyse(f, Box{{}, {{0, Int{1} << 60}}});
  EXPECT_GT(analysis.bits, 128);
  EXPECT_EQ(analysis.widest, "w*w*w");
}

TEST(Intervals, HazardsNameWhatIsNotRuledOut) {
  const Function f = function_of(R"(fn f(n; w) {
    let a = div(w, n);
    let b = div(n, n + 1);
    let c = mod(w, n);
    let d = isqrt(w);
    let e = select(0 <= w, isqrt(w), 0);
    return (t[w], w);
  })");
  const std::vector<Table> tables{{Symbol("t"), false, {1, 2, 3}, 1, 3, ""}};
  AnalysisOptions options;
  options.keep_hazards = true;
  std::string found;
  for (const Hazard& hazard : analyse(f, Box{{{0, 5}}, {{-1, 2}}}, tables, options).hazards) {
    found += describe(Fault{hazard.kind, hazard.at}) + "\n";
  }
  EXPECT_EQ(found, "division by zero at 'div(w, n)'\n"
                   "division by zero at 'mod(w, n)'\n"
                   "an operand is outside its operator's domain at 'isqrt(w)'\n"
                   "a table is read outside its entries at 't[w]'\n");
}

TEST(Intervals, AsExecutedNoPromiseIsBelieved) {
  const auto names = [](std::string_view body, bool as_executed) {
    AnalysisOptions options;
    options.as_executed = as_executed;
    const Function f = function_of("fn f(n; w) { " + std::string(body) + " return (w); }");
    std::string found;
    for (const auto& [name, values] : analyse(f, Box{{{0, 5}}, {{-9, 90}}}, {}, options).names) {
      found += name.name() + to_string(values) + " ";
    }
    return found;
  };
  constexpr std::string_view assume = "let a = w; assume a in [0, n];";
  EXPECT_EQ(names(assume, false), "n[0, 5] w[-9, 90] a[0, 5] ");
  EXPECT_EQ(names(assume, true), "n[0, 5] w[-9, 90] a[-9, 90] ");
  constexpr std::string_view halving = "solve x in [1, w] where x <= n by bisect(7);";
  EXPECT_EQ(names(halving, false), "n[1, 5] w[-9, 90] x[1, 5] ");
  EXPECT_EQ(names(halving, true), "n[0, 5] w[-9, 90] x[-9, 90] ") << "also where w < 1";
  constexpr std::string_view root = "solve x in [1, w] where x <= n by root(2, n*n, 0, 1, down 2, up 1);";
  EXPECT_EQ(names(root, true), "n[0, 5] w[-9, 90] x[-11, 90] ");
}

TEST(Intervals, OfOneExpression) {
  const std::vector<std::pair<Symbol, Interval>> names{{Symbol("n"), {0, 10}}};
  EXPECT_EQ(interval_of(expr_of("n*(n - 1)"), names), (Interval{-10, 90}));
  EXPECT_EQ(interval_of(expr_of("m"), names), std::nullopt);
}

TEST(Intervals, WrongNumberOfIntervals) {
  EXPECT_THROW(static_cast<void>(analyse(listing_of(triangle_text).functions[1], Box{{}, {}})), std::logic_error);
}

} // namespace
} // namespace mapwright::expr
