// The lines of a text, and where two texts differ.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// The lines without their ends; a last one without an end counts when it is not empty.
std::vector<std::string_view> lines_of(std::string_view text);

/// Where `text` first differs from `expected`, line by line, in half a sentence: "line 3 is 'x', not 'y'". Lines that
/// `passed_over` says yes to count in neither. Nothing when there is no difference.
std::optional<std::string> first_difference(std::string_view expected, std::string_view text,
                                            const std::function<bool(std::string_view)>& passed_over);

} // namespace mapwright::kernel
