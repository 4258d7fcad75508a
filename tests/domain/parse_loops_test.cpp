// Nests of loops as domain text: the iterations of the nest run in C++, in order.
#include "domain/parse.hpp"
#include "domain/reference.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

using Points = std::vector<std::vector<std::int64_t>>;

Points points_of(const std::string& text, const std::vector<expr::Int>& sizes) {
  const Domain domain = parse_domain(text).value();
  Points points;
  const auto reference = Reference::make(domain);
  auto scanner = reference->scan(sizes);
  if (!scanner) {
    throw std::runtime_error(scanner.error().format());
  }
  std::vector<std::int64_t> point(domain.dimensions.size());
  std::vector<std::int64_t*> columns;
  for (std::int64_t& coordinate : point) {
    columns.push_back(&coordinate);
  }
  while (scanner->fill(columns, 1) == 1) {
    points.push_back(point);
  }
  return points;
}

std::string message_of(const std::string& text) {
  const auto domain = parse_domain(text);
  return domain ? "a domain" : domain.error().message;
}

TEST(ParseLoops, TheIterationsOfTheNestInOrder) {
  for (std::int64_t n = 0; n < 8; ++n) {
    Points triangle;
    for (std::int64_t i = 0; i < n; ++i) {
      for (std::int64_t j = 0; j <= i; ++j) {
        triangle.push_back({i, j});
      }
    }
    EXPECT_EQ(points_of("for (i = 0; i < n; ++i) for (j = 0; j <= i; ++j)", {n}), triangle);
    EXPECT_EQ(points_of("for(int i=0;n>i;i++) for(std::int64_t j = 0; j <= i; j += 1)", {n}), triangle);
    Points strided;
    const std::int64_t m = n / 2;
    for (std::int64_t i = 1; i < n; i += 2) {
      for (std::int64_t j = i + 1; j < 2 * n && j <= i + m; j += 3) {
        for (std::int64_t k = std::max(j - 2, m); k <= std::min(n, j); ++k) {
          strided.push_back({i, j, k});
        }
      }
    }
    EXPECT_EQ(points_of("for (i = 1; i < n; i += 2) for (j = -1 + i + 2; j < n*2 && -2*j >= -2*(i + m); j += 3)"
                        " for (k = max(j - 2, m); k <= min(n, j); ++k)",
                        {n, m}),
              strided);
  }
}

TEST(ParseLoops, NamesAreThoseOfTheLoops) {
  const auto domain = parse_domain("for (row = first; row < rows; ++row) for (col = 0; col < cols; ++col)");
  ASSERT_TRUE(domain);
  EXPECT_EQ(domain->dimensions, (std::vector<std::string>{"row", "col"}));
  EXPECT_EQ(domain->parameters,
            (std::vector<expr::Symbol>{expr::Symbol("first"), expr::Symbol("rows"), expr::Symbol("cols")}));
}

TEST(ParseLoops, RefusesWhatIsNoSuchNest) {
  EXPECT_EQ(message_of("for (i = 0; i < n)"), "a loop has a start, a condition and a step");
  EXPECT_EQ(message_of("for (i = 0; i < n; --i)"), "the step of i is not a rise by a literal");
  EXPECT_EQ(message_of("for (i = 0; i < n; i *= 2)"), "the step of i is not a rise by a literal");
  EXPECT_EQ(message_of("for (i = 0; i < n/2; ++i)"),
            "a bound has an operation other than +, -, *, min, max, <, <=, >, >= and &&");
  EXPECT_EQ(message_of("for (i = 0; i != n; ++i)"),
            "a bound has an operation other than +, -, *, min, max, <, <=, >, >= and &&");
  EXPECT_EQ(message_of("for (i = 0; i < n && i > 3; ++i)"),
            "the condition of i is no upper bound of i: the loop may stop before the last value for which it holds");
  EXPECT_EQ(message_of("for (i = 0; i < n; ++i) for (i = 0; i < 3; ++i)"),
            "i is a counter and something else outside its loop");
  EXPECT_EQ(message_of("for (i = 0; i < j; ++i) for (j = 0; j < 3; ++j)"),
            "j is a counter and something else outside its loop");
  EXPECT_EQ(message_of("for (i = i; i < 3; ++i)"), "i starts at itself");
  EXPECT_EQ(message_of("for (; i < 3; ++i)"), "the loop does not say where its counter starts");
  EXPECT_EQ(message_of("for (i = 0; i < 3; ++i) a[i] = 0"), "here another loop, or the end, is expected");
  const std::string huge = "170141183460469231731687303715884105727";
  EXPECT_EQ(message_of("for (i = 0; " + huge + "*(" + huge + "*i) < n; ++i)"),
            "the condition of i is no upper bound of i: the loop may stop before the last value for which it holds");
  const auto place = parse_domain("for (i = 0; i < n; ++i) for (j = 0; j < i +; ++j)");
  ASSERT_FALSE(place);
  EXPECT_EQ(place.error().where->line, 1);
  EXPECT_EQ(place.error().where->column, 44);
}

} // namespace
} // namespace mapwright::domain
