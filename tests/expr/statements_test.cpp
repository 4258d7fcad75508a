// The laws S1 to S7 of docs/semantics.md, and the weights of static_cost.
#include "expr/evaluate.hpp"
#include "expr/function.hpp"
#include "support/expr_values.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::function_of;

/// The results as "(1, 2)", or the fault.
std::string called(std::string_view text, const std::vector<Int>& parameters, const std::vector<Int>& arguments,
                   std::uint64_t step_limit = 1000) {
  const std::vector<Table> tables{{Symbol("t"), false, {0, 2, 5, 9}, 0, 9, ""}};
  const auto results = call(function_of(text), parameters, arguments, tables, step_limit);
  if (!results) {
    return describe(results.error());
  }
  std::string out;
  for (const Int x : *results) {
    out += (out.empty() ? "" : ", ") + to_string(x);
  }
  return "(" + out + ")";
}

TEST(Statements, S1Let) {
  EXPECT_EQ(called("fn f(n; w) { let a = n + w; let b = a*a; return (b, a); }", {3}, {2}), "(25, 5)");
  EXPECT_EQ(called("fn f(n) { let a = b; let b = 1; return (a); }", {3}, {}), "a name has no value at 'b'");
  EXPECT_EQ(called("fn f(n) { let n = n + 1; return (n); }", {3}, {}), "(4)");
}

TEST(Statements, S2S3DeclareAndAssign) {
  EXPECT_EQ(called("fn f() { var x = 1; set x = x + 1; set x = x*10; return (x); }", {}, {}), "(20)");
  EXPECT_EQ(called("fn f() { set x = 1; return (x); }", {}, {}), "a name has no value at 'x'");
}

TEST(Statements, S4If) {
  constexpr std::string_view text = R"(fn f(; a) {
    var x = 0;
    if (a < 0) { set x = -1; } else if (a == 0) { set x = 0; } else { let y = a*2; set x = y; }
    return (x);
  })";
  EXPECT_EQ(called(text, {}, {-5}), "(-1)");
  EXPECT_EQ(called(text, {}, {0}), "(0)");
  EXPECT_EQ(called(text, {}, {4}), "(8)");
  EXPECT_EQ(called("fn f() { if (1) { let y = 1; } return (y); }", {}, {}), "a name has no value at 'y'");
  EXPECT_EQ(called("fn f() { if (0) { let y = 1 / 0; } return (1); }", {}, {}), "(1)");
}

TEST(Statements, S5ForCountsUpAndDown) {
  constexpr std::string_view up = "fn f(n) { var x = 0; for l below n { set x = x*10 + l; } return (x); }";
  constexpr std::string_view down = "fn f(n) { var x = 0; for l down below n { set x = x*10 + l; } return (x); }";
  EXPECT_EQ(called(up, {4}, {}), "(123)");
  EXPECT_EQ(called(down, {4}, {}), "(3210)");
  for (const Int none : {0, -1, -7}) {
    EXPECT_EQ(called(up, {none}, {}), "(0)");
    EXPECT_EQ(called(down, {none}, {}), "(0)");
  }
  EXPECT_EQ(called("fn f(n) { for l below n { } return (l); }", {4}, {}), "a name has no value at 'l'");
  EXPECT_EQ(called("fn f(n) { var x = n; for l below x { set x = 0; } return (x); }", {3}, {}), "(0)");
}

TEST(Statements, S5StepsAreLimited) {
  constexpr std::string_view nested = "fn f(n) { for a below n { for b below n { } } return (1); }";
  EXPECT_EQ(called(nested, {3}, {}, 12), "(1)"); // 3 outer and 9 inner iterations
  EXPECT_EQ(called(nested, {3}, {}, 11), "the step limit was reached at 'b'");
}

/// The greatest x by looking at every x, for every initial segment of every small range.
TEST(Statements, S6SolveFindsTheLastCandidateThatHolds) {
  const Function by_halving =
      function_of("fn f(; lo, hi, c) { solve x in [lo, hi] where x <= c by bisect(9); return (x); }");
  const Function by_root = function_of(
      "fn f(; lo, hi, c) { solve x in [lo, hi] where x <= c by root(2, 0, 0, 1, down 0, up 0); return (x); }");
  for (Int low = -4; low <= 4; ++low) {
    for (Int high = low; high <= 5; ++high) {
      for (Int c = low; c <= 7; ++c) {
        const std::vector<Int> arguments{low, high, c};
        const std::vector<Int> expected{c < high ? c : high};
        EXPECT_EQ(*call(by_halving, {}, arguments), expected);
        EXPECT_EQ(*call(by_root, {}, arguments), expected) << "the meaning does not depend on the method";
      }
    }
  }
}

TEST(Statements, S6SolveFaultsWithoutASolution) {
  constexpr std::string_view text = "fn f(; lo, hi, c) { solve x in [lo, hi] where x <= c by bisect(9); return (x); }";
  EXPECT_EQ(called(text, {}, {0, 5, -1}), "no value satisfies the condition of a solve at 'x'");
  EXPECT_EQ(called(text, {}, {3, 2, 9}), "no value satisfies the condition of a solve at 'x'");
  EXPECT_EQ(called("fn f() { solve x in [0, 3] where t[x] <= 5 by bisect(2); return (x, t[x]); }", {}, {}), "(2, 5)");
}

TEST(Statements, S7Assume) {
  constexpr std::string_view text = "fn f(n; w) { assume w in [0, n - 1]; return (w); }";
  EXPECT_EQ(called(text, {3}, {0}), "(0)");
  EXPECT_EQ(called(text, {3}, {2}), "(2)");
  EXPECT_EQ(called(text, {3}, {3}), "a stated bound does not hold at 'w'");
  EXPECT_EQ(called(text, {3}, {-1}), "a stated bound does not hold at 'w'");
}

TEST(Statements, CallRefusesAWrongNumberOfValues) {
  const Function f = function_of("fn f(n; w) { return (w); }");
  const std::vector<Int> one{1};
  EXPECT_THROW(static_cast<void>(call(f, one, {})), std::logic_error);
  EXPECT_THROW(static_cast<void>(call(f, {}, one)), std::logic_error);
}

TEST(StaticCost, WeightsOfOperations) {
  struct Row {
    std::string_view text;
    double cost;
  };
  const std::vector<Row> rows{{"a", 0},
                              {"7", 0},
                              {"a + b", 1},
                              {"a < b", 1},
                              {"select(a, b, c)", 1},
                              {"bitxor(a, b)", 1},
                              {"a*b", 3},
                              {"a / 2", 4},
                              {"div(a, b)", 20},
                              {"mod(a, 6)", 4},
                              {"isqrt(a)", 20},
                              {"icbrt(a)", 40},
                              {"root(5, a)", 60},
                              {"t[a]", 4},
                              {"t[a + 1]*2", 8},
                              {"pow(a, 2)", 3},
                              {"pow(a, 3)", 6},
                              {"pow(2, a)", 20},
                              {"pow(a, 1)", 0},
                              {"log2(a)", 1},
                              {"-a", 1},
                              {"not a and b", 2},
                              {"a*(a + 1)/2 <= b", 9}};
  for (const Row& row : rows) {
    const Function f = function_of("fn f(n; w) { return (" + std::string(row.text) + "); }");
    EXPECT_EQ(static_cost(f), row.cost) << row.text;
  }
}

TEST(StaticCost, WeightsOfStatements) {
  struct Row {
    std::string_view body;
    double cost;
  };
  const std::vector<Row> rows{
      {"let a = w*w;", 3},
      {"assume w in [0, n*n*n];", 0},
      {"if (w < n) { let a = w*w; } else { let a = w + 1; }", 5},
      {"for l below 10 { let a = w*w; }", 40},
      {"for l below n { let a = w*w; }", 64},
      {"solve x in [0, n - 1] where x*x <= w by bisect(10);", 1 + 10 * (3 + 4)},
      {"solve x in [0, n - 1] where x*x <= w by bisect(n);", 1 + 16 * (3 + 4)},
      {"solve x in [0, n - 1] where x*x <= w by root(2, w, 0, 1, down 1, up 1);", 1 + 20 + 2 + 2 * (1 + 4)},
      {"solve x in [0, n] where x*x <= w by root(3, 8*w, -1, 2, down 1, up 0);", 43 + 1 + 4 + 2 + 1 * (1 + 4)}};
  for (const Row& row : rows) {
    const Function f = function_of("fn f(n; w) { " + std::string(row.body) + " return (); }");
    EXPECT_EQ(static_cost(f), row.cost) << row.body;
  }
}

} // namespace
} // namespace mapwright::expr
