#include "composed_domains.hpp"
#include "index_map/pairs/pairs.hpp"
#include "index_map/table/ragged.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <cmath>
#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Domain;
using domain::Point;
using expr::Int;
using nlohmann::json;

std::vector<std::string> broken_pairs(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_pairs(proof, map, test::check_simple));
}

std::vector<Point> pairs_of(const std::vector<Point>& inner) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < inner.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      points.push_back(inner[i]);
      points.back().insert(points.back().end(), inner[j].begin(), inner[j].end());
    }
  }
  return points;
}

std::vector<Point> triangle_points(Int n) {
  std::vector<Point> points;
  for (Int i = 0; i < n; ++i) {
    for (Int j = 0; j <= i; ++j) {
      points.push_back({i, j});
    }
  }
  return points;
}

TEST(Pairs, OfATriangleAreTheRepulsionIntegrals) {
  const auto derived = derive_pairs(test::pairs(test::triangle()), {}, test::derive_simple);
  ASSERT_TRUE(derived) << derived.error().format();
  EXPECT_THAT(broken_pairs(derived->proof, derived->map), ::testing::IsEmpty());
  for (const Int n : {0, 1, 2, 5}) {
    const auto others = n <= 2 ? test::box(4, -1, n) : std::vector<Point>{};
    EXPECT_EQ(test::disagreement(derived->map, {n}, pairs_of(triangle_points(n)), others, derived->map.tables), "");
  }
}

TEST(Pairs, OfFractalsAndPredicates) {
  const auto gasket = derive_pairs(test::pairs(test::fractal(2, {{0, 0}, {1, 0}, {1, 1}})), {}, test::derive_simple);
  ASSERT_TRUE(gasket);
  EXPECT_THAT(broken_pairs(gasket->proof, gasket->map), ::testing::IsEmpty());
  EXPECT_EQ(gasket->map.complexity, "O(level)");
  const auto disk = derive_pairs(test::pairs(test::disk()), {}, test::derive_simple);
  ASSERT_TRUE(disk);
  EXPECT_THAT(broken_pairs(disk->proof, disk->map), ::testing::IsEmpty());
  const auto tables = build_tables(*disk, std::vector<Int>{1}, {});
  ASSERT_TRUE(tables);
  const std::vector<Point> five{{-1, 0}, {0, -1}, {0, 0}, {0, 1}, {1, 0}};
  EXPECT_EQ(test::disagreement(disk->map, {1}, pairs_of(five), test::box(4, -2, 2), *tables), "");
}

TEST(Pairs, OfRaggedRows) {
  const Domain rows = test::ragged(test::line());
  const DeriveInner derive_rows = [](const Domain& domain) {
    return std::holds_alternative<domain::RaggedShape>(domain.shape) ? derive_ragged(domain, {}, test::derive_simple)
                                                                     : test::derive_simple(domain);
  };
  const CheckInner check_rows = [](ProofKind kind, const json& proof, const domain::Map& map) {
    return kind == ProofKind::composition ? check_ragged(proof, map, test::check_simple)
                                          : test::check_simple(kind, proof, map);
  };
  const auto derived = derive_pairs(test::pairs(rows), {}, derive_rows);
  ASSERT_TRUE(derived) << derived.error().format();
  EXPECT_TRUE(check_pairs(derived->proof, derived->map, check_rows).proved());
  expr::Table offsets{expr::Symbol("cu_seqlens"), true, {0, 2, 2, 5}, 0, 0, ""};
  const auto tables = build_tables(*derived, std::vector<Int>{3}, std::vector{offsets});
  ASSERT_TRUE(tables);
  EXPECT_EQ(test::disagreement(derived->map, {3}, pairs_of({{0, 0}, {0, 1}, {2, 0}, {2, 1}, {2, 2}}),
                               test::box(4, -1, 3), *tables),
            "");
}

/// The correction steps with single-precision estimates, at and around the ends of rows.
TEST(Pairs, TwoStepsDownCorrectAFloatRoot) {
  for (Int i = 0; i * (i + 1) < (Int{1} << 31); i += i < 5000 ? 1 : 37) {
    const Int ends[] = {i * (i + 1) / 2, (i + 1) * (i + 2) / 2 - 1};
    for (const Int w : ends) {
      const float root = std::sqrt(static_cast<float>(static_cast<long long>(2 * w)));
      for (const Int r : {static_cast<Int>(std::floor(root)), static_cast<Int>(std::ceil(root))}) {
        ASSERT_GE(r, i) << expr::to_string(w);
        ASSERT_LE(r, i + 2) << expr::to_string(w);
      }
    }
  }
}

TEST(Pairs, Refusals) {
  EXPECT_FALSE(derive_pairs(test::line(), {}, test::derive_simple));
  EXPECT_FALSE(derive_pairs(test::pairs(test::line()), {{}, "no-such-form"}, test::derive_simple));
  EXPECT_FALSE(derive_pairs(test::pairs(test::fractal(2, {{0, 2}})), {}, test::derive_simple));
}

TEST(PairsTamper, EveryObligationCanFail) {
  const Derived derived = *derive_pairs(test::pairs(test::triangle()), {}, test::derive_simple);
  const auto expect_broken = [&](const std::string& fact, const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived.proof;
    domain::Map map = derived.map;
    change(proof, map);
    EXPECT_THAT(broken_pairs(proof, map), ::testing::Contains(fact));
  };
  expect_broken("well-formed proof", [](json& p, domain::Map&) { p.erase("inner"); });
  expect_broken("well-formed proof", [](json& p, domain::Map&) { p["down"] = "two"; });
  expect_broken("domain", [](json&, domain::Map& m) { m.domain.dimensions.pop_back(); });
  expect_broken("inner functions", [](json& p, domain::Map&) { p["inner"]["functions"].erase("rank"); });
  expect_broken("inner map", [](json& p, domain::Map&) { p["inner"]["proof"]["sound"] = false; });
  expect_broken("root steps", [](json& p, domain::Map& m) {
    p["down"] = 1;
    test::assemble_again(p, m);
  });
  expect_broken("root steps", [](json& p, domain::Map& m) {
    p["up"] = -1;
    test::assemble_again(p, m);
  });
  expect_broken("all pairs of small sizes", [](json& p, domain::Map& m) { // said to be sound, but wrong
    p["inner"]["functions"]["rank"] = "fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j + (i == 3)); }";
    test::assemble_again(p, m);
  });
  expect_broken("function count", [](json&, domain::Map& m) { m.count.results[0] = expr::Expr(4); });
  expect_broken("function unrank", [](json&, domain::Map& m) { m.unrank.body.pop_back(); });
  expect_broken("function rank", [](json&, domain::Map& m) { m.rank.results[0] = expr::Expr(0); });
  expect_broken("function contains", [](json&, domain::Map& m) { m.contains.results[0] = expr::Expr(1); });
  expect_broken("function successor", [](json&, domain::Map& m) { m.successor.results[0] = expr::Expr(1); });
  expect_broken("tables of the map", [](json&, domain::Map& m) {
    m.tables.push_back({expr::Symbol("t"), false, {1}, 1, 1, ""});
  });
}

} // namespace
} // namespace mapwright::index_map
