// What a proposer of maps may answer with, as archive::Candidate keeps it.
#pragma once

#include "core/error.hpp"
#include "expr/int128.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mapwright::index_map::learn {

/// Forms of a candidate. DO NOT CHANGE: they are in archives.
inline constexpr const char* domain_form = "domain"; ///< a domain, whose map is derived; then a line "n = 4" per size
inline constexpr const char* map_form = "map";       ///< functions of the expression language; the map is `unrank`
inline constexpr const char* cpp_form = "c++";       ///< C++ source; the map is the function `unrank`

/// The function that is the map, in source text of either kind.
inline constexpr const char* function_name = "unrank";

/// The content of a candidate of domain_form.
struct DomainGuess {
  std::string text;
  std::vector<std::pair<std::string, expr::Int>> sizes{};
};

std::string to_text(const DomainGuess& guess);

/// Input error for a size that is no number.
Result<DomainGuess> parse_guess(std::string_view content);

} // namespace mapwright::index_map::learn
