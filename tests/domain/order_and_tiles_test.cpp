// ordered(SET, KEYS), fractal cells in an order of their own, substitution systems in one line.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "domain/unimodular.hpp"

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

std::vector<std::vector<std::int64_t>> points(const std::string& text, const std::vector<Int>& sizes) {
  const auto domain = parse_domain(text);
  EXPECT_TRUE(domain) << (domain ? "" : domain.error().format());
  std::vector<std::vector<std::int64_t>> all;
  if (!domain) {
    return all;
  }
  auto scanner = Reference::make(*domain)->scan(sizes);
  Run run;
  while (scanner->next(run)) {
    for (std::int64_t x = run.first; x <= run.last; ++x) {
      all.emplace_back(run.prefix.begin(), run.prefix.end());
      all.back().push_back(x);
    }
  }
  return all;
}

using Points = std::vector<std::vector<std::int64_t>>;

TEST(Ordered, ListsThePointsByTheirKeys) {
  EXPECT_EQ(points("ordered(triangle, i + j, i)", {3}), (Points{{0, 0}, {1, 0}, {1, 1}, {2, 0}, {2, 1}, {2, 2}}));
  EXPECT_EQ(points("ordered(triangle, -j, i)", {3}), (Points{{2, 2}, {1, 1}, {2, 1}, {0, 0}, {1, 0}, {2, 0}}));
  EXPECT_EQ(points("ordered([n] -> { [i, j] : 0 <= i, j < n }, i + j, i)", {4}), points("wavefront", {4, 4}));
}

TEST(Ordered, RefusesKeysThatAreNoOrder) {
  for (const auto& [text, column, message] :
       {std::tuple{"ordered(triangle, i)", 9, "expected 2 keys, one per dimension, found 1"},
        {"ordered(triangle, i, i)", 19,
         "the keys must tell all integer points apart and leave none out: a matrix of determinant 1 or -1"},
        {"ordered(triangle, 2*i, j)", 19,
         "the keys must tell all integer points apart and leave none out: a matrix of determinant 1 or -1"},
        {"ordered(triangle, i*j, j)", 19, "a key is a sum of integer multiples of i, j"},
        {"ordered(triangle, i + 1, j)", 19, "a key is a sum of integer multiples of i, j"},
        {"ordered(triangle, i, n)", 22, "a key is a sum of integer multiples of i, j"},
        {"ordered(gasket, row, col)", 9, "only affine domains without an order of their own can be ordered by keys"},
        {"ordered()", 9, "expected a domain and keys"}}) {
    const auto domain = parse_domain(text);
    ASSERT_FALSE(domain) << text;
    EXPECT_EQ(domain.error().message, message) << text;
    EXPECT_EQ(domain.error().where->column, column) << text;
  }
}

TEST(Cells, AreListedInTheirOrder) {
  EXPECT_EQ(points("fractal:2:(1,1) (0,0)", {2}), (Points{{3, 3}, {2, 2}, {1, 1}, {0, 0}}));
  EXPECT_EQ(points("fractal:2:(0,0) (1,0) (1,1)", {3}), points("gasket", {3}));
}

TEST(Tiles, AreASubstitutionSystem) {
  EXPECT_EQ(points("substitution:2:A=(0,0)A (0,1)B (1,0)B; B=(0,0)A", {5}), points("graph-directed", {5}));
}

TEST(CellsAndTiles, AreRefusedAtTheirPlace) {
  for (const auto& [text, column, message] :
       {std::tuple{"fractal:2:(0,0) (0,2)", 20, "a coordinate is an integer from 0 to 1"},
        {"fractal:2:(0,0) (0,0)", 17, "two cells stand at the same place"},
        {"fractal:2:(0,0) (1)", 17, "all cells have the same number of coordinates"},
        {"fractal:2:(0,0", 11, "expected a cell in parentheses"},
        {"fractal:2:(0,0)A", 16, "expected a blank and the next cell"},
        {"substitution:1:A=(0,0)A", 14, "expected a scale from 2 to 64 and ':'"},
        {"substitution:2:A", 16, "expected NAME=CELLS"},
        {"substitution:2:A=(0,0)B", 18, "unknown tile 'B'"},
        {"substitution:2:A=(0,0)A; A=(0,0)A", 26, "the tile 'A' is given twice"},
        {"substitution:2:A=", 16, "every tile holds at least one tile, and all have the same number of dimensions"},
        {"substitution:2:A=(0,0)A; B=(0)A", 26,
         "every tile holds at least one tile, and all have the same number of dimensions"}}) {
    const auto domain = parse_domain(text);
    ASSERT_FALSE(domain) << text;
    EXPECT_EQ(domain.error().message, message) << text;
    EXPECT_EQ(domain.error().where->column, column) << text;
  }
}

TEST(UnimodularInverse, IsExactOrRefused) {
  const IntegerMatrix skew{{1, 1, 0}, {0, 1, 2}, {1, 1, 1}};
  const auto inverse = unimodular_inverse(skew);
  ASSERT_TRUE(inverse);
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t c = 0; c < 3; ++c) {
      std::int64_t sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        sum += skew[r][k] * (*inverse)[k][c];
      }
      EXPECT_EQ(sum, r == c ? 1 : 0);
    }
  }
  EXPECT_FALSE(unimodular_inverse({{2, 0}, {0, 1}}));
  EXPECT_FALSE(unimodular_inverse({{1, 1}, {1, 1}}));
  EXPECT_TRUE(unimodular_inverse({{0, 1}, {-1, 0}}));
}

} // namespace
} // namespace mapwright::domain
