// Python's expressions said in ours: tables of text pairs, and the values of both compared.
#include "kernel/import/python_expression.hpp"
#include "kernel/task/expression.hpp"

#include <gmock/gmock.h>

namespace mapwright::kernel {
namespace {

using ::testing::ElementsAre;

const std::vector<std::string> names{"a", "b", "c"};

std::string number(const std::string& python) {
  const auto said = translate_number(python, names);
  return said ? *said : "error: " + said.error().message;
}

std::string condition(const std::string& python) {
  const auto said = translate_condition(python, names);
  return said ? *said : "error: " + said.error().message;
}

/// "column: message".
std::string mistake(const std::string& python) {
  const auto said = translate_condition(python, names);
  return said ? "none: " + *said : std::to_string(said.error().where->column) + ": " + said.error().message;
}

TEST(Python, Numbers) {
  EXPECT_EQ(number("1"), "1");
  EXPECT_EQ(number("a+b*c"), "a + b*c");
  EXPECT_EQ(number("(a + b) * c"), "(a + b)*c");
  EXPECT_EQ(number("a - b - c"), "a - b - c");
  EXPECT_EQ(number("1048576 // a"), "floor_div(1048576, a)");
  EXPECT_EQ(number("a % b"), "mod(a, b)");
  EXPECT_EQ(number("2 ** a"), "pow(2, a)");
  EXPECT_EQ(number("a << 2 | b & c"), "bitor(shl(a, 2), bitand(b, c))");
  EXPECT_EQ(number("math.ceil(a / b)"), "-floor_div(-a, b)");
  EXPECT_EQ(number("int(a / b)"), "div(a, b)");
  EXPECT_EQ(number("floor(a / b)"), "floor_div(a, b)");
  EXPECT_EQ(number("int(a)"), "a");
  EXPECT_EQ(number("max(a, b, 1)"), "max(max(a, b), 1)");
  EXPECT_EQ(number("min([a, b])"), "min(a, b)");
  EXPECT_EQ(number("a if b > 1 else c"), "select(1 < b, a, c)");
}

TEST(Python, Conditions) {
  EXPECT_EQ(condition("a * b <= 1024 and a % 32 == 0"), "a*b <= 1024 and mod(a, 32) == 0");
  EXPECT_EQ(condition("not a == 1 or b"), "not (a == 1) or b");
  EXPECT_EQ(condition("1 <= a < b"), "1 <= a and a < b");
  EXPECT_EQ(condition("a in [1, 2]"), "a == 1 or a == 2");
  EXPECT_EQ(condition("a not in (1, 2)"), "not (a == 1 or a == 2)");
  EXPECT_EQ(condition("(a > 1) == (b > 1 and c > 1)"), "(1 < a) == (1 < b and 1 < c)");
  EXPECT_EQ(condition("True"), "1");
}

TEST(Python, ValuesAreThose) {
  const auto value = [](const std::string& python, std::int64_t a, std::int64_t b) {
    const auto parsed = parse_over(number(python), names, "a name");
    EXPECT_TRUE(parsed) << number(python);
    const auto found = evaluate_at(*parsed, {{"a", a}, {"b", b}, {"c", 0}});
    EXPECT_TRUE(found) << found.error().message;
    return static_cast<std::int64_t>(*found);
  };
  EXPECT_EQ(value("a // b", -7, 2), -4);
  EXPECT_EQ(value("a % b", -7, 2), 1);
  EXPECT_EQ(value("a % b", 7, -2), -1);
  EXPECT_EQ(value("math.ceil(a / b)", 7, 2), 4);
  EXPECT_EQ(value("math.ceil(a / b)", -7, 2), -3);
  EXPECT_EQ(value("-a ** 2", 3, 0), -9);
  EXPECT_EQ(value("2 ** 3 ** 0 * a", 3, 0), 6);
  EXPECT_EQ(value("~a", 5, 0), -6);
  EXPECT_EQ(value("abs(a)", -5, 0), 5);
  EXPECT_EQ(value("b == 0 or a % b == 0", 5, 0), 1); // Python does not look at the second
  EXPECT_EQ(value("a - b - 1", 5, 2), 2);
}

TEST(Python, MistakesAtTheirPlace) {
  EXPECT_EQ(mistake("a <= 3 * d"), "10: 'd' is no tuning parameter");
  EXPECT_EQ(mistake("a / b == 2"), "3: '/' gives a fraction, and all is integer here");
  EXPECT_EQ(mistake("a < 1.5"), "5: '1.5' is no integer of 64 bits");
  EXPECT_EQ(mistake("a < 99999999999999999999"), "5: '99999999999999999999' is no integer of 64 bits");
  EXPECT_EQ(mistake("sqrt(a) < 2"), "1: the function 'sqrt' is not known here");
  EXPECT_EQ(mistake("a <"), "4: the expression ends too early");
  EXPECT_EQ(mistake("a b"), "3: 'b' is not expected here");
  EXPECT_EQ(mistake("(a"), "3: ')' is missing at the end");
  EXPECT_EQ(mistake("a if b"), "7: 'else' is missing at the end");
  EXPECT_EQ(mistake("a in b"), "6: a list is expected behind 'in'");
  EXPECT_EQ(mistake("(a or b) == 2"), "4: 'and' and 'or' of numbers have no number as their value here");
  EXPECT_EQ(mistake("__import__('os')"), "12: ''' is not expected here");
  EXPECT_EQ(mistake(""), "1: the expression ends too early");
}

TEST(Python, HostileTextIsRefused) {
  EXPECT_FALSE(translate_number(std::string(150, '(') + "a" + std::string(150, ')'), names));
  EXPECT_FALSE(translate_number(std::string(5000, '-') + "a", names));
  EXPECT_FALSE(translate_number(std::string(30'000, ' ') + "a", names));
  std::string sum = "a";
  for (int i = 0; i < 2000; ++i) {
    sum += "+a";
  }
  EXPECT_FALSE(translate_number(sum, names));
  EXPECT_FALSE(evaluate_list("range(10**12)"));
  EXPECT_FALSE(evaluate_list("[2**200]"));
}

TEST(Python, Lists) {
  const auto list = [](const std::string& python) {
    const auto values = evaluate_list(python);
    return values ? *values : std::vector<std::int64_t>{};
  };
  EXPECT_THAT(list("[16, 32, 64]"), ElementsAre(16, 32, 64));
  EXPECT_THAT(list("(1, 2,)"), ElementsAre(1, 2));
  EXPECT_THAT(list("[True, False]"), ElementsAre(1, 0));
  EXPECT_THAT(list("list(range(1, 9, 3))"), ElementsAre(1, 4, 7));
  EXPECT_THAT(list("range(3, 0, -1)"), ElementsAre(3, 2, 1));
  EXPECT_THAT(list("[2**i for i in range(4)]"), ElementsAre(1, 2, 4, 8));
  EXPECT_THAT(list("[1] + [32*i for i in range(1, 5) if i % 2 == 0]"), ElementsAre(1, 64, 128));
  EXPECT_THAT(list("[i * j for j in [1, 2]]"), ElementsAre());
  EXPECT_EQ(evaluate_list("[]").error().message, "the list has no value");
  EXPECT_EQ(evaluate_list("4").error().message, "a list of integers is expected");
  EXPECT_EQ(evaluate_list("[1, 2.5]").error().where->column, 5);
}

} // namespace
} // namespace mapwright::kernel
