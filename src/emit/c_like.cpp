#include "emit/c_like.hpp"

#include "emit/body.hpp"
#include "emit/prepared_text.hpp"

#include <algorithm>
#include <limits>

namespace mapwright::emit {

using expr::Function;
using expr::Table;

std::string CLike::table_name(const Unit&, const std::string& name) const {
  return name;
}

std::vector<std::string> CLike::taken_names(const std::vector<std::string>&) const {
  return {};
}

/// Without divisors the function as it is; with them one whose parameters and divisors are members of a struct.
FunctionText CLike::function_text(const Unit& unit, const Spelling& spelled, Role role, const Function& f,
                                  const std::vector<SizeDivisor>& divisors, HelperSet& used) const {
  const domain::Map& map = *unit.map;
  const std::vector<std::string> tables = table_names(map);
  FunctionText text;
  text.role = role;
  text.name = name_of(role);
  text.fields = field_names(map.domain);
  text.comment = comment_of(role, unit, text.fields, "//");

  NameSet names;
  names.reserve(unit.identifier);
  for (const std::string& name : taken_names(text.fields)) {
    names.reserve(name);
  }
  BodyPrinter body(spelled, used, std::move(names), 2);
  if (divisors.empty()) {
    for (const expr::Symbol parameter : f.parameters) {
      text.parameters.push_back({body.declare(parameter), reads(f, parameter)});
    }
  } else {
    text.prepared = body.fresh("sizes");
    text.comment = prepared_comment(unit, text.fields);
    const PreparedMembers members = members_of(map.domain, divisors);
    for (std::size_t i = 0; i < f.parameters.size(); ++i) {
      body.bind(f.parameters[i], text.prepared + "." + members.parameters[i]);
    }
    for (std::size_t i = 0; i < divisors.size(); ++i) {
      body.add_divisor(divisors[i].name, text.prepared + "." + members.divisors[i]);
    }
  }
  for (std::size_t i = 0; i < map.tables.size(); ++i) {
    const Table& table = map.tables[i];
    const std::string name = body.fresh(tables[i]);
    body.add_table(table, table.runtime ? name : table_name(unit, tables[i]));
    if (table.runtime) {
      text.tables.push_back({name, reads(f, table.name)});
    }
  }
  for (const expr::Symbol argument : f.arguments) {
    text.arguments.push_back({body.declare(argument), reads(f, argument)});
    if (role == Role::unrank) {
      body.facts().learn(argument); // an index is never negative
    }
  }
  body.print(f.body);
  text.results = body.print_results(f.results, role == Role::contains || role == Role::successor);
  text.body = body.text();
  return text;
}

std::string CLike::variant(const Unit& unit, int bits) const {
  const domain::Map& map = *unit.map;
  const domain::WordRange& range = bits == 32 ? unit.range32 : unit.range64;
  const Spelling spelled = spelling(unit, bits);
  HelperSet used;
  std::string functions;
  bool whole = true;
  for (const Role role : {Role::count, Role::unrank, Role::rank, Role::contains, Role::successor}) {
    if (!has(role)) {
      whole = false;
      continue;
    }
    const Function f = without_unused(function_of(map, role));
    functions += function(unit, spelled, function_text(unit, spelled, role, f, {}, used)) + "\n";
  }
  if (const PreparedUnrank unrank = prepare_unrank(map, range); whole && !unrank.divisors.empty()) {
    functions +=
        prepared(unit, spelled, prepared_text(unit, spelled, unrank.divisors, used)) + "\n" +
        function(unit, spelled, function_text(unit, spelled, Role::unrank, unrank.function, unrank.divisors, used)) +
        "\n";
  }
  std::string out = open_variant(unit, spelled);
  if (!used.empty()) {
    out += helpers(helper_definitions(used, spelled));
  }
  out += declarations(unit, spelled, field_names(map.domain), limits_of(unit, range));
  return out + functions + close_variant(unit, spelled);
}

Result<std::string> CLike::emit(const Unit& unit) const {
  if (const auto ok = check_unit(unit); !ok) {
    return forward(ok);
  }
  std::string out = open_file(unit);
  const std::vector<std::string> names = table_names(*unit.map);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Table& one = unit.map->tables[i];
    if (!one.runtime) {
      out += table(one, table_name(unit, names[i])) + "\n";
    }
  }
  if (has_variant(unit, 32)) {
    out += variant(unit, 32);
  } else if (unit.with_32) {
    out += "// No 32-bit variant: no useful size fits 32-bit words.\n\n";
  }
  if (has_variant(unit, 64)) {
    out += variant(unit, 64);
  } else if (unit.with_64) {
    out += "// No 64-bit variant: no useful size fits 64-bit words.\n\n";
  }
  return out + (unit.with_launch ? launch(unit) : "") + close_file(unit);
}

int entry_bits(const Table& table) {
  std::int64_t reach = 0;
  for (const std::int64_t value : table.values) {
    reach = std::max(reach, value < 0 ? -(value + 1) : value);
  }
  return reach <= 127 ? 8 : reach <= 32767 ? 16 : reach <= 2147483647 ? 32 : 64;
}

std::string entry_list(const Table& table) {
  if (table.values.empty()) {
    return "    0";
  }
  std::string out = "   ";
  std::size_t column = out.size();
  for (std::size_t i = 0; i < table.values.size(); ++i) {
    const std::int64_t value = table.values[i];
    const bool least = value == std::numeric_limits<std::int64_t>::min();
    const std::string text =
        (least ? "-9223372036854775807 - 1" : std::to_string(value)) + (i + 1 < table.values.size() ? "," : "");
    if (column + 1 + text.size() > 118) {
      out += "\n   ";
      column = 3;
    }
    out += " " + text;
    column += 1 + text.size();
  }
  return out;
}

} // namespace mapwright::emit
