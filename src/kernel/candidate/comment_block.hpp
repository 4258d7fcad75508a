// The comment of a kernel source that is for us.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mapwright::kernel {

/// The text of the first block comment that begins with the word "mapwright", with everything before it blanked out so
/// that lines and columns are those of the file. Text inside strings and other comments is none. Nothing when there is
/// no such comment.
std::optional<std::string> mapwright_comment(std::string_view source);

} // namespace mapwright::kernel
