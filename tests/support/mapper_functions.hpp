// Random index functions of the mapper language, as text, for property tests.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

namespace mapwright::test {

/// Every choice is drawn through RapidCheck, so that a failing function shrinks.
class RandomIndexFunction {
public:
  static int below(int n) { return *rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, n)); }

  /// A mapper whose function f places tasks of two dimensions in a space of GPUs.
  static std::string text() {
    static const std::vector<std::string> spaces{"Machine(GPU)", "Machine(GPU).merge(0, 1)",
                                                 "Machine(GPU).reverse(1).swap(0, 1)",
                                                 "Machine(GPU).auto_split(1, (7, 3))"};
    static const std::vector<int> dimensions{2, 1, 2, 3};
    const auto which = static_cast<std::size_t>(below(4));
    std::string indices;
    for (int d = 0; d < dimensions[which]; ++d) {
      indices += fmt::format("{}{}", d == 0 ? "" : ", ", index(d));
    }
    const std::string place = "m[" + indices + "]";
    return fmt::format("m = {};\n"
                       "def h(int a, int b) {{ return {}; }}\n"
                       "def f(Task t) {{\n  i = t.ipoint[0];\n  j = t.ipoint[1];\n  e = t.ispace;\n  k = {};\n"
                       "  return {};\n}}\n",
                       spaces[which], small("a", "b"), number(2),
                       below(4) == 0 ? condition(2) + " ? " + place + " : " + place : place);
  }

private:
  static std::string small(const std::string& a, const std::string& b) {
    switch (below(4)) {
    case 0:
      return a + " + " + b;
    case 1:
      return a + " * " + b;
    case 2:
      return a + " - " + b;
    default:
      return a + " * " + a + " - " + b;
    }
  }

  /// Mostly inside the dimension.
  static std::string index(int d) {
    const std::string inner = "(" + number(2) + ")";
    switch (below(6)) {
    case 0:
      return inner;
    case 1:
      return "*";
    case 2:
      return fmt::format("(i * i + j * j) % m.size[{}]", d);
    default:
      return fmt::format("({0} % m.size[{1}] + m.size[{1}]) % m.size[{1}]", inner, d);
    }
  }

  static std::string number(int depth) {
    static const std::vector<std::string> leaves{"i", "j", "e[0]", "e[1]", "0", "1", "2", "3"};
    if (depth == 0 || below(4) == 0) {
      return leaves[static_cast<std::size_t>(below(static_cast<int>(leaves.size())))];
    }
    static const std::vector<std::string> signs{"+", "-", "*", "/", "%"};
    const std::string sign = signs[static_cast<std::size_t>(below(5))];
    switch (below(5)) {
    case 0:
      return fmt::format("h({}, {})", number(depth - 1), number(depth - 1));
    case 1:
      return fmt::format("({} ? {} : {})", condition(depth - 1), number(depth - 1), number(depth - 1));
    case 2:
      return fmt::format("(({}, {}) {} (3, 2))[1]", number(depth - 1), number(depth - 1), sign);
    default: {
      static const std::vector<std::string> divisors{"2", "3", "e[0]", "(j + 4)"};
      const bool divides = sign == "/" || sign == "%";
      return fmt::format("({} {} {})", number(depth - 1), sign,
                         divides && below(8) > 0 ? divisors[static_cast<std::size_t>(below(4))] : number(depth - 1));
    }
    }
  }

  static std::string condition(int depth) {
    static const std::vector<std::string> signs{"<", "<=", ">", ">=", "==", "!="};
    if (depth > 0 && below(4) == 0) {
      return fmt::format("({} {} {})", condition(depth - 1), below(2) == 0 ? "&&" : "||", condition(depth - 1));
    }
    return fmt::format("{} {} {}", number(depth), signs[static_cast<std::size_t>(below(6))], number(depth));
  }
};

inline std::string random_index_function() {
  return RandomIndexFunction::text();
}

} // namespace mapwright::test
