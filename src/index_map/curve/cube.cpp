// The cube of a curve, from the box of the domain.
#include "expr/build.hpp"
#include "index_map/curve/curve.hpp"
#include "index_map/telescoping/plan.hpp"

namespace mapwright::index_map {

Result<CurveCube> curve_cube(const nlohmann::json& telescoping_proof, const domain::Domain& plain) {
  const auto plan = telescoping_plan_from_json(telescoping_proof);
  if (!plan) {
    return forward(plan);
  }
  CurveCube cube;
  for (const LevelPlan& level : plan->levels) {
    if (level.hidden) {
      continue;
    }
    cube.origin.push_back(expr::minimum(Expr(0), level.box_low));
    cube.high.push_back(level.box_high);
    cube.end.push_back(level.box_high + Expr(1)); // rewritten: n for n - 1 + 1
  }
  if (cube.high.size() != plain.dimensions.size()) {
    return fail(ErrorKind::input, "the proof of the plain order states no box of the domain");
  }
  return cube;
}

} // namespace mapwright::index_map
