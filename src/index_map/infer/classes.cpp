#include "index_map/infer/classes.hpp"

#include "index_map/infer/nest.hpp"

namespace mapwright::index_map::infer {

std::vector<Hypothesis> propose(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  std::vector<Hypothesis> all = fit_nests(lesson, dimensions);
  return all;
}

bool predicts(const Hypothesis& hypothesis, const PointList& points) {
  return hypothesis.points(points.size()) == points;
}

} // namespace mapwright::index_map::infer
