// Which sizes fit a machine word: interval analysis over all five functions of a map.
#pragma once

#include "domain/map.hpp"

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::index_map {

struct WordRanges {
  domain::WordRange of32;
  domain::WordRange of64;
};

/// For words of 32 and 64 bits the largest N such that with every free parameter in [0, N] (fixed ones at their value,
/// levels of fractals at each value up to N) every intermediate of every function fits, for all indices below the count
/// and all points unrank returns.
WordRanges word_ranges(const domain::Map& map, const std::vector<std::optional<expr::Int>>& fixed);

/// {"n": N, ...}, or null when no useful size fits. Values beyond 2^53 are strings.
nlohmann::json to_json(const domain::WordRange& range, const std::vector<expr::Symbol>& parameters);

} // namespace mapwright::index_map
