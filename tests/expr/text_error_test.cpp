// Diagnostics of the parser, to the character.
#include "expr/text.hpp"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::expr {
namespace {

struct Row {
  std::string_view text;
  std::string_view error;
};

TEST(ExprErrors, ToTheCharacter) {
  const std::vector<Row> rows{
      {"", "E:1:1: error: expected a number, a name or '(', found the end of the text"},
      {"a +", "E:1:4: error: expected a number, a name or '(', found the end of the text\n"
              "  a +\n"
              "     ^"},
      {"(a", "E:1:3: error: expected ')', found the end of the text\n"
             "  (a\n"
             "    ^"},
      {"a)", "E:1:2: error: expected an operator or the end of the text, found ')'\n"
             "  a)\n"
             "   ^"},
      {"2n", "E:1:2: error: a number is followed directly by a name\n"
             "  2n\n"
             "   ^\n"
             "hint: a product is written 2*n"},
      {"2 n", "E:1:3: error: expected an operator or the end of the text, found 'n'\n"
              "  2 n\n"
              "    ^\n"
              "hint: a product is written with *"},
      {"min(a b)", "E:1:7: error: expected ',', found 'b'\n"
                   "  min(a b)\n"
                   "        ^\n"
                   "hint: a product is written with *"},
      {"n(n + 1)/2",
       "E:1:1: error: 'n' is not a function\n"
       "  n(n + 1)/2\n"
       "  ^\n"
       "hint: functions are isqrt, icbrt, root, floor_div, mod, div, rem, min, max, pow, shl, shr, bitand, bitor, "
       "bitxor, log2, select; a product is written n*(...)"},
      {"(a)(b)", "E:1:4: error: expected an operator or the end of the text, found '('\n"
                 "  (a)(b)\n"
                 "     ^\n"
                 "hint: a product is written with *"},
      {"a ^ 2", "E:1:3: error: '^' is not an operator\n"
                "  a ^ 2\n"
                "    ^\n"
                "hint: a power is written a ** b or pow(a, b), exclusive or bitxor(a, b)"},
      {"n*(n + 1)//2", "E:1:10: error: '//' is not an operator\n"
                       "  n*(n + 1)//2\n"
                       "           ^\n"
                       "hint: floor division is floor_div(a, b); a comment begins with '#'"},
      {"a << 2", "E:1:3: error: '<<' is not an operator\n"
                 "  a << 2\n"
                 "    ^\n"
                 "hint: a shift is written shl(a, b)"},
      {"a & 1", "E:1:3: error: '&' is not an operator\n"
                "  a & 1\n"
                "    ^\n"
                "hint: write `a and b`, or bitand(a, b) for bits"},
      {"a ? b", "E:1:3: error: '?' is not an operator\n"
                "  a ? b\n"
                "    ^\n"
                "hint: a choice is written select(condition, a, b)"},
      {"a = b", "E:1:3: error: expected an operator or the end of the text, found '='\n"
                "  a = b\n"
                "    ^\n"
                "hint: equality is written =="},
      {"1.5", "E:1:2: error: '.' is not an operator\n"
              "  1.5\n"
              "   ^\n"
              "hint: numbers are integers"},
      {"0 <= a < n", "E:1:8: error: comparisons do not chain\n"
                     "  0 <= a < n\n"
                     "         ^\n"
                     "hint: write a < b and b < c"},
      {"not a < b", "E:1:7: error: what 'not' applies to is unclear\n"
                    "  not a < b\n"
                    "        ^\n"
                    "hint: write not (a < b) or (not a) < b"},
      {"a + not b", "E:1:5: error: 'not' cannot stand here\n"
                    "  a + not b\n"
                    "      ^\n"
                    "hint: put it in parentheses: (not a)"},
      {"select(a, b)", "E:1:1: error: 'select' takes 3 operands\n"
                       "  select(a, b)\n"
                       "  ^"},
      {"isqrt(a, b)", "E:1:1: error: 'isqrt' takes 1 operand\n"
                      "  isqrt(a, b)\n"
                      "  ^"},
      {"root(1, a)", "E:1:6: error: the degree of a root must lie in [2, 2147483647]\n"
                     "  root(1, a)\n"
                     "       ^"},
      {"root(k, a)", "E:1:6: error: expected the degree of a root, found 'k'\n"
                     "  root(k, a)\n"
                     "       ^"},
      {"t[1", "E:1:4: error: expected ']', found the end of the text\n"
              "  t[1\n"
              "     ^"},
      {"and", "E:1:1: error: expected a number, a name or '(', found 'and'\n"
              "  and\n"
              "  ^"},
      {"a\n+ 170141183460469231731687303715884105728", "E:2:3: error: the number does not fit 127 bits\n"
                                                       "  + 170141183460469231731687303715884105728\n"
                                                       "    ^"},
      {"a \xe2\x89\xa4 b", "E:1:3: error: a byte that is not printable ASCII\n"
                           "  a \xe2\x89\xa4 b\n"
                           "    ^\n"
                           "hint: names and operators are plain ASCII: <= for less or equal"},
      {"a @ b", "E:1:3: error: '@' has no meaning here\n"
                "  a @ b\n"
                "    ^"},
  };
  for (const Row& row : rows) {
    const auto parsed = parse_expr(row.text, "E");
    ASSERT_FALSE(parsed.has_value()) << row.text;
    EXPECT_EQ(parsed.error().kind, ErrorKind::input);
    EXPECT_EQ(parsed.error().format(), row.error) << row.text;
  }
}

TEST(FunctionErrors, ToTheCharacter) {
  const std::vector<Row> rows{
      {"fn f(n) { return (n) }", "F:1:22: error: expected ';', found '}'\n"
                                 "  fn f(n) { return (n) }\n"
                                 "                       ^"},
      {"fn f(n) {\n  let x = n\n  return (x);\n}", "F:3:3: error: expected ';', found 'return'\n"
                                                   "    return (x);\n"
                                                   "    ^"},
      {"fn f(n) { x = 1; return (n); }",
       "F:1:11: error: expected a statement (let, var, set, if, for, solve, assume) or 'return', found 'x'\n"
       "  fn f(n) { x = 1; return (n); }\n"
       "            ^"},
      {"fn f(n; n) { return (n); }\nx", "F:2:1: error: expected an operator or the end of the text, found 'x'\n"
                                        "  x\n"
                                        "  ^"},
      {"fn f(n, n) { return (n); }", "F:1:9: error: 'n' is named twice\n"
                                     "  fn f(n, n) { return (n); }\n"
                                     "          ^"},
      {"fn f(n) -> (a, b) { return (n); }", "F:1:21: error: 'f' names 2 results but returns 1\n"
                                            "  fn f(n) -> (a, b) { return (n); }\n"
                                            "                      ^"},
      {"fn f(n) { for l up below n { } return (n); }", "F:1:17: error: expected 'below', found 'up'\n"
                                                       "  fn f(n) { for l up below n { } return (n); }\n"
                                                       "                  ^"},
      {"fn f(n) { solve x in [0, n] where x < n by magic(); return (x); }",
       "F:1:44: error: expected 'bisect' or 'root', found 'magic'\n"
       "  fn f(n) { solve x in [0, n] where x < n by magic(); return (x); }\n"
       "                                             ^"},
      {"fn f(n) { solve x in [0, n] where x < n by root(2, n, 0, 1, down -1, up 0); return (x); }",
       "F:1:66: error: the number of steps must lie in [0, 2147483647]\n"
       "  fn f(n) { solve x in [0, n] where x < n by root(2, n, 0, 1, down -1, up 0); return (x); }\n"
       "                                                                   ^"},
      {"fn f(n) { set x += 1; return (n); }", "F:1:17: error: '+=' is not an operator\n"
                                              "  fn f(n) { set x += 1; return (n); }\n"
                                              "                  ^\n"
                                              "hint: write set x = x + a"},
      {"fn f(n) {\n  if (n) {\n  return (n);\n}",
       "F:3:3: error: expected a statement (let, var, set, if, for, solve, assume) or '}', found 'return'\n"
       "    return (n);\n"
       "    ^"},
  };
  for (const Row& row : rows) {
    const auto parsed = parse_function(row.text, "F");
    ASSERT_FALSE(parsed.has_value()) << row.text;
    EXPECT_EQ(parsed.error().format(), row.error) << row.text;
  }
}

TEST(ListingErrors, ToTheCharacter) {
  const std::vector<Row> rows{
      {"function f", "L:1:1: error: expected 'fn' or 'table', found 'function'\n"
                     "  function f\n"
                     "  ^"},
      {"table t = [1, 99999999999999999999];",
       "L:1:15: error: an entry of a table must lie in [-9223372036854775808, 9223372036854775807]\n"
       "  table t = [1, 99999999999999999999];\n"
       "                ^"},
      {"table t = [1 2];", "L:1:14: error: expected ',', found '2'\n"
                           "  table t = [1 2];\n"
                           "               ^"},
      {"table t in [5, 3];", "L:1:12: error: the bounds of a table are empty\n"
                             "  table t in [5, 3];\n"
                             "             ^\n"
                             "hint: [least, greatest]"},
      {"table t;", "L:1:8: error: expected '=' and entries, or 'in' and bounds, found ';'\n"
                   "  table t;\n"
                   "         ^"},
      {"table t: rows = [1];", "L:1:10: error: expected a text in quotes, found 'rows'\n"
                               "  table t: rows = [1];\n"
                               "           ^"},
      {"table t: \"rows = [1];", "L:1:10: error: a text in quotes does not end on its line\n"
                                 "  table t: \"rows = [1];\n"
                                 "           ^\n"
                                 "hint: close it with '\"'"},
  };
  for (const Row& row : rows) {
    const auto parsed = parse_listing(row.text, "L");
    ASSERT_FALSE(parsed.has_value()) << row.text;
    EXPECT_EQ(parsed.error().format(), row.error) << row.text;
  }
}

std::string repeated(std::string_view part, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) {
    out += part;
  }
  return out;
}

std::string message_of(const std::string& text) {
  const auto parsed = parse_expr(text, "E");
  return parsed ? "parsed" : parsed.error().message;
}

TEST(HostileText, NestingIsLimited) {
  constexpr std::size_t many = 100'000;
  EXPECT_EQ(message_of(repeated("(", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("-", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("- ", many) + "a"), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("not ", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("2**", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("min(1,", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("t[", many)), "nested more than 256 levels deep");
  EXPECT_EQ(message_of(repeated("(", 100) + "a" + repeated(")", 100)), "parsed");
}

TEST(HostileText, BlocksAreLimited) {
  const auto nested = parse_function("fn f(n) { " + repeated("if (n) { ", 100'000), "F");
  ASSERT_FALSE(nested.has_value());
  EXPECT_EQ(nested.error().message, "nested more than 256 levels deep");
  const auto chained = parse_function("fn f(n) { if (n) { }" + repeated(" else if (n) { }", 100'000), "F");
  ASSERT_FALSE(chained.has_value());
  EXPECT_EQ(chained.error().message, "nested more than 256 levels deep");
}

TEST(HostileText, DepthOfTheTreeIsLimited) {
  EXPECT_EQ(message_of("a" + repeated(" + a", 1'990)), "parsed");
  EXPECT_EQ(message_of("a" + repeated(" + a", 300'000)), "the expression is more than 2000 operations deep");
}

TEST(HostileText, LengthIsLimited) {
  EXPECT_EQ(message_of(std::string(text_limit + 1, ' ')), "the text is longer than 16777216 bytes");
}

TEST(HostileText, LongLinesAreNotShown) {
  const auto parsed = parse_expr(std::string(5'000, ' ') + "@", "E");
  ASSERT_FALSE(parsed.has_value());
  EXPECT_EQ(parsed.error().format(), "E:1:5001: error: '@' has no meaning here");
}

/// Every short text over the bytes that matter either parses or fails with a message.
TEST(HostileText, EveryShortTextIsAnswered) {
  constexpr std::string_view alphabet = "a1 -*/<=!()[],#\"\n\x01";
  std::size_t parsed = 0;
  for (const char a : alphabet) {
    for (const char b : alphabet) {
      for (const char c : alphabet) {
        for (const char d : alphabet) {
          const auto e = parse_expr(std::string{a, b, c, d}, "E");
          if (e) {
            ++parsed;
            EXPECT_EQ(*parse_expr(to_text(*e), "E"), *e);
          } else {
            EXPECT_FALSE(e.error().message.empty());
          }
        }
      }
    }
  }
  EXPECT_GT(parsed, 1'000U);
}

} // namespace
} // namespace mapwright::expr
