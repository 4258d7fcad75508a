// Every obligation of a proof along a curve can fail, and does when its subject is changed.
#include "domain/parse.hpp"
#include "expr/text.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/derive.hpp"
#include "support/broken_facts.hpp"

#include <functional>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class CurveTamper : public ::testing::Test {
protected:
  std::vector<std::string> broken_by(const std::function<void(json&, domain::Map&)>& change) {
    json proof = derived().proof;
    domain::Map map = derived().map;
    change(proof, map);
    return test::broken_facts(check(ProofKind::composition, proof, map));
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

  static const Derived& derived() {
    static const Derived once = derive(domain::parse_domain("hilbert(triangle)").value()).value();
    return once;
  }
};

TEST_F(CurveTamper, UntouchedIsProved) {
  EXPECT_THAT(broken_by([](json&, domain::Map&) {}), IsEmpty());
}

TEST_F(CurveTamper, MalformedProofs) {
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p.erase("corner"); }), ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["plain"]["functions"].erase("count"); }),
              ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["curve"] = "morton"; }), ElementsAre("well-formed proof"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p = 7; }), ElementsAre("well-formed proof"));
}

TEST_F(CurveTamper, DomainAndCurve) {
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.domain.dimensions.pop_back(); }), ElementsAre("domain"));
  const auto other = broken_by([](json& p, domain::Map& m) {
    std::get<domain::CurveShape>(m.domain.shape).curve = domain::Curve::morton;
    p["curve"] = "morton";
  });
  EXPECT_THAT(other, ElementsAre("function unrank", "function rank", "function successor", "tables of the map"));
}

TEST_F(CurveTamper, CornerCounts) {
  const auto other_count = broken_by([](json& p, domain::Map&) {
    auto& text = p["corner"]["functions"]["count"].get_ref<std::string&>();
    const std::size_t at = text.find("below_i");
    text.replace(text.find("below_i", at + 7), 7, "below_j");
  });
  EXPECT_THAT(other_count, Contains("corner counts"));
  const auto other_domain =
      broken_by([](json& p, domain::Map&) { p["corner"]["proof"]["set"] = p["plain"]["proof"]["set"]; });
  EXPECT_THAT(other_domain, Contains("corner counts"));
}

TEST_F(CurveTamper, PlainOrderAndCube) {
  const auto facts = broken_by([](json& p, domain::Map&) { p["plain"]["proof"]["levels"][0]["box_high"] = "n"; });
  EXPECT_THAT(facts, Contains("the cube is the least one"));
  const auto low = broken_by([](json& p, domain::Map&) { p["plain"]["proof"]["levels"][1]["box_low"] = "-1"; });
  EXPECT_THAT(low, Contains("the cube is the least one"));
  EXPECT_THAT(broken_by([](json& p, domain::Map&) { p["plain"]["proof"]["counts"] = json::array(); }),
              Contains("plain order"));
}

TEST_F(CurveTamper, Functions) {
  EXPECT_THAT(broken_by_text(&domain::Map::unrank, "2*half", "half*2"), Contains("function unrank"));
  EXPECT_THAT(broken_by_text(&domain::Map::rank, "select(later, first, 0)", "select(later, 0, first)"),
              Contains("function rank"));
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.count.results[0] = expr::Expr(1); }), Contains("function count"));
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.contains.results[0] = expr::Expr(1); }),
              Contains("function contains"));
  EXPECT_THAT(broken_by([](json&, domain::Map& m) { m.tables[0].values[2] ^= 1; }), Contains("tables of the map"));
}

} // namespace
} // namespace mapwright::index_map
