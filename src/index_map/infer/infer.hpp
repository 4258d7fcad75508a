// Inference: the domain whose first points are given, by exact algebra (docs/inference.md).
//
// Each class (nest_fit, digits, substitution, quadric, pairs, raster, recognise) learns hypotheses from a part of the
// points; those that predict all points are compared by description length. What is returned is a hypothesis: that its
// map is exact is proved afterwards, that the points go on like this is not.
#pragma once

#include "domain/domain.hpp"
#include "index_map/infer/hypothesis.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mapwright::index_map::infer {

struct Inference {
  domain::Domain domain;
  Hypothesis hypothesis;
  std::size_t given = 0;     ///< points in the file
  std::size_t held_back = 0; ///< of these, predicted without having been learnt from
  std::string how;           ///< "the last 125", "every third row": which ones were held back
  /// Of a domain of the catalogue: the simplest hypothesis of another class that has the same points, text and class.
  /// Its laws are those of `hypothesis`. Empty when there is none.
  std::string same_text;
  std::string same_kind;
};

/// The unique simplest hypothesis that predicts at least a quarter of the points from the others. Errors: answer_no
/// when several are comparably simple (with an index that tells them apart), when none predicts the points, or when one
/// does but for a missing, doubled or wrong point (which is located); input when points contradict each other.
Result<Inference> infer(const Examples& examples);

} // namespace mapwright::index_map::infer
