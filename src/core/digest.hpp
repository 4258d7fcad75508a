// SHA-256 of a text, for naming things by their contents.
#pragma once

#include <string>
#include <string_view>

namespace mapwright {

/// 64 lower-case hexadecimal digits.
std::string sha256_hex(std::string_view text);

} // namespace mapwright
