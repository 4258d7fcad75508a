#include "emit/nest.hpp"

#include "emit/nest_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mapwright::emit {

namespace {

struct NestLanguage {
  std::string_view name;
  Result<std::string> (*emit)(const NestUnit&);
};

constexpr auto languages = std::to_array<NestLanguage>({{"cpp", emit_cpp_nest}, {"c", emit_c_nest}});

Result<void> check_nest(const NestUnit& unit) {
  const auto runtime = std::ranges::find_if(unit.map.map->tables, [](const expr::Table& t) { return t.runtime; });
  if (runtime != unit.map.map->tables.end()) {
    return fail(ErrorKind::input,
                "loops over a domain with the run-time table '" + runtime->name.name() + "' are not emitted",
                "give all sizes with --param, or the row lengths with the domain (row_lengths of a TOML file)");
  }
  for (const int bits : {32, 64}) {
    if (has_nest_variant(unit, bits)) {
      return {};
    }
  }
  return fail(ErrorKind::input, "no word size holds both the indices of the domain and its costs",
              "ask for 64 bits, or divide the weight by a common factor");
}

} // namespace

bool has_nest_variant(const NestUnit& unit, int bits) {
  return has_variant(unit.map, bits) && (!unit.costs || has_variant(*unit.costs, bits));
}

std::vector<std::string_view> nest_languages() {
  std::vector<std::string_view> names;
  for (const NestLanguage& language : languages) {
    names.push_back(language.name);
  }
  return names;
}

Result<std::string> emit_nest(const NestUnit& unit, std::string_view language) {
  std::string known;
  for (const NestLanguage& one : languages) {
    if (one.name == language) {
      const auto ok = check_nest(unit);
      return ok ? one.emit(unit) : forward(ok);
    }
    known += (known.empty() ? "" : ", ") + std::string(one.name);
  }
  return fail(ErrorKind::input, "loops are not emitted in '" + std::string(language) + "'", "choose one of: " + known);
}

} // namespace mapwright::emit
