#include "emit/unit_text.hpp"

#include "emit/names.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace mapwright::emit {

using expr::Function;
using expr::Int;
using expr::Table;

namespace {

std::string joined(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) {
    out += (out.empty() ? "" : ", ") + name;
  }
  return out;
}

} // namespace

const Function& function_of(const domain::Map& map, Role role) {
  switch (role) {
  case Role::count:
    return map.count;
  case Role::unrank:
    return map.unrank;
  case Role::rank:
    return map.rank;
  case Role::contains:
    return map.contains;
  default:
    return map.successor;
  }
}

std::string name_of(Role role) {
  switch (role) {
  case Role::count:
    return "count";
  case Role::unrank:
    return "unrank";
  case Role::rank:
    return "rank";
  case Role::contains:
    return "contains";
  default:
    return "successor";
  }
}

std::string comment_of(Role role, const Unit& unit, const std::vector<std::string>& fields, std::string_view mark) {
  const std::string point = joined(fields);
  std::string text;
  switch (role) {
  case Role::count:
    text = "The number of points.";
    break;
  case Role::unrank:
    text = "The point (" + point + ") of index w, for 0 <= w < count.";
    break;
  case Role::rank:
    text = "The index of a point of the domain; the inverse of unrank.";
    break;
  case Role::contains:
    text = "Whether (" + point + ") is a point of the domain; any coordinates may be asked.";
    break;
  default:
    text = "The point after (" + point + ") in the order of indices; has_next is false after the last.";
  }
  return std::string(mark) + (unit.proved ? " " : " UNPROVED. ") + text + "\n";
}

std::vector<std::string> field_names(const domain::Domain& domain) {
  NameSet names;
  std::vector<std::string> fields;
  for (const std::string& dimension : domain.dimensions) {
    fields.push_back(names.take(dimension));
  }
  return fields;
}

LimitsText limits_of(const Unit& unit, const domain::WordRange& range) {
  const Int most = (static_cast<Int>(1) << (range.bits - 1)) - 1;
  LimitsText limits;
  NameSet names;
  for (std::size_t i = 0; i < unit.map->domain.parameters.size(); ++i) {
    const std::string& name = unit.map->domain.parameters[i].name();
    limits.names.push_back(names.take(name));
    limits.constants.push_back(names.take("max_" + name));
    limits.at_most.push_back(expr::to_string(std::min(range.at_most[i], most)));
  }
  return limits;
}

Result<void> check_unit(const Unit& unit) {
  if (unit.map == nullptr) {
    throw std::logic_error("emit: a unit without a map");
  }
  if (unit.identifier.empty() || to_identifier(unit.identifier) != unit.identifier) {
    return fail(ErrorKind::input, "'" + unit.identifier + "' cannot be the name of emitted text",
                "use letters, digits and single '_', starting with a letter; no word of a target language");
  }
  for (const auto& [wanted, range] : {std::pair{unit.with_32, &unit.range32}, {unit.with_64, &unit.range64}}) {
    if (wanted && !range->empty && range->at_most.size() != unit.map->domain.parameters.size()) {
      throw std::logic_error("emit: a word range needs one bound per parameter");
    }
  }
  if (has_variant(unit, 32) || has_variant(unit, 64)) {
    return {};
  }
  if (unit.with_32 && !unit.with_64) {
    return fail(ErrorKind::input, "no size of " + unit.identifier + " fits 32-bit words", "ask for 64 bits");
  }
  return fail(ErrorKind::input, "no size of " + unit.identifier + " fits the words asked for");
}

std::vector<std::string> table_names(const domain::Map& map) {
  NameSet names;
  for (const expr::Symbol parameter : map.domain.parameters) {
    names.take(parameter.name());
  }
  std::vector<std::string> out;
  for (const Table& table : map.tables) {
    out.push_back(names.take(table.name.name()));
  }
  return out;
}

void append_item(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ", ") + item;
}

} // namespace mapwright::emit
