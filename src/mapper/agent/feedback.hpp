// What a model is told of a mapper that was tried: three levels, each with all that the one before says.
#pragma once

#include "mapper/search/searcher.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mapwright::mapper {

enum class FeedbackLevel : std::uint8_t {
  raw,     ///< what happened: the time, or the first error
  explain, ///< and why: where the time went, every error with its place
  suggest, ///< and what to do: edits, and what single changes would do, as simulated
};

inline constexpr std::array<FeedbackLevel, 3> all_feedback_levels{FeedbackLevel::raw, FeedbackLevel::explain,
                                                                  FeedbackLevel::suggest};

/// "raw", "explain" or "suggest".
std::string_view to_string(FeedbackLevel level);
/// The level of this name; nothing when there is none.
std::optional<FeedbackLevel> feedback_level_named(std::string_view name);

/// Lines about a mapper, each ending in a newline. Simulations it takes are counted in `side`; when none is left, only
/// `makespan` (seconds, where the mapper was timed) is told of a run.
std::string feedback_on(const std::string& text, const std::optional<double>& makespan, FeedbackLevel level,
                        const SearchScene& scene, SideSimulations& side);

/// "12.3 ms".
std::string milliseconds_text(double seconds);

} // namespace mapwright::mapper
