// Which sizes fit a machine word: interval analysis over all five functions of a map.
#pragma once

#include "domain/map.hpp"

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::index_map {

/// The largest N such that with every free parameter in [0, N] (fixed ones at their value) every intermediate of every
/// function fits a signed word of `bits` bits, for all indices below the count and all points unrank returns.
domain::WordRange word_range(const domain::Map& map, const std::vector<std::optional<expr::Int>>& fixed, int bits);

/// {"n": N, ...}, or null when no useful size fits. Values beyond 2^53 are strings.
nlohmann::json to_json(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters);

} // namespace mapwright::index_map
