// Element types of kernel arguments, as they lie in memory, and their exact meaning as numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace mapwright::kernel {

/// How one element is stored. Little-endian, no padding.
enum class Element : std::uint8_t {
  i8,
  u8,
  i32,
  u32,
  i64,
  u64,
  f32,
  f64,
  f16,     ///< IEEE 754 binary16
  bf16,    ///< the upper half of a binary32
  f8_e4m3, ///< FP8 of MI300 (E4M3FNUZ): bias 8, largest 240, 0x80 is NaN, no infinity, no negative zero
};

/// "i8", "u8", ..., "f8_e4m3"; the names used in task files.
std::string_view to_string(Element type);

/// The type with this name.
std::optional<Element> element_named(std::string_view name);

/// Bytes of one element.
std::size_t size_of(Element type);

bool is_float(Element type);

/// Half the distance from 1 to the next number: 2^-24 for f32. 0 for integers.
double unit_roundoff(Element type);

/// The value of the element at `bytes` (size_of(type) of them). 64-bit integers beyond 2^53 are rounded.
double decode(Element type, const std::byte* bytes);

/// Stores the number nearest to `value`, ties to even; integers saturate and drop the fraction; a float beyond the
/// range becomes infinity, in f8_e4m3 NaN.
void encode(Element type, double value, std::byte* bytes);

/// The C or C++ type that kernels take a pointer to: "float", "std::int32_t"; f16 and bf16 are std::uint16_t and
/// f8_e4m3 is std::uint8_t, which the kernel decodes itself.
std::string_view cpp_type(Element type);

} // namespace mapwright::kernel
