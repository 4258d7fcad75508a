// What the texts of all dialects say alike: names, comments, certified sizes, refusals.
#pragma once

#include "emit/emit.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::emit {

/// Which of a map's five functions.
enum class Role : std::uint8_t { count, unrank, rank, contains, successor };

/// The certified sizes of one variant; the three go together.
struct LimitsText {
  std::vector<std::string> names;     ///< parameters: "n"
  std::vector<std::string> constants; ///< their greatest values: "max_n"
  std::vector<std::string> at_most;   ///< as literals
};

const expr::Function& function_of(const domain::Map& map, Role role);

/// "unrank" and so on.
std::string name_of(Role role);

/// The line above a function, UNPROVED where it is; `mark` starts a comment: "//", "#".
std::string comment_of(Role role, const Unit& unit, const std::vector<std::string>& fields, std::string_view mark);

/// The names of a point's coordinates.
std::vector<std::string> field_names(const domain::Domain& domain);

/// The names of the tables; a run-time table is a parameter of every function.
std::vector<std::string> table_names(const domain::Map& map);

LimitsText limits_of(const Unit& unit, const domain::WordRange& range);

/// Whether the unit can be emitted at all. Input errors: a name that is none in some language, no variant left.
Result<void> check_unit(const Unit& unit);

/// The comment at the top of every emitted file: what this is, for which sizes it was proved, by which certificate.
/// Every line starts with "//".
std::string file_comment(const Unit& unit, std::string_view language);

/// Adds an item to a list with ", " between its items.
void append_item(std::string& list, const std::string& item);

} // namespace mapwright::emit
