#include "halving_domains.hpp"
#include "index_map/certificate.hpp"
#include "index_map/derive.hpp"
#include "index_map/exhaustive.hpp"
#include "index_map/halving/halving.hpp"
#include "reference/enumerate.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Point;
using expr::Int;

Derived derived_halving(const std::string& form = "auto") {
  DeriveOptions options;
  options.form = form;
  return derive_halving(test::halving(), options).value();
}

TEST(Halving, AgreesWithTheRecursionInEveryForm) {
  for (const std::string form : {"auto", "shifts", "masks"}) {
    const Derived map = derived_halving(form);
    for (int level = 0; level <= 7; ++level) {
      const auto points = reference::halving_points(level);
      const auto others = level <= 5 ? test::box(2, -2, (Int{1} << level) + 1) : std::vector<Point>{};
      EXPECT_EQ(test::disagreement(map.map, {level}, points, others, {}), "") << form << " level " << level;
    }
  }
}

TEST(Halving, IsProvedInEveryForm) {
  for (const std::string form : {"shifts", "masks"}) {
    const Derived map = derived_halving(form);
    EXPECT_EQ(test::failures(check_halving(map.proof, map.map)), "") << form;
    EXPECT_EQ(nlohmann::json::parse(map.proof.dump()), map.proof);
    EXPECT_EQ(map.map.complexity, "O(1)");
    EXPECT_EQ(map.considered.size(), 4U);
  }
}

TEST(Halving, OtherNamesOfCoordinatesAndLevel) {
  for (const auto& domain : {test::halving("z", "h", "w"), test::halving("a", "q", "bits"), test::halving("x", "i")}) {
    const auto map = derive_halving(domain, {});
    ASSERT_TRUE(map);
    EXPECT_EQ(test::failures(check_halving(map->proof, map->map)), "");
    EXPECT_EQ(test::disagreement(map->map, {4}, reference::halving_points(4), {}, {}), "");
  }
}

TEST(Halving, ServesAllLevelsWhoseIndicesFitTheWord) {
  const auto certified = derive_certified(test::halving());
  ASSERT_TRUE(certified);
  EXPECT_EQ(certified->certificate.status, Status::proved);
  EXPECT_EQ(certified->certificate.kind, ProofKind::digit_bijection);
  // (2^level - 1) 2^(level-1) indices: 2^31 - 2^15 at level 16, 2^63 - 2^31 at level 32.
  EXPECT_EQ(certified->certificate.range32.at_most, std::vector<Int>{16});
  EXPECT_EQ(certified->certificate.range64.at_most, std::vector<Int>{32});
  EXPECT_FALSE(certified->certificate.range32.empty);
}

TEST(Halving, TheCertificateIsCheckedFromItsFileAlone) {
  const auto certified = derive_certified(test::halving());
  ASSERT_TRUE(certified);
  const auto file = nlohmann::json::parse(to_json(certified->certificate).dump());
  const auto report = check_certificate(file);
  ASSERT_TRUE(report) << report.error().format();
  EXPECT_EQ(test::failures(*report), "");
  for (const char* domain : {"triangle", "gasket"}) {
    auto other = file;
    other["domain"] = domain;
    const auto refused = check_certificate(other);
    EXPECT_FALSE(refused && refused->proved()) << domain;
  }
  auto larger = file;
  larger["range"]["bits32"]["level"] = 17;
  EXPECT_FALSE(check_certificate(larger)->proved());
  auto form = file;
  form["proof"]["form"] = "sorted";
  EXPECT_FALSE(check_certificate(form));
}

TEST(Halving, EveryIndexAgreesWithTheScanAsEmittedCodeComputesIt) {
  const Derived map = derived_halving();
  for (const Int level : {0, 1, 2, 9, 11}) {
    const auto report = verify_exhaustively(map.map, std::vector<Int>{level}, {});
    ASSERT_TRUE(report) << report.error().format();
    EXPECT_TRUE(report->agrees) << report->counterexample;
    EXPECT_EQ(report->indices, ((std::uint64_t{1} << static_cast<int>(level)) - 1) << static_cast<int>(level) >> 1U);
  }
}

TEST(Halving, Refusals) {
  EXPECT_FALSE(derive_halving(test::halving(), {{}, "no-such-form"}));
  domain::Domain cube = test::halving();
  cube.dimensions.emplace_back("k");
  EXPECT_FALSE(derive_halving(cube, {}));
  domain::Domain fractal = test::halving();
  fractal.shape = domain::FractalShape{};
  EXPECT_FALSE(derive_halving(fractal, {}));
}

/// Far beyond any list: the square of a point by its definition, bit by bit.
RC_GTEST_PROP(Halving, LargeLevelsRoundTrip, ()) {
  static const Derived map = derived_halving();
  const int level = *rc::gen::inRange(1, 60);
  const auto below = [](int bits) {
    return static_cast<Int>(*rc::gen::arbitrary<std::uint64_t>() & ((std::uint64_t{1} << bits) - 1));
  };
  const int h = *rc::gen::inRange(0, level);
  const Int side = Int{1} << h;
  const Int m = below(level - 1 - h);
  const Int r = below(h);
  const Int c = below(h);
  const Point point{2 * side * m + side + r - 1, 2 * side * m + c};
  const Int index = ((side - 1 + r) << (level - 1)) + side * m + c;
  RC_ASSERT(call(map.map.unrank, std::vector<Int>{level}, std::vector<Int>{index}) == point);
  RC_ASSERT(call(map.map.rank, std::vector<Int>{level}, point) == std::vector<Int>{index});
  RC_ASSERT(call(map.map.contains, std::vector<Int>{level}, point) == std::vector<Int>{1});
  RC_ASSERT(call(map.map.contains, std::vector<Int>{level}, Point{point[1] - 1, point[0]}) == std::vector<Int>{0});
}

} // namespace
} // namespace mapwright::index_map
