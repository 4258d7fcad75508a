// Domains of the catalogue, by name.
#pragma once

#include "index_map/infer/hypothesis.hpp"

#include <cstdint>
#include <vector>

namespace mapwright::index_map::infer {

/// The entries of the catalogue whose points are those of the lesson, at sizes taken from the extent of the points and
/// from `constants` (of the laws the other classes found). A size beyond all of them that changes nothing grows; only
/// one may. Entries with run-time tables are not tried. Points are those of the reference, not of a derived map.
std::vector<Hypothesis> recognise(const Lesson& lesson, const std::vector<std::int64_t>& constants);

} // namespace mapwright::index_map::infer
