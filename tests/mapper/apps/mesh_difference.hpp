// How far the results of a run lie from the reference.
#pragma once

#include "mapper/apps/mesh.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>
#include <string>

namespace mapwright::mapper {

inline const std::set<std::string> integer_fields{"in_ptr", "out_ptr", "mapsp1", "bc", "loops"};

/// The largest difference as a part of the largest magnitude.
template <class T> double largest_difference(std::span<const T> got, std::span<const T> expected) {
  double largest = 0;
  double apart = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    largest = std::max(largest, std::abs(static_cast<double>(expected[i])));
    const double here = std::abs(static_cast<double>(got[i]) - static_cast<double>(expected[i]));
    apart = std::isfinite(here) ? std::max(apart, here) : HUGE_VAL;
  }
  return apart == 0 ? 0 : apart / largest;
}

inline double field_difference(const RegionData& got, const RegionData& expected, const std::string& region,
                               const Field& field) {
  const auto of = [&]<class T>(T) {
    return largest_difference<T>(got.values<T>(region, field.name), expected.values<T>(region, field.name));
  };
  if (integer_fields.contains(field.name)) {
    return field.bytes == 8 ? of(std::int64_t{}) : of(std::int32_t{});
  }
  return field.bytes == 8 ? of(double{}) : of(float{});
}

/// The largest difference of all results from what the reference makes of the initial data, as a part of the largest
/// magnitude of its field.
inline double difference_from_reference(const OpenedMesh& opened, const RegionData& got) {
  RegionData expected = opened.data();
  opened.application.reference(expected);
  double largest = 0;
  for (const std::string& region : opened.application.results) {
    for (const Field& field : opened.program().regions[opened.region(region)].fields) {
      largest = std::max(largest, field_difference(got, expected, region, field));
    }
  }
  return largest;
}

} // namespace mapwright::mapper
