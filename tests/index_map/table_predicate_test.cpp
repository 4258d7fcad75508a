#include "index_map/table/predicate.hpp"
#include "reference/enumerate.hpp"
#include "support/broken_facts.hpp"
#include "support/map_agreement.hpp"
#include "table_domains.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using domain::Domain;
using expr::Int;
using nlohmann::json;

std::vector<std::string> failed(const CheckReport& report) {
  std::vector<std::string> names;
  for (const Fact& fact : report.facts) {
    if (!fact.holds) {
      names.push_back(fact.name + ": " + fact.detail);
    }
  }
  return names;
}

std::vector<std::string> broken_predicate(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_predicate(proof, map));
}

std::string compare(const Domain& domain, const Derived& derived, const std::vector<Int>& size, Int reach,
                    const std::vector<expr::Table>& tables) {
  return test::disagreement(derived.map, size, reference::predicate_points(domain, size),
                            test::box(domain.dimensions.size(), -reach, reach), tables);
}

DeriveOptions fixed(const std::vector<Int>& size, const std::string& form = "auto") {
  DeriveOptions options;
  options.form = form;
  for (const Int value : size) {
    options.parameters.emplace_back(value);
  }
  return options;
}

struct Case {
  Domain domain;
  std::vector<std::vector<Int>> sizes;
};

std::vector<Case> cases() {
  return {{test::disk(), {{0}, {1}, {7}}},
          {test::ball(), {{0}, {2}, {4}}},
          {test::annulus(), {{6, 3}, {5, 5}, {3, 4}, {0, 0}}},
          {test::squares(), {{0}, {40}}},
          {test::coprime(), {{0}, {1}, {9}}}};
}

TEST(Predicate, ConstantTables) {
  for (const Case& c : cases()) {
    for (const auto& size : c.sizes) {
      const auto derived = derive_predicate(c.domain, fixed(size));
      ASSERT_TRUE(derived) << derived.error().format();
      EXPECT_EQ(compare(c.domain, *derived, size, 9, derived->map.tables), "");
      EXPECT_THAT(failed(check_predicate(derived->proof, derived->map)), ::testing::IsEmpty());
      EXPECT_EQ(json::parse(derived->proof.dump()), derived->proof);
    }
  }
}

TEST(Predicate, RunTimeTables) {
  for (const Case& c : cases()) {
    const auto derived = derive_predicate(c.domain, {});
    ASSERT_TRUE(derived);
    EXPECT_THAT(failed(check_predicate(derived->proof, derived->map)), ::testing::IsEmpty());
    for (const auto& size : c.sizes) {
      const auto tables = build_predicate_tables(derived->map, size);
      ASSERT_TRUE(tables) << tables.error().format();
      EXPECT_EQ(compare(c.domain, *derived, size, 9, *tables), "");
      EXPECT_THAT(failed(check_predicate_tables(derived->map, size, *tables)), ::testing::IsEmpty());
    }
  }
}

TEST(Predicate, RowsWhereEveryRowHasOneRun) {
  for (const Domain& domain : {test::disk(), test::ball()}) {
    const auto constant = derive_predicate(domain, fixed({Int{4}}));
    ASSERT_TRUE(constant);
    EXPECT_EQ(constant->proof.at("form"), "rows");
    DeriveOptions options;
    options.form = "rows";
    const auto derived = derive_predicate(domain, options);
    ASSERT_TRUE(derived);
    EXPECT_THAT(failed(check_predicate(derived->proof, derived->map)), ::testing::IsEmpty());
    for (const Int r : {0, 1, 5}) {
      const auto tables = build_predicate_tables(derived->map, std::vector<Int>{r});
      ASSERT_TRUE(tables);
      EXPECT_EQ(compare(domain, *derived, {r}, 6, *tables), "");
    }
  }
  EXPECT_FALSE(derive_predicate(test::annulus(), fixed({Int{6}, Int{3}}, "rows")));
  const auto segments = derive_predicate(test::annulus(), fixed({Int{6}, Int{3}}));
  ASSERT_TRUE(segments);
  EXPECT_EQ(segments->proof.at("form"), "segments");
}

TEST(Predicate, Refusals) {
  EXPECT_FALSE(derive_predicate(test::disk(), fixed({Int{100'000}}))); // too many points to scan
  EXPECT_FALSE(derive_predicate(test::annulus(), {{Int{3}, std::nullopt}, "auto"}));
  EXPECT_FALSE(derive_predicate(test::disk(), {{}, "no-such-form"}));
  const auto faulty = test::predicate({"n"}, {"i"}, "0", "n", "div(4, i) == 1");
  const auto derived = derive_predicate(faulty, fixed({Int{3}}));
  ASSERT_FALSE(derived);
  EXPECT_THAT(derived.error().message, ::testing::HasSubstr("condition"));
}

RC_GTEST_PROP(Predicate, RandomPredicatesAgreeWithBruteForce, ()) {
  const auto dims = *rc::gen::inRange<std::size_t>(1, 4);
  const std::vector<std::string> names{"x", "y", "z"};
  std::string condition = "mod(n";
  for (std::size_t d = 0; d < dims; ++d) {
    const std::string c = std::to_string(*rc::gen::inRange(0, 5));
    condition += " + " + c + "*" + names[d] + "*" + names[*rc::gen::inRange<std::size_t>(0, dims)];
  }
  condition += ", " + std::to_string(*rc::gen::inRange(1, 6)) + ") <= " + std::to_string(*rc::gen::inRange(0, 4));
  const auto domain = test::predicate({"n"}, {names.begin(), names.begin() + static_cast<std::ptrdiff_t>(dims)},
                                      std::to_string(*rc::gen::inRange(-2, 1)), "n", condition);
  const Int size = *rc::gen::inRange(-3, 6);
  const auto open = derive_predicate(domain, {});
  const auto closed = derive_predicate(domain, fixed({size}));
  RC_ASSERT(open.has_value() && closed.has_value());
  const auto tables = build_predicate_tables(open->map, std::vector<Int>{size});
  RC_ASSERT(tables.has_value());
  RC_ASSERT(compare(domain, *open, {size}, dims == 3 ? 4 : 7, *tables) == "");
  RC_ASSERT(compare(domain, *closed, {size}, dims == 3 ? 4 : 7, closed->map.tables) == "");
  RC_ASSERT(failed(check_predicate(closed->proof, closed->map)).empty());
}

class PredicateTamper : public ::testing::Test {
protected:
  /// Changes proof and map alike where `table` is given, so that assembly agrees and the table is to blame.
  static void expect_broken(const Derived& derived, const std::string& fact,
                            const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived.proof;
    domain::Map map = derived.map;
    change(proof, map);
    EXPECT_THAT(broken_predicate(proof, map), ::testing::Contains(fact));
  }
  /// The proof is changed and the map assembled from it.
  static void expect_refuted(const Derived& derived, const std::string& fact,
                             const std::function<void(json&)>& change) {
    json proof = derived.proof;
    domain::Map map = derived.map;
    change(proof);
    install(assemble_table(table_plan_of(proof).value(), map.domain), map);
    EXPECT_THAT(broken_predicate(proof, map), ::testing::Contains(fact));
  }
};

TEST_F(PredicateTamper, EveryObligationCanFail) {
  const Derived ring = *derive_predicate(test::annulus(), fixed({Int{6}, Int{3}}));
  const Derived rows = *derive_predicate(test::disk(), fixed({Int{6}}));
  expect_broken(ring, "well-formed proof", [](json& p, domain::Map&) { p.erase("starts"); });
  expect_broken(ring, "well-formed proof", [](json& p, domain::Map&) { p["shift"].push_back(0); });
  expect_broken(ring, "domain", [](json& p, domain::Map&) { p["domain"][0] = "parameter t"; });
  expect_broken(ring, "domain", [](json&, domain::Map& m) {
    std::get<domain::PredicateShape>(m.domain.shape).condition = expr::Expr(1);
  });
  expect_refuted(ring, "box", [](json& p) { p["high"][0] = 7; });
  expect_refuted(ring, "table sizes", [](json& p) { p["row_first"].push_back(0); });
  expect_refuted(ring, "starts", [](json& p) { p["starts"][2] = p["starts"][1]; });
  expect_refuted(ring, "starts", [](json& p) { p["starts"].back() = 1000; });
  expect_refuted(ring, "order", [](json& p) { p["prefix"][0][5] = -6; });
  expect_refuted(ring, "coverage", [](json& p) { p["shift"][5] = p["shift"][5].get<int>() + 1; });
  expect_refuted(ring, "row index", [](json& p) { p["row_first"][5] = p["row_first"][5].get<int>() + 1; });
  expect_refuted(ring, "runs per row", [](json& p) { p["most_per_row"] = 1; });
  expect_refuted(rows, "coverage", [](json& p) { p["shift"][5] = p["shift"][5].get<int>() + 1; });
  expect_refuted(rows, "starts", [](json& p) { p["starts"][3] = 100; });
  for (const Derived& derived : {ring, rows, *derive_predicate(test::annulus(), {})}) {
    expect_broken(derived, "function count", [](json&, domain::Map& m) { m.count.results[0] = expr::Expr(4); });
    expect_broken(derived, "function unrank", [](json&, domain::Map& m) { m.unrank.body.pop_back(); });
    expect_broken(derived, "function unrank", [](json&, domain::Map& m) {
      for (expr::Statement& s : m.unrank.body) {
        if (auto* solve = std::get_if<expr::Solve>(&s.is)) {
          solve->method = expr::Bisection{expr::Expr(1)};
        }
      }
    });
    expect_broken(derived, "function rank", [](json&, domain::Map& m) { m.rank.results[0] = expr::Expr(0); });
    expect_broken(derived, "function contains", [](json&, domain::Map& m) { m.contains.results[0] = expr::Expr(1); });
    expect_broken(derived, "function successor", [](json&, domain::Map& m) { m.successor.results[0] = expr::Expr(1); });
    expect_broken(derived, "tables of the map", [](json&, domain::Map& m) { m.tables[0].greatest += 1; });
  }
}

TEST_F(PredicateTamper, RunTimeTables) {
  const Derived ring = *derive_predicate(test::annulus(), {});
  const std::vector<Int> size{6, 3};
  const auto good = *build_predicate_tables(ring.map, size);
  const auto expect = [&](const std::string& fact, std::size_t table, std::size_t entry, std::int64_t value) {
    auto tables = good;
    tables[table].values.at(entry) = value;
    std::vector<std::string> names;
    for (const Fact& f : check_predicate_tables(ring.map, size, tables).facts) {
      if (!f.holds) {
        names.push_back(f.name);
      }
    }
    EXPECT_THAT(names, ::testing::Contains(fact));
  };
  expect("starts", 0, 1, 0);
  expect("coverage", 1, 1, 40);
  expect("order", 2, 3, -6);
  expect("row index", 3, 3, 0);
  expect("table sizes", 4, 1, 3);
  expect("search bound of unrank", 4, 2, 1);
  expect("search bound of rank", 4, 3, 0);
  expect("search bound of successor", 4, 3, 0);
}

} // namespace
} // namespace mapwright::index_map
