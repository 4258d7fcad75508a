// Where a part of a JSON text stands, for errors about its meaning: the parser knows only places of broken syntax.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace mapwright::kernel {

/// A step into JSON: a key of an object or an index of an array.
using JsonStep = std::variant<std::string, std::size_t>;

/// The byte at which the value at `path` begins, or the nearest value around it when a step leads nowhere.
/// REQUIRES: `text` is valid JSON; keys are written without escapes to be found.
std::size_t json_place(std::string_view text, std::span<const JsonStep> path);

/// "results[3].times", for messages.
std::string to_string(std::span<const JsonStep> path);

} // namespace mapwright::kernel
