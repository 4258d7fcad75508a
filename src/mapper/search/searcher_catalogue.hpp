// All searchers, by name.
#pragma once

#include "mapper/search/searcher.hpp"

#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// All of them, in the order in which they are shown.
const std::vector<SearcherInfo>& searcher_catalogue();
/// One of them. Input error with a suggestion: no searcher of this name.
Result<SearcherInfo> open_searcher(std::string_view name);

} // namespace mapwright::mapper
