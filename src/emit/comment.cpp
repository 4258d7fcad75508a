#include "mapwright/version.hpp"

#include "emit/unit_text.hpp"

namespace mapwright::emit {

namespace {

/// Text that is safe behind "//": one line, and no backslash at its end that would swallow the next one.
std::string one_line(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  while (!out.empty() && (out.back() == '\\' || out.back() == ' ')) {
    out.pop_back();
  }
  return out;
}

/// A labelled entry; further lines of the value are indented below the first.
std::string entry(std::string_view label, std::string_view value) {
  std::string out;
  std::string head(label);
  while (!value.empty()) {
    const std::size_t end = value.find('\n');
    head.resize(13, ' ');
    out += "// " + head + one_line(value.substr(0, end)) + "\n";
    head.clear();
    value = end == std::string_view::npos ? std::string_view{} : value.substr(end + 1);
  }
  return out;
}

std::string range_text(const Unit& unit, const domain::WordRange& range) {
  const std::string bits = std::to_string(range.bits) + "-bit words: ";
  if (range.empty) {
    return bits + "no useful size";
  }
  std::string out;
  for (std::size_t i = 0; i < range.at_most.size(); ++i) {
    out += (i == 0 ? "" : ", ") + std::string("0 <= ") + unit.map->domain.parameters[i].name() +
           " <= " + expr::to_string(range.at_most[i]);
  }
  return bits + (out.empty() ? "every size (there is none)" : out);
}

} // namespace

std::string file_comment(const Unit& unit, std::string_view language) {
  const domain::Map& map = *unit.map;
  std::string out;
  if (!unit.proved) {
    out += "// UNPROVED: nothing but tests vouches for this text. " + one_line(unit.status) + "\n//\n";
  }
  out += "// " + unit.identifier + ": an exact index map, " + std::string(language) + ". Emitted by mapwright " +
         std::string(version_text) + "; do not edit.\n//\n";
  out += entry("domain", map.domain.text);
  out += entry("", map.domain.summary);
  std::string point;
  for (const std::string& dimension : map.domain.dimensions) {
    point += (point.empty() ? "" : ", ") + dimension;
  }
  out += entry("point", "(" + point + ")");
  out += entry("method", map.method);
  out += entry("cost", map.complexity.empty() ? "" : map.complexity + " per index");
  for (std::size_t i = 0; i < unit.formulas.size(); ++i) {
    out += entry(i == 0 ? "formulas" : "", unit.formulas[i]);
  }
  for (const expr::Table& table : map.tables) {
    out += entry(table.runtime ? "argument" : "table",
                 table.name.name() + (table.meaning.empty() ? "" : ": " + table.meaning));
  }
  std::string sizes = unit.with_32 ? range_text(unit, unit.range32) : "";
  if (unit.with_64) {
    sizes += (sizes.empty() ? "" : "\n") + range_text(unit, unit.range64);
  }
  out += entry(unit.proved ? "proved for" : "sizes", sizes);
  out += entry("certificate", unit.certificate_hash);
  out += entry("status", (unit.proved ? "" : "UNPROVED: ") + unit.status);
  return out;
}

} // namespace mapwright::emit
