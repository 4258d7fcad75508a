// What the parts of ProgramBuilder share; only for the files that implement builder.hpp.
#pragma once

#include "mapper/program/builder.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// A complaint in one of the parts of a specification.
Complaint in_part(Complaint complaint, std::string_view part, std::size_t index);

/// An expression over the names in scope, into `target`. `whose` says what the names are.
Objection read_expression(std::string_view key, std::size_t item, const std::string& text,
                          const std::vector<std::string>& names, std::string_view whose, expr::Expr& target);

/// The index of the item of this name; none when there is no such thing.
template <class Item> std::uint32_t index_named(const std::vector<Item>& items, const std::string& name) {
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    if (items[i].name == name) {
      return i;
    }
  }
  return none;
}

} // namespace mapwright::mapper
