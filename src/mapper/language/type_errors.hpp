// What is said of misspelt names.
#pragma once

#include "core/suggest.hpp"
#include "mapper/language/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper::language {

/// The names that a scope has.
template <class Map> std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> names;
  for (const auto& entry : map) {
    names.push_back(entry.first);
  }
  return names;
}

/// The edit that makes the name of `e` the nearest known one; nothing when none is near.
inline std::optional<Fix> respelled_name(const Expression& e, const std::vector<std::string>& known) {
  const std::string near = nearest_name(e.name, known);
  return near.empty() ? std::nullopt : std::optional(Fix{e.name_span, near});
}

} // namespace mapwright::mapper::language
