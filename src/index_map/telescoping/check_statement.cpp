#include "index_map/telescoping/check_statement.hpp"

#include "index_map/nodes.hpp"
#include "index_map/telescoping/constraints.hpp"
#include "index_map/telescoping/lift.hpp"

#include <algorithm>

namespace mapwright::index_map {

using domain::IslSet;

namespace {

using namespace nodes; // the node constructors, nothing else

/// The code binds scan coordinates in order: a later one must not read the name of an earlier one that changed.
bool bindings_independent(const TelescopingPlan& plan) {
  for (std::size_t k = 0; k < plan.scan.size(); ++k) {
    const auto read = expr::free_variables(plan.scan_of_point[k]);
    for (std::size_t earlier = 0; earlier < k; ++earlier) {
      const Expr& bound = plan.scan_of_point[earlier];
      const bool changed = bound.op() != Op::variable || bound.name() != plan.scan[earlier];
      if (changed && std::find(read.begin(), read.end(), plan.scan[earlier]) != read.end()) {
        return false;
      }
    }
  }
  return true;
}

/// Points and scan coordinates determine each other on the set, and contains is membership in the set of points.
void check_coordinates(Proof& proof) {
  const auto dimensions = symbols(proof.plan.dimensions);
  auto forward_map = function_of(proof.context, proof.plan.parameters, proof.plan.scan, proof.plan.point_of_scan);
  auto backward_map = function_of(proof.context, proof.plan.parameters, dimensions, proof.plan.scan_of_point);
  if (!forward_map || !backward_map || proof.plan.scan_of_point.size() != proof.plan.scan.size() ||
      proof.plan.point_of_scan.size() != dimensions.size()) {
    proof.fact("scan coordinates are quasi-affine functions of the point and back", false,
               "not a quasi-affine function");
    return;
  }
  const domain::IslMap to_points(isl_map_intersect_domain(forward_map->release(), proof.set.copy()));
  const IslSet points(isl_map_range(to_points.copy()));
  const domain::IslMap from_points(isl_map_intersect_domain(backward_map->release(), points.copy()));
  const domain::IslMap reversed(isl_map_reverse(from_points.copy()));
  proof.fact("points and scan coordinates determine each other",
             isl_map_is_equal(to_points.get(), reversed.get()) == isl_bool_true &&
                 isl_map_is_injective(to_points.get()) == isl_bool_true,
             "isl map equality");
  proof.fact("scan coordinates are bound one after another", bindings_independent(proof.plan), "names compared");
  auto members = set_where(proof.context, proof.plan.parameters, dimensions, proof.plan.contains);
  proof.fact("contains is membership in the set", members.has_value() && is_equal(*members, points),
             "isl set equality");
}

} // namespace

void check_statement(Proof& proof, const domain::Map& map) {
  const auto* shape = std::get_if<domain::AffineShape>(&map.domain.shape);
  if (shape == nullptr) {
    proof.fact("the domain is an affine set", false, "another shape");
    return;
  }
  auto own = read_set(proof.context, shape->set);
  proof.fact("the set of the proof is the domain", own.has_value() && is_equal(*own, proof.set), "isl set equality");
  auto identity = [&](const std::vector<Expr>& list) {
    bool same_names = list.size() == proof.plan.scan.size();
    for (std::size_t k = 0; same_names && k < list.size(); ++k) {
      same_names = list[k].op() == Op::variable && list[k].name() == proof.plan.scan[k];
    }
    return same_names;
  };
  const bool scan_fits =
      shape->scan == proof.plan.scan && proof.plan.dimensions == map.domain.dimensions &&
      proof.plan.parameters == map.domain.parameters &&
      (shape->point_of_scan.empty()
           ? identity(proof.plan.point_of_scan) && identity(proof.plan.scan_of_point)
           : shape->point_of_scan == proof.plan.point_of_scan && shape->scan_of_point == proof.plan.scan_of_point);
  proof.fact("scan order, dimensions and parameters are the domain's", scan_fits, "compared");
  check_coordinates(proof);
}

} // namespace mapwright::index_map
