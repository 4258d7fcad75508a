// How much is told of a mapper, to people and to models. Each level says what the ones before it say.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace mapwright::mapper {

enum class GuidanceLevel : std::uint8_t {
  raw,     ///< the outcome as an engine says it: located errors, out of memory, or makespan and throughput
  explain, ///< why: what the time went into and which statements decided it, copies, memories, bounds
  suggest, ///< what to do: edits of the text, tried by elaborating and simulating it again
};

inline constexpr std::array<GuidanceLevel, 3> all_guidance_levels{GuidanceLevel::raw, GuidanceLevel::explain,
                                                                  GuidanceLevel::suggest};

/// "raw", "explain" or "suggest".
std::string_view to_string(GuidanceLevel level);
/// The level of this name; nothing when there is none.
std::optional<GuidanceLevel> guidance_level_named(std::string_view name);

} // namespace mapwright::mapper
