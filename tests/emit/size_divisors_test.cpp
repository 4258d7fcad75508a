// Which divisions of an unrank are prepared, and by what.
#include "emit/division_map.hpp"
#include "emit/size_divisors.hpp"

#include <gtest/gtest.h>

namespace mapwright::test {
namespace {

/// The divisors of `fn unrank(n, m; w) -> (x) { BODY }` for n, m <= 1000 and w < n*m, in 32-bit words.
std::vector<std::string> divisors_of(const std::string& body) {
  domain::Map map;
  map.domain.parameters = {expr::Symbol("n"), expr::Symbol("m")};
  map.count = function("fn count(n, m; ) -> (count) { return (n*m); }");
  map.unrank = function("fn unrank(n, m; w) -> (x) { " + body + " }");
  const expr::Table table{expr::Symbol("t"), false, {3, 5}, 3, 5, ""};
  map.tables = {table};
  std::vector<std::string> out;
  for (const emit::SizeDivisor& divisor : emit::prepare_unrank(map, {32, {1000, 1000}, false}).divisors) {
    out.push_back(expr::to_text(divisor.value));
  }
  return out;
}

TEST(SizeDivisors, AreExpressionsOfParameters) {
  using List = std::vector<std::string>;
  struct Row {
    const char* body;
    List divisors;
  };
  for (const Row& row : {
           Row{"return (div(w, m));", {"m"}},
           Row{"return (rem(w, m) + div(w, m));", {"m"}},                         // each once
           Row{"return (div(w, m*n) + rem(w, m*n));", {"m*n"}},                   //
           Row{"return (div(div(w, m), n));", {"n", "m"}},                        // the outer one first
           Row{"let p = m + 1; let q = 2*p; return (div(w, q));", {"2*(m + 1)"}}, // through names
           Row{"return (floor_div(w, m) + mod(w, n) + w*m/m);", {"m", "n"}},      // natural by intervals
           Row{"for l below n { let a = div(w, m); } return (w);", {}},           // nothing reads a
           Row{"solve a in [0, n] where div(a, m) <= w by bisect(10); return (a);", {"m"}},
           Row{"var a = 0; if (div(w, m) < 1) { set a = rem(w, n); } return (a);", {"m", "n"}},
           Row{"return (div(w, 7) + rem(w, 8) + div(w, w + 1));", {}},                 // literals, indices
           Row{"let p = 7; return (div(w, p));", {}},                                  // a literal after all
           Row{"let m = w + 1; return (div(w, m));", {}},                              // another m
           Row{"if (w < n) { let m = w + 1; } return (div(w, m));", {"m"}},            // gone with its block
           Row{"var p = m; set p = p + 1; return (div(w, p));", {}},                   // not fixed
           Row{"var a = 0; for l below n { set a = div(w, l + 1); } return (a);", {}}, //
           Row{"return (div(w, t[rem(m, 2)] + n));", {}},                              // not of parameters alone
           Row{"return (floor_div(w - 5, m) + mod(w, m - 5));", {}},                   // of either sign
           Row{"return (div(w, m**4));", {}},                                          // too large at m = 1000
           Row{"return (div(w, div(9, m) + 1));", {"m"}}, // the outer one has a fault at m = 0
       }) {
    EXPECT_EQ(divisors_of(row.body), row.divisors) << row.body;
  }
}

TEST(SizeDivisors, StayOutWhenTooLong) {
  std::string body;
  std::string last = "m";
  for (int i = 0; i < 20; ++i) {
    const std::string next = "p" + std::to_string(i);
    body += "let " + next + " = max(" + last + ", 1 + " + last + ");\n";
    last = next;
  }
  EXPECT_TRUE(divisors_of(body + "return (div(w, " + last + "));").empty());
}

} // namespace
} // namespace mapwright::test
