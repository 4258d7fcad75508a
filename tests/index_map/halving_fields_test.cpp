// Evaluation with open fields: what it says holds for every value of the fields, by calling the function at each.
#include "expr/text.hpp"
#include "index_map/halving/fields.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using expr::Int;
using ::testing::HasSubstr;

const FieldTops tops{3, 7, 1};
const FieldForm a{5, {16, 2, 1}};
const FieldForm b{2, {16, 0, 1}};

Int value(const FieldForm& form, Int x, Int y, Int z) {
  return form.constant + form.factors[0] * x + form.factors[1] * y + form.factors[2] * z;
}

FieldResults on_fields(const std::string& expression) {
  const auto f = expr::parse_function("fn f(p; a, b) -> (v) { " + expression + " }", "test");
  EXPECT_TRUE(f) << f.error().format();
  return call_on_fields(*f, {3}, {a, b}, tops);
}

class Understood : public ::testing::TestWithParam<const char*> {};

TEST_P(Understood, HoldsForEveryValueOfTheFields) {
  const auto f = expr::parse_function(std::string("fn f(p; a, b) -> (v) { ") + GetParam() + " }", "test").value();
  const FieldResults found = call_on_fields(f, {3}, {a, b}, tops);
  ASSERT_EQ(found.trouble, "");
  for (Int x = 0; x <= tops[0]; ++x) {
    for (Int y = 0; y <= tops[1]; ++y) {
      for (Int z = 0; z <= tops[2]; ++z) {
        const auto wanted = call(f, std::vector<Int>{3}, std::vector<Int>{value(a, x, y, z), value(b, x, y, z)});
        ASSERT_TRUE(wanted);
        EXPECT_EQ((*wanted)[0], value(found.forms.at(0), x, y, z));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Functions, Understood,
    ::testing::Values("return (a + b - 7);", "return (3*a - b*p);", "return (a - a);", "return (shl(a, p));",
                      "return (shr(b, 4));", "return (bitand(b, 15));", "return (bitand(b, shl(1, p) - 1));",
                      "return (log2(b - shl(shr(b, 4), 4)));", "return (log2(bitxor(b + 6, b - 2)));",
                      "return (a > b);", "return (b - 2 < a);", "return (a <= b);", "return (a == b - 60);",
                      "return (a != b - 60);", "return (min(a, b));", "return (max(a, b));",
                      "return (select(b < a, a, 1/0));", "return (b < a and a > 0);", "return (a < b and 1/0);",
                      "return (b < a or 1/0);", "return (a < b or b > 0);", "return (not (a < b));",
                      "let s = a + b; assume s in [7, 7 + 32*3 + 2*7 + 2]; return (s);",
                      "assume a in [b, b + 17]; return (pow(2, p));"));

class Refused : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Refused, WithTheReason) {
  EXPECT_THAT(on_fields(GetParam().first).trouble, HasSubstr(GetParam().second));
}

using Reason = std::pair<const char*, const char*>;
INSTANTIATE_TEST_SUITE_P(
    Functions, Refused,
    ::testing::Values(
        Reason{"return (a*b);", "a product of fields"}, Reason{"return (c);", "unknown name"},
        Reason{"return (shr(a, 4));", "do not end at this bit"},
        Reason{"return (bitand(a, 15));", "do not end at this bit"}, Reason{"return (bitand(b, 5));", "not a mask"},
        Reason{"return (shr(b - 3, 1));", "known number"}, Reason{"return (shl(b, a));", "known number"},
        Reason{"return (log2(a));", "highest bit"}, Reason{"return (log2(a - 5));", "not understood"},
        Reason{"return (bitxor(a, b));", "range alone"}, Reason{"return (bitxor(a - 6, b));", "negative"},
        Reason{"return (a + bitxor(b, 1));", "range"}, Reason{"return (a < 20);", "depends on the fields"},
        Reason{"return (a == 21);", "depends on the fields"}, Reason{"return (min(a, 20));", "depends on the fields"},
        Reason{"return (select(a - 6, 1, 2));", "depends on the fields"},
        Reason{"return (1 and a - 6);", "depends on the fields"}, Reason{"return (isqrt(a));", "not"},
        Reason{"return (t[a]);", "not understood"}, Reason{"return (mod(a, 4));", "not understood"},
        Reason{"return (p/0);", "a fault"}, Reason{"return (shl(b, 125));", "beyond the range"},
        Reason{"assume a in [6, 100]; return (a);", "may fail"}, Reason{"assume a in [0, b]; return (a);", "may fail"},
        Reason{"var s = a; return (s);", "not understood"}));

TEST(Fields, AFieldThatIsAlwaysZeroDoesNotCount) {
  const auto v = value_of({1, {2, 3, 4}}, {5, 0, 1});
  ASSERT_TRUE(v);
  EXPECT_EQ(*v->form, (FieldForm{1, {2, 0, 4}}));
  EXPECT_TRUE(v->low == 1 && v->high == 15);
  EXPECT_FALSE(value_of({expr::int_max, {1, 0, 0}}, {1, 0, 0}));
}

TEST(Fields, TheNumberOfArgumentsIsThatOfTheFunction) {
  const auto f = expr::parse_function("fn f(p; a) -> (v) { return (a); }", "test").value();
  EXPECT_NE(call_on_fields(f, {3}, {a, b}, tops).trouble, "");
  EXPECT_NE(call_on_fields(f, {}, {a}, tops).trouble, "");
}

} // namespace
} // namespace mapwright::index_map
