// The checker of telescoping proofs rejects every change of a proof or of a map.
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/check.hpp"
#include "index_map/telescoping/derive.hpp"
#include "support/affine_case.hpp"

#include <functional>

#include <gtest/gtest.h>

namespace mapwright::index_map {
namespace {

using nlohmann::json;

const char* const band =
    "[n, a, b] -> { [i, j] : a >= 0 and b >= 0 and 0 <= i < n and 0 <= j < n and -a <= j - i <= b }";
const char* const tetrahedron = "[n] -> { [i, j, k] : 0 <= k <= j <= i < n }";
const char* const stride = "[n] -> { [i, j] : 0 <= i < n and 0 <= j < n and exists (e : i + j = 3e) }";

Derived derived(const char* set) {
  auto result = derive_telescoping(test::affine_domain(set), {});
  EXPECT_TRUE(result.has_value());
  return std::move(*result);
}

/// The map a changed proof assembles to, so that only the mathematics can give the change away.
bool proved_after(const char* set, const std::function<void(json&)>& change) {
  Derived d = derived(set);
  EXPECT_TRUE(check_telescoping(d.proof, d.map).proved());
  change(d.proof);
  if (const auto plan = telescoping_plan_from_json(d.proof); plan && !plan->levels.empty()) {
    install(assemble_telescoping(*plan), d.map);
  }
  return check_telescoping(d.proof, d.map).proved();
}

struct Change {
  const char* name;
  const char* set;
  std::function<void(json&)> change;
};

class TelescopingTamper : public testing::TestWithParam<Change> {};

TEST_P(TelescopingTamper, IsRejected) {
  EXPECT_FALSE(proved_after(GetParam().set, GetParam().change));
}

json& piece(json& proof, std::size_t level, std::size_t number) {
  return proof["levels"][level]["pieces"][number];
}

const Change changes[] = {
    {"Set", tetrahedron, [](json& p) { p["set"] = "[n] -> { [i, j, k] : 0 <= k <= j <= i <= n }"; }},
    {"Contains", tetrahedron, [](json& p) { p["contains"] = "0 <= k and k <= j and j <= i"; }},
    {"Weight", tetrahedron, [](json& p) { piece(p, 0, 0)["weight"] = "(i + 1)*(i + 2)"; }},
    {"Sum", tetrahedron, [](json& p) { piece(p, 1, 0)["sum"] = "(j + 1)*(j + 2)"; }},
    {"Before", tetrahedron, [](json& p) { piece(p, 0, 0)["before"] = "i*(i + 1)*(i + 1)/6"; }},
    {"Total", band, [](json& p) { piece(p, 0, 0)["total"] = "i_last + 1"; }},
    {"Growth", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["growth"] = "i*i*i/6"; }},
    {"SandwichLow", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["low2"] = "2"; }},
    {"SandwichHigh", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["high2"] = "1"; }},
    {"SandwichScale", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["q"] = "5"; }},
    {"SandwichShift", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["shift"] = "-3"; }},
    {"TooFewDown", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["down"] = 1; }},
    {"TooFewUp", tetrahedron, [](json& p) { piece(p, 0, 0)["inversion"]["up"] = -1; }},
    {"OffsetWhereWeighted", tetrahedron,
     [](json& p) {
       piece(p, 0, 0)["inversion"] = {{"kind", "offset"}, {"from_end", false}};
     }},
    {"DivisionWhereGrowing", tetrahedron,
     [](json& p) {
       piece(p, 0, 0)["inversion"] = {{"kind", "division"}, {"from_end", false}};
     }},
    {"LowerBound", tetrahedron, [](json& p) { piece(p, 2, 0)["lower"][0] = "1"; }},
    {"UpperBound", tetrahedron, [](json& p) { piece(p, 2, 0)["upper"][0] = "i"; }},
    {"Region", tetrahedron,
     [](json& p) { piece(p, 2, 0)["region"] = "[n] -> { [i, j, k] : 0 <= k <= j <= i < n - 1 }"; }},
    {"BoxTooSmall", tetrahedron, [](json& p) { p["levels"][0]["box_high"] = "n - 2"; }},
    {"RowTooShort", tetrahedron, [](json& p) { p["levels"][1]["row_upper"][0] = "i - 1"; }},
    {"RowHalfMissing", tetrahedron, [](json& p) { p["levels"][1]["row_upper"] = json::array(); }},
    {"Count", tetrahedron, [](json& p) { p["counts"][0]["count"] = "n*(n + 1)*(n + 2)/3"; }},
    {"CountGuard", tetrahedron, [](json& p) { p["counts"][0]["guards"] = json::array({"2 <= n"}); }},
    {"CountMissing", tetrahedron, [](json& p) { p["counts"] = json::array(); }},
    {"PieceMissing", band, [](json& p) { p["levels"][0]["pieces"].erase(1); }},
    {"PieceTwice", band, [](json& p) { p["levels"][0]["pieces"].push_back(piece(p, 0, 0)); }},
    {"PiecesSwapped", band, [](json& p) { std::swap(piece(p, 0, 0), piece(p, 0, 2)); }},
    {"GuardDropped", band, [](json& p) { piece(p, 0, 0)["guards"] = json::array(); }},
    {"QuadraticCoefficient", band, [](json& p) { piece(p, 0, 0)["inversion"]["b"] = "2*b + 3"; }},
    {"QuadraticCorrections", band, [](json& p) { piece(p, 0, 0)["inversion"]["down"] = 0; }},
    {"StrideWeight", stride, [](json& p) { piece(p, 1, 0)["weight"] = "1"; }},
    {"StrideVisible", stride, [](json& p) { p["levels"][2]["hidden"] = false; }},
    {"Parameters", tetrahedron, [](json& p) { p["parameters"][0] = "m"; }},
    {"Dimensions", tetrahedron, [](json& p) { p["dimensions"][0] = "x"; }},
    {"PointOfScan", tetrahedron, [](json& p) { p["point_of_scan"][0] = "i + 1"; }},
    {"NotText", tetrahedron, [](json& p) { piece(p, 0, 0)["sum"] = 7; }},
    {"NotAnExpression", tetrahedron, [](json& p) { piece(p, 0, 0)["sum"] = "i +"; }},
    {"NoLevels", tetrahedron, [](json& p) { p["levels"] = json::array(); }},
};

INSTANTIATE_TEST_SUITE_P(Proof, TelescopingTamper, testing::ValuesIn(changes),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(TelescopingTamperMap, AnotherFunctionIsRejected) {
  Derived d = derived(tetrahedron);
  d.map.unrank.results[0] = expr::Expr(0);
  EXPECT_FALSE(check_telescoping(d.proof, d.map).proved());
}

TEST(TelescopingTamperMap, AnotherDomainIsRejected) {
  Derived d = derived(tetrahedron);
  std::get<domain::AffineShape>(d.map.domain.shape).set = "[n] -> { [i, j, k] : 0 <= k <= j < i < n }";
  EXPECT_FALSE(check_telescoping(d.proof, d.map).proved());
}

} // namespace
} // namespace mapwright::index_map
