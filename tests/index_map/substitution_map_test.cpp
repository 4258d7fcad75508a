#include "index_map/substitution/substitution.hpp"
#include "reference/enumerate.hpp"
#include "substitution_domains.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Domain;
using domain::SubstitutionShape;
using expr::Int;
using nlohmann::json;

std::vector<std::string> broken_substitution(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_substitution(proof, map));
}

std::string compare(const Domain& domain, const Derived& derived, std::size_t limit) {
  const auto& shape = std::get<SubstitutionShape>(domain.shape);
  for (int level = 0; level <= 9; ++level) {
    const auto points = reference::substitution_points(shape, level, domain.dimensions.size());
    if (points.size() > limit) {
      break;
    }
    const Int side = reference::power_of(shape.scale, level);
    const bool small = reference::power_of(side + 2, static_cast<Int>(domain.dimensions.size())) <= 5000;
    const auto others = small ? test::box(domain.dimensions.size(), -1, side) : std::vector<domain::Point>{};
    const std::string difference =
        test::disagreement(derived.map, {level}, points, others, derived.map.tables, points.size() > 600 ? 5 : 1);
    if (!difference.empty()) {
      return "level " + std::to_string(level) + ": " + difference;
    }
  }
  return {};
}

std::vector<Domain> systems() {
  return {test::hilbert(),       test::morton_triangle(), test::fibonacci(),
          test::gasket_system(), test::diagonals(),       test::wide()};
}

TEST(Substitution, SystemsAgreeWithBruteForceAndAreProved) {
  for (const Domain& domain : systems()) {
    for (const std::string form : {"auto", "weighted"}) {
      DeriveOptions options;
      options.form = form;
      const auto derived = derive_substitution(domain, options);
      ASSERT_TRUE(derived) << derived.error().format();
      EXPECT_EQ(compare(domain, *derived, 6000), "") << derived->map.method;
      EXPECT_THAT(broken_substitution(derived->proof, derived->map), ::testing::IsEmpty()) << derived->map.method;
      EXPECT_EQ(json::parse(derived->proof.dump()), derived->proof);
    }
  }
}

TEST(Substitution, HilbertReadsSeveralDigitsPerStepAndIsContinuous) {
  const auto derived = derive_substitution(test::hilbert(), {});
  ASSERT_TRUE(derived);
  EXPECT_EQ(derived->proof.at("form"), "bit-fields");
  EXPECT_GE(derived->proof.at("group").get<int>(), 4);
  domain::Point before = *call(derived->map.unrank, std::vector<Int>{8}, std::vector<Int>{0}, derived->map.tables);
  for (Int w = 1; w < 65536; w += 1) {
    const auto p = *call(derived->map.unrank, std::vector<Int>{8}, std::vector<Int>{w}, derived->map.tables);
    const Int dx = p[0] - before[0];
    const Int dy = p[1] - before[1];
    ASSERT_EQ(dx * dx + dy * dy, 1) << expr::to_string(w);
    before = p;
  }
}

TEST(Substitution, FibonacciCounts) {
  const auto derived = derive_substitution(test::fibonacci(), {});
  ASSERT_TRUE(derived);
  Int a = 1;
  Int b = 2;
  const auto levels = derived->proof.at("largest_level").get<int>();
  EXPECT_GT(levels, 50);
  for (int level = 0; level <= levels; ++level) {
    EXPECT_EQ(*call(derived->map.count, std::vector<Int>{level}, {}, derived->map.tables), std::vector<Int>{a});
    const auto last = call(derived->map.unrank, std::vector<Int>{level}, std::vector<Int>{a - 1}, derived->map.tables);
    ASSERT_TRUE(last);
    EXPECT_EQ(*call(derived->map.rank, std::vector<Int>{level}, *last, derived->map.tables), std::vector<Int>{a - 1});
    a = std::exchange(b, a + b);
  }
  EXPECT_FALSE(call(derived->map.count, std::vector<Int>{levels + 1}, {}, derived->map.tables));
}

TEST(Substitution, NarrowTablesFitShortWords) {
  const auto derived = derive_substitution(test::fibonacci(), {{}, "weighted-narrow"});
  ASSERT_TRUE(derived);
  for (const expr::Table& table : derived->map.tables) {
    EXPECT_LT(table.greatest, std::int64_t{1} << 31);
  }
  EXPECT_EQ(stated_sizes(derived->map)[0], (std::pair<Int, Int>{0, derived->proof.at("largest_level").get<int>()}));
  EXPECT_THAT(broken_substitution(derived->proof, derived->map), ::testing::IsEmpty());
}

TEST(Substitution, AFixedLevelEndsTheTablesThere) {
  DeriveOptions options;
  options.parameters = {Int{5}};
  for (const Domain& domain : systems()) {
    const auto derived = derive_substitution(domain, options);
    ASSERT_TRUE(derived);
    EXPECT_EQ(derived->proof.at("largest_level").get<int>(), 5);
    EXPECT_THAT(broken_substitution(derived->proof, derived->map), ::testing::IsEmpty());
  }
  options.parameters = {Int{63}};
  EXPECT_FALSE(derive_substitution(test::hilbert(), options));
}

TEST(Substitution, RefusesBrokenSystems) {
  EXPECT_FALSE(derive_substitution(test::substitution(2, 1, {{{{0}, 0}, {{0}, 0}}}), {}));
  EXPECT_FALSE(derive_substitution(test::substitution(2, 1, {{{{2}, 0}}}), {}));
  EXPECT_FALSE(derive_substitution(test::substitution(2, 1, {{{{0}, 1}}}), {}));
  EXPECT_FALSE(derive_substitution(test::substitution(2, 1, {}), {}));
  DeriveOptions options;
  options.form = "bit-fields";
  EXPECT_FALSE(derive_substitution(test::morton_triangle(), options));
}

RC_GTEST_PROP(Substitution, RandomSystemsAgreeWithBruteForce, ()) {
  const int scale = *rc::gen::inRange(2, 6);
  const auto dims = *rc::gen::inRange<std::size_t>(1, 4);
  const int types = *rc::gen::inRange(1, 5);
  std::vector<test::Children> tiles;
  for (int t = 0; t < types; ++t) {
    auto cells = test::box(dims, 0, scale - 1);
    const auto wanted = *rc::gen::inRange<std::size_t>(0, std::min<std::size_t>(cells.size(), 16) + 1);
    test::Children children;
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(cells[i], cells[*rc::gen::inRange<std::size_t>(i, cells.size())]);
      std::vector<int> offset;
      for (const Int c : cells[i]) {
        offset.push_back(static_cast<int>(c));
      }
      children.push_back({offset, *rc::gen::inRange(0, types)});
    }
    tiles.push_back(children);
  }
  const auto domain = test::substitution(scale, dims, tiles);
  const auto derived = derive_substitution(domain, {});
  RC_ASSERT(derived.has_value());
  RC_ASSERT(compare(domain, *derived, 300) == "");
}

class SubstitutionTamper : public ::testing::Test {
protected:
  static void expect_broken(const Domain& domain, const std::string& fact,
                            const std::function<void(json&, domain::Map&)>& change) {
    const auto derived = derive_substitution(domain, {});
    ASSERT_TRUE(derived);
    json proof = derived->proof;
    domain::Map map = derived->map;
    change(proof, map);
    EXPECT_THAT(broken_substitution(proof, map), ::testing::Contains(fact));
  }
};

TEST_F(SubstitutionTamper, EveryObligationCanFail) {
  const Domain triangle = test::morton_triangle();
  const Domain curve = test::hilbert();
  expect_broken(triangle, "well-formed proof", [](json& p, domain::Map&) { p.erase("tiles"); });
  expect_broken(triangle, "well-formed proof", [](json& p, domain::Map&) { p["tiles"][0]["children"][0]["type"] = 9; });
  expect_broken(triangle, "domain", [](json& p, domain::Map&) { p["tiles"][0]["children"][0]["type"] = 1; });
  expect_broken(triangle, "tiles", [](json& p, domain::Map& m) {
    p["tiles"][0]["children"][0]["offset"] = {1, 1};
    std::get<SubstitutionShape>(m.domain.shape).tiles[0].children[0].offset = {1, 1};
  });
  expect_broken(triangle, "recurrence", [](json& p, domain::Map&) { p["counts"][7] = 11; });
  expect_broken(triangle, "prefix sums", [](json& p, domain::Map&) { p["prefix"][9] = 2; });
  expect_broken(triangle, "forward table", [](json& p, domain::Map&) { p["forward"][1] = 0; });
  expect_broken(triangle, "inverse table", [](json& p, domain::Map&) { p["inverse"][1] = 0; });
  expect_broken(triangle, "table sizes", [](json& p, domain::Map&) { p["inverse"].push_back(-1); });
  expect_broken(curve, "forward table", [](json& p, domain::Map&) { p["forward"][100] = 0; });
  expect_broken(curve, "inverse table", [](json& p, domain::Map&) { p["inverse"][100] = -1; });
  expect_broken(curve, "table sizes", [](json& p, domain::Map&) { p["group"] = 3; });
  expect_broken(curve, "uniform tiles", [](json& p, domain::Map& m) {
    p["tiles"][0]["children"].erase(0);
    auto& children = std::get<SubstitutionShape>(m.domain.shape).tiles[0].children;
    children.erase(children.begin());
  });
  expect_broken(test::diagonals(), "uniform tiles", [](json& p, domain::Map&) { p["inverse_group"] = 2; });
  for (const Domain& domain : {triangle, curve}) {
    expect_broken(domain, "function count", [](json&, domain::Map& m) { m.count.results[0] = expr::Expr(4); });
    expect_broken(domain, "function unrank", [](json&, domain::Map& m) { m.unrank.body.pop_back(); });
    expect_broken(domain, "function rank", [](json&, domain::Map& m) { m.rank.results[0] = expr::Expr(0); });
    expect_broken(domain, "function contains", [](json&, domain::Map& m) { m.contains.results[0] = expr::Expr(1); });
    expect_broken(domain, "function successor", [](json&, domain::Map& m) { m.successor.results[0] = expr::Expr(1); });
    expect_broken(domain, "tables of the map", [](json&, domain::Map& m) { m.tables[0].values[3] += 1; });
  }
}

} // namespace
} // namespace mapwright::index_map
