// Comparison of somebody's function with the definition of a domain, index by index.
#pragma once

#include "core/error.hpp"
#include "domain/reference.hpp"
#include "index_map/candidate.hpp"
#include "index_map/candidate/sizes.hpp"
#include "index_map/candidate/subject.hpp"

#include <vector>

namespace mapwright::index_map::candidate {

/// What is compared with what.
struct Comparand {
  const domain::Domain& domain;
  const domain::Reference& reference;
  const domain::Map* map = nullptr; ///< a proved map without run-time tables, for large sizes; or none
  Subject& subject;
  std::vector<std::optional<std::int64_t>> given; ///< sizes
  std::uint64_t most_points = 0;
};

/// Fills sizes, indices, counterexample, order, how, and a verdict of exhaustive or refuted. Where the order differs
/// first, all points of that size are marked in their box: if each of the domain is met once the function is
/// one-to-one, and from then on only that is compared.
Result<void> compare(const Comparand& comparand, CandidateReport& report);

} // namespace mapwright::index_map::candidate
