// Which square tiles of an index space hold an index that passes the guards.
#pragma once

#include "kernel/rewrite/maps/guard_domain.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace mapwright::kernel::rewrite {

/// The tiles of side s, for every s of `sides`, as one domain in the number of tiles along an axis, ceil(size / s), in
/// place of the one size of the guards. Nothing when there is no such domain: isl compares the sets for every side.
std::optional<domain::Domain> tile_domain(const Guards& guards, const std::vector<std::int64_t>& sides);

} // namespace mapwright::kernel::rewrite
