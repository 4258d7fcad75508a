#include "composed_domains.hpp"
#include "index_map/table/ragged.hpp"
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
using domain::Point;
using expr::Int;
using nlohmann::json;

std::vector<std::string> broken_ragged(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_ragged(proof, map, test::check_simple));
}

expr::Table offsets_of(const std::vector<Int>& lengths, std::int64_t first) {
  expr::Table table{expr::Symbol("cu_seqlens"), true, {first}, 0, 0, ""};
  for (const Int length : lengths) {
    table.values.push_back(table.values.back() + static_cast<std::int64_t>(length));
  }
  return table;
}

/// Rows of lines or triangles, written out.
std::vector<Point> rows(bool triangles, const std::vector<Int>& lengths) {
  std::vector<Point> points;
  for (std::size_t b = 0; b < lengths.size(); ++b) {
    for (Int i = 0; i < lengths[b]; ++i) {
      for (Int j = 0; j <= (triangles ? i : 0); ++j) {
        points.push_back(triangles ? Point{static_cast<Int>(b), i, j} : Point{static_cast<Int>(b), i});
      }
    }
  }
  return points;
}

TEST(Ragged, LinesReadTheOffsetsThemselves) {
  const auto derived = derive_ragged(test::ragged(test::line()), {}, test::derive_simple);
  ASSERT_TRUE(derived) << derived.error().format();
  EXPECT_EQ(derived->map.tables.size(), 1U);
  EXPECT_THAT(broken_ragged(derived->proof, derived->map), ::testing::IsEmpty());
  for (const std::vector<Int>& lengths : std::vector<std::vector<Int>>{{5}, {0}, {}, {0, 3, 0, 0, 2, 0}, {1, 1, 1}}) {
    const Int batch = static_cast<Int>(lengths.size());
    const auto tables = build_tables(*derived, std::vector<Int>{batch}, std::vector{offsets_of(lengths, 2)});
    ASSERT_TRUE(tables) << tables.error().format();
    EXPECT_EQ(test::disagreement(derived->map, {batch}, rows(false, lengths), test::box(2, -1, 6), *tables), "");
  }
}

TEST(Ragged, TrianglesGetATableOfStarts) {
  const auto derived = derive_ragged(test::ragged(test::triangle()), {}, test::derive_simple);
  ASSERT_TRUE(derived);
  ASSERT_EQ(derived->map.tables.size(), 2U);
  EXPECT_THAT(broken_ragged(derived->proof, derived->map), ::testing::IsEmpty());
  const std::vector<Int> lengths{0, 4, 1, 0, 0, 3, 0};
  const auto tables = build_tables(*derived, std::vector<Int>{7}, std::vector{offsets_of(lengths, 0)});
  ASSERT_TRUE(tables);
  EXPECT_THAT((*tables)[1].values, ::testing::ElementsAre(0, 0, 10, 11, 11, 11, 17, 17));
  EXPECT_EQ(test::disagreement(derived->map, {7}, rows(true, lengths), test::box(3, -1, 7), *tables), "");
}

TEST(Ragged, FixedRowsGetConstantTables) {
  for (const bool triangles : {false, true}) {
    RaggedOptions fixed;
    fixed.row_lengths = std::vector<std::int64_t>{2, 0, 5, 1};
    const auto derived =
        derive_ragged(test::ragged(triangles ? test::triangle() : test::line()), {}, test::derive_simple, fixed);
    ASSERT_TRUE(derived);
    EXPECT_THAT(broken_ragged(derived->proof, derived->map), ::testing::IsEmpty());
    EXPECT_EQ(test::disagreement(derived->map, {4}, rows(triangles, {2, 0, 5, 1}), {}, derived->map.tables), "");
    EXPECT_FALSE(call(derived->map.count, std::vector<Int>{3}, {}, derived->map.tables));
    EXPECT_TRUE(stated_sizes(derived->map)[0].has_value());
  }
}

TEST(Ragged, RowsFixedInTheTextAreNoSize) {
  for (const bool triangles : {false, true}) {
    domain::Domain domain = test::ragged(triangles ? test::triangle() : test::line());
    domain.parameters.clear();
    std::get<domain::RaggedShape>(domain.shape).fixed = {0, 2, 2, 7, 8};
    const auto derived = derive_ragged(domain, {}, test::derive_simple);
    ASSERT_TRUE(derived);
    EXPECT_THAT(broken_ragged(derived->proof, derived->map), ::testing::IsEmpty());
    EXPECT_EQ(test::disagreement(derived->map, {}, rows(triangles, {2, 0, 5, 1}), {}, derived->map.tables), "");
    domain::Map other = derived->map;
    std::get<domain::RaggedShape>(other.domain.shape).fixed.back() = 9;
    EXPECT_THAT(broken_ragged(derived->proof, other), ::testing::Contains("fixed rows"));
  }
}

TEST(Ragged, Refusals) {
  const auto looping = derive_ragged(test::ragged(test::fractal(2, {{0, 0}, {1, 0}, {1, 1}})), {}, test::derive_simple);
  ASSERT_FALSE(looping);
  EXPECT_THAT(looping.error().message, ::testing::HasSubstr("differs from row to row"));
  EXPECT_FALSE(derive_ragged(test::ragged(test::disk()), {}, test::derive_simple));
  EXPECT_FALSE(derive_ragged(test::ragged(test::triangle()), {{}, "offsets"}, test::derive_simple));
  EXPECT_FALSE(derive_ragged(test::line(), {}, test::derive_simple));
  RaggedOptions negative;
  negative.row_lengths = std::vector<std::int64_t>{2, -1};
  EXPECT_FALSE(derive_ragged(test::ragged(test::line()), {}, test::derive_simple, negative));
  RaggedOptions small;
  small.largest_row = 4;
  const auto derived = derive_ragged(test::ragged(test::line()), {}, test::derive_simple, small);
  ASSERT_TRUE(derived);
  EXPECT_THAT(broken_ragged(derived->proof, derived->map), ::testing::IsEmpty());
  const std::vector<Int> two{2};
  EXPECT_FALSE(build_tables(*derived, two, std::vector{offsets_of({1, 5}, 0)}));
  EXPECT_FALSE(build_tables(*derived, two, std::vector{offsets_of({1, -1}, 4)}));
  EXPECT_FALSE(build_tables(*derived, two, std::vector{offsets_of({1}, 0)}));
  EXPECT_FALSE(build_tables(*derived, two, {}));
}

RC_GTEST_PROP(Ragged, RandomRows, ()) {
  const bool triangles = *rc::gen::arbitrary<bool>();
  const auto lengths = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 7));
  const std::vector<Int> wide(lengths.begin(), lengths.end());
  const auto derived = derive_ragged(test::ragged(triangles ? test::triangle() : test::line()),
                                     {{}, *rc::gen::element<std::string>("auto", "row-starts")}, test::derive_simple);
  RC_ASSERT(derived.has_value());
  const std::vector<Int> batch{static_cast<Int>(lengths.size())};
  const auto tables = build_tables(*derived, batch, std::vector{offsets_of(wide, *rc::gen::inRange(0, 9))});
  RC_ASSERT(tables.has_value());
  RC_ASSERT(test::disagreement(derived->map, batch, rows(triangles, wide), {}, *tables) == "");
}

TEST(RaggedTamper, EveryObligationCanFail) {
  RaggedOptions rows_known;
  rows_known.row_lengths = std::vector<std::int64_t>{2, 0, 5, 1};
  const Derived lines = *derive_ragged(test::ragged(test::line()), {}, test::derive_simple);
  const Derived triangles = *derive_ragged(test::ragged(test::triangle()), {}, test::derive_simple);
  const Derived fixed = *derive_ragged(test::ragged(test::triangle()), {}, test::derive_simple, rows_known);
  const auto expect_broken = [](const Derived& derived, const std::string& fact,
                                const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived.proof;
    domain::Map map = derived.map;
    change(proof, map);
    EXPECT_THAT(broken_ragged(proof, map), ::testing::Contains(fact));
  };
  /// The map is assembled from the changed proof, so only the claim itself can be wrong.
  const auto expect_refuted = [&](const Derived& derived, const std::string& fact,
                                  const std::function<void(json&)>& change) {
    expect_broken(derived, fact, [&](json& proof, domain::Map& map) {
      change(proof);
      test::assemble_again(proof, map);
    });
  };
  expect_broken(lines, "well-formed proof", [](json& p, domain::Map&) { p.erase("inner"); });
  expect_broken(lines, "well-formed proof", [](json& p, domain::Map&) { p["largest_row"] = -1; });
  expect_broken(lines, "domain", [](json&, domain::Map& m) { m.domain.dimensions.pop_back(); });
  expect_broken(lines, "inner functions", [](json& p, domain::Map&) { p["inner"]["functions"]["rank"] = "fn"; });
  expect_broken(lines, "inner functions", [](json& p, domain::Map&) { p["inner"]["kind"] = "guess"; });
  expect_broken(lines, "inner map", [](json& p, domain::Map&) { p["inner"]["proof"]["sound"] = false; });
  expect_refuted(lines, "inner trip counts", [](json& p) {
    p["inner"]["functions"]["rank"] = "fn rank(n; j) -> (w) { for l below n { let t = l; } return (j); }";
  });
  expect_refuted(triangles, "count of a row", [](json& p) { p["direct"] = true; });
  expect_refuted(fixed, "fixed rows", [](json& p) { p["starts"][2] = 4; });
  expect_refuted(fixed, "fixed rows", [](json& p) { p["offsets"][2] = 1; });
  expect_refuted(triangles, "all indices of small batches", [](json& p) { // an inner map said to be sound, but wrong
    p["inner"]["functions"]["rank"] = "fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j + (i == 3)); }";
  });
  for (const Derived& derived : {lines, triangles, fixed}) {
    expect_broken(derived, "function count", [](json&, domain::Map& m) { m.count.results[0] = expr::Expr(4); });
    expect_broken(derived, "function unrank", [](json&, domain::Map& m) { m.unrank.body.pop_back(); });
    expect_broken(derived, "function rank", [](json&, domain::Map& m) { m.rank.results[0] = expr::Expr(0); });
    expect_broken(derived, "function contains", [](json&, domain::Map& m) { m.contains.results[0] = expr::Expr(1); });
    expect_broken(derived, "function successor", [](json&, domain::Map& m) { m.successor.results[0] = expr::Expr(1); });
    expect_broken(derived, "tables of the map", [](json&, domain::Map& m) { m.tables[0].greatest += 1; });
  }
}

} // namespace
} // namespace mapwright::index_map
