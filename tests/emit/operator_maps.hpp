// Not maps of domains: functions that use every operator and every root, in the frame of a map.
#pragma once

#include "emit/make_map.hpp"

namespace mapwright::test {

/// Every operator as a coordinate of unrank, over operands of both signs made from w < 4096. The number of `trips` of a
/// loop depends on the index, which maps of domains never do (S5); "rem(n, 6)" does not.
inline ExampleMap operators(const std::string& trips = "c") {
  const std::vector<std::string_view> results{"floor_div(a, b)",
                                              "mod(a, b)",
                                              "floor_div(a, 7)",
                                              "mod(a, -7)",
                                              "floor_div(a, 8)",
                                              "mod(a, 8)",
                                              "a*b/b",
                                              "8*a/8",
                                              "div(w, 5)",
                                              "rem(w, 5)",
                                              "div(w, 16)",
                                              "rem(w, 16)",
                                              "floor_div(w, 3)",
                                              "min(a, b)",
                                              "max(a, b)",
                                              "isqrt(w)",
                                              "icbrt(w)",
                                              "root(4, w)",
                                              "root(5, w)",
                                              "root(6, w)",
                                              "root(7, w)",
                                              "c**3",
                                              "a**4 - 1",
                                              "2**c",
                                              "4**c + 1",
                                              "3**c",
                                              "(a + 1)**2",
                                              "shl(w, 3)",
                                              "shl(w, c)",
                                              "shl(1, c)",
                                              "shr(w, 2)",
                                              "shr(w, 9*c)",
                                              "bitand(w, 21)",
                                              "bitor(w, 21) - 1",
                                              "bitxor(w, c)",
                                              "log2(w + 1)",
                                              "a < b",
                                              "a <= b",
                                              "a == b",
                                              "a != b",
                                              "a and b",
                                              "a or b and w",
                                              "(a or b) and w",
                                              "not (a)",
                                              "not (a < b)",
                                              "not (a and b)",
                                              "select(a, b, w)",
                                              "select(a < b, select(b, 1, 2), 3) + 1",
                                              "a - (b - w) - c",
                                              "a*(b*c)",
                                              "-a - (-b)",
                                              "-(a + b)",
                                              "a - (-5)",
                                              "(a < b) == (b < 3)",
                                              "(a < b) + (b < a)*2",
                                              "table[rem(w, 5)]*table[rem(w, 5)]",
                                              "table[c]",
                                              "(a*b + 1)*(a*b + 1) - div(w, 7)*div(w, 7)",
                                              "select(b == 0, 0, mod(a, b)*mod(a, b))",
                                              "shr(4095 - w, log2(w + 1))",
                                              "shl(shr(w, log2(w + 1) + 1), log2(c + 1))",
                                              "steps",
                                              "least",
                                              "most"};
  std::string unrank = R"(fn unrank(n; w) -> (RESULTS) {
      let a = div(w, 64) - 32;
      let raw = rem(w, 64) - 32;
      let b = select(raw == 0, 5, raw);
      let c = rem(w, 7);
      var steps = 0;
      for i below TRIPS { for j down below i { set steps = steps*3 + j - i; } }
      for j below log2(n) { if (j < c) { set steps = steps + 1; } else { let j = a; set steps = steps - j; } }
      solve least in [-40, 40] where 3*least <= a by bisect(7);
      solve most in [0, 9] where most**2 <= c*c by root(2, c*c - 3, -2, 1, down 0, up 5);
      return ()";
  std::string names;
  std::string values;
  std::string zeros;
  std::vector<std::string> dimensions;
  for (const std::string_view result : results) {
    const std::string name = "r" + std::to_string(dimensions.size());
    const std::string separator = dimensions.empty() ? "" : ", ";
    names += separator + name;
    values += separator + std::string(result);
    zeros += separator + "0";
    dimensions.push_back(name);
  }
  unrank.replace(unrank.find("RESULTS"), 7, names);
  unrank.replace(unrank.find("TRIPS"), 5, trips);
  unrank += values + "); }";
  const std::string rank = "fn rank(n; " + names + ") -> (w) { return (r8*5 + r9); }";
  const std::string contains = "fn contains(n; " + names + ") -> (inside) { return (r13); }";
  const std::string successor =
      "fn successor(n; " + names + ") -> (has_next, " + names + ") { return (r44, " + zeros + "); }";
  ExampleMap e{"operators",
               make_map("every operator", "n", dimensions,
                        {"fn count(n; ) -> (count) { return (4096); }", unrank, rank, contains, successor}),
               {4096},
               {4096}};
  e.map.tables = {{expr::Symbol("table"), false, {-1, 30000, 3, 0, 40000, 7, 9}, -1, 40000, ""}};
  return e;
}

/// Roots, exact and estimated, of w up to the end of the word. `up 0` holds because emitted estimates are never below
/// the root (emit/roots.hpp).
inline ExampleMap roots() {
  ExampleMap e{"roots",
               make_map("roots of w", "h2 h3 h4 h5 h6", {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"},
                        {"fn count(h2, h3, h4, h5, h6; ) -> (count) { return (0); }",
                         R"(fn unrank(h2, h3, h4, h5, h6; w) -> (a, b, c, d, e, f, g, h, i, j, k) {
                  solve s2 in [0, h2] where s2**2 <= w by root(2, w, 0, 1, down 1, up 0);
                  solve s3 in [0, h3] where s3**3 <= w by root(3, w, 0, 1, down 1, up 0);
                  solve s4 in [0, h4] where s4**4 <= w by root(4, w, 0, 1, down 1, up 0);
                  solve s5 in [0, h5] where s5**5 <= w by root(5, w, 0, 1, down 1, up 0);
                  solve s6 in [0, h6] where s6**6 <= w by root(6, w, 0, 1, down 1, up 0);
                  return (s2, s3, s4, s5, s6, isqrt(w), icbrt(w), root(4, w), root(5, w), root(6, w), root(9, w));
                })",
                         "fn rank(h2, h3, h4, h5, h6; a, b, c, d, e, f, g, h, i, j, k) -> (w) { return (a); }",
                         "fn contains(h2, h3, h4, h5, h6; a, b, c, d, e, f, g, h, i, j, k) -> (x) { return (a == f); }",
                         R"(fn successor(h2, h3, h4, h5, h6; a, b, c, d, e, f, g, h, i, j, k)
                                -> (has_next, a, b, c, d, e, f, g, h, i, j, k) {
                              return (0, a, b, c, d, e, f, g, h, i, j, k);
                            })"}),
               {46340, 1290, 215, 73, 35},
               {3037000499, 2097151, 55108, 6208, 1448}};
  return e;
}

} // namespace mapwright::test
