#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "index_map/derive.hpp"
#include "index_map/exhaustive.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map {
namespace {

using expr::Int;
using ::testing::HasSubstr;

Derived derived(const std::string& text) {
  const auto domain = domain::parse_domain(text);
  EXPECT_TRUE(domain) << text;
  auto map = derive(*domain);
  EXPECT_TRUE(map) << text << ": " << (map ? "" : map.error().format());
  return *map;
}

ExhaustiveReport verify(const Derived& map, const std::vector<Int>& size, const ExhaustiveOptions& options = {}) {
  const auto tables = tables_for(map, size);
  EXPECT_TRUE(tables);
  const auto report = verify_exhaustively(map.map, size, *tables, options);
  EXPECT_TRUE(report) << (report ? "" : report.error().format());
  return report.value_or(ExhaustiveReport{});
}

/// The triangle's map with one function replaced.
Derived with(const std::string& function) {
  Derived map = derived("triangle");
  auto parsed = expr::parse_function(function, "test");
  EXPECT_TRUE(parsed) << parsed.error().format();
  expr::Function& to = parsed->name == "rank"     ? map.map.rank
                       : parsed->name == "unrank" ? map.map.unrank
                                                  : map.map.count;
  to = *parsed;
  return map;
}

const std::string row = "let i = floor_div(isqrt(8*w + 1) - 1, 2); ";

struct Case {
  std::string text;
  std::vector<Int> size;
};

TEST(Exhaustive, DerivedMapsOfAllShapesAgree) {
  const std::vector<Case> cases{{"triangle", {0}},
                                {"triangle", {1}},
                                {"triangle", {700}}, // several parts
                                {"tetrahedron", {90}},
                                {"band", {300, 5, 40}},
                                {"window-sink-causal", {200, 7, 3}},
                                {"skewed-stencil", {90, 40}},
                                {"wavefront", {130, 190}},
                                {"gasket", {0}},
                                {"gasket", {11}},
                                {"menger-sponge", {4}},
                                {"eri", {24}},
                                {"where:[r] -> [x,y] in [-r,r]x[-r,r] : x*x + y*y <= r*r", {150}}};
  for (const Case& one : cases) {
    const Derived map = derived(one.text);
    const auto count = domain::count_by_scan(map.map.domain, one.size);
    ASSERT_TRUE(count) << one.text;
    for (const unsigned threads : {1U, 2U, 5U}) {
      ExhaustiveOptions options;
      options.threads = threads;
      const ExhaustiveReport report = verify(map, one.size, options);
      EXPECT_TRUE(report.agrees) << one.text << ": " << report.counterexample;
      EXPECT_EQ(static_cast<Int>(report.indices), *count) << one.text;
      EXPECT_EQ(report.counterexample, "");
    }
  }
}

TEST(Exhaustive, ReportsTheLeastWrongIndexOnAnyNumberOfThreads) {
  const Derived map = with("fn unrank(n; w) -> (i, j) { " + row +
                           "return (i, w - i*(i + 1)/2 + (w == 200000 or w == 77777 or w == 77780)); }");
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    ExhaustiveOptions options;
    options.threads = threads;
    const ExhaustiveReport report = verify(map, {700}, options);
    EXPECT_FALSE(report.agrees);
    EXPECT_EQ(report.counterexample, "unrank(77777) = (393, 357), the domain has (393, 356)");
  }
}

TEST(Exhaustive, FindsAWrongRank) {
  const Derived map = with("fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j - (i == 300 and j == 300)); }");
  ExhaustiveOptions options;
  EXPECT_EQ(verify(map, {700}).counterexample, "rank(300, 300) = 45449, its index is 45450");
  options.check_rank = false;
  EXPECT_TRUE(verify(map, {700}, options).agrees);
}

TEST(Exhaustive, FindsAWrongCount) {
  EXPECT_EQ(verify(with("fn count(n;) -> (count) { return (n*(n + 1)/2 + (n == 5)); }"), {5}).counterexample,
            "count() = 16, the domain has 15 points");
  EXPECT_THAT(verify(with("fn count(n;) -> (count) { return (n/2); }"), {5}).counterexample,
              HasSubstr("count() stops: an exact division"));
}

// The method of a root is executed, not only its meaning: the evaluator finds these solutions by halving whatever the
// estimate is.
TEST(Exhaustive, FindsARootWithTooFewCorrections) {
  const std::string solve = "fn unrank(n; w) -> (i, j) { solve i in [0, n - 1] where i*(i + 1)/2 <= w by "
                            "root(2, 2*w, 0, 1, down DOWN, up 0); return (i, w - i*(i + 1)/2); }";
  const auto unrank = [&](const std::string& down) {
    std::string text = solve;
    return with(text.replace(text.find("DOWN"), 4, down));
  };
  EXPECT_TRUE(verify(unrank("1"), {700}).agrees);
  const ExhaustiveReport report = verify(unrank("0"), {700});
  EXPECT_FALSE(report.agrees);
  EXPECT_EQ(report.counterexample, "unrank(2) = (2, -1), the domain has (1, 1)");
}

TEST(Exhaustive, FallsBackToExactCallsBeyond64Bits) {
  const Derived wide = with("fn unrank(n; w) -> (i, j) { let v = floor_div(w*2**80, 2**80); "
                            "let i = floor_div(isqrt(8*v + 1) - 1, 2); return (i, v - i*(i + 1)/2); }");
  EXPECT_TRUE(verify(wide, {40}).agrees);
  const Derived faulty = with("fn unrank(n; w) -> (i, j) { let v = floor_div(w*2**80, 2**80*(w != 9)); "
                              "let i = floor_div(isqrt(8*v + 1) - 1, 2); return (i, v - i*(i + 1)/2); }");
  EXPECT_EQ(verify(faulty, {40}).counterexample, "unrank(9) stops: division by zero, the domain has (3, 3)");
}

TEST(Exhaustive, RefusesWhatIsTooLargeOrMisfits) {
  const Derived map = derived("triangle");
  ExhaustiveOptions options;
  options.most_points = 100;
  const std::vector<Int> size{14};
  const auto report = verify_exhaustively(map.map, size, {}, options);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().kind, ErrorKind::input);
  EXPECT_THAT(report.error().message, HasSubstr("more than 100 points"));
  const std::vector<Int> two{3, 4};
  EXPECT_FALSE(verify_exhaustively(map.map, two, {}));
  const std::vector<Int> huge{Int{1} << 70};
  EXPECT_FALSE(verify_exhaustively(map.map, huge, {}));
}

RC_GTEST_PROP(Exhaustive, OneWrongIndexIsAlwaysFound, ()) {
  const Int n = *rc::gen::inRange(1, 90);
  const Int wrong = *rc::gen::inRange<std::int64_t>(0, static_cast<std::int64_t>(n * (n + 1) / 2));
  const std::string at = expr::to_string(wrong);
  const Derived map = with("fn unrank(n; w) -> (i, j) { " + row + "return (i, w - i*(i + 1)/2 - (w == " + at + ")); }");
  ExhaustiveOptions options;
  options.threads = *rc::gen::inRange(1U, 5U);
  const ExhaustiveReport report = verify(map, {n}, options);
  RC_ASSERT(!report.agrees);
  RC_ASSERT(report.counterexample.starts_with("unrank(" + at + ") = "));
}

} // namespace
} // namespace mapwright::index_map
