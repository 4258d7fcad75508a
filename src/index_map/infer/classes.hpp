// The classes of hypotheses, and all that they propose for one lesson.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <string>
#include <vector>

namespace mapwright::index_map::infer {

/// Hypotheses of all classes, in no order. Each was learnt from the lesson alone; whether it predicts the other points
/// has not been looked at.
std::vector<Hypothesis> propose(const Lesson& lesson, const std::vector<std::string>& dimensions);

/// Whether its first points are those of the list.
bool predicts(const Hypothesis& hypothesis, const PointList& points);

} // namespace mapwright::index_map::infer
