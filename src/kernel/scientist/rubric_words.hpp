// What a sentence of a rubric names, and where it is to be found. For rubric.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::kernel::scientist {

enum class Expected : std::uint8_t { added, removed, changed };

struct NamedCode {
  std::string code;
  Expected where = Expected::changed;
  bool quoted = false; ///< stood in backquotes
};

/// In the order of the sentence. "replace `a` by `b`" expects a removed and b added.
std::vector<NamedCode> named_code(const std::string& sentence);

} // namespace mapwright::kernel::scientist
