// The version of mapwright; the one place it is written down (CMake reads it from here).
#pragma once

#include <string_view>

namespace mapwright {

inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

/// "major.minor.patch".
[[nodiscard]] constexpr std::string_view version() noexcept { return "0.1.0"; }

} // namespace mapwright
