// Amounts as messages give them.
#pragma once

#include <cstdint>
#include <string>

namespace mapwright::mapper {

/// "1.5 GB", "12 B": three digits, decimal units.
std::string amount_of_bytes(std::uint64_t bytes);

} // namespace mapwright::mapper
