// The text form: tables of text in and canonical text out.
#include "expr/text.hpp"
#include "support/expr_values.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

using test::expr_of;

struct TextRow {
  std::string_view text;
  std::string_view canonical;
};

void expect_canonical(const std::vector<TextRow>& rows) {
  for (const TextRow& row : rows) {
    const auto parsed = parse_expr(row.text, "E");
    ASSERT_TRUE(parsed.has_value()) << row.text << "\n" << parsed.error().format();
    EXPECT_EQ(to_text(*parsed), row.canonical) << row.text;
    EXPECT_EQ(expr_of(row.canonical), *parsed) << row.text;
  }
}

TEST(ExprText, PrecedenceAndAssociation) {
  expect_canonical({
      {"a+b*c", "a + b*c"},
      {"(a+b)*c", "(a + b)*c"},
      {"a-b-c", "a - b - c"},
      {"a-(b-c)", "a - (b - c)"},
      {"a+(b+c)", "a + (b + c)"},
      {"a/b*c", "a/b*c"},
      {"a/(b*c)", "a/(b*c)"},
      {"i*(i+1)/2<=w", "i*(i + 1)/2 <= w"},
      {"a<b and c<d or e", "a < b and c < d or e"},
      {"a and (b or c)", "a and (b or c)"},
      {"a or (b or c)", "a or (b or c)"},
      {"(a<b)<c", "(a < b) < c"},
      {"a<b==c", "(a < b) == c"},
      {"a==(b==c)", "a == (b == c)"},
      {"((((a))))", "a"},
      {"  a\n+\tb  # the sum", "a + b"},
  });
}

TEST(ExprText, Negation) {
  expect_canonical({
      {"-5", "-5"},
      {"- 5", "-5"},
      {"-a", "-a"},
      {"0-a", "-a"},
      {"0-5", "0 - 5"},
      {"-(5)", "0 - 5"},
      {"--5", "0 - (-5)"},
      {"--a", "-(-a)"},
      {"-(a+b)", "-(a + b)"},
      {"-a*b", "-a*b"},
      {"-(a*b)", "-(a*b)"},
      {"a*-b", "a*(-b)"},
      {"a*-5", "a*(-5)"},
      {"-5*a", "-5*a"},
      {"a - -5*b", "a - (-5*b)"},
      {"a + -b", "a + (-b)"},
      {"a < -b", "a < -b"},
      {"-170141183460469231731687303715884105728", "-170141183460469231731687303715884105728"},
  });
}

TEST(ExprText, OtherSpellings) {
  expect_canonical({
      {"a > b", "b < a"},
      {"a >= b", "b <= a"},
      {"a%b", "mod(a, b)"},
      {"a**b", "pow(a, b)"},
      {"a**b**c", "pow(a, pow(b, c))"},
      {"-a**2", "-pow(a, 2)"},
      {"-2**2", "-pow(2, 2)"},
      {"2**-a", "pow(2, -a)"},
      {"a*b**2", "a*pow(b, 2)"},
      {"a && b || !c", "a and b or not c"},
      {"not not a", "not not a"},
      {"!(a < b)", "not (a < b)"},
      {"(not a) < b", "(not a) < b"},
      {"not -a", "not (-a)"},
      {"root(2,a)", "isqrt(a)"},
      {"root(3,a)", "icbrt(a)"},
      {"root(7, a)", "root(7, a)"},
  });
}

TEST(ExprText, EveryCall) {
  for (const std::string_view text :
       {"floor_div(a, b)", "mod(a, b)", "div(a, b)",           "rem(a, b)",   "min(a, b)",    "max(a, b)",  "pow(a, b)",
        "shl(a, b)",       "shr(a, b)", "bitand(a, b)",        "bitor(a, b)", "bitxor(a, b)", "isqrt(a)",   "icbrt(a)",
        "root(5, a)",      "log2(a)",   "select(a < b, a, b)", "t[a + 1]",    "t[u[a]]",      "min(a, -b)", "t[-1]"}) {
    expect_canonical({{text, text}});
  }
}

TEST(ExprText, NamesOfFunctionsAndKeywordsAreFreeElsewhere) {
  expect_canonical({{"min + in*where - root", "min + in*where - root"}, {"min[let]", "min[let]"}});
}

TEST(ExprText, Names) {
  for (const std::string_view good : {"a", "_", "_1", "A9_b", "min", "fn", "in"}) {
    EXPECT_TRUE(is_name(good)) << good;
  }
  for (const std::string_view bad : {"", "1a", "a b", "and", "or", "not", "a-b", "$a", " a", "a ", "a'"}) {
    EXPECT_FALSE(is_name(bad)) << bad;
  }
}

TEST(FunctionText, EveryStatementInItsCanonicalForm) {
  constexpr std::string_view text = R"(table first: "first index of each \"row\"" = [0, 3, -5];
table cu_seqlens: "row offsets" in [0, 4096];
table none = [];

fn unrank(n; w) -> (i, j) {
  solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 2*w, 0, 1, down 1, up 0);
  solve k in [0, n] where first[k] <= w by bisect(32);
  let t = w - i*(i + 1)/2;
  var x = 0;
  set x = x + 1;
  if (a < b) {
    let y = 1;
  }
  if (a < b) {
  } else {
    set x = 2;
  }
  if (a < b) {
    set x = 3;
  } else if (c) {
    for l below n {
      set x = 4;
    }
  } else {
    for l down below n {
      assume x in [0, n - 1];
    }
  }
  return (i, t);
}

fn count(n) {
  return (n);
}

fn constant(; w) {
  return ();
}
)";
  const auto parsed = parse_listing(text, "F");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().format();
  EXPECT_EQ(to_text(*parsed), text);
}

TEST(FunctionText, NestedIfInElseIsNotAChain) {
  constexpr std::string_view text = R"(fn f(a) {
  if (a) {
  } else {
    if (a) {
    }
    let x = 1;
  }
  return (a);
}
)";
  EXPECT_EQ(to_text(test::function_of(text)), text);
}

TEST(TableText, FixedTablesKnowTheirBounds) {
  const auto table = parse_table("table t = [3, -7, 12];", "T");
  ASSERT_TRUE(table.has_value());
  EXPECT_FALSE(table->runtime);
  EXPECT_EQ(table->least, -7);
  EXPECT_EQ(table->greatest, 12);
  EXPECT_EQ(table->meaning, "");
}

TEST(TableText, LongTablesWrapAndParseBack) {
  Table table{Symbol("t"), false, {}, 0, 0, "line one\nline \"two\" \\"};
  for (std::int64_t i = 0; i < 300; ++i) {
    table.values.push_back(i * i * 1'000'003 - 7);
  }
  const std::string text = to_text(table);
  std::size_t start = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    EXPECT_LE(end - start, 120U);
    start = end + 1;
  }
  const auto parsed = parse_table(text, "T");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().format();
  EXPECT_EQ(parsed->values, table.values);
  EXPECT_EQ(parsed->meaning, table.meaning);
}

} // namespace
} // namespace mapwright::expr
