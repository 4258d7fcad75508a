// Inner domains of composed maps, with hand-written maps where the family is another one's.
#pragma once

#include "digits_domains.hpp"
#include "expr/text.hpp"
#include "index_map/digits/digits.hpp"
#include "index_map/inner_map.hpp"
#include "index_map/pairs/pairs.hpp"
#include "index_map/table/predicate.hpp"
#include "index_map/table/ragged_plan.hpp"
#include "table_domains.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::test {

inline expr::Function function(const std::string& text) {
  return expr::parse_function(text, "test").value();
}

inline domain::Domain line() {
  domain::Domain domain;
  domain.text = "line";
  domain.parameters = {expr::Symbol("n")};
  domain.dimensions = {"j"};
  domain.shape = domain::AffineShape{"[n] -> { [j] : 0 <= j < n }", {expr::Symbol("j")}, {}, {}};
  return domain;
}

inline domain::Domain triangle() {
  domain::Domain domain;
  domain.text = "triangle";
  domain.parameters = {expr::Symbol("n")};
  domain.dimensions = {"i", "j"};
  domain.shape =
      domain::AffineShape{"[n] -> { [i, j] : 0 <= j <= i < n }", {expr::Symbol("i"), expr::Symbol("j")}, {}, {}};
  return domain;
}

/// Maps of the two affine domains above, and of fractals and predicates by their derivers.
inline Result<index_map::Derived> derive_simple(const domain::Domain& domain) {
  if (std::holds_alternative<domain::FractalShape>(domain.shape)) {
    return index_map::derive_digits(domain, {});
  }
  if (std::holds_alternative<domain::PredicateShape>(domain.shape)) {
    return index_map::derive_predicate(domain, {});
  }
  index_map::Derived derived;
  derived.map.domain = domain;
  derived.kind = index_map::ProofKind::polynomial_telescoping;
  derived.proof = {{"sound", true}};
  derived.map.complexity = "O(1)";
  if (domain.text == "line") {
    derived.map.count = function("fn count(n;) -> (count) { return (n); }");
    derived.map.unrank = function("fn unrank(n; w) -> (j) { return (w); }");
    derived.map.rank = function("fn rank(n; j) -> (w) { return (j); }");
    derived.map.contains = function("fn contains(n; j) -> (inside) { return (0 <= j and j < n); }");
    derived.map.successor = function("fn successor(n; j) -> (has_next, j) { return (j + 1 < n, j + 1); }");
    return derived;
  }
  derived.map.count = function("fn count(n;) -> (count) { return (n*(n + 1)/2); }");
  derived.map.unrank = function("fn unrank(n; w) -> (i, j) {"
                                "  solve i in [0, n - 1] where i*(i + 1)/2 <= w by bisect(log2(2*max(n, 1)));"
                                "  let t = w - i*(i + 1)/2;"
                                "  return (i, t); }");
  derived.map.rank = function("fn rank(n; i, j) -> (w) { return (i*(i + 1)/2 + j); }");
  derived.map.contains = function("fn contains(n; i, j) -> (inside) { return (0 <= j and j <= i and i < n); }");
  derived.map.successor = function("fn successor(n; i, j) -> (has_next, i, j) {"
                                   "  let wraps = i == j;"
                                   "  let row = i + wraps;"
                                   "  return (row < n, row, select(wraps, 0, j + 1)); }");
  return derived;
}

/// The checkers that belong to derive_simple; the hand-written maps say themselves whether they are sound.
inline index_map::CheckReport check_simple(index_map::ProofKind kind, const nlohmann::json& proof,
                                           const domain::Map& map) {
  if (kind == index_map::ProofKind::digit_bijection) {
    return index_map::check_digits(proof, map);
  }
  if (kind == index_map::ProofKind::table) {
    return index_map::check_predicate(proof, map);
  }
  return {{{"by hand", proof.value("sound", false), "stated"}}};
}

/// Puts what a (changed) composition proof assembles to into the map, so that only its claims can be wrong.
inline void assemble_again(const nlohmann::json& proof, domain::Map& map) {
  if (const auto* pairs = std::get_if<domain::PairsShape>(&map.domain.shape)) {
    const auto inner = index_map::inner_from_json(proof.at("inner"), *pairs->inner).value();
    const index_map::PairsPlan plan{proof.at("down").get<int>(), proof.at("up").get<int>()};
    install(index_map::assemble_pairs(inner.map, map.domain, plan), map);
    return;
  }
  const auto& ragged = std::get<domain::RaggedShape>(map.domain.shape);
  const auto inner = index_map::inner_from_json(proof.at("inner"), *ragged.inner).value();
  install(index_map::assemble_ragged(index_map::ragged_plan_of(proof).value(), inner.map, map.domain), map);
}

inline domain::Domain ragged(const domain::Domain& inner) {
  domain::Domain domain;
  domain.text = "ragged";
  domain.parameters = {expr::Symbol("batch")};
  domain.dimensions = {"b"};
  domain.dimensions.insert(domain.dimensions.end(), inner.dimensions.begin(), inner.dimensions.end());
  domain.shape = domain::RaggedShape{std::make_shared<const domain::Domain>(inner), expr::Symbol("cu_seqlens")};
  return domain;
}

inline domain::Domain pairs(const domain::Domain& inner) {
  domain::Domain domain;
  domain.text = "pairs";
  domain.parameters = inner.parameters;
  for (const std::string prefix : {"p_", "q_"}) {
    for (const std::string& name : inner.dimensions) {
      domain.dimensions.push_back(prefix + name);
    }
  }
  domain.shape = domain::PairsShape{std::make_shared<const domain::Domain>(inner)};
  return domain;
}

} // namespace mapwright::test
