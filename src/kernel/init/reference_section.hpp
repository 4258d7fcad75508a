// The part of a kernel's file that only its reference is made of.
#pragma once

#include "core/error.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mapwright::kernel {

/// Between "#ifdef MAPWRIGHT_REFERENCE" and its "#endif".
struct ReferenceSection {
  std::size_t begin = 0; ///< of the line of the #ifdef
  std::size_t end = 0;   ///< one past the line of the #endif
  std::string text;      ///< what stands between the two lines; all before it blanked out
};

/// The first one; nothing when there is none. Input error at the #ifdef when it is not closed.
Result<std::optional<ReferenceSection>> find_reference_section(std::string_view source, const std::string& file);

} // namespace mapwright::kernel
