// What is known of the order of a domain without looking at its points.
#pragma once

#include "domain/domain.hpp"

namespace mapwright::index_map {

/// Whether points with a smaller first coordinate always come first.
inline bool by_first_coordinate(const domain::Domain& domain) {
  if (const auto* affine = std::get_if<domain::AffineShape>(&domain.shape)) {
    return affine->point_of_scan.empty();
  }
  if (const auto* pairs = std::get_if<domain::PairsShape>(&domain.shape)) {
    return by_first_coordinate(*pairs->inner);
  }
  return std::holds_alternative<domain::PredicateShape>(domain.shape) ||
         std::holds_alternative<domain::RaggedShape>(domain.shape);
}

} // namespace mapwright::index_map
