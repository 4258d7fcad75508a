// Proofs of somebody's unrank: what is proved is right, and the usual right formulas are proved.
#include "domain/parse.hpp"
#include "domain/reference.hpp"
#include "expr/text.hpp"
#include "index_map/candidate/polynomial.hpp"
#include "index_map/candidate/prove.hpp"
#include "index_map/candidate/region.hpp"
#include "index_map/derive.hpp"

#include <map>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mapwright::index_map::candidate {
namespace {

using ::testing::HasSubstr;

const domain::Map& map_of(const std::string& text) {
  static std::map<std::string, domain::Map> maps;
  const auto held = maps.find(text);
  if (held != maps.end()) {
    return held->second;
  }
  const auto domain = domain::parse_domain(text);
  EXPECT_TRUE(domain) << text;
  auto derived = derive(*domain);
  EXPECT_TRUE(derived) << text;
  return maps.emplace(text, derived->map).first->second;
}

expr::Function function(const std::string& text) {
  auto parsed = expr::parse_function(text, "test");
  EXPECT_TRUE(parsed) << text << "\n" << (parsed ? "" : parsed.error().format());
  return *parsed;
}

Proof prove(const std::string& domain, const std::string& text) {
  return prove_unrank(function(text), {}, map_of(domain));
}

struct Case {
  std::string domain;
  std::string text;
};

const std::vector<Case>& right() {
  static const std::string upper = "[n] -> { [i, j] : 0 <= i <= j < n }";
  static const std::string box = "[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }";
  static const std::vector<Case> list{
      {"triangle", "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, w - i*(i + 1)/2); }"},
      {"triangle", "fn f(; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, w - i*(i + 1)/2); }"},
      {"triangle", "fn f(n; w) -> (i, j) { let i = div(isqrt(8*w + 2) - 1, 2); return (i, w - shr(i*(i + 1), 1)); }"},
      {"triangle", "fn f(n; w) -> (i, j) { let a = isqrt(2*w); let i = select(a*(a + 1)/2 > w, a - 1, a); "
                   "return (i, w - i*(i + 1)/2); }"},
      {"triangle", "fn f(n; w) -> (i, j) { var a = isqrt(2*w); if (a*(a + 1)/2 > w) { set a = a - 1; } "
                   "return (a, w - a*(a + 1)/2); }"},
      {"triangle", "fn f(n; w) -> (i, j) { let a = isqrt(2*w) - 1; let i = a + ((a + 1)*(a + 2)/2 <= w); "
                   "assume i in [0, n - 1]; return (i, w - i*(i + 1)/2); }"},
      {"triangle-strict",
       "fn f(n; w) -> (i, j) { let i = floor_div(isqrt(8*w + 1) + 1, 2); return (i, w - i*(i - 1)/2); }"},
      {upper, "fn f(n; w) -> (i, j) { let r = n*(n + 1)/2 - 1 - w; let a = floor_div(isqrt(8*r + 1) - 1, 2); "
              "return (n - 1 - a, n - 1 - (r - a*(a + 1)/2)); }"},
      {box, "fn f(n, m; w) -> (i, j) { return (floor_div(w, m), w % m); }"},
      {box, "fn f(n, m; w) -> (i, j) { let i = div(w, m); return (i, w - i*m); }"},
      {"tetrahedron",
       "fn f(n; w) -> (i, j, k) { let a = icbrt(6*w); let i = select(a*(a + 1)*(a + 2)/6 > w, a - 1, a); "
       "let r = w - i*(i + 1)*(i + 2)/6; let j = floor_div(isqrt(8*r + 1) - 1, 2); "
       "return (i, j, r - j*(j + 1)/2); }"},
      {"pyramid", "fn f(n; w) -> (i, j, k) { let a = icbrt(3*w); let i = select(a*(a + 1)*(2*a + 1)/6 > w, a - 1, a); "
                  "let r = w - i*(i + 1)*(2*i + 1)/6; return (i, div(r, i + 1), rem(r, i + 1)); }"},
  };
  return list;
}

TEST(CandidateProof, ProvesTheUsualFormulas) {
  for (const Case& one : right()) {
    const Proof proof = prove(one.domain, one.text);
    EXPECT_TRUE(proof.proved) << one.domain << "\n" << one.text << "\n" << proof.how;
    for (const Fact& fact : proof.facts) {
      EXPECT_TRUE(fact.holds) << fact.name;
    }
  }
}

TEST(CandidateProof, DoesNotProveWrongOnes) {
  const std::string fails = "a result differs";
  for (const auto& [text, why] : std::vector<std::pair<std::string, std::string>>{
           {"let i = floor_div(isqrt(8*w) - 1, 2); return (i, w - i*(i + 1)/2);", fails},
           {"let i = floor_div(isqrt(8*w + 9) - 1, 2); return (i, w - i*(i + 1)/2);", fails},
           {"let i = isqrt(2*w); return (i, w - i*(i + 1)/2);", fails},
           {"let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, w - i*(i - 1)/2);", fails},
           {"let i = floor_div(isqrt(8*w + 1) - 1, 2); return (w - i*(i + 1)/2, i);", fails},
           {"let i = floor_div(isqrt(8*w - 7) + 1, 2); return (i, w - i*(i + 1)/2);", "radicand"},
           {"let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, w - i*(i + 1)/2 + 0*(w/2));", "remainder"},
           {"let i = floor_div(isqrt(8*w + 1) - 1, 2); return (i, div(w*2 - i*(i + 1) - 1, 2));", "non-negative"},
           {"let i = floor_div(isqrt(8*w + 1) - 1, 2); assume i in [0, n - 2]; return (i, w - i*(i + 1)/2);", "bounds"},
           {"let i = floor_div(w, n - 1); return (i, w - i*n);", "positive"},
           {"return (nobody, w);", "no value"},
           {"var i = 0; for k below n { set i = i + 1; } return (i, w);", "loop"},
       }) {
    const Proof proof = prove("triangle", "fn f(n; w) -> (i, j) { " + text + " }");
    EXPECT_FALSE(proof.proved) << text;
    EXPECT_THAT(proof.how, HasSubstr(why)) << text;
  }
}

TEST(CandidateProof, SaysWhichDomainsAreNotCovered) {
  const std::string text = "fn f(n; w) -> (i, j) { return (w, 0); }";
  EXPECT_THAT(prove("gasket", text).how, HasSubstr("not an affine set"));
  EXPECT_THAT(prove("[n] -> { [i, j] : 0 <= i < n and 0 <= 2j <= i }", text).how, HasSubstr("no polynomial bounds"));
}

TEST(CandidateProof, TheDerivedMapItselfUpToNames) {
  for (const std::string domain : {"band", "gasket", "window-sink-causal"}) {
    const domain::Map& map = map_of(domain);
    const Proof same = prove_unrank(map.unrank, map.tables, map);
    EXPECT_TRUE(same.proved) << domain;
    EXPECT_THAT(same.how, HasSubstr("identical"));
  }
  const domain::Map& gasket = map_of("gasket");
  auto tables = gasket.tables;
  ASSERT_FALSE(tables.empty());
  ASSERT_GE(tables[0].values.size(), 2U);
  std::swap(tables[0].values[0], tables[0].values[1]);
  EXPECT_FALSE(prove_unrank(gasket.unrank, tables, gasket).proved) << "other entries, the same text";
}

TEST(SameUpToNames, TellsRenamingFromChange) {
  const auto same = [](const std::string& a, const std::string& b) {
    return same_up_to_names(function(a), function(b));
  };
  EXPECT_TRUE(
      same("fn f(n; w) -> (i) { let a = w + n; return (a); }", "fn g(m; k) -> (x) { let n = k + m; return (n); }"));
  EXPECT_FALSE(
      same("fn f(n; w) -> (i) { let a = w + n; return (a); }", "fn f(n; w) -> (i) { let a = n + w; return (a); }"));
  EXPECT_FALSE(
      same("fn f(n; w) -> (i) { let a = w + n; return (a); }", "fn f(n; w) -> (i) { let a = w + w; return (a); }"));
  EXPECT_FALSE(
      same("fn f(n; w) -> (i) { let a = w + w; return (a); }", "fn f(n; w) -> (i) { let a = w + n; return (a); }"));
  EXPECT_FALSE(same("fn f(n; w) -> (i) { return (min(w, n)); }", "fn f(n; w) -> (i) { return (max(w, n)); }"));
  EXPECT_FALSE(same("fn f(n; w) -> (i) { return (t[w]); }", "fn f(n; w) -> (i) { return (u[w]); }"));
  EXPECT_FALSE(same("fn f(n; w) -> (i) { return (w + 1); }", "fn f(n; w) -> (i) { return (w + 2); }"));
}

/// Whether f lists the points of the domain at all small sizes.
bool right_at_small_sizes(const std::string& domain, const expr::Function& f) {
  const domain::Map& map = map_of(domain);
  const auto reference = domain::Reference::make(map.domain);
  const std::size_t sizes = map.domain.parameters.size();
  for (Int n = 0; n <= (sizes == 1 ? 12 : 6); ++n) {
    for (Int m = 0; m <= (sizes == 1 ? 0 : 6); ++m) {
      const std::vector<Int> size = sizes == 1 ? std::vector<Int>{n} : std::vector<Int>{n, m};
      auto scanner = reference->scan(size);
      domain::Run run;
      Int w = 0;
      while (scanner->next(run)) {
        for (std::int64_t last = run.first; last <= run.last; ++last, ++w) {
          std::vector<Int> point(run.prefix.begin(), run.prefix.end());
          point.emplace_back(last);
          const auto found =
              expr::call(f, f.parameters.empty() ? std::vector<Int>{} : size, std::span<const Int>(&w, 1));
          if (!found || *found != point) {
            return false;
          }
        }
      }
    }
  }
  return true;
}

// Right formulas with a number or an operator changed: mostly wrong, sometimes still right, never wrongly proved.
RC_GTEST_PROP(CandidateProof, NeverProvesAWrongVariant, ()) {
  const Case one = *rc::gen::elementOf(right());
  std::string text = one.text;
  const std::size_t body = text.find('{');
  for (int change = *rc::gen::inRange(1, 3); change > 0; --change) {
    std::vector<std::size_t> places;
    for (std::size_t i = body; i < text.size(); ++i) {
      if (std::string_view("0123456789+-<>").find(text[i]) != std::string_view::npos) {
        places.push_back(i);
      }
    }
    char& place = text[*rc::gen::elementOf(places)];
    place = *rc::gen::elementOf(std::string(place >= '0' && place <= '9'   ? "01234567890"
                                            : place == '<' || place == '>' ? "<>"
                                                                           : "+-*"));
  }
  const auto parsed = expr::parse_function(text, "variant");
  RC_PRE(parsed.has_value());
  const Proof proof = prove_unrank(*parsed, {}, map_of(one.domain));
  RC_CLASSIFY(proof.proved);
  if (proof.proved) {
    RC_ASSERT(right_at_small_sizes(one.domain, *parsed));
  }
}

// Polynomials
// -----------------------------------------------------------------------------------------------------------

Polynomial random_polynomial(std::size_t variables, int degree, int most) {
  Polynomial p(variables);
  for (int term = *rc::gen::inRange(0, 5); term > 0; --term) {
    Polynomial t(variables, *rc::gen::inRange(-most, most + 1));
    for (int d = *rc::gen::inRange(0, degree + 1); d > 0; --d) {
      t = t * Polynomial::variable(variables, *rc::gen::inRange<std::size_t>(0, variables));
    }
    p = p + t;
  }
  return p;
}

RC_GTEST_PROP(CandidatePolynomial, ArithmeticIsThatOfTheValues, ()) {
  const Polynomial a = random_polynomial(3, 3, 9);
  const Polynomial b = random_polynomial(3, 3, 9);
  std::vector<Int> at;
  for (int i = 0; i < 3; ++i) {
    at.emplace_back(*rc::gen::inRange(-20, 21));
  }
  RC_ASSERT((a + b).at(at) == *a.at(at) + *b.at(at));
  RC_ASSERT((a - b).at(at) == *a.at(at) - *b.at(at));
  RC_ASSERT((a * b).at(at) == *a.at(at) * *b.at(at));
  RC_ASSERT(a + b == b + a);
  RC_ASSERT((a - a) == Polynomial(3));
  RC_ASSERT((a * Polynomial(3, 6)).over(3) == a + a);
  const Int d = *rc::gen::inRange(1, 5);
  if (a.over(d).integer_valued()) {
    RC_ASSERT(a.over(d).at(at).has_value());
  }
}

TEST(CandidatePolynomial, KnowsIntegerValuesAndOverflow) {
  const Polynomial x = Polynomial::variable(1, 0);
  EXPECT_TRUE((x * (x + Polynomial(1, 1))).over(2).integer_valued());
  EXPECT_FALSE((x * (x + Polynomial(1, 2))).over(2).integer_valued());
  EXPECT_TRUE((x * (x + Polynomial(1, 1)) * (x + Polynomial(1, 2))).over(6).integer_valued());
  Polynomial big = Polynomial(1, Int{1} << 100);
  EXPECT_FALSE((big * big).valid());
  EXPECT_FALSE((big * big) == (big * big));
  EXPECT_FALSE((big * big - big).constant());
}

RC_GTEST_PROP(CandidateRegion, WhatIsProvedNonNegativeIs, ()) {
  const std::string text = *rc::gen::element<std::string>("triangle", "tetrahedron", "triangle-strict",
                                                          "[n, m] -> { [i, j] : 0 <= i < n and 0 <= j < m }");
  const auto domain = domain::parse_domain(text);
  const auto region = Region::make(*domain);
  RC_ASSERT(region.has_value());
  const Polynomial f = random_polynomial(region->variables(), 3, 4);
  const bool proved = region->non_negative(f);
  RC_CLASSIFY(proved);
  if (!proved) {
    return;
  }
  const auto reference = domain::Reference::make(*domain);
  for (Int n = 0; n < 7; ++n) {
    std::vector<Int> size(domain->parameters.size(), n);
    if (size.size() == 2) {
      size[1] = *rc::gen::inRange(0, 7);
    }
    auto scanner = reference->scan(size);
    domain::Run run;
    while (scanner->next(run)) {
      for (std::int64_t last = run.first; last <= run.last; ++last) {
        std::vector<Int> at = size;
        at.insert(at.end(), run.prefix.begin(), run.prefix.end());
        at.emplace_back(last);
        RC_ASSERT(*f.at(at) >= 0);
      }
    }
  }
}

} // namespace
} // namespace mapwright::index_map::candidate
