// Space-filling curves and domains in their order, against keys computed bit by bit.
#include "domain/curve.hpp"
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "reference/curve_keys.hpp"

#include <string>

#include <gtest/gtest.h>

namespace mapwright::domain {
namespace {

std::vector<Point> cube(std::size_t dimensions, int levels) {
  std::vector<Point> points{{}};
  for (std::size_t d = 0; d < dimensions; ++d) {
    std::vector<Point> longer;
    for (const Point& p : points) {
      for (Int v = 0; v < Int{1} << levels; ++v) {
        longer.push_back(p);
        longer.back().push_back(v);
      }
    }
    points = longer;
  }
  return points;
}

std::uint64_t number(const CurveStates& states, const Point& point, int levels) {
  const std::vector<std::int64_t> narrow(point.begin(), point.end());
  std::uint64_t out = 0;
  for (const std::int64_t digit : curve_digits(states, narrow, levels)) {
    out = (out << states.dimensions) + static_cast<std::uint64_t>(digit);
  }
  return out;
}

TEST(Curve, DigitsAreTheKeysOfTheirDefinitions) {
  for (std::size_t dimensions = 1; dimensions <= most_curve_dimensions; ++dimensions) {
    const CurveStates morton = curve_states(Curve::morton, dimensions);
    const CurveStates hilbert = curve_states(Curve::hilbert, dimensions);
    for (int levels = 0; levels <= (dimensions < 3 ? 5 : 2); ++levels) {
      for (const Point& p : cube(dimensions, levels)) {
        const reference::Coordinates x(p.begin(), p.end());
        ASSERT_EQ(number(morton, p, levels), reference::morton_key(x, levels));
        ASSERT_EQ(number(hilbert, p, levels), reference::hilbert_key(x, levels));
        if (dimensions == 2) {
          ASSERT_EQ(number(hilbert, p, levels), reference::hilbert_key_2d(x[0], x[1], levels));
        }
      }
    }
  }
}

TEST(Curve, EveryStepOfHilbertGoesToANeighbourFromTheOriginAlongDimensionZero) {
  for (std::size_t dimensions = 2; dimensions <= most_curve_dimensions; ++dimensions) {
    for (int levels = 1; levels <= (dimensions == 2 ? 5 : 3); ++levels) {
      const auto points = reference::sorted_along(Curve::hilbert, cube(dimensions, levels));
      Point end(dimensions, 0);
      EXPECT_EQ(points.front(), end);
      end[0] = (Int{1} << levels) - 1;
      EXPECT_EQ(points.back(), end);
      for (std::size_t i = 1; i < points.size(); ++i) {
        Int distance = 0;
        for (std::size_t d = 0; d < dimensions; ++d) {
          distance +=
              points[i][d] > points[i - 1][d] ? points[i][d] - points[i - 1][d] : points[i - 1][d] - points[i][d];
        }
        ASSERT_EQ(distance, 1) << dimensions << " dimensions, step " << i;
      }
    }
  }
}

TEST(Curve, SubcubesAreTheCellsOfOneLevel) {
  for (const Curve curve : {Curve::morton, Curve::hilbert}) {
    const CurveStates states = curve_states(curve, 3);
    for (std::int64_t digit = 0; digit < states.cells(); ++digit) {
      const auto step = states.subcube(0, digit);
      const std::vector<std::int64_t> at(step.offset.begin(), step.offset.end());
      EXPECT_EQ(curve_digits(states, at, 1), std::vector<std::int64_t>{digit});
    }
  }
}

TEST(Curve, HilbertOfASquareIsTheCatalogues) {
  const auto square = parse_domain("hilbert(fractal:2:11,11)").value();
  const auto box = parse_domain("hilbert([n] -> { [i, j] : 0 <= i < n and 0 <= j < n })").value();
  const auto known = parse_domain("hilbert-square").value();
  for (const Int level : {0, 1, 2, 3, 4}) {
    const auto points = test::scanned_points(known, std::vector<Int>{level});
    EXPECT_EQ(test::scanned_points(square, std::vector<Int>{level}), points);
    EXPECT_EQ(test::scanned_points(box, std::vector<Int>{Int{1} << static_cast<int>(level)}), points);
  }
}

TEST(Curve, ScansAreSortedAndMembershipIsThatOfTheDomain) {
  for (const std::string text :
       {"triangle", "band(a=2,b=1)", "ordered(triangle, i + j, i)", "gasket", "graph-directed",
        "fractal:4:1010,0111,1001,0010", "sierpinski-tetrahedron", "[n] -> { [i, j] : -n <= i <= 1 and i <= j < n }"}) {
    const auto plain = parse_domain(text).value();
    for (const auto& [curve, name] : {std::pair{Curve::morton, "morton("}, {Curve::hilbert, "hilbert("}}) {
      const auto ordered = parse_domain(name + text + ")");
      ASSERT_TRUE(ordered) << ordered.error().format();
      EXPECT_EQ(ordered->text, name + text + ")");
      EXPECT_EQ(ordered->parameters, plain.parameters);
      for (const Int size : {0, 1, 2, 3}) {
        const std::vector<Int> sizes{size};
        const auto points = reference::curve_points(plain, curve, sizes);
        EXPECT_EQ(test::scanned_points(*ordered, sizes), points) << text << " " << expr::to_string(size);
        EXPECT_EQ(count_by_scan(*ordered, sizes).value(), static_cast<Int>(points.size()));
        for (const Point& p : points) {
          EXPECT_TRUE(contains(*ordered, sizes, p).value());
        }
        EXPECT_FALSE(contains(*ordered, sizes, Point(plain.dimensions.size(), 100)).value());
      }
      EXPECT_EQ(bounding_box_text(*ordered).has_value(), true);
    }
  }
}

TEST(Curve, BoundSizesAndBoxes) {
  const auto band = parse_domain("morton(band(a=2,b=1))").value();
  EXPECT_EQ(bounding_box(band, std::vector<Int>{5}).value().sides[0], (std::pair<Int, Int>{0, 4}));
  EXPECT_EQ(parse_domain("pairs(morton(triangle))").value().dimensions.size(), 4U);
}

TEST(Curve, RefusalsSayWhy) {
  const auto message = [](const std::string& text) { return parse_domain(text).error().message; };
  EXPECT_EQ(message("morton(carpet)"),
            "the morton order needs cubes of side 2^m; this domain repeats itself at scale 3");
  for (const std::string text : {"disk", "ragged(triangle)", "halving:triangle", "eri", "morton(triangle)"}) {
    EXPECT_EQ(message("hilbert(" + text + ")"),
              "the hilbert order needs the number of points in any box in closed form; only affine domains, "
              "self-similar sets and substitution systems have it")
        << text;
  }
  EXPECT_EQ(message("morton([n] -> { [a, b, c, d, e] : 0 <= a, b, c, d, e < n })"),
            "the morton order is offered in 1 to 4 dimensions, this domain has 5");
}

} // namespace
} // namespace mapwright::domain
