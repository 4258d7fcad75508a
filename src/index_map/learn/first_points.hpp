// The first points of a domain by its definition, at sizes that are given or found.
#pragma once

#include "domain/reference.hpp"
#include "index_map/infer/points.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace mapwright::index_map::learn {

/// At most `count` points. Input error where the domain has no such size.
Result<infer::PointList> first_points(const domain::Reference& reference, std::size_t dimensions,
                                      std::span<const expr::Int> sizes, std::size_t count);

/// Sizes of a domain and its first points there.
struct SizedPoints {
  std::vector<expr::Int> sizes;
  infer::PointList points;
};

/// The sizes at which the domain agrees longest with `wanted`; of `given`, those that are set stay. The others are
/// tried together, at values the extent of the points suggests. Input error when the domain cannot be listed at any.
Result<SizedPoints> best_sizes(const domain::Domain& domain, std::span<const std::optional<expr::Int>> given,
                               const infer::PointList& wanted);

} // namespace mapwright::index_map::learn
