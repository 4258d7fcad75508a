// At which sizes, and at which indices of large ones, somebody's function is compared.
#pragma once

#include "domain/map.hpp"
#include "expr/evaluate.hpp"
#include "index_map/candidate/subject.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace mapwright::index_map::candidate {

/// Number of points at a size; nothing where the domain has no such size or the number is out of reach.
using CountOf = std::function<std::optional<Int>(const std::vector<std::int64_t>&)>;

struct SizedDomain {
  std::vector<std::int64_t> size;
  std::uint64_t count = 0;
};

/// The sizes given, and `value` for those that are not.
std::vector<std::int64_t> filled(const std::vector<std::optional<std::int64_t>>& given, std::int64_t value);

/// The greatest value at which `holds`, which holds up to some value and not beyond; 0 when not even at 1.
std::int64_t largest_value(const std::function<bool(std::int64_t)>& holds);

/// Sizes at which every index is compared, smallest count first, `most` points in all. Values that are given stay; the
/// others take all small combinations, then grow together up to the largest that half of `most` pays for. With all
/// values given there is that one size, or none when it is too large.
std::vector<SizedDomain> exhaustive_sizes(const std::vector<std::optional<std::int64_t>>& given, const CountOf& count,
                                          std::uint64_t most, const Limits& limits);

/// Sizes whose counts are just below 2^31, 2^32, 2^40, 2^53 and 2^62, as far as `limits` allow.
std::vector<SizedDomain> large_sizes(const std::vector<std::optional<std::int64_t>>& given, const CountOf& count,
                                     const domain::Domain& domain, const Limits& limits);

/// Indices of one size: the ends, neighbours of powers of two, and, where points with a smaller first coordinate come
/// first, the first and last index of the rows these and some random indices lie in. `map` is proved.
std::vector<std::int64_t> border_indices(const SizedDomain& sized, const domain::Map& map, expr::Tables tables);

} // namespace mapwright::index_map::candidate
