// Points as CSV.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::cli {

inline constexpr std::size_t points_text_limit = std::size_t{1} << 30;

/// One point a line, coordinates separated by commas. A first line of names says which column is which dimension;
/// other columns (such as `index`, which `map eval --csv` prints) are passed over. Without it the columns are the
/// dimensions in order. Empty lines are passed over. Errors point at their line of `file`.
Result<std::vector<domain::Point>> parse_points(std::string_view text, const std::vector<std::string>& dimensions,
                                                const std::string& file);

} // namespace mapwright::cli
