// The part of a map that a kernel needs, to be put into the kernel's own source.
#pragma once

#include "core/error.hpp"
#include "emit/emit.hpp"

#include <string>
#include <string_view>

namespace mapwright::emit {

/// Functions in the syntax that C++, CUDA, HIP and OpenCL C share, one for each variant the unit has (32, 64 bits):
///
///   IDENTIFIER_fits_i32(sizes)                     whether 32 bits are enough at these sizes
///   IDENTIFIER_unrank_i64(sizes, w, *out_i, ...)   the point of index w, for 0 <= w < count
///   IDENTIFIER_count_i64(sizes)                    the number of points, in C++: elsewhere the host knows it
///
/// `language` is "cpp" (needs <cmath> and <cstdint>), "opencl", "cuda" or "hip". The type of an index is that of
/// excerpt_index(). Errors as those of Dialect::emit; input error for another language or a map with tables.
Result<std::string> excerpt(const Unit& unit, std::string_view language);

/// "std::int64_t", "long", "long long"; "int" and the like for 32 bits.
std::string_view excerpt_index(std::string_view language, int bits);

} // namespace mapwright::emit
