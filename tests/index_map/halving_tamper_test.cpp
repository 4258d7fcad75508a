// Every obligation of a proof by halving can fail, and does when its subject is changed.
#include "expr/text.hpp"
#include "halving_domains.hpp"
#include "index_map/halving/halving.hpp"
#include "support/broken_facts.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using nlohmann::json;

/// The names of the facts that do not hold.
std::vector<std::string> broken_halving(const json& proof, const domain::Map& map) {
  return test::broken_facts(check_halving(proof, map));
}

class HalvingTamper : public ::testing::Test {
protected:
  std::vector<std::string> broken_by(const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived_.proof;
    domain::Map map = derived_.map;
    change(proof, map);
    return broken_halving(proof, map);
  }

  /// The facts that fail with `from` in the text of a function replaced by `to`.
  std::vector<std::string> broken_by_text(expr::Function domain::Map::*function, const std::string& from,
                                          const std::string& to) {
    return broken_by([&](json&, domain::Map& map) {
      std::string text = to_text(map.*function);
      const std::size_t at = text.find(from);
      ASSERT_NE(at, std::string::npos) << from << " in " << text;
      map.*function = expr::parse_function(text.replace(at, from.size(), to), "tampered").value();
    });
  }

  Derived derived_ = derive_halving(test::halving(), {}).value();
};

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST_F(HalvingTamper, UntouchedIsProved) {
  EXPECT_THAT(broken_halving(derived_.proof, derived_.map), IsEmpty());
}

TEST_F(HalvingTamper, MalformedProofs) {
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p.erase("form"); }), ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["form"] = 7; }), ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["form"] = "halves"; }), ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p = 7; }), ElementsAre("well-formed proof"));
}

TEST_F(HalvingTamper, Domain) {
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.domain.dimensions.pop_back(); }), ElementsAre("domain"));
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.domain.shape = domain::FractalShape{}; }), ElementsAre("domain"));
}

TEST_F(HalvingTamper, AnotherFormIsOtherFunctions) {
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["form"] = "masks"; }),
              ElementsAre("function unrank", "function rank", "function successor"));
}

TEST_F(HalvingTamper, TablesOfTheMap) {
  EXPECT_THAT(broken_by([](json&, domain::Map& m) {
                m.tables.push_back({expr::Symbol("t"), false, {1}, 1, 1, ""});
              }),
              ElementsAre("tables of the map"));
}

TEST_F(HalvingTamper, Count) {
  const auto facts = broken_by_text(&domain::Map::count, "max(level - 1, 0)", "max(level - 1, 1)");
  EXPECT_THAT(facts, Contains("function count"));
  EXPECT_THAT(facts, Contains("count on every square"));
}

TEST_F(HalvingTamper, Unrank) {
  const auto facts = broken_by_text(&domain::Map::unrank, "2*q", "q*2 + 0");
  EXPECT_THAT(facts, ElementsAre("function unrank")) << "the same values, but not what the proof says";
  EXPECT_THAT(broken_by_text(&domain::Map::unrank, "2*q", "3*q"), Contains("unrank on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::unrank, "log2(z)", "log2(z + 1)"), Contains("unrank on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::unrank, "2*q", "2*q + select(w == 100000, 1, 0)"),
              Contains("unrank on every square"))
      << "beyond the small levels";
  EXPECT_THAT(broken_by_text(&domain::Map::unrank, "x + q", "w + q"), Contains("all indices at level 2"));
}

TEST_F(HalvingTamper, Rank) {
  EXPECT_THAT(broken_by_text(&domain::Map::rank, "bitxor", "bitor"), Contains("rank on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::rank, "h + 1", "h + 2"), Contains("rank on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::rank, "+ x", "+ min(x, 65535)"), Contains("rank on every square"));
}

TEST_F(HalvingTamper, Contains) {
  const auto facts = broken_by_text(&domain::Map::contains, "0 <= j", "0 < j");
  EXPECT_THAT(facts, Contains("contains on every square"));
  const auto outside = broken_by_text(&domain::Map::contains, "0 <= j", "-1 <= j");
  EXPECT_THAT(outside, ElementsAre("function contains", "all indices at level 0"));
}

TEST_F(HalvingTamper, Successor) {
  EXPECT_THAT(broken_by_text(&domain::Map::successor, "return (has_next,", "return (1,"),
              Contains("successor on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::successor, "x + 1", "x + 2"), Contains("successor on every square"));
  EXPECT_THAT(broken_by_text(&domain::Map::successor, "select(turn, 0", "select(turn, 1"),
              Contains("successor on every square"));
}

} // namespace
} // namespace mapwright::index_map
