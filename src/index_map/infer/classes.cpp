#include "index_map/infer/classes.hpp"

#include "index_map/infer/digits.hpp"
#include "index_map/infer/nest.hpp"
#include "index_map/infer/pairs_fit.hpp"
#include "index_map/infer/quadric.hpp"
#include "index_map/infer/raster.hpp"
#include "index_map/infer/recognise.hpp"
#include "index_map/infer/substitution_fit.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace mapwright::index_map::infer {

std::vector<Hypothesis> propose(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  std::vector<Hypothesis> all = fit_nests(lesson, dimensions);
  const auto add = [&](std::vector<Hypothesis> more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  add(fit_quadrics(lesson, dimensions));
  add(fit_digits(lesson));
  add(fit_substitutions(lesson));
  add(fit_pairs(lesson, dimensions));
  add(fit_rasters(lesson, dimensions));
  std::vector<std::int64_t> constants;
  const bool all_weak = std::all_of(all.begin(), all.end(), [](const Hypothesis& h) { return h.weak; });
  for (const Hypothesis& h : all) {
    if (h.weak && !all_weak) {
      continue;
    }
    constants.insert(constants.end(), h.constants.begin(), h.constants.end());
  }
  add(recognise(lesson, constants));
  return all;
}

bool predicts(const Hypothesis& hypothesis, const PointList& points) {
  return hypothesis.points(points.size()) == points;
}

} // namespace mapwright::index_map::infer
