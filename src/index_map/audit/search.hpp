// Where a function is first wrong: over the indices of one size, and over sizes.
#pragma once

#include "index_map/audit.hpp"
#include "index_map/audit/prober.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::index_map::audit {

struct SearchTask {
  const domain::Map& map; ///< proved
  candidate::Subject& subject;
  std::vector<std::optional<std::int64_t>> given; ///< sizes to stay at; the others are searched, and grow together
  std::uint64_t most_points = 0;                  ///< compared without a gap, from 0 on
  const domain::WordRange& range64;               ///< sizes of the map's 64-bit variant: no size beyond is searched
};

struct Located {
  Wrong wrong;
  Claim first = Claim::found;
  Claim smallest = Claim::found;
};

struct SearchResult {
  std::optional<Located> located{};
  std::string searched{};           ///< for people
  std::vector<SizedDomain> sizes{}; ///< at which landmarks were compared, or to which the index was traced
};

/// Errors: input, when no size of the domain fits the types of the function.
Result<SearchResult> search(const SearchTask& task, Prober& prober);

/// Number of points at a size by the map; nothing where it is out of reach.
std::optional<Int> count_at(const domain::Map& map, const std::vector<std::int64_t>& size);

} // namespace mapwright::index_map::audit
