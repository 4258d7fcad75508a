// What can be taken away from the tree of a mapper.
#pragma once

#include "mapper/language/syntax.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// A statement; or a part of one: an item of a list, a statement of a function's body.
struct RemovablePart {
  std::size_t statement = 0;
  std::size_t list = 0; ///< 0: the whole statement; 1, 2: its first, second list
  std::size_t item = 0; ///< of the list
};

/// All parts, whole statements first. Lists with one item have none.
std::vector<RemovablePart> removable_parts(const language::MapperSyntax& syntax);

/// The tree without the part.
language::MapperSyntax without_part(const language::MapperSyntax& syntax, const RemovablePart& part);

/// "Region step tile GPU FBMEM;", "'b' in Task a, b GPU;", by the canonical text of the statement.
std::string part_text(const language::MapperSyntax& syntax, const RemovablePart& part);

} // namespace mapwright::mapper
