#include "index_map/telescoping/proof.hpp"

#include "index_map/inline.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/assemble.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/lift.hpp"

#include <algorithm>
#include <set>
#include <utility>

namespace mapwright::index_map {

using domain::IslSet;
using namespace nodes; // the node constructors, nothing else

bool Proof::read() {
  auto text = read_set(context, plan.set);
  if (!text) {
    fact("the set reads", false, text.error().message);
    return false;
  }
  set = std::move(*text);
  if (!levels_fit()) {
    return false;
  }
  for (std::size_t k = 0; k <= plan.levels.size(); ++k) {
    isl_space* space = isl_set_get_space(set.get());
    space = isl_space_drop_dims(space, isl_dim_set, 0, static_cast<unsigned>(visible));
    prefix_sets.emplace_back(isl_set_empty(isl_space_add_dims(space, isl_dim_set, static_cast<unsigned>(k))));
  }
  for (std::size_t k = 0; k < plan.levels.size(); ++k) {
    regions.emplace_back();
    for (const PiecePlan& piece : plan.levels[k].pieces) {
      if (!read_region(piece.region, k + 1, regions.back())) {
        return false;
      }
      if (piece.lower.empty() || piece.upper.empty()) {
        fact("every piece has bounds", false, piece.region);
        return false;
      }
    }
  }
  for (const CountPiece& piece : plan.counts) {
    if (!read_region(piece.region, 0, count_regions)) {
      return false;
    }
  }
  return true;
}

bool Proof::levels_fit() {
  std::set<std::string> seen;
  bool names_fit = true;
  for (const LevelPlan& level : plan.levels) {
    names_fit = names_fit && seen.insert(level.coordinate.name()).second &&
                (level.hidden || (visible < plan.scan.size() && plan.scan[visible] == level.coordinate));
    visible += level.hidden ? 0 : 1;
  }
  names_fit =
      names_fit && visible == plan.scan.size() &&
      visible == static_cast<std::size_t>(isl_set_dim(set.get(), isl_dim_set)) &&
      std::is_partitioned(plan.levels.begin(), plan.levels.end(), [](const LevelPlan& level) { return !level.hidden; });
  fact("the levels are the scan coordinates, then stride coordinates", names_fit, "names compared");
  return names_fit;
}

bool Proof::read_region(const std::string& text, std::size_t width, std::vector<IslSet>& out) {
  auto region = read_set(context, text);
  if (!region || static_cast<std::size_t>(isl_set_dim(region->get(), isl_dim_set)) != width ||
      isl_set_n_basic_set(region->get()) > 1) {
    fact("every region reads as one convex set", false, text);
    return false;
  }
  prefix_sets[width] = unite(prefix_sets[width], *region);
  out.push_back(std::move(*region));
  return true;
}

void Proof::fact(std::string name, bool holds, std::string detail) {
  report.facts.push_back({std::move(name), holds, std::move(detail)});
}

void Proof::fact(std::string name, const std::string& refutation, const char* proved_by) {
  fact(std::move(name), refutation.empty(), refutation.empty() ? proved_by : refutation);
}

std::vector<Symbol> Proof::coordinates(std::size_t count) const {
  std::vector<Symbol> out;
  for (std::size_t k = 0; k < count; ++k) {
    out.push_back(plan.levels[k].coordinate);
  }
  return out;
}

std::vector<Symbol> Proof::names_of_prefix(std::size_t count) const {
  std::vector<Symbol> out = plan.parameters;
  for (const Symbol s : coordinates(count)) {
    out.push_back(s);
  }
  return out;
}

IslSet Proof::where(std::size_t count, const Expr& condition, const std::string& what) {
  auto found = set_where(context, plan.parameters, coordinates(count), condition);
  if (!found) {
    fact(what, false, found.error().message);
    return IslSet(isl_set_empty(isl_set_get_space(prefix_sets[count].get())));
  }
  return std::move(*found);
}

Expr guards_of(const LevelPlan& level, const PiecePlan& piece) {
  return replace(fold(Op::logical_and, piece.guards, 1),
                 {{first_name(level.coordinate), fold(Op::maximum, piece.lower, 0)},
                  {last_name(level.coordinate), fold(Op::minimum, piece.upper, 0)}});
}

} // namespace mapwright::index_map
