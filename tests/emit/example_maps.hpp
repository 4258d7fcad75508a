// Maps written by hand for the tests and benchmarks of emission. Each is right for the sizes its ranges state; the
// numbers of corrections follow from the contract of RootEstimate (expr/function.hpp) as noted.
#pragma once

#include "emit/division_map.hpp"
#include "emit/make_map.hpp"
#include "emit/operator_maps.hpp"

namespace mapwright::test {

/// rho^2 = 2w lies in [i(i + 1), (i + 1)(i + 2)): r is i or i + 1 for both words.
inline ExampleMap triangle() {
  ExampleMap e{"triangle",
               make_map("[n] -> { [i, j] : 0 <= j <= i < n }", "n", {"i", "j"},
                        {"fn count(n; ) -> (count) { return (n*(n + 1)/2); }",
                         R"(fn unrank(n; w) -> (i, j) {
                              solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 2*w, 0, 1, down 1, up 0);
                              return (i, w - i*(i + 1)/2);
                            })",
                         "fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j); }",
                         "fn contains(n; i, j) -> (inside) { return (0 <= j and j <= i and i < n); }",
                         R"(fn successor(n; i, j) -> (has_next, i, j) {
                              let same_row = j < i;
                              return (same_row or i + 1 < n, select(same_row, i, i + 1), select(same_row, j + 1, 0));
                            })"}),
               {46340},
               {3037000499},
               {"count(n) = n*(n + 1)/2", "rank(i, j) = i*(i + 1)/2 + j"}};
  e.map.method = "row by a square root, column by subtraction";
  e.map.complexity = "O(1)";
  return e;
}

/// The same map by the radicand 8w + 1: one step either way.
inline ExampleMap triangle_two_sided() {
  ExampleMap e = triangle();
  e.identifier = "triangle_two_sided";
  e.map.unrank = function(R"(fn unrank(n; w) -> (i, j) {
    solve i in [0, n - 1] where i*(i + 1)/2 <= w by root(2, 8*w + 1, -1, 2, down 1, up 1);
    return (i, w - i*(i + 1)/2);
  })");
  e.most32 = {23169};
  e.most64 = {1518500249};
  return e;
}

/// rho^3 = 6w lies in [i(i + 1)(i + 2), (i + 1)(i + 2)(i + 3)): r >= i; r <= i + 1, for 32 bits r <= i + 2.
inline ExampleMap tetrahedron() {
  ExampleMap e{"tetrahedron",
               make_map("[n] -> { [i, j, k] : 0 <= k <= j <= i < n }", "n", {"i", "j", "k"},
                        {"fn count(n; ) -> (count) { return (n*(n + 1)*(n + 2)/6); }",
                         R"(fn unrank(n; w) -> (i, j, k) {
                  solve i in [0, n - 1] where i*(i + 1)*(i + 2)/6 <= w by root(3, 6*w, 0, 1, down 2, up 0);
                  let v = w - i*(i + 1)*(i + 2)/6;
                  assume v in [0, (i + 1)*(i + 2)/2 - 1];
                  solve j in [0, i] where j*(j + 1)/2 <= v by root(2, 2*v, 0, 1, down 1, up 0);
                  return (i, j, v - j*(j + 1)/2);
                })",
                         "fn rank(n; i, j, k) -> (w) { return (i*(i + 1)*(i + 2)/6 + j*(j + 1)/2 + k); }",
                         "fn contains(n; i, j, k) -> (inside) { return (0 <= k and k <= j and j <= i and i < n); }",
                         R"(fn successor(n; i, j, k) -> (has_next, i, j, k) {
                  var a = i;
                  var b = j;
                  var c = k + 1;
                  if (j < c) { set b = b + 1; set c = 0; }
                  if (i < b) { set a = a + 1; set b = 0; }
                  return (a < n, a, b, c);
                })"}),
               {1289},
               {2097150},
               {"count(n) = n*(n + 1)*(n + 2)/6"}};
  e.map.complexity = "O(1)";
  return e;
}

/// Layers of (k + 1)^2 points: found by halving.
inline ExampleMap pyramid() {
  return {"pyramid",
          make_map("[n] -> { [k, x, y] : 0 <= x, y <= k < n }", "n", {"k", "x", "y"},
                   {"fn count(n; ) -> (count) { return (n*(n + 1)*(2*n + 1)/6); }",
                    R"(fn unrank(n; w) -> (k, x, y) {
                         solve k in [0, n - 1] where k*(k + 1)*(2*k + 1)/6 <= w by bisect(log2(n) + 1);
                         let v = w - k*(k + 1)*(2*k + 1)/6;
                         return (k, div(v, k + 1), rem(v, k + 1));
                       })",
                    "fn rank(n; k, x, y) -> (w) { return (k*(k + 1)*(2*k + 1)/6 + x*(k + 1) + y); }",
                    R"(fn contains(n; k, x, y) -> (inside) {
                         return (0 <= min(x, y) and max(x, y) <= k and k < n);
                       })",
                    R"(fn successor(n; k, x, y) -> (has_next, k, x, y) {
                         let column = y < k;
                         let row = not (column) and x < k;
                         return (column or row or k + 1 < n, select(column or row, k, k + 1),
                                 select(column, x, select(row, x + 1, 0)), select(column, y + 1, 0));
                       })"}),
          {1023},
          {1664510}};
}

inline ExampleMap rectangle() {
  return {"rectangle",
          make_map("[rows, columns] -> { [i, j] : 0 <= i < rows and 0 <= j < columns }", "rows columns", {"i", "j"},
                   {"fn count(rows, columns; ) -> (count) { return (rows*columns); }",
                    "fn unrank(rows, columns; w) -> (i, j) { return (div(w, columns), rem(w, columns)); }",
                    "fn rank(rows, columns; i, j) -> (w) { return (i*columns + j); }",
                    R"(fn contains(rows, columns; i, j) -> (inside) {
                         return (0 <= i and i < rows and 0 <= j and j < columns);
                       })",
                    R"(fn successor(rows, columns; i, j) -> (has_next, i, j) {
                         let wraps = j + 1 == columns;
                         return (not wraps or i + 1 < rows, i + wraps, select(wraps, 0, j + 1));
                       })"}),
          {46340, 46340},
          {3037000499, 3037000499}};
}

/// Digits in base 3 choose the cell: a loop over the levels and two fixed tables.
inline ExampleMap gasket() {
  ExampleMap e{"gasket",
               make_map("fractal:2:10,11", "level", {"y", "x"},
                        {"fn count(level; ) -> (count) { return (3**level); }",
                         R"(fn unrank(level; w) -> (y, x) {
                  var y = 0;
                  var x = 0;
                  var rest = w;
                  for l below level {
                    let digit = rem(rest, 3);
                    set y = y + shl(cell_y[digit], l);
                    set x = x + shl(cell_x[digit], l);
                    set rest = div(rest, 3);
                  }
                  return (y, x);
                })",
                         R"(fn rank(level; y, x) -> (w) {
                  var w = 0;
                  for l down below level {
                    set w = 3*w + rem(shr(y, l), 2) + rem(shr(x, l), 2);
                  }
                  return (w);
                })",
                         R"(fn contains(level; y, x) -> (inside) {
                  return (0 <= x and x < 2**level and 0 <= y and y < 2**level and
                          bitand(x, 2**level - 1 - y) == 0);
                })",
                         R"(fn successor(level; y, x) -> (has_next, y, x) {
                  var w = 1;
                  for l down below level { set w = w + 3**l*(rem(shr(y, l), 2) + rem(shr(x, l), 2)); }
                  var b = 0;
                  var a = 0;
                  for l below level {
                    let digit = rem(div(w, 3**l), 3);
                    set b = b + shl(cell_y[digit], l);
                    set a = a + shl(cell_x[digit], l);
                  }
                  return (w < 3**level, b, a);
                })"}),
               {19},
               {39}};
  e.map.tables = {{expr::Symbol("cell_y"), false, {0, 1, 1}, 0, 1, "row of each kept cell"},
                  {expr::Symbol("cell_x"), false, {0, 0, 1}, 0, 1, "column of each kept cell"}};
  e.map.complexity = "O(level)";
  return e;
}

/// Rows with lengths known at run time: cu_seqlens has batch + 1 entries.
inline ExampleMap ragged() {
  ExampleMap e{"ragged",
               make_map("ragged rows", "batch", {"b", "i"},
                        {"fn count(batch; ) -> (count) { return (cu_seqlens[batch] - cu_seqlens[0]); }",
                         R"(fn unrank(batch; w) -> (b, i) {
                  solve b in [0, batch - 1] where cu_seqlens[b] - cu_seqlens[0] <= w by bisect(log2(batch) + 1);
                  return (b, w - (cu_seqlens[b] - cu_seqlens[0]));
                })",
                         "fn rank(batch; b, i) -> (w) { return (cu_seqlens[b] - cu_seqlens[0] + i); }",
                         R"(fn contains(batch; b, i) -> (inside) {
                  return (0 <= b and b < batch and 0 <= i and i < cu_seqlens[b + 1] - cu_seqlens[b]);
                })",
                         R"(fn successor(batch; b, i) -> (has_next, b, i) {
                  let w = cu_seqlens[b] - cu_seqlens[0] + i + 1;
                  solve next in [0, batch - 1] where cu_seqlens[next] - cu_seqlens[0] <= w by bisect(log2(batch) + 1);
                  return (w < cu_seqlens[batch] - cu_seqlens[0], next, w - (cu_seqlens[next] - cu_seqlens[0]));
                })"}),
               {1000000},
               {1000000}};
  e.map.tables = {{expr::Symbol("cu_seqlens"), true, {}, 0, 1000000000, "first index of each row, and the end"}};
  return e;
}

/// A box whose names are words of the target languages or clash with names of the text.
inline ExampleMap hostile() {
  using expr::Expr;
  using expr::Symbol;
  const std::vector<std::string> names{"int", "for", "w", "_x", "point", "i'", "double__x"};
  const Expr n = Expr::variable("count");
  ExampleMap e{"hostile", {}, {21}, {511}};
  domain::Map& map = e.map;
  map.domain.text = "a box \\\nwith */ hostile /* names \\";
  map.domain.dimensions = names;
  map.domain.parameters = {Symbol("count")};
  const auto frame = [&](const char* name) {
    expr::Function f;
    f.name = name;
    f.parameters = map.domain.parameters;
    return f;
  };
  map.count = frame("count");
  map.count.results = {expr::power(n, Expr(7))};
  map.unrank = frame("unrank");
  map.unrank.arguments = {Symbol("w")};
  map.rank = frame("rank");
  map.contains = frame("contains");
  map.successor = frame("successor");
  Expr index(0);
  Expr inside(1);
  Expr rest = Expr::variable("w");
  for (std::size_t d = names.size(); d-- > 0;) {
    map.unrank.results.insert(map.unrank.results.begin(), expr::nonneg_mod(rest, n));
    rest = expr::nonneg_div(rest, n);
  }
  for (const std::string& name : names) {
    const Expr x = Expr::variable(name);
    index = index * n + x;
    inside = expr::logical_and(inside, expr::logical_and(expr::less_equal(Expr(0), x), expr::less(x, n)));
    for (expr::Function* f : {&map.rank, &map.contains, &map.successor}) {
      f->arguments.emplace_back(name);
    }
  }
  map.rank.results = {index};
  map.contains.results = {inside};
  // A second binding of the dimension's name "w", inside a function that has the first as an argument.
  map.successor.body = {{expr::Let{Symbol("w"), index + Expr(1)}}};
  map.successor.results = {expr::less(Expr::variable("w"), expr::power(n, Expr(7)))};
  rest = Expr::variable("w");
  for (std::size_t d = names.size(); d-- > 0;) {
    map.successor.results.insert(map.successor.results.begin() + 1, expr::nonneg_mod(rest, n));
    rest = expr::nonneg_div(rest, n);
  }
  return e;
}

/// The triangle by squares, as derived: the highest bit, shifts by it and masks.
inline ExampleMap triangle_halving() {
  const std::string place = R"(
                  let bits = max(level - 1, 0);
                  let a = i + 1;
                  let h = log2(bitxor(a, j));
                  let z = bitand(a, shl(2, h) - 1);
                  let x = j - shl(shr(j, h + 1), h);)";
  const std::string rank = "fn rank(level; i, j) -> (w) {" + place + " return (shl(z - 1, bits) + x); }";
  const std::string successor = "fn successor(level; i, j) -> (has_next, i, j) {" + place + R"(
                  let turn = x == shl(1, bits) - 1;
                  let has_next = z + turn < shl(1, level);
                  let next_z = min(z + turn, shl(1, level) - 1);
                  let next_x = select(turn, 0, x + 1);
                  let g = log2(next_z);
                  let q = shl(shr(next_x, g), g);
                  return (has_next, next_z - 1 + 2*q, next_x + q);
                })";
  ExampleMap e{"triangle_halving",
               make_map("halving:triangle", "level", {"i", "j"},
                        {"fn count(level; ) -> (count) { return (shl(shl(1, level) - 1, max(level - 1, 0))); }",
                         R"(fn unrank(level; w) -> (i, j) {
                  let bits = max(level - 1, 0);
                  let z = shr(w, bits) + 1;
                  let x = bitand(w, shl(1, bits) - 1);
                  let h = log2(z);
                  let q = shl(shr(x, h), h);
                  return (z - 1 + 2*q, x + q);
                })",
                         rank,
                         R"(fn contains(level; i, j) -> (inside) {
                  return (bitand(bitand(0 <= j, j <= i), i < shl(1, level) - 1));
                })",
                         successor}),
               {16},
               {32}};
  e.map.complexity = "O(1)";
  return e;
}

inline const std::vector<ExampleMap>& example_maps() {
  static const std::vector<ExampleMap> maps{triangle(),
                                            triangle_two_sided(),
                                            triangle_halving(),
                                            tetrahedron(),
                                            pyramid(),
                                            rectangle(),
                                            gasket(),
                                            ragged(),
                                            hostile(),
                                            operators(),
                                            roots(),
                                            divisions()};
  return maps;
}

/// The unit a command line would emit; it refers to `e`.
inline emit::Unit unit_of(const ExampleMap& e) {
  emit::Unit unit;
  unit.map = &e.map;
  unit.identifier = e.identifier;
  unit.range32 = {32, e.most32, e.most32.empty() && !e.map.domain.parameters.empty()};
  unit.range64 = {64, e.most64, false};
  unit.certificate_hash = "sha256:0123456789abcdef";
  unit.status = "proved (written by hand for tests)";
  unit.formulas = e.formulas;
  return unit;
}

} // namespace mapwright::test
