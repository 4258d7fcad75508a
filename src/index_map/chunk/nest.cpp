#include "index_map/chunk/nest.hpp"

#include "index_map/emission_unit.hpp"
#include "index_map/nodes.hpp"
#include "index_map/telescoping/plan.hpp"

#include <algorithm>

namespace mapwright::index_map::chunk {

namespace {

/// Counters that are the dimensions themselves.
emit::Nest walked_by_successor(const domain::Domain& domain) {
  emit::Nest nest;
  nest.counters = nodes::symbols(domain.dimensions);
  nest.counters_of_point = nodes::variables(nest.counters);
  nest.point_of_counters = nest.counters_of_point;
  return nest;
}

} // namespace

Result<emit::Nest> nest_of(const Derived& derived) {
  if (derived.kind != ProofKind::polynomial_telescoping) {
    return walked_by_successor(derived.map.domain);
  }
  const auto plan = telescoping_plan_from_json(derived.proof);
  if (!plan) {
    return forward(plan);
  }
  emit::Nest nest;
  nest.counters = plan->scan;
  nest.counters_of_point = plan->scan_of_point;
  nest.point_of_counters = plan->point_of_scan;
  for (const LevelPlan& level : plan->levels) {
    if (level.hidden) {
      continue;
    }
    if (level.row_lower.empty() || level.row_upper.empty()) {
      nest.first.clear();
      nest.last.clear();
      return nest;
    }
    nest.first.push_back(nodes::fold(expr::Op::maximum, level.row_lower, 0));
    nest.last.push_back(nodes::fold(expr::Op::minimum, level.row_upper, 0));
  }
  return nest;
}

Result<emit::NestUnit> nest_unit(const Certified& certified, const Costs* costs, const std::string& weight,
                                 const std::string& name) {
  auto nest = nest_of(certified.derived);
  if (!nest) {
    return forward(nest);
  }
  emit::NestUnit unit;
  unit.map = emission_unit(certified);
  unit.map.identifier = name;
  unit.nest = std::move(*nest);
  unit.weight = weight;
  if (costs != nullptr) {
    unit.costs = emission_unit(costs->certified);
    unit.costs->identifier = name + "_cost";
    unit.costs->with_launch = false;
  }
  return unit;
}

} // namespace mapwright::index_map::chunk
