// Amounts as messages give them.
#pragma once

#include <cstdint>
#include <string>

namespace mapwright::mapper {

/// "1.5 GB", "12 B": three digits, decimal units.
std::string amount_of_bytes(std::uint64_t bytes);

/// "400 us", "12.3 ms", "2 s", from picoseconds up: three significant digits, more only above 1000 s.
std::string amount_of_time(double seconds);

/// "-12.3 %", "0.0 %", of a share.
std::string signed_percent_of(double share);

} // namespace mapwright::mapper
