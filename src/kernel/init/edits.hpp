// Replacements in a text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// `size` bytes at `at` become `text`.
struct Edit {
  std::size_t at = 0;
  std::size_t size = 0;
  std::string text{};
};

/// The source with all edits made. REQUIRES: none overlaps another.
std::string edited(std::string_view source, std::vector<Edit> edits);

} // namespace mapwright::kernel
