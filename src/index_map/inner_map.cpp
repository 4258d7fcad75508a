#include "index_map/inner_map.hpp"

#include "expr/text.hpp"
#include "index_map/table/predicate.hpp"
#include "index_map/table/ragged.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace mapwright::index_map {

using nlohmann::json;

namespace {

constexpr ProofKind kinds[] = {ProofKind::polynomial_telescoping,
                               ProofKind::digit_bijection,
                               ProofKind::substitution_induction,
                               ProofKind::table,
                               ProofKind::composition,
                               ProofKind::exhaustive};

Result<ProofKind> kind_of(const std::string& text) {
  for (const ProofKind kind : kinds) {
    if (to_string(kind) == text) {
      return kind;
    }
  }
  return fail(ErrorKind::input, "unknown kind of proof '" + text + "'");
}

/// Reads one function into its place; false and an error otherwise.
bool read_function(const json& functions, const char* name, expr::Function& into, std::optional<Error>& error) {
  auto read = expr::parse_function(functions.at(name).get<std::string>(), std::string("inner ") + name);
  if (!read) {
    error = read.error();
    return false;
  }
  into = std::move(*read);
  return true;
}

} // namespace

json inner_to_json(const Derived& inner) {
  json tables = json::array();
  for (const expr::Table& table : inner.map.tables) {
    tables.push_back(to_text(table));
  }
  return {{"kind", to_string(inner.kind)},
          {"proof", inner.proof},
          {"functions",
           {{"count", to_text(inner.map.count)},
            {"unrank", to_text(inner.map.unrank)},
            {"rank", to_text(inner.map.rank)},
            {"contains", to_text(inner.map.contains)},
            {"successor", to_text(inner.map.successor)}}},
          {"tables", tables}};
}

Result<Derived> inner_from_json(const json& text, const domain::Domain& domain) {
  Derived inner;
  inner.map.domain = domain;
  try {
    const auto kind = kind_of(text.at("kind").get<std::string>());
    if (!kind) {
      return forward(kind);
    }
    inner.kind = *kind;
    inner.proof = text.at("proof");
    const json& functions = text.at("functions");
    std::optional<Error> error;
    if (!read_function(functions, "count", inner.map.count, error) ||
        !read_function(functions, "unrank", inner.map.unrank, error) ||
        !read_function(functions, "rank", inner.map.rank, error) ||
        !read_function(functions, "contains", inner.map.contains, error) ||
        !read_function(functions, "successor", inner.map.successor, error)) {
      return tl::unexpected<Error>(*error);
    }
    for (const json& table : text.at("tables")) {
      auto read = expr::parse_table(table.get<std::string>(), "inner table");
      if (!read) {
        return forward(read);
      }
      inner.map.tables.push_back(std::move(*read));
    }
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the inner map of a proof is malformed: ") + e.what());
  }
  const domain::Map& map = inner.map;
  const std::size_t dims = domain.dimensions.size();
  const bool fits = map.count.arguments.empty() && map.unrank.arguments.size() == 1 && map.count.results.size() == 1 &&
                    map.unrank.results.size() == dims && map.rank.arguments.size() == dims &&
                    map.rank.results.size() == 1 && map.contains.arguments.size() == dims &&
                    map.contains.results.size() == 1 && map.successor.arguments.size() == dims &&
                    map.successor.results.size() == dims + 1;
  const std::size_t sizes = domain.parameters.size();
  if (!fits || map.count.parameters.size() != sizes || map.unrank.parameters.size() != sizes ||
      map.rank.parameters.size() != sizes || map.contains.parameters.size() != sizes ||
      map.successor.parameters.size() != sizes) {
    return fail(ErrorKind::input, "the inner functions of a proof do not fit the inner domain");
  }
  return inner;
}

Fact inner_fact(const Derived& inner, const CheckInner& check) {
  const CheckReport report = check(inner.kind, inner.proof, inner.map);
  for (const Fact& fact : report.facts) {
    if (!fact.holds) {
      return {"inner map", false, fact.name + ": " + fact.detail};
    }
  }
  return {"inner map", report.proved(),
          report.proved() ? std::to_string(report.facts.size()) + " obligations of its own proof hold"
                          : "its proof has no obligations"};
}

Result<std::vector<expr::Table>> build_tables(const Derived& derived, std::span<const expr::Int> parameters,
                                              std::span<const expr::Table> supplied) {
  const domain::Domain& domain = derived.map.domain;
  const auto& tables = derived.map.tables;
  if (std::none_of(tables.begin(), tables.end(), [](const expr::Table& t) { return t.runtime; })) {
    return tables;
  }
  if (std::holds_alternative<domain::PredicateShape>(domain.shape)) {
    return build_predicate_tables(derived.map, parameters);
  }
  if (std::holds_alternative<domain::RaggedShape>(domain.shape)) {
    return build_ragged_tables(derived, parameters, supplied);
  }
  if (const auto* pairs = std::get_if<domain::PairsShape>(&domain.shape)) {
    auto inner = inner_from_json(derived.proof.value("inner", json::object()), *pairs->inner);
    if (!inner) {
      return forward(inner);
    }
    return build_tables(*inner, parameters, supplied);
  }
  return fail(ErrorKind::internal, "the map has run-time tables of no known kind");
}

} // namespace mapwright::index_map
