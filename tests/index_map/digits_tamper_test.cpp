// Every obligation of a digit proof can fail, and does when its subject is changed.
#include "digits_domains.hpp"
#include "index_map/digits/digits.hpp"
#include "support/broken_facts.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using nlohmann::json;

/// The names of the facts that do not hold.
std::vector<std::string> broken_digits(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_digits(proof, map));
}

class DigitsTamper : public ::testing::Test {
protected:
  DigitsTamper() : domain_(test::fractal(3, {{1, 0}, {0, 2}, {2, 2}, {1, 1}})), derived_(*derive_digits(domain_, {})) {}

  void expect_broken(const std::string& fact, const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived_.proof;
    domain::Map map = derived_.map;
    change(proof, map);
    EXPECT_THAT(broken_digits(proof, map), ::testing::Contains(fact));
  }

  domain::Domain domain_;
  Derived derived_;
};

TEST_F(DigitsTamper, UntouchedIsProved) {
  EXPECT_THAT(broken_digits(derived_.proof, derived_.map), ::testing::IsEmpty());
}

TEST_F(DigitsTamper, MalformedProofs) {
  expect_broken("well-formed proof", [](json& proof, domain::Map&) { proof.erase("forward"); });
  expect_broken("well-formed proof", [](json& proof, domain::Map&) { proof["group"] = "many"; });
  expect_broken("well-formed proof", [](json& proof, domain::Map&) { proof["inverse_group"] = 99; });
  expect_broken("well-formed proof", [](json& proof, domain::Map&) { proof = 7; });
}

TEST_F(DigitsTamper, Domain) {
  expect_broken("domain", [](json& proof, domain::Map&) { proof["scale"] = 4; });
  expect_broken("domain", [](json& proof, domain::Map&) { proof["cells"][1] = {2, 0}; });
}

TEST_F(DigitsTamper, Cells) {
  const auto both = [](std::vector<int> cell) {
    return [cell](json& proof, domain::Map& map) {
      proof["cells"][1] = cell;
      std::get<domain::FractalShape>(map.domain.shape).cells[1] = cell;
    };
  };
  expect_broken("cells", both({1, 0})); // a duplicate
  expect_broken("cells", both({0, 3})); // outside the mask
}

TEST_F(DigitsTamper, Tables) {
  expect_broken("table sizes", [](json& proof, domain::Map&) { proof["group"] = 9; });
  expect_broken("table sizes", [](json& proof, domain::Map&) { proof["inverse"].push_back(-1); });
  expect_broken("forward table", [](json& proof, domain::Map&) { proof["forward"][0][5] = 0; });
  expect_broken("leading zeros", [](json& proof, domain::Map&) { proof["leading"][0][1] = 1; });
  expect_broken("inverse table", [](json& proof, domain::Map&) {
    for (auto& entry : proof["inverse"]) {
      entry = entry == 3 ? -1 : entry.get<int>();
    }
  });
  expect_broken("inverse table", [](json& proof, domain::Map&) {
    for (auto& entry : proof["inverse"]) {
      entry = entry == -1 ? 0 : entry.get<int>();
    }
  });
  expect_broken("last step of rank", [](json& proof, domain::Map&) { proof["powers"][1] = 5; });
  expect_broken("last step of rank", [](json& proof, domain::Map&) { proof["inverse_leading"][0] = 5; });
}

TEST_F(DigitsTamper, FunctionsAndTheirTables) {
  expect_broken("function count", [](json&, domain::Map& map) { map.count.results[0] = expr::Expr(4); });
  expect_broken("function unrank", [](json&, domain::Map& map) { map.unrank.body.pop_back(); });
  expect_broken("function rank", [](json&, domain::Map& map) { map.rank.results[0] = expr::Expr(0); });
  expect_broken("function contains", [](json&, domain::Map& map) { map.contains.results[0] = expr::Expr(1); });
  expect_broken("function successor", [](json&, domain::Map& map) { map.successor.results[0] = expr::Expr(1); });
  expect_broken("tables of the map", [](json&, domain::Map& map) { map.tables[0].values[3] += 1; });
}

TEST_F(DigitsTamper, AnotherOrderOfCellsIsAnotherMap) {
  // Proof and domain agree with each other, but the map belongs to another domain.
  domain::Domain other = test::fractal(3, {{0, 2}, {1, 0}, {2, 2}, {1, 1}});
  const auto derived = derive_digits(other, {});
  ASSERT_TRUE(derived);
  domain::Map map = derived_.map;
  map.domain = other;
  EXPECT_FALSE(check_digits(derived->proof, map).proved());
}

} // namespace
} // namespace mapwright::index_map
