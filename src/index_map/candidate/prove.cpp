#include "index_map/candidate/prove.hpp"

#include "index_map/agree.hpp"
#include "index_map/candidate/execute.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

namespace {

constexpr double most_cost = 1000; ///< operations of a function; longer ones are not executed symbolically

Proof refuse(Proof proof, const std::string& name, const std::string& why) {
  proof.facts.push_back({name, false, why});
  proof.how = why;
  return proof;
}

} // namespace

Proof prove_unrank(const expr::Function& function, expr::Tables tables, const domain::Map& map) {
  Proof proof;
  const bool same_tables = std::equal(tables.begin(), tables.end(), map.tables.begin(), map.tables.end(),
                                      [](const expr::Table& a, const expr::Table& b) { return same(a, b); });
  if (same_tables && same_up_to_names(function, map.unrank)) {
    proof.facts.push_back({"the function is the derived one", true, "the same statements up to names"});
    proof.how = "identical to the derived map up to names";
    proof.proved = true;
    return proof;
  }
  const std::string shape = "the domain is one polyhedron in the order of its dimensions";
  if (expr::static_cost(function) > most_cost) {
    return refuse(std::move(proof), "the function can be executed symbolically", "it is too long");
  }
  const auto region = Region::make(map.domain);
  if (!region) {
    return refuse(std::move(proof), shape, region.error());
  }
  proof.facts.push_back({shape, true, fmt::format("{} variables", region->variables())});

  const std::size_t sizes = map.domain.parameters.size();
  std::vector<Polynomial> parameters;
  std::vector<Polynomial> point;
  for (std::size_t v = 0; v < region->variables(); ++v) {
    (v < sizes ? parameters : point).push_back(region->variable(v));
  }
  std::vector<Polynomial> ranks;
  Execution ranking(*region);
  const std::string single = "the ranking is one polynomial on the domain";
  if (!ranking.run(map.rank, parameters, point, [&](const Path&, const std::vector<Polynomial>& results) {
        ranks.push_back(results.at(0));
        return ranks.size() == 1;
      })) {
    return refuse(std::move(proof), single, ranks.size() > 1 ? "it has several pieces" : ranking.why());
  }
  proof.facts.push_back({single, true, fmt::format("of degree {}", ranks[0].degree())});

  Execution execution(*region);
  parameters.resize(function.parameters.size(), region->constant(0));
  const std::string claim = "the function returns x at the index rank(x)";
  if (!execution.run(function, parameters, ranks, [&](const Path& path, const std::vector<Polynomial>& results) {
        return results == point || execution.is_impossible(path);
      })) {
    return refuse(std::move(proof), claim, execution.why());
  }
  proof.facts.push_back({claim, true, fmt::format("{} cases, by polynomial inequalities", execution.paths())});
  proof.how = "w replaced by the ranking polynomial: every result is its coordinate at all points of all sizes";
  proof.proved = true;
  return proof;
}

} // namespace mapwright::index_map::candidate
