// Texts with holes and parts that may be left out.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace mapwright::mapper {

struct TextParts {
  std::map<std::string, std::string, std::less<>> values; ///< of {{name}}
  std::set<std::string, std::less<>> wanted;              ///< parts between the lines "//?if name" and "//?end"
};

/// The text with its holes filled, without the parts that are not wanted. Throws std::logic_error for a hole without a
/// value and for parts that do not end.
std::string fill_text(std::string_view text, const TextParts& parts);

} // namespace mapwright::mapper
