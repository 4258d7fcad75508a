#include "mapper/guidance/level.hpp"

#include <algorithm>

namespace mapwright::mapper {

std::string_view to_string(GuidanceLevel level) {
  switch (level) {
  case GuidanceLevel::raw:
    return "raw";
  case GuidanceLevel::explain:
    return "explain";
  case GuidanceLevel::suggest:
    return "suggest";
  }
  return {};
}

std::optional<GuidanceLevel> guidance_level_named(std::string_view name) {
  const auto* const found = std::find_if(all_guidance_levels.begin(), all_guidance_levels.end(),
                                         [&](GuidanceLevel level) { return name == to_string(level); });
  return found == all_guidance_levels.end() ? std::nullopt : std::optional(*found);
}

} // namespace mapwright::mapper
