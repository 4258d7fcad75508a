#include "domain/catalogue_entries.hpp"

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

const EntryParameter size_n{"n", "number of rows"};

/// Two rows of the triangle side by side in each row of a box, with f = floor(n/2) and g = n - f = ceil(n/2):
///   n even: row r (r + 1 points), then row n - 1 - r (n - r points);      g rows of n + 1 = 2f + 1
///   n odd:  row r - 1 (r points, none for r = 0), then row n - 1 - r;      g rows of n = 2f + 1
/// In both, the first is row r + f - g. Columns are counted from the middle of the box, -f <= c <= f, so that either
/// bound is a bound on 2c by n alone: one division by the row length and no root, for n of either parity (the
/// "rectangular box" of the thread-mapping literature).
Entry triangle_fold() {
  Entry e;
  e.row = 1;
  e.names = {"triangle-fold"};
  e.summary = "lower triangle in folded order: pairs of rows of equal length together, no root";
  e.definition = "[n] -> { [r, c] : 0 <= 2r < n and -n <= 2c <= n }";
  e.parameters = {size_n};
  e.dimensions = {"i", "j"};
  e.point_of_scan = {"select(c + floor_div(n + 1, 2) <= r, r - mod(n, 2), n - 1 - r)",
                     "select(c + floor_div(n + 1, 2) <= r, c + floor_div(n, 2), c + floor_div(n + 1, 2) - 1 - r)"};
  e.scan_of_point = {"select(i < floor_div(n, 2), i + mod(n, 2), n - 1 - i)",
                     "select(i < floor_div(n, 2), j - floor_div(n, 2), j + floor_div(n, 2) - i)"};
  e.count = "n*(n + 1)/2";
  e.box_ratio = "2";
  e.default_size = {9};
  e.sizes = sizes_up_to(12);
  e.golden = {{{1}, "1"}, {{4}, "10"}, {{9}, "45"}, {{10}, "55"}, {{1000}, "500500"}};
  return e;
}

/// The halving order of the triangle, for sides of 2**level - 1.
Entry triangle_halving() {
  Entry e;
  e.row = 1;
  e.names = {"triangle-halving"};
  e.summary = "lower triangle of 2**level - 1 rows by squares along its diagonal: shifts and masks, no root";
  e.definition = "halving:triangle";
  e.parameters = {{"level", "binary digits of a row number"}};
  e.count = "(2**level - 1)*2**level/2";
  e.box_ratio = "2";
  e.default_size = {4};
  e.sizes = sizes_up_to(6);
  e.golden = {{{0}, "0"}, {{1}, "1"}, {{2}, "6"}, {{4}, "120"}, {{10}, "523776"}};
  return e;
}

Entry trapezoid() {
  Entry e;
  e.row = 2;
  e.names = {"trapezoid", "tril"};
  e.summary = "lower trapezoid of an m x n matrix: columns up to the diagonal moved by o";
  e.definition = "[m, n, o] -> { [i, j] : 0 <= i < m and 0 <= j < n and j <= i + o }";
  e.parameters = {{"m", "rows"}, {"n", "columns"}, {"o", "offset of the diagonal; may be negative"}};
  // Rows hold min(n, max(0, i + o + 1)) points; S(t) = sum over u = 1..t of min(n, u).
  const auto sum_to = [](const std::string& t) {
    const std::string all = "max(0, " + t + ")";
    const std::string low = "min(" + all + ", n)";
    return fmt::format("{0}*({0} + 1)/2 + ({1} - {0})*n", low, all);
  };
  e.count = fmt::format("{} - ({})", sum_to("m + o"), sum_to("o"));
  e.count_text = "S(m + o) - S(o), S(t) = sum of min(n, u) for u = 1..t";
  e.box_ratio = "at most 2 for o >= 0 and m <= n";
  e.default_size = {6, 8, 1};
  e.sizes = {{0, 3, 1},  {1, 1, 0},  {3, 3, 0}, {4, 7, 2}, {7, 4, 2},
             {5, 5, -2}, {5, 3, -9}, {3, 4, 9}, {6, 8, 1}, {9, 2, -4}};
  e.golden = {{{5, 5, 0}, "15"}, {{4, 4, 4}, "16"}, {{5, 5, -1}, "10"}};
  return e;
}

Entry band() {
  Entry e;
  e.row = 3;
  e.names = {"band", "sliding-window"};
  e.summary = "band of an n x n matrix: a diagonals below the main one, b above";
  e.definition = "[n, a, b] -> { [i, j] : a >= 0 and b >= 0 and 0 <= i < n and 0 <= j < n and -a <= j - i <= b }";
  e.parameters = {{"n", "rows and columns"}, {"a", "diagonals below the main one"}, {"b", "diagonals above it"}};
  e.count = "n*(min(a, n) + min(b, n) + 1) - min(a, n)*(min(a, n) + 1)/2 - min(b, n)*(min(b, n) + 1)/2";
  e.count_text = "n*(a + b + 1) - a*(a + 1)/2 - b*(b + 1)/2 for a, b <= n";
  e.box_ratio = "n/(a + b + 1)";
  e.default_size = {10, 2, 1};
  e.sizes = {{1, 0, 0}, {5, 0, 0}, {5, 1, 2}, {10, 2, 1}, {6, 5, 0}, {6, 0, 5}, {4, 9, 9}, {12, 3, 3}, {7, 6, 6}};
  e.golden = {{{5, 1, 1}, "13"}, {{100, 0, 0}, "100"}, {{4, 3, 3}, "16"}};
  return e;
}

Entry simple(int row, std::vector<std::string> names, std::string summary, std::string definition, std::string count,
             std::string ratio, std::int64_t last, std::vector<GoldenCount> golden) {
  Entry e;
  e.row = row;
  e.names = std::move(names);
  e.summary = std::move(summary);
  e.definition = std::move(definition);
  e.parameters = {size_n};
  e.count = std::move(count);
  e.box_ratio = std::move(ratio);
  e.default_size = {last};
  e.sizes = sizes_up_to(last);
  e.golden = std::move(golden);
  return e;
}

Entry combinations(bool strict) {
  Entry e;
  e.row = 6;
  if (strict) {
    e.names = {"combinations"};
    e.summary = "k-element subsets of 0..n-1, greatest element first";
  } else {
    e.names = {"m-simplex", "multisets"};
    e.summary = "k elements of 0..n-1 in descending order, repeats allowed";
  }
  e.parameters = {{"n", "number of elements"}, {"k", "how many are chosen, 1 to 6", 3}};
  e.default_size = {8};
  e.sizes = sizes_up_to(9);
  fill_combinations(e, 3, strict);
  return e;
}

Entry eri() {
  Entry e = simple(8, {"eri", "nested-triangle"},
                   "pairs of pairs (ij) >= (kl), i >= j, k >= l: electron repulsion integrals with 8-fold symmetry",
                   "pairs(triangle)", "(n*(n + 1)/2)*(n*(n + 1)/2 + 1)/2", "8", 7,
                   {{{1}, "1"}, {{2}, "6"}, {{3}, "21"}, {{4}, "55"}, {{5}, "120"}});
  e.dimensions = {"i", "j", "k", "l"};
  return e;
}

Entry skewed() {
  Entry e;
  e.row = 10;
  e.names = {"skewed-stencil"};
  e.summary = "a time-skewed loop nest whose innermost loop runs to half of i + t: an affine polyhedron with floors";
  e.definition = "[n, m] -> { [t, i, j] : 0 <= t < m and t <= i < n + t and 0 <= 2j <= i + t }";
  e.parameters = {{"n", "cells of one step"}, {"m", "time steps"}};
  // With u = i - t the rows hold t + floor(u/2) + 1 points.
  e.count = "n*(m*(m - 1)/2) + m*(n + floor_div(n, 2)*floor_div(n - 1, 2))";
  e.box_ratio = "2*(n + m)/n";
  e.default_size = {6, 4};
  e.sizes = {{1, 1}, {1, 5}, {5, 1}, {6, 4}, {7, 3}, {4, 4}, {9, 5}};
  e.golden = {{{1, 1}, "1"}, {{2, 1}, "2"}, {{3, 2}, "11"}};
  return e;
}

Entry window_sink() {
  Entry e;
  e.row = 11;
  e.names = {"window-sink-causal"};
  e.summary = "causal attention with a sliding window of w earlier columns and the first s columns as sinks";
  e.definition = "[n, w, s] -> { [i, j] : 0 <= j <= i < n and (j >= i - w or j < s) }";
  e.parameters = {{"n", "rows and columns"}, {"w", "earlier columns each row sees"}, {"s", "columns every row sees"}};
  // All of the triangle but w < i - j with j >= s: a triangle of n - w - 1 - s rows.
  e.count = "n*(n + 1)/2 - max(0, n - w - 1 - s)*(max(0, n - w - 1 - s) + 1)/2";
  e.box_ratio = "n/(w + s + 1)";
  e.default_size = {12, 3, 2};
  e.sizes = {{1, 0, 0}, {6, 0, 0}, {6, 0, 2}, {12, 3, 2}, {8, 2, 0}, {5, 9, 1}, {7, 1, 9}, {16, 4, 1}};
  e.golden = {{{4, 0, 0}, "4"}, {{4, 0, 1}, "7"}, {{4, 3, 0}, "10"}};
  return e;
}

Entry prefix_causal() {
  Entry e;
  e.row = 11;
  e.names = {"prefix-causal"};
  e.summary = "causal attention whose first p columns are seen by every row";
  e.definition = "[n, p] -> { [i, j] : 0 <= i < n and 0 <= j < n and (j <= i or j < p) }";
  e.parameters = {{"n", "rows and columns"}, {"p", "columns every row sees"}};
  e.count = "n*(n + 1)/2 + select(min(p, n) > 0, min(p, n)*(min(p, n) - 1)/2, 0)";
  e.count_text = "n*(n + 1)/2 + p*(p - 1)/2 for 0 <= p <= n";
  e.box_ratio = "2 for constant p";
  e.default_size = {8, 3};
  e.sizes = {{1, 0}, {5, 0}, {5, 1}, {8, 3}, {6, 6}, {6, 9}};
  e.golden = {{{3, 0}, "6"}, {{3, 3}, "9"}, {{4, 2}, "11"}};
  return e;
}

} // namespace

std::vector<std::vector<std::int64_t>> sizes_up_to(std::int64_t last) {
  std::vector<std::vector<std::int64_t>> sizes;
  for (std::int64_t n = 0; n <= last; ++n) {
    sizes.push_back({n});
  }
  return sizes;
}

void fill_combinations(Entry& entry, std::int64_t k, bool strict) {
  entry.parameters.back().constant = k;
  std::vector<std::string> names;
  std::string order;
  std::string count = "1";
  entry.box_ratio.clear();
  std::int64_t factorial = 1;
  for (std::int64_t d = 1; d <= k; ++d) {
    names.push_back(fmt::format("i{}", d));
    order = names.back() + (order.empty() ? "" : strict ? " < " + order : " <= " + order);
    // C(x, d) = C(x, d - 1)*(x - d + 1)/d stays an integer at each step.
    count = strict ? fmt::format("{}*(n - {})/{}", count, d - 1, d) : fmt::format("{}*(n + {})/{}", count, d - 1, d);
    factorial *= d;
  }
  entry.definition = fmt::format("[n] -> {{ [{}] : 0 <= {} < n }}", fmt::join(names, ", "), order);
  entry.count = count;
  entry.count_text = strict ? "C(n, k)" : "C(n + k - 1, k)";
  entry.box_ratio = fmt::format("{}", factorial);
  entry.golden.clear();
  if (k == 3 && strict) {
    entry.golden = {{{3}, "1"}, {{10}, "120"}, {{100}, "161700"}};
  } else if (k == 3) {
    entry.golden = {{{1}, "1"}, {{10}, "220"}, {{100}, "171700"}};
  }
}

std::vector<Entry> polyhedral_entries() {
  return {
      simple(1, {"triangle", "causal", "tril-square"}, "lower triangle with its diagonal",
             "[n] -> { [i, j] : 0 <= j <= i < n }", "n*(n + 1)/2", "2", 12,
             {{{1}, "1"}, {{10}, "55"}, {{1000}, "500500"}}),
      simple(1, {"triangle-strict", "strict-triangle"}, "lower triangle without its diagonal: unordered pairs",
             "[n] -> { [i, j] : 0 <= j < i < n }", "n*(n - 1)/2", "2", 12,
             {{{1}, "0"}, {{10}, "45"}, {{1000}, "499500"}}),
      triangle_fold(),
      triangle_halving(),
      trapezoid(),
      band(),
      simple(4, {"tetrahedron"}, "ordered triples i >= j >= k", "[n] -> { [i, j, k] : 0 <= k <= j <= i < n }",
             "n*(n + 1)*(n + 2)/6", "6", 8, {{{1}, "1"}, {{10}, "220"}, {{100}, "171700"}}),
      simple(5, {"simplex"}, "corner of a cube: x + y + z < n",
             "[n] -> { [x, y, z] : 0 <= x and 0 <= y and 0 <= z and x + y + z < n }", "n*(n + 1)*(n + 2)/6", "6", 8,
             {{{1}, "1"}, {{10}, "220"}, {{100}, "171700"}}),
      combinations(true),
      combinations(false),
      simple(7, {"pyramid"}, "square pyramid: j and k up to i",
             "[n] -> { [i, j, k] : 0 <= i < n and 0 <= j <= i and 0 <= k <= i }", "n*(n + 1)*(2*n + 1)/6", "3", 8,
             {{{1}, "1"}, {{10}, "385"}, {{100}, "338350"}}),
      eri(),
      skewed(),
      window_sink(),
      prefix_causal(),
  };
}

} // namespace mapwright::domain
