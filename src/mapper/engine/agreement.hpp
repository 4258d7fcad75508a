// How far the results of a run lie from those expected.
#pragma once

#include "mapper/engine/region_data.hpp"

#include <string>
#include <vector>

namespace mapwright::mapper {

/// The field that is furthest off.
struct Agreement {
  double deviation = 0; ///< largest difference as a part of the largest magnitude; 0: equal to the last bit
  std::string field;    ///< "grid.u"; empty when all are equal
};

/// Compares these regions. Fields of 8 and 4 bytes that are not equal are compared as floating-point numbers; of other
/// sizes, and where a number is not finite, the deviation of unequal ones is infinite.
Agreement agreement_of(const Program& program, const std::vector<std::string>& regions, const RegionData& got,
                       const RegionData& expected);

} // namespace mapwright::mapper
