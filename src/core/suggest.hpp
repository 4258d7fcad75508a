// "Did you mean ...?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace mapwright {

/// The known name nearest to `name` in edit distance, the first of equals; empty when none is near: the distance must
/// be at most a third of the longer length, to the nearest integer.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

/// "did you mean 'X'?" when a name is near, else `otherwise`.
std::string suggest(std::string_view name, const std::vector<std::string>& known, std::string otherwise);

} // namespace mapwright
