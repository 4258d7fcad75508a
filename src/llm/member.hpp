// Members of JSON that a stranger wrote: what is missing or of another type reads as nothing.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace mapwright::llm {

/// `text` as JSON; discarded when it is none. Values nested deeper than 100 levels are left out: walking them would
/// use up the stack.
nlohmann::json parse_stranger(std::string_view text);

/// The member `key` of an object; null when `object` is none, or the member is absent or null.
const nlohmann::json* member(const nlohmann::json& object, const char* key);

/// A text; empty when it is none.
std::string text_member(const nlohmann::json& object, const char* key);

/// A number from 0 on, cut to an integer; 0 when it is none.
std::uint64_t count_member(const nlohmann::json& object, const char* key);

} // namespace mapwright::llm
