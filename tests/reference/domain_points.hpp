// A slow oracle of domains: every point of a generous box is asked for, then all are sorted by the order the shape
// defines. For tests only.
#pragma once

#include "domain/domain.hpp"

#include <span>
#include <string>
#include <vector>

namespace mapwright::test {

/// The points of a domain in its order, found by asking domain::contains for every point of its bounding box widened
/// by one on every side. Throws std::runtime_error where the reference answers with an error.
std::vector<domain::Point> brute_force_points(const domain::Domain& domain, std::span<const expr::Int> parameters,
                                              std::span<const expr::Table> tables = {});

/// The points of an isl set text by isl's own enumeration, in lexicographic order; every parameter has the same value.
std::vector<domain::Point> isl_points(const std::string& set, int parameter);

/// All points of a scan, run by run.
std::vector<domain::Point> scanned_points(const domain::Domain& domain, std::span<const expr::Int> parameters,
                                          std::span<const expr::Table> tables = {});

/// All points of a scan, in blocks of `capacity` points.
std::vector<domain::Point> filled_points(const domain::Domain& domain, std::span<const expr::Int> parameters,
                                         std::size_t capacity, std::span<const expr::Table> tables = {});

/// The run-time table cu_seqlens of rows of these lengths; the first offset is not 0.
expr::Table offsets_of(const std::vector<std::int64_t>& lengths);

} // namespace mapwright::test
