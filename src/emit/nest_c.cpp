// Loops in C11: macros over the statements of the body, beside the functions of the map.
#include "emit/names.hpp"
#include "emit/nest_c_texts.hpp"
#include "emit/nest_loops.hpp"
#include "emit/nest_text.hpp"
#include "emit/plain_c.hpp"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

namespace mapwright::emit {

namespace {

std::string in_capitals(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); });
  return text;
}

std::string after_each(const std::vector<std::string>& items, const std::string& separator) {
  std::string out;
  for (const std::string& item : items) {
    out += item + separator;
  }
  return out;
}

/// The text of one variant.
class CNest {
public:
  CNest(const NestUnit& unit, int bits)
      : unit_(unit), names_(nest_names(unit)), suffix_(width_suffix(bits)), map_(unit.map.identifier) {
    spelling_.bits = bits;
    spelling_.index = fmt::format("int{}_t", bits);
    spelling_.natural = "u" + spelling_.index;
    spelling_.functional_casts = false;
    spelling_.qualifier = "static inline";
    spelling_.helper_prefix = map_ + "_nest_";
    spelling_.definition_prefix = spelling_.helper_prefix;
    spelling_.helper_suffix = suffix_;
    NameSet arguments; // of the macros
    for (const char* word : {"begin", "end", "share_size", "share_least", "share_next"}) {
      arguments.reserve(word);
    }
    for (const std::string& size : names_.sizes) {
      arguments.reserve(size);
    }
    names_.fields.clear();
    for (const std::string& dimension : unit.map.map->domain.dimensions) {
      dimensions_.emplace_back(dimension);
      names_.fields.push_back(arguments.take(dimension));
    }
  }

  std::string text() {
    const std::string small = small_functions();
    const std::string chunks = chunk_begin();
    return (used_.empty() ? "" : helper_definitions(used_, spelling_)) + small + walk() + chunks + filled(c_sharing) +
           (unit_.costs ? filled(c_sharing_costs) : "");
  }

private:
  [[nodiscard]] std::string filled(const std::string& pattern) const {
    const std::string sizes = listed(names_.sizes);
    const std::vector<std::pair<char, std::string>> values{{'N', in_capitals(map_)},
                                                           {'M', map_},
                                                           {'W', in_capitals(suffix_)},
                                                           {'w', suffix_},
                                                           {'I', spelling_.index},
                                                           {'P', after_each(names_.sizes, ", ")},
                                                           {'A', sizes},
                                                           {'T', sizes.empty() ? "" : ", " + sizes},
                                                           {'C', listed(names_.fields)}};
    std::string out;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
      const auto value =
          std::ranges::find_if(values, [&](const auto& v) { return pattern[at] == '@' && pattern[at + 1] == v.first; });
      out += value == values.end() ? std::string(1, pattern[at]) : value->second;
      at += value == values.end() ? std::size_t{0} : 1;
    }
    return out;
  }

  std::string function(const std::string& name, const std::vector<expr::Symbol>& arguments, const expr::Expr& value) {
    const SmallFunction f = small_function(unit_, spelling_, used_, arguments, {value}, false);
    return fmt::format("static inline {} {}_{}{}({}) {{\n{}{}  return {};\n}}\n\n", spelling_.index, map_, name,
                       suffix_, f.formals.empty() ? "void" : f.formals, f.unused, f.body, f.results[0]);
  }

  std::string small_functions() {
    std::string out = "// The loops: least and greatest values of their counters, counters of a point, and back.\n";
    const Nest& nest = unit_.nest;
    for (std::size_t level = 0; level < nest.counters.size(); ++level) {
      const std::vector<expr::Symbol> outer(nest.counters.begin(),
                                            nest.counters.begin() + static_cast<std::ptrdiff_t>(level));
      if (calls_first(nest, level)) {
        out += function("first_" + names_.counters[level], outer, nest.first[level]);
      }
      if (calls_last(nest, level)) {
        out += function("last_" + names_.counters[level], outer, nest.last[level]);
      }
      out += function("counter_" + names_.counters[level], dimensions_, nest.counters_of_point[level]);
    }
    for (std::size_t d = 0; d < dimensions_.size(); ++d) {
      out += function("at_" + names_.fields[d], nest.counters, nest.point_of_counters[d]);
    }
    return out;
  }

  /// The names with a prefix that keeps them apart from those of the caller.
  static std::vector<std::string> walking(const std::vector<std::string>& names, const std::string& prefix) {
    std::vector<std::string> out;
    for (const std::string& name : names) {
      out.push_back(prefix + name);
    }
    return out;
  }

  [[nodiscard]] std::string walk() const {
    NestNames inside = names_;
    inside.sizes = walking(names_.sizes, "size_");
    inside.counters = walking(names_.counters, "walk_");
    inside.lasts = walking(names_.lasts, "walk_");
    const std::vector<std::string> start = walking(names_.fields, "start_");
    const std::string sizes = after_each(inside.sizes, ", ");
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < names_.sizes.size(); ++i) {
      lines.push_back(fmt::format("const {} {} = ({});", spelling_.index, inside.sizes[i], names_.sizes[i]));
    }
    lines.push_back(fmt::format("const {} walk_begin = (begin);", spelling_.index));
    lines.push_back(fmt::format("{} walk_left = (end) - walk_begin;", spelling_.index));
    lines.push_back("if (walk_left <= 0) {");
    lines.push_back("  break;");
    lines.push_back("}");
    lines.push_back(fmt::format("{} {};", spelling_.index, listed(start)));
    lines.push_back(fmt::format("{}_unrank{}({}walk_begin, {});", map_, suffix_, sizes, listed(walking(start, "&"))));
    for (const std::string& line :
         unit_.nest.first.empty() ? by_successor(start, sizes) : nested(inside, start, sizes)) {
      lines.push_back(line);
    }
    std::string out =
        fmt::format("// Runs the statements for the points ({0}) of the indices begin, ..., end - 1 in their order. "
                    "The names of the\n"
                    "// coordinates are the caller's; `continue` goes on to the next point, `break` is not for here.\n"
                    "#define {1}_WALK{2}({3}begin, end, {0}, ...) \\\n  do {{ \\\n",
                    listed(names_.fields), in_capitals(map_), in_capitals(suffix_), after_each(names_.sizes, ", "));
    for (const std::string& line : lines) {
      out += "    " + line + " \\\n";
    }
    return out + "  } while (0)\n\n";
  }

  [[nodiscard]] std::vector<std::string> nested(const NestNames& inside, const std::vector<std::string>& start,
                                                const std::string& sizes) const {
    std::vector<std::string> lines;
    for (std::size_t k = 0; k < inside.counters.size(); ++k) {
      lines.push_back(fmt::format("{} {} = {}_counter_{}{}({}{});", spelling_.index, inside.counters[k], map_,
                                  names_.counters[k], suffix_, sizes, listed(start)));
    }
    LoopSpelling loops;
    loops.index = spelling_.index;
    loops.prefix = map_ + "_";
    loops.suffix = suffix_;
    loops.local = "walk_";
    loops.innermost = "walk_innermost";
    loops.leave = "break;";
    std::vector<std::string> counters = inside.counters;
    counters.back() = loops.innermost;
    for (const std::string& field : names_.fields) {
      loops.body.push_back(fmt::format("const {} {} = {}_at_{}{}({}{});", spelling_.index, field, map_, field, suffix_,
                                       sizes, listed(counters)));
    }
    for (const std::string& field : names_.fields) {
      loops.body.push_back("(void)" + field + ";");
    }
    loops.body.emplace_back("{ __VA_ARGS__; }");
    for (const std::string& line : loop_lines(inside, loops)) {
      lines.push_back(line);
    }
    return lines;
  }

  [[nodiscard]] std::vector<std::string> by_successor(const std::vector<std::string>& start,
                                                      const std::string& sizes) const {
    std::vector<std::string> lines{fmt::format("for (;; {}_successor{}({}{}, {})) {{", map_, suffix_, sizes,
                                               listed(start), listed(walking(start, "&")))};
    lines.push_back("  --walk_left;");
    lines.push_back("  if (walk_left < 0) {");
    lines.push_back("    break;");
    lines.push_back("  }");
    for (std::size_t d = 0; d < start.size(); ++d) {
      lines.push_back(fmt::format("  const {0} {1} = {2}; (void){1};", spelling_.index, names_.fields[d], start[d]));
    }
    lines.push_back("  { __VA_ARGS__; }");
    lines.push_back("}");
    return lines;
  }

  [[nodiscard]] std::string chunk_begin() const {
    const std::string sizes = listed(names_.sizes);
    const std::string before = after_each(names_.sizes, ", ");
    std::string formals = "int32_t chunk, int32_t chunks";
    for (const std::string& size : names_.sizes) {
      formals += ", " + spelling_.index + " " + size;
    }
    const std::string head =
        fmt::format("static inline {0} {1}_chunk_begin{2}({3}) {{\n", spelling_.index, map_, suffix_, formals);
    const std::string even = fmt::format("return ({})mapwright_part({}_count{}({}), chunk, chunks);\n", spelling_.index,
                                         map_, suffix_, sizes);
    if (!unit_.costs) {
      return "// The first index of a chunk of equal counts; chunk = chunks: behind the last.\n" + head + "  " + even +
             "}\n\n";
    }
    std::vector<std::string> units;
    for (std::size_t d = 0; d < unit_.costs->map->domain.dimensions.size(); ++d) {
      units.push_back(fmt::format("unit_{}", d));
    }
    const std::vector<std::string> counters(units.begin(),
                                            units.begin() + static_cast<std::ptrdiff_t>(names_.counters.size()));
    std::vector<std::string> point;
    for (const std::string& field : names_.fields) {
      point.push_back(fmt::format("{}_at_{}{}({}{})", map_, field, suffix_, before, listed(counters)));
    }
    const std::string& costs = unit_.costs->identifier;
    return fmt::format(
               "// Whether chunk_begin is certified for these sizes.\n"
               "static inline int {0}_chunks_fit{1}({2}) {{\n  return {0}_fits{1}({3}) && {4}_fits{1}({3});\n}}\n\n"
               "// The first index of a chunk of equal cost, the weight of a point being\n//   {5}\n"
               "// chunk = chunks: behind the last.\n",
               map_, suffix_, names_.sizes.empty() ? "void" : typed(names_.sizes, spelling_.index), sizes, costs,
               unit_.weight) +
           head +
           fmt::format("  const int64_t total = {0}_count{1}({2});\n"
                       "  if (chunk <= 0 || chunk >= chunks || total == 0) {{\n    {3}  }}\n"
                       "  {4} {5};\n"
                       "  {0}_unrank{1}({6}({4})mapwright_part(total, chunk, chunks), {7});\n"
                       "  return {8}_rank{1}({6}{9});\n}}\n\n",
                       costs, suffix_, sizes, even, spelling_.index, listed(units), before, listed(walking(units, "&")),
                       map_, listed(point));
  }

  const NestUnit& unit_;
  NestNames names_;
  std::string suffix_;
  std::string map_;
  Spelling spelling_;
  HelperSet used_;
  std::vector<expr::Symbol> dimensions_;
};

} // namespace

Result<std::string> emit_c_nest(const NestUnit& unit) {
  const auto dialect = new_c();
  std::string out;
  for (const Unit* map : {&unit.map, unit.costs ? &*unit.costs : nullptr}) {
    if (map == nullptr) {
      continue;
    }
    const auto text = dialect->emit(*map);
    if (!text) {
      return forward(text);
    }
    out += *text + "\n";
  }
  out += c_prologue;
  out += fmt::format("#ifndef MAPWRIGHT_NEST_{0}_H\n#define MAPWRIGHT_NEST_{0}_H\n\n", unit.map.identifier);
  for (const int bits : {32, 64}) {
    if (has_nest_variant(unit, bits)) {
      out += CNest(unit, bits).text();
    }
  }
  return out + "#endif\n";
}

} // namespace mapwright::emit
