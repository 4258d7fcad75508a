// Maps in Morton and Hilbert order against points sorted by keys.
#include "domain/curve.hpp"
#include "domain/parse.hpp"
#include "index_map/certificate.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/derive.hpp"
#include "index_map/exhaustive.hpp"
#include "reference/curve_keys.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Curve;
using domain::Point;
using expr::Int;

struct OnCurve {
  std::string text;
  std::vector<std::vector<Int>> sizes;
  std::int64_t from = -1; ///< the box in which membership is compared
  std::int64_t to = 10;
};

std::string curve_test_name(const testing::TestParamInfo<std::tuple<Curve, OnCurve>>& p) {
  std::string name = domain::to_string(std::get<0>(p.param)) + "_" + std::to_string(p.index);
  return name;
}

class CurveMap : public testing::TestWithParam<std::tuple<Curve, OnCurve>> {};

TEST_P(CurveMap, AgreesWithTheSortedPointsAndIsProved) {
  const auto& [curve, c] = GetParam();
  const auto plain = domain::parse_domain(c.text).value();
  const auto map = derive_on_curve(plain, curve);
  ASSERT_TRUE(map) << map.error().format();
  for (const std::vector<Int>& size : c.sizes) {
    const auto points = reference::curve_points(plain, curve, size);
    const auto others = test::box(plain.dimensions.size(), c.from, plain.dimensions.size() < 3 ? c.to : 3);
    ASSERT_EQ(test::disagreement(map->map, size, points, others, map->map.tables), "")
        << map->map.domain.text << test::show(size);
  }
  EXPECT_EQ(test::failures(check(map->kind, map->proof, map->map)), "");
}

const std::vector<OnCurve> planes{
    {"triangle", {{0}, {1}, {2}, {3}, {5}, {8}, {9}}},
    {"triangle-strict", {{0}, {1}, {2}, {6}, {9}}},
    {"band", {{0, 1, 1}, {1, 0, 0}, {7, 2, 1}, {9, 0, 3}, {8, 9, 1}}},
    {"[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }", {{0, 3}, {1, 1}, {3, 5}, {8, 4}, {1, 9}, {6, 7}}},
    {"window-sink-causal(w=2)", {{0, 1}, {1, 0}, {5, 2}, {9, 3}}},
    {"trapezoid", {{4, 6, -1}, {5, 3, 2}, {9, 4, 0}}},
    {"[n] -> { [i, j] : -n <= i <= 1 and i <= j < n }", {{0}, {1}, {3}, {4}}, -6, 6},
    {"[level, w] -> { [first, corner] : 0 <= corner <= first < level + w }", {{2, 1}, {4, 3}}},
    {"gasket", {{0}, {1}, {3}}},
    {"fractal:4:1010,0111,1001,0010", {{0}, {1}, {2}}},
    {"graph-directed", {{0}, {1}, {3}}}};
const std::vector<OnCurve> spaces{{"tetrahedron", {{0}, {1}, {2}, {4}, {5}}},
                                  {"sierpinski-tetrahedron", {{0}, {1}, {3}}},
                                  {"fractal:2:01,11/11,10", {{0}, {2}}},
                                  {"[n] -> { [i] : -2 <= i < n }", {{0}, {3}, {7}}},
                                  {"[n] -> { [a, b, c, d] : 0 <= a, b, c, d < n }", {{1}, {3}}}};

INSTANTIATE_TEST_SUITE_P(Planes, CurveMap,
                         testing::Combine(testing::Values(Curve::morton, Curve::hilbert), testing::ValuesIn(planes)),
                         curve_test_name);
INSTANTIATE_TEST_SUITE_P(Spaces, CurveMap,
                         testing::Combine(testing::Values(Curve::morton, Curve::hilbert), testing::ValuesIn(spaces)),
                         curve_test_name);

TEST(CurveMaps, TheCertificateIsCheckedFromItsFileAlone) {
  const auto certified = derive_certified(domain::parse_domain("hilbert(triangle)").value());
  ASSERT_TRUE(certified);
  EXPECT_EQ(certified->certificate.kind, ProofKind::composition);
  EXPECT_EQ(status_text(certified->certificate).substr(0, 20), "proved (composition,");
  EXPECT_GE(certified->certificate.range32.at_most.at(0), 30000);
  EXPECT_GE(certified->certificate.range64.at_most.at(0), Int{1} << 30);
  const auto file = nlohmann::json::parse(to_json(certified->certificate).dump());
  const auto report = check_certificate(file);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_EQ(test::failures(*report), "");
  for (const char* domain : {"morton(triangle)", "hilbert(triangle-strict)", "triangle", "pairs(triangle)"}) {
    auto other = file;
    other["domain"] = domain;
    const auto refused = check_certificate(other);
    EXPECT_FALSE(refused && refused->proved()) << domain;
  }
}

TEST(CurveMaps, EveryIndexAgreesWithTheScanAsEmittedCodeComputesIt) {
  for (const char* text : {"morton(triangle)", "hilbert(triangle)"}) {
    const auto map = derive(domain::parse_domain(text).value());
    ASSERT_TRUE(map);
    const auto report = verify_exhaustively(map->map, std::vector<Int>{150}, map->map.tables);
    ASSERT_TRUE(report) << report.error().format();
    EXPECT_TRUE(report->agrees) << report->counterexample;
    EXPECT_EQ(report->indices, 11325U);
  }
}

TEST(CurveMaps, Refusals) {
  const auto triangle = domain::parse_domain("triangle").value();
  DeriveOptions options;
  options.form = "sorted";
  EXPECT_EQ(derive_on_curve(triangle, Curve::morton, options).error().message,
            "a map along a curve has no form 'sorted'");
  EXPECT_FALSE(derive_on_curve(domain::parse_domain("disk").value(), Curve::morton));
  const auto many = domain::parse_domain("[a, b, c, d, e, f, g] -> { [i, j] : 0 <= i < a + b + c + d and "
                                         "0 <= j < e + f + g and 0 <= a, b, c, d, e, f, g }");
  ASSERT_TRUE(many);
  EXPECT_EQ(derive_on_curve(*many, Curve::morton).error().message,
            "the order of a curve needs one more size per dimension, and at most 8 in all");
}

/// Far beyond any list: the map there and back, and the order of two points by their keys.
RC_GTEST_PROP(CurveMaps, LargeSizesRoundTripInOrder, ()) {
  static const Derived map = derive_on_curve(domain::parse_domain("triangle").value(), Curve::hilbert).value();
  const Int n = *rc::gen::inRange(1000, 1 << 24);
  const auto anywhere = [&] {
    const Int i = static_cast<Int>(*rc::gen::arbitrary<std::uint32_t>()) % n;
    return Point{i, static_cast<Int>(*rc::gen::arbitrary<std::uint32_t>()) % (i + 1)};
  };
  const std::vector<Point> points{anywhere(), anywhere()};
  std::vector<Int> ranks;
  for (const Point& p : points) {
    ranks.push_back(call(map.map.rank, std::vector<Int>{n}, p, map.map.tables).value().at(0));
    RC_ASSERT(ranks.back() >= 0 && ranks.back() < n * (n + 1) / 2);
    RC_ASSERT(call(map.map.unrank, std::vector<Int>{n}, std::vector<Int>{ranks.back()}, map.map.tables) == p);
  }
  int levels = 0;
  while (Int{1} << levels < n) {
    ++levels;
  }
  const auto key = [&](const Point& p) {
    return reference::hilbert_key({static_cast<std::uint64_t>(p[0]), static_cast<std::uint64_t>(p[1])}, levels);
  };
  RC_ASSERT((ranks[0] < ranks[1]) == (key(points[0]) < key(points[1])));
}

} // namespace
} // namespace mapwright::index_map
