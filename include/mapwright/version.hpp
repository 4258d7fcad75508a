// The version of mapwright; the one place it is written down (CMake reads it from here).
#pragma once

#include <string_view>

namespace mapwright {

/// "major.minor.patch".
inline constexpr std::string_view version_text = "0.1.0";

/// The version of the headers a program was compiled with.
[[nodiscard]] constexpr std::string_view version() noexcept {
  return version_text;
}

} // namespace mapwright
