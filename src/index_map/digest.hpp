// SHA-256 of a text, for naming certificates by their contents.
#pragma once

#include <string>
#include <string_view>

namespace mapwright::index_map {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

} // namespace mapwright::index_map
