// Values as they are typed: integers, sizes, tables, points.
#pragma once

#include "core/error.hpp"
#include "domain/domain.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::cli {

/// Without white space around it.
std::string_view trimmed(std::string_view text);

/// A decimal integer of at most 127 bits; errors call it `what`.
Result<expr::Int> parse_integer(std::string_view text, const std::string& what);

/// An integer option that was typed as text, within [least, most].
Result<std::uint64_t> parse_count(const std::string& text, const std::string& what, std::uint64_t least,
                                  std::uint64_t most);

struct NamedSize {
  std::string name;
  expr::Int value = 0;
};

/// "n=10" or "n=10,m=3" into its parts.
Result<std::vector<NamedSize>> parse_sizes(std::string_view text);

/// "cu_seqlens=0,3,5" or "cu_seqlens=FILE": integers separated by commas or white space.
Result<expr::Table> parse_table_option(std::string_view text);

/// "4,2" or "(4, 2)": one coordinate per dimension.
Result<domain::Point> parse_point(std::string_view text, const std::vector<std::string>& dimensions);

} // namespace mapwright::cli
