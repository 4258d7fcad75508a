// The languages of emit_nest, one per file.
#pragma once

#include "emit/nest.hpp"

#include <string>

namespace mapwright::emit {

/// Whether both maps have the variant in words of 32 or 64 bits.
bool has_nest_variant(const NestUnit& unit, int bits);

Result<std::string> emit_cpp_nest(const NestUnit& unit);
Result<std::string> emit_c_nest(const NestUnit& unit);

} // namespace mapwright::emit
