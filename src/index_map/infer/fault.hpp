// One missing, doubled or wrong point in an otherwise regular list.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::infer {

enum class FaultKind : std::uint8_t {
  missing, ///< the expected point is not there; those behind it are
  doubled, ///< the point before stands there again
  extra,   ///< a point that does not belong stands there
  wrong,   ///< another point stands in its place
};

struct PointFault {
  FaultKind kind = FaultKind::wrong;
  std::size_t index = 0;              ///< place in the list
  std::vector<std::int64_t> expected; ///< of `index`; for doubled and extra: what follows
  Hypothesis hypothesis;              ///< explains all other points
};

/// The simplest hypothesis that explains all points but for one fault, learnt from a half or three quarters of the
/// points that do not have it; nothing when there is none.
std::optional<PointFault> locate_fault(const Examples& examples);

/// What is wrong, at its line, and what to do.
Error describe(const PointFault& fault, const Examples& examples);

/// A point that stands at two places of the list: no map has it first; nothing when all differ.
std::optional<Error> contradiction(const Examples& examples);

} // namespace mapwright::index_map::infer
