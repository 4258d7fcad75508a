// JSON as models write it when they do not keep to JSON.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <tl/expected.hpp>

namespace mapwright::llm {

struct LenientJson {
  nlohmann::json value;
  std::size_t end = 0;            ///< where the value ends in the text
  std::vector<std::string> fixes; ///< what was read leniently, each kind once: "trailing comma"
};

struct LenientError {
  std::size_t offset = 0; ///< in the text
  std::string message;    ///< "expected ',' or '}'"
};

/// Arrays and objects may nest this deep; deeper ones are an error, here and where JSON is read strictly.
inline constexpr std::size_t most_json_depth = 100;

/// Reads one value from the beginning of `text` (blanks and comments before it are skipped; what follows is not looked
/// at). Beyond JSON it takes: comments (// /* #), trailing commas, missing commas between lines, single and typographic
/// quotes, unquoted keys, True, False, None, newlines and tabs in strings, unknown escapes (kept as written).
/// With `close_cut` the end of the text closes what is open: a string is kept as far as it goes, a number, word or key
/// that the end may have cut is dropped. Values are never guessed: an unquoted text is an error.
tl::expected<LenientJson, LenientError> parse_lenient(std::string_view text, bool close_cut = false);

} // namespace mapwright::llm
