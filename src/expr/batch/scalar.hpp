// Operations of a batch that have no vector form, one lane at a time.
#pragma once

#include <cstdint>

namespace mapwright::expr::batch {

/// Exact floor of the `degree`-th root of max(a, 0).
std::int64_t root_any(std::int64_t a, std::int64_t degree);
/// The floor of the same root computed in double precision; see RootEstimate.
std::int64_t estimate_any(std::int64_t a, std::int64_t degree);
/// a^b modulo 2^64; 1 where b <= 0.
std::int64_t power_of(std::int64_t a, std::int64_t b);

} // namespace mapwright::expr::batch
