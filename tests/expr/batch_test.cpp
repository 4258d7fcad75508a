// The batch evaluator against `call`, index by index.
#include "expr/batch.hpp"
#include "support/expr_values.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::function_of;
using test::listing_of;

using Column = std::vector<std::int64_t>;

/// The results of all columns of arguments at once.
std::vector<Column> run(const Batch& batch, const Function& f, const Column& parameters,
                        const std::vector<Column>& arguments, std::size_t count) {
  std::vector<Column> results(f.results.size(), Column(count, -77));
  std::vector<const std::int64_t*> in;
  std::vector<std::int64_t*> out;
  for (const Column& column : arguments) {
    in.push_back(column.data());
  }
  for (Column& column : results) {
    out.push_back(column.data());
  }
  batch.run(parameters, in, count, out);
  return results;
}

/// Every combination of values in [low, high], one column per argument.
std::vector<Column> all_arguments(std::size_t arguments, std::int64_t low, std::int64_t high) {
  std::vector<Column> columns(arguments);
  std::size_t count = 1;
  for (std::size_t i = 0; i < arguments; ++i) {
    count *= static_cast<std::size_t>(high - low + 1);
  }
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t rest = k;
    for (Column& column : columns) {
      column.push_back(low + static_cast<std::int64_t>(rest % static_cast<std::size_t>(high - low + 1)));
      rest /= static_cast<std::size_t>(high - low + 1);
    }
  }
  return columns;
}

/// Wherever `call` has values the batch has the same; returns how many such indices there were.
std::size_t expect_agreement(const Function& f, const std::vector<Table>& tables, std::int64_t most, std::int64_t low,
                             std::int64_t high) {
  const auto batch = Batch::compile(f, tables);
  if (!batch) {
    ADD_FAILURE() << describe(batch.error());
    return 0;
  }
  std::size_t compared = 0;
  const std::vector<Column> arguments = all_arguments(f.arguments.size(), low, high);
  const std::size_t count = arguments.empty() ? 1 : arguments[0].size();
  for (std::int64_t size = 0; size <= most; ++size) {
    const Column parameters(f.parameters.size(), size);
    const std::vector<Column> results = run(*batch, f, parameters, arguments, count);
    const std::vector<Int> exact_parameters(parameters.begin(), parameters.end());
    for (std::size_t k = 0; k < count; ++k) {
      std::vector<Int> exact;
      for (const Column& column : arguments) {
        exact.push_back(column[k]);
      }
      const auto expected = call(f, exact_parameters, exact, tables);
      for (std::size_t r = 0; expected && r < results.size(); ++r) {
        EXPECT_EQ(results[r][k], (*expected)[r]) << f.name << " result " << r << " at size " << size << ", index " << k;
      }
      compared += expected ? 1U : 0U;
    }
  }
  return compared;
}

const std::vector<Table>& some_tables() {
  static const std::vector<Table> tables{{Symbol("t"), false, {0, 2, 5, 9, 14, 20}, 0, 20, ""},
                                         {Symbol("u"), true, {3, -1, 4}, -1, 4, ""}};
  return tables;
}

TEST(Batch, EveryExpression) {
  for (const std::string_view text : {"a + b",
                                      "a - b",
                                      "a*b",
                                      "a*8",
                                      "8*a",
                                      "a*(-4)",
                                      "floor_div(a, b)",
                                      "mod(a, b)",
                                      "a / b",
                                      "div(a, b)",
                                      "rem(a, b)",
                                      "floor_div(a, n)",
                                      "mod(a, n)",
                                      "a / n",
                                      "div(a, n)",
                                      "rem(a, n)",
                                      "floor_div(a, -n)",
                                      "mod(a, -n)",
                                      "floor_div(a, 3)",
                                      "mod(a, 3)",
                                      "(6*a)/3",
                                      "(a*(a + 1))/2",
                                      "div(a, 4)",
                                      "rem(a, 4)",
                                      "floor_div(n, a)",
                                      "mod(n + 1, 3)",
                                      "min(a, b)",
                                      "max(a, n)",
                                      "isqrt(a)",
                                      "icbrt(a)",
                                      "root(4, a)",
                                      "isqrt(n)",
                                      "pow(a, 3)",
                                      "pow(a, 1)",
                                      "pow(a, 0)",
                                      "pow(a, b)",
                                      "pow(2, a)",
                                      "pow(a, n)",
                                      "pow(3, n)",
                                      "shl(a, b)",
                                      "shr(a, 1)",
                                      "shl(1, a)",
                                      "bitand(a, b)",
                                      "bitor(a, n)",
                                      "bitxor(a, b)",
                                      "log2(a)",
                                      "a < b",
                                      "a <= n",
                                      "n < a",
                                      "a == b",
                                      "a != 3",
                                      "a and b",
                                      "a or b",
                                      "not a",
                                      "-a",
                                      "select(a, b, n)",
                                      "select(n, a, b)",
                                      "select(a < b, 1, 2)",
                                      "t[a]",
                                      "t[n]",
                                      "u[a] + u[b]",
                                      "select(b, a / b, 0)",
                                      "b != 0 and div(a, b)",
                                      "n",
                                      "7",
                                      "a",
                                      "a + b + a*b + (a + b)"}) {
    const Function f = function_of("fn f(n; a, b) { return (" + std::string(text) + ", a, a); }");
    EXPECT_GT(expect_agreement(f, some_tables(), 4, -3, 6), 20U) << text;
  }
}

TEST(Batch, EveryStatement) {
  for (const std::string_view body : {
           "let x = a*b; let y = x + x;",
           "var x = a; set x = x + 1; set x = x*b; let y = x;",
           "var x = 0; if (a < b) { set x = 1; } let y = x;",
           "var x = 0; if (a < b) { set x = a; } else if (a == b) { set x = -1; } else { set x = b; } let y = x;",
           "var x = 0; if (n > 2) { set x = a; } else { set x = 5; } let y = x;",
           "var x = 0; var y = 1; for l below n { set x = x + l*a; set y = y*2; }",
           "var x = 0; var y = 1; for l down below n { set x = 2*x + l; set y = y + b; }",
           "var x = a; var y = b; for l below n { let z = x; set x = y; set y = z + l; }",
           "var x = a; var y = b; for l below n { let z = x; set x = y; set y = z; }",
           "var x = a; var y = b; for l below n { let z = x; set x = x + 1; set y = z; }",
           "var x = 0; var y = 0; for k below n { for l below k { set x = x + 1; set y = y + x*a; } }",
           "var x = 0; for l below n { if (a < l) { set x = x + pow(2, l); } } let y = x;",
           "var x = 0; var y = 0; for l below n - 2 { set x = a; set y = l; }",
           "solve x in [0, 5] where t[x] <= 2*a by bisect(3); let y = a - x;",
           "solve x in [a, 9] where x <= b + 3 by bisect(4); let y = x;",
           "solve x in [0, n] where x*x <= n by bisect(3); let y = x;",
           "solve x in [0, n] where x*x <= a by root(2, a, 0, 1, down 1, up 1); let y = a - x*x;",
           "solve x in [0, 9] where x*x*x <= a*a by root(3, a*a, 0, 1, down 1, up 1); let y = x;",
           "solve x in [0, 9] where pow(x, 5) <= a*a by root(5, a*a, 0, 1, down 1, up 1); let y = x;",
           "solve x in [0, 9] where 2*x <= a by root(2, 0, 0, 1, down 0, up 7); let y = x;",
           "solve x in [0, 9] where 2*x <= a by root(2, 10000, 0, 1, down 9, up 0); let y = x;",
           "assume a in [0, 4]; let x = a; let y = a;",
           "var x = 0; var y = 0; if (0 <= a) { solve z in [0, 9] where z*z <= a by bisect(4); set x = z; }",
           "var x = 0; var y = 0; if (0 < a) { for l below n { set x = x + a; set y = l; } }",
           "var x = 1; var y = 1; for l below n { set y = div(b*b*b, x); set x = x*2; }",
           "let x = select(0 <= a and a < 6, t[a], -1); let y = x;",
       }) {
    const Function f = function_of("fn f(n; a, b) { " + std::string(body) + " return (x, y); }");
    EXPECT_GT(expect_agreement(f, some_tables(), 5, -3, 6), 20U) << body;
  }
}

TEST(Batch, InactiveLanesDoNotTrap) {
  for (const std::string_view text : {
           "fn f(; a, b) { var x = 0; if (b != 0) { set x = floor_div(a, b); } return (x); }",
           "fn f(; a, b) { var x = 0; if (0 <= a and a < 6) { set x = t[a]; } return (x); }",
           "fn f(; a, b) { return (select(b == 0, 0, mod(a, b))); }",
           "fn f(; a, b) { return (select(b == 0, 7, select(mod(a, b) == 0, a, -1))); }",
           "fn f(; a, b) { var x = 0; if (a < 0) { set x = isqrt(-a); } else { set x = isqrt(a); } return (x); }",
           "fn f(; a, b) { return (select(0 < a, log2(a), select(0 <= b, shl(1, b), 0))); }",
       }) {
    EXPECT_EQ(expect_agreement(function_of(text), some_tables(), 0, -9, 9), 361U) << text;
  }
}

TEST(Batch, GarbageInOneLaneLeavesTheOthersAlone) {
  const Function f = function_of("fn f(n; a) { return (floor_div(100, a), t[a], n / a); }");
  EXPECT_EQ(expect_agreement(f, some_tables(), 0, -700, 700), 5U); // a in 1 to 5; n = 0
}

constexpr std::string_view triangle = R"(
fn unrank(n; w) -> (i, j) {
  solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 8*w + 1, -1, 2, down 1, up 1);
  return (i, w - i*(i + 1)/2);
}
fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j); })";

TEST(Batch, CountsAroundTheBlockSize) {
  const Listing listing = listing_of(triangle);
  const Batch unrank = *Batch::compile(listing.functions[0]);
  const Batch rank = *Batch::compile(listing.functions[1]);
  for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 511U, 512U, 513U, 1023U, 1024U, 1025U, 5000U}) {
    Column first(count + 1, -1);
    Column second(count + 1, -1);
    Column ranks(count + 1, -1);
    const Column parameters{200};
    const std::vector<std::int64_t*> points{first.data(), second.data()};
    unrank.run_consecutive(parameters, 3, count, points);
    rank.run(parameters, std::vector<const std::int64_t*>{first.data(), second.data()}, count,
             std::vector<std::int64_t*>{ranks.data()});
    std::int64_t i = 2;
    std::int64_t j = 0;
    for (std::size_t k = 0; k < count; ++k) {
      ASSERT_EQ(first[k], i);
      ASSERT_EQ(second[k], j);
      ASSERT_EQ(ranks[k], static_cast<std::int64_t>(k) + 3);
      ++j;
      if (j > i) {
        ++i;
        j = 0;
      }
    }
    EXPECT_EQ(first[count], -1) << "nothing is written beyond the count";
    EXPECT_EQ(ranks[count], -1);
  }
}

TEST(Batch, ConsecutiveIsTheSameAsAColumn) {
  const Function f = listing_of(triangle).functions[0];
  const Batch batch = *Batch::compile(f);
  constexpr std::int64_t first = 4'000'000'000'000'000;
  Column w(1000);
  for (std::size_t k = 0; k < w.size(); ++k) {
    w[k] = first + static_cast<std::int64_t>(k);
  }
  const Column parameters{1'000'000'000};
  const std::vector<Column> expected = run(batch, f, parameters, {w}, w.size());
  std::vector<Column> results(2, Column(w.size()));
  batch.run_consecutive(parameters, first, w.size(), std::vector<std::int64_t*>{results[0].data(), results[1].data()});
  EXPECT_EQ(results, expected);
  for (std::size_t k = 0; k < w.size(); k += 37) {
    const auto exact = call(f, std::vector<Int>{parameters[0]}, std::vector<Int>{w[k]});
    EXPECT_EQ(results[0][k], (*exact)[0]);
    EXPECT_EQ(results[1][k], (*exact)[1]);
  }
}

TEST(Batch, TheMethodIsExecutedAsStated) {
  // Too few steps give a wrong answer, not a silently repaired one.
  const auto solved = [](std::string_view method) {
    const Function f =
        function_of("fn f(; w) { solve x in [0, 100] where x <= w by " + std::string(method) + "; return (x); }");
    return run(*Batch::compile(f), f, {}, {{50}}, 1)[0][0];
  };
  EXPECT_EQ(solved("root(2, 48*48, 0, 1, down 0, up 1)"), 49);
  EXPECT_EQ(solved("root(2, 48*48, 0, 1, down 0, up 2)"), 50);
  EXPECT_EQ(solved("root(2, 48*48, 0, 1, down 0, up 9)"), 50);
  EXPECT_EQ(solved("root(2, 53*53, 0, 1, down 2, up 5)"), 51);
  EXPECT_EQ(solved("root(2, 53*53, 0, 1, down 4, up 0)"), 50);
  EXPECT_EQ(solved("root(2, 0, -5, 1, down 0, up 0)"), 0);
  EXPECT_EQ(solved("root(2, 1000000, 0, 1, down 0, up 0)"), 100);
  EXPECT_EQ(solved("bisect(0)"), 0);
  EXPECT_EQ(solved("bisect(1)"), 50); // left = 101: one halving tests 0 + 50
  EXPECT_EQ(solved("bisect(7)"), 50);
}

TEST(Batch, SharingAndHoisting) {
  const auto operations = [](std::string_view text) { return Batch::compile(function_of(text))->lane_operations(); };
  EXPECT_EQ(operations("fn f(n; w) { return (w + n*n*n); }"), 1U);
  EXPECT_EQ(operations("fn f(n; w) { return ((w + 1)*(w + 1)); }"), 2U);
  EXPECT_EQ(operations("fn f(n; w) { let a = w + n; let b = n + w; return (a*b, a - b); }"), 3U);
  EXPECT_EQ(operations("fn f(n; w) { return (div(w, n), rem(w, n)); }"), 2U);
  EXPECT_EQ(
      operations("fn f(n; w) { var s = 1; var x = w; for l below n { set s = s*3; set x = x + s; } return (x); }"),
      3U); // copies in and out of x, and the sum; s is one value for all lanes
}

TEST(Batch, RefusalsAreTyped) {
  struct Row {
    std::string_view text;
    BatchRefusal kind;
    std::string_view message;
  };
  const std::vector<Row> rows{
      {"fn f(n; w) { return (m); }", BatchRefusal::unbound_name, "the name 'm' has no value"},
      {"fn f(n; w) { set m = 1; return (w); }", BatchRefusal::unbound_name, "the name 'm' has no value"},
      {"fn f(n; w) { for l below n { set m = 1; } return (w); }", BatchRefusal::unbound_name,
       "the name 'm' has no value"},
      {"fn f(n; w) { return (v[w]); }", BatchRefusal::unknown_table, "the table 'v' has no entries"},
      {"fn f(n; w) { for l below w { } return (w); }", BatchRefusal::varying_count,
       "the count 'w' is not the same for all indices"},
      {"fn f(n; w) { solve x in [0, n] where x <= w by bisect(w + 1); return (x); }", BatchRefusal::varying_count,
       "the count 'w + 1' is not the same for all indices"},
      {"fn f(n; w) { return (w + 9223372036854775808); }", BatchRefusal::wide_constant,
       "the constant 9223372036854775808 does not fit 64 bits"},
  };
  for (const Row& row : rows) {
    const auto batch = Batch::compile(function_of(row.text), some_tables());
    ASSERT_FALSE(batch.has_value()) << row.text;
    EXPECT_EQ(batch.error().kind, row.kind) << row.text;
    EXPECT_EQ(describe(batch.error()), row.message);
  }
}

TEST(Batch, CheckedCompilationAsksTheIntervals) {
  const Function f = function_of("fn f(n; w) { return (w*w); }");
  EXPECT_TRUE(Batch::compile_checked(f, Box{{{0, 10}}, {{0, 3'037'000'499}}}).has_value());
  const auto refused = Batch::compile_checked(f, Box{{{0, 10}}, {{0, 3'037'000'500}}});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(describe(refused.error()), "'w*w' may not fit 64 bits");
}

TEST(Batch, WrongNumberOfColumns) {
  const Batch batch = *Batch::compile(listing_of(triangle).functions[0]);
  Column column(4);
  const std::vector<std::int64_t*> one{column.data()};
  EXPECT_THROW(batch.run_consecutive(Column{5}, 0, 4, one), std::logic_error);
  EXPECT_THROW(batch.run(Column{}, std::vector<const std::int64_t*>{column.data()}, 4, one), std::logic_error);
}

TEST(Batch, ThreadsShareOneProgram) {
  const Function f = listing_of(triangle).functions[0];
  const Batch batch = *Batch::compile(f);
  constexpr std::size_t count = 20'000;
  std::vector<std::vector<Column>> results(4, std::vector<Column>(2, Column(count)));
  std::vector<std::thread> threads;
  for (auto& mine : results) {
    threads.emplace_back([&batch, &mine] {
      batch.run_consecutive(Column{300}, 0, count, std::vector<std::int64_t*>{mine[0].data(), mine[1].data()});
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  for (const auto& mine : results) {
    EXPECT_EQ(mine, results[0]);
  }
}

} // namespace
} // namespace mapwright::expr
