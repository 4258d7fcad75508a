// Whether a source does what its plan promised.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace mapwright::kernel::scientist {

enum class Kept : std::uint8_t { yes, no, unknown };
/// "kept", "not kept" or "cannot be told".
std::string_view to_string(Kept kept);

/// One item of a rubric, checked.
struct RubricCheck {
  std::string item;
  Kept kept = Kept::unknown;
  std::string why; ///< what was found in the difference, or not
  friend bool operator==(const RubricCheck&, const RubricCheck&) = default;
};

/// What an item names must be found where it says: in added lines what is to be added, in removed ones what is to go,
/// else in any changed line. Named is what stands in backquotes; without any, what looks like code (pragmas,
/// qualifiers, identifiers, numbers). Comments are no code. An item that names nothing cannot be told.
std::vector<RubricCheck> check_rubric(const std::vector<std::string>& rubric, const std::string& base,
                                      const std::string& source);

/// The same when the source that the experiment itself makes is known: a source that is the same program keeps all.
std::vector<RubricCheck> check_rubric(const std::vector<std::string>& rubric, const std::string& base,
                                      const std::string& source, const std::string& expected);

/// [{"item", "kept", "why"}]: kept is true, false, or null when it cannot be told.
nlohmann::json to_json(const std::vector<RubricCheck>& checks);

} // namespace mapwright::kernel::scientist
