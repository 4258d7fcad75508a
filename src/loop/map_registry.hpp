// Proved index maps for layers that do not know how maps are derived: index_map/ offers its derivation here when the
// program starts (index_map/offer_maps.hpp).
#pragma once

#include "core/error.hpp"
#include "domain/map.hpp"

#include <functional>
#include <string>

namespace mapwright::loop {

/// A map with a proof that has been checked, and the sizes within which machine words hold all its intermediates.
struct ProvedMap {
  domain::Map map;
  domain::WordRange range32;
  domain::WordRange range64;
  std::string certificate_hash;
  std::string status; ///< "proved (polynomial-telescoping, 34 obligations)"
};

/// Derives and proves the map of a domain. Input error: the domain is not covered, or its map could not be proved.
using MapSource = std::function<Result<ProvedMap>(const domain::Domain&)>;

/// From here on proved_map() asks `source`. Not thread-safe: call it before threads are started.
void offer_maps(MapSource source);

/// The proved map of a domain. Errors of the source; input error when none was offered.
Result<ProvedMap> proved_map(const domain::Domain& domain);

} // namespace mapwright::loop
