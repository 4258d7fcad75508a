// Every domain of the catalogue without run-time tables, from a few hundred of its first points.
#include "domain/catalogue.hpp"
#include "expr/evaluate.hpp"
#include "index_map/certificate.hpp"
#include "index_map/derive.hpp"
#include "index_map/infer_support.hpp"

#include <set>

namespace mapwright::test {
namespace {

struct Case {
  std::string domain;
  std::vector<std::int64_t> sizes;
  std::size_t given;
  std::string text{}; ///< of the inferred domain; empty: the name itself
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.domain << " from " << c.given;
}

const std::vector<Case>& cases() {
  static const std::vector<Case> all{
      // a prefix, at sizes whose ends are not seen
      {"triangle", {200}, 60},
      {"triangle-strict", {200}, 60},
      {"triangle-fold", {60}, 200},
      {"triangle-halving", {6}, 400},
      {"trapezoid", {300, 7, 2}, 120, "trapezoid(n=7,o=2)"},
      {"band", {300, 3, 2}, 120, "band(a=3,b=2)"},
      {"tetrahedron", {60}, 150},
      {"simplex", {20}, 300},
      {"combinations", {60}, 200},
      {"combinations(k=5)", {40}, 300},
      {"m-simplex", {60}, 200, "tetrahedron"},
      {"m-simplex(k=4)", {40}, 300},
      {"pyramid", {60}, 200},
      {"eri", {30}, 300},
      {"skewed-stencil", {7, 90}, 300, "skewed-stencil(n=7)"},
      {"window-sink-causal", {300, 5, 3}, 300, "window-sink-causal(w=5,s=3)"},
      {"prefix-causal", {300, 4}, 200, "prefix-causal(p=4)"},
      {"disk", {9}, 150},
      {"ball", {6}, 400},
      {"hexagon", {9}, 150},
      {"healpix-ring", {8}, 500},
      {"harmonics", {60}, 100},
      // all points at one size
      {"trapezoid", {9, 5, 2}, 600, "trapezoid(n=5,o=2)"},
      {"band", {60, 2, 3}, 1000},
      {"annulus", {9, 4}, 600},
      {"annulus", {12, 5}, 600},
      {"wavefront", {9, 7}, 600},
      {"healpix-ring", {5}, 600},
      // masks
      {"gasket", {7}, 250},
      {"carpet", {5}, 250},
      {"vicsek", {6}, 250},
      {"h-fractal", {5}, 250},
      {"cantor-dust", {7}, 250},
      {"cantor-set", {11}, 250},
      {"cantor-dust-3d", {5}, 300},
      {"vicsek-3d", {5}, 250},
      {"sierpinski-tetrahedron", {7}, 250},
      {"menger-sponge", {4}, 300},
      {"mosely-light", {4}, 300},
      {"mosely-heavy", {4}, 300},
      // tiles
      {"graph-directed", {10}, 200},
      {"morton-square", {7}, 300},
      {"morton-triangle", {7}, 300},
      {"hilbert-square", {7}, 300},
  };
  return all;
}

class Catalogue : public testing::TestWithParam<Case> {};

TEST_P(Catalogue, IsInferredAndGoesOn) {
  const Case& c = GetParam();
  const PointList truth = scanned(c.domain, c.sizes, c.given + 600);
  EXPECT_EQ(inferred_text(truth, c.given), c.text.empty() ? c.domain : c.text);
}

INSTANTIATE_TEST_SUITE_P(Entries, Catalogue, testing::ValuesIn(cases()));

/// An order without end: both sizes are beyond the points.
TEST(InferWavefront, IsAnOrderedQuadrantWhileNoSideIsSeen) {
  const PointList truth = scanned("wavefront", {100, 100}, 1000);
  EXPECT_EQ(inferred_text(truth, 300), "ordered([n] -> { [i, j] : 0 <= (i + j) < n and 0 <= i <= (i + j) }, i + j, i)");
}

TEST(InferCatalogue, EveryEntryIsTried) {
  std::set<std::string> tried;
  for (const Case& c : cases()) {
    tried.insert(c.domain);
  }
  for (const domain::Entry& entry : domain::catalogue()) {
    if (entry.row != 9) { // run-time tables: no law in the points
      EXPECT_TRUE(tried.contains(entry.names.front())) << entry.names.front() << " has no case above";
    }
  }
}

/// The map derived from the inferred text, proved, has the points at the inferred sizes.
TEST(InferredMap, IsProvedAndHasThePoints) {
  for (const auto& [text, sizes] : {std::pair<std::string, std::vector<std::int64_t>>{
                                        "[n] -> { [i, j] : 0 <= i < n and 2j <= 3i and j >= -i }", {40}},
                                    {"fractal:3:(1,1) (0,2) (0,0)", {6}},
                                    {"substitution:2:A=(0,0)A (0,1)B; B=(1,1)A (0,0)B", {8}},
                                    {"wavefront", {30, 30}}}) {
    const PointList truth = scanned(text, sizes, 240);
    const auto inference = index_map::infer::infer(examples_of(truth));
    ASSERT_TRUE(inference) << text << ": " << inference.error().format();
    const auto certified = index_map::derive_certified(inference->domain);
    ASSERT_TRUE(certified);
    EXPECT_EQ(certified->certificate.status, index_map::Status::proved) << inference->hypothesis.text;
    std::vector<expr::Int> values;
    for (const auto& size : inference->hypothesis.sizes) {
      values.push_back(size.value);
    }
    const auto tables = index_map::tables_for(certified->derived, values);
    for (std::size_t i = 0; i < truth.size(); ++i) {
      const auto w = static_cast<expr::Int>(i);
      const auto point = call(certified->derived.map.unrank, values, {&w, 1}, *tables);
      ASSERT_TRUE(point) << inference->hypothesis.text << " at " << i;
      EXPECT_EQ(*point, std::vector<expr::Int>(truth[i].begin(), truth[i].end()));
    }
  }
}

} // namespace
} // namespace mapwright::test
