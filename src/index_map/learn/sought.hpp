// The map that is sought: what is known of it, and what of that is shown to who proposes.
#pragma once

#include "domain/domain.hpp"
#include "index_map/infer/points.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::learn {

/// A map by its first points, and by its domain where that is known.
struct Sought {
  std::optional<domain::Domain> domain{}; ///< its definition; none: the points are all that is known
  /// Sizes that were given, one per parameter of the domain.
  std::vector<std::optional<expr::Int>> given{};
  /// Sizes at which `points` were listed, one per parameter of the domain.
  std::vector<expr::Int> sizes{};
  infer::Examples examples{};   ///< the first points in order
  std::size_t shown = 0;        ///< how many of them a model sees; the others are held back
  bool definition_shown = true; ///< whether a model sees the domain too

  [[nodiscard]] std::size_t dimensions() const { return examples.points.dimensions(); }
  /// Whether a function that is proposed takes the sizes before the index.
  [[nodiscard]] bool takes_sizes() const { return domain && definition_shown && !domain->parameters.empty(); }
};

/// Three quarters of the points are shown, at most `most`.
std::size_t shown_of(std::size_t points, std::size_t most);

/// The first points of a domain: at the sizes given, the others equal and as small as they can be for `wanted` points
/// (the largest that can be listed where a domain stays smaller). Errors: input, when no size has a point.
Result<Sought> sought_domain(domain::Domain domain, std::vector<std::optional<expr::Int>> given, std::size_t wanted,
                             std::size_t most_shown);

/// A map of which only points are known. Input error for fewer than 4 points.
Result<Sought> sought_points(infer::Examples examples, std::size_t most_shown);

} // namespace mapwright::index_map::learn
