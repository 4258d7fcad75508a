// Loops in C++20: function templates over the body, in the namespaces of the map.
#include "emit/names.hpp"
#include "emit/nest_cpp_texts.hpp"
#include "emit/nest_loops.hpp"
#include "emit/nest_text.hpp"

#include <fmt/format.h>

namespace mapwright::emit {

namespace {

void put_in(std::string& text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
}

/// Whether the expressions are the symbols themselves, in order.
bool are_names(const std::vector<expr::Expr>& values, const std::vector<expr::Symbol>& names) {
  bool same = values.size() == names.size();
  for (std::size_t i = 0; same && i < values.size(); ++i) {
    same = values[i].op() == expr::Op::variable && values[i].name() == names[i];
  }
  return same;
}

/// The text of one variant.
class CppNest {
public:
  CppNest(const NestUnit& unit, int bits) : unit_(unit), names_(nest_names(unit)), bits_(bits) {
    spelling_.bits = bits;
    spelling_.index = "index_t";
    spelling_.natural = "natural_t";
    spelling_.qualifier = "constexpr";
    spelling_.helper_prefix = "detail::";
    for (const std::string& dimension : unit.map.map->domain.dimensions) {
      dimensions_.emplace_back(dimension);
    }
    same_order_ = are_names(unit.nest.counters_of_point, dimensions_) &&
                  are_names(unit.nest.point_of_counters, dimensions_) && unit.nest.counters == dimensions_;
  }

  std::string text() {
    const std::string small = small_functions();
    const std::string helpers =
        used_.empty() ? ""
                      : "namespace detail {\n\n" + helper_definitions(used_, spelling_) + "} // namespace detail\n\n";
    std::string out = fmt::format("namespace mapwright_maps::{}::w{} {{\n\n", unit_.map.identifier, bits_);
    if (!small.empty()) {
      out += "namespace nest {\n\n" + helpers + small + "} // namespace nest\n\n";
    }
    out += walk() + chunk_begin() + with_names(cpp_sharing) + (unit_.costs ? with_names(cpp_sharing_costs) : "") +
           with_names(cpp_for_each);
    return out + fmt::format("}} // namespace mapwright_maps::{}::w{}\n\n", unit_.map.identifier, bits_);
  }

private:
  /// The sizes as formals or as names, each with ", " behind it.
  [[nodiscard]] std::string size_formals() const {
    return names_.sizes.empty() ? "" : typed(names_.sizes, "index_t") + ", ";
  }
  [[nodiscard]] std::string size_names() const { return names_.sizes.empty() ? "" : listed(names_.sizes) + ", "; }
  /// The sizes as names, each with ", " before it.
  [[nodiscard]] std::string further_sizes() const { return names_.sizes.empty() ? "" : ", " + listed(names_.sizes); }

  [[nodiscard]] std::string with_names(std::string text) const {
    put_in(text, "@P", size_formals());
    put_in(text, "@A", listed(names_.sizes));
    put_in(text, "@S", size_names());
    put_in(text, "@T", further_sizes());
    put_in(text, "@B", listed(names_.fields));
    return text;
  }

  std::string bound(const char* which, std::size_t level, const expr::Expr& value) {
    const std::vector<expr::Symbol> outer(unit_.nest.counters.begin(),
                                          unit_.nest.counters.begin() + static_cast<std::ptrdiff_t>(level));
    const SmallFunction f = small_function(unit_, spelling_, used_, outer, {value}, true);
    return fmt::format("constexpr index_t {}_{}({}) {{\n{}  return {};\n}}\n\n", which, names_.counters[level],
                       f.formals, f.body, f.results[0]);
  }

  std::string small_functions() {
    std::string out;
    const Nest& nest = unit_.nest;
    for (std::size_t level = 0; level < nest.counters.size(); ++level) {
      if (calls_first(nest, level) || calls_last(nest, level)) {
        out += fmt::format("// The values of {} {}.\n", names_.counters[level],
                           level == 0 ? "with points" : "that have points with the outer counters");
      }
      if (calls_first(nest, level)) {
        out += bound("first", level, nest.first[level]);
      }
      if (calls_last(nest, level)) {
        out += bound("last", level, nest.last[level]);
      }
    }
    if (same_order_) {
      return out;
    }
    for (std::size_t level = 0; level < nest.counters.size(); ++level) {
      const SmallFunction f =
          small_function(unit_, spelling_, used_, dimensions_, {nest.counters_of_point[level]}, true);
      out += fmt::format("// The counter {} at a point.\nconstexpr index_t counter_{}({}) {{\n{}  return {};\n}}\n\n",
                         names_.counters[level], names_.counters[level], f.formals, f.body, f.results[0]);
    }
    const SmallFunction f = small_function(unit_, spelling_, used_, nest.counters, nest.point_of_counters, true);
    return out +
           fmt::format("// The point of the counters.\nconstexpr point point_of({}) {{\n{}  return {{{}}};\n}}\n\n",
                       f.formals, f.body, listed(f.results));
  }

  /// The coordinates of `point`, each a member.
  [[nodiscard]] std::string members(const std::string& point) const {
    std::string out;
    for (const std::string& field : names_.fields) {
      out += (out.empty() ? "" : ", ") + point + "." + field;
    }
    return out;
  }

  [[nodiscard]] std::vector<std::string> call_of_body(const std::string& innermost) const {
    std::vector<std::string> counters = names_.counters;
    counters.back() = innermost;
    if (same_order_) {
      return {fmt::format("body({});", listed(counters))};
    }
    return {fmt::format("const point at = nest::point_of({}{});", size_names(), listed(counters)),
            fmt::format("body({});", members("at"))};
  }

  [[nodiscard]] std::string walk() const {
    std::string out =
        fmt::format("// Calls body({0}) for the points of the indices begin, ..., end - 1 in their order; 0 <= begin, "
                    "end <= count.\n"
                    "template <class Body>\nconstexpr void walk({1}index_t begin, index_t end, Body&& body) {{\n"
                    "  if (end <= begin) {{\n    return;\n  }}\n  index_t left = end - begin;\n",
                    listed(names_.fields), size_formals());
    if (unit_.nest.first.empty()) {
      return out +
             fmt::format("  point at = unrank({0}begin);\n  for (;;) {{\n    body({1});\n    if (--left == 0) {{\n"
                         "      return;\n    }}\n    at = successor({0}at).next;\n  }}\n}}\n\n",
                         size_names(), members("at"));
    }
    out += fmt::format("  const point start = unrank({}begin);\n", size_names());
    for (std::size_t level = 0; level < names_.counters.size(); ++level) {
      out += same_order_ ? fmt::format("  index_t {} = start.{};\n", names_.counters[level], names_.fields[level])
                         : fmt::format("  index_t {0} = nest::counter_{0}({1}{2});\n", names_.counters[level],
                                       size_names(), members("start"));
    }
    LoopSpelling loops;
    loops.index = "index_t";
    loops.prefix = "nest::";
    loops.innermost = "innermost";
    loops.body = call_of_body(loops.innermost);
    loops.leave = "return;";
    for (const std::string& line : loop_lines(names_, loops)) {
      out += "  " + line + "\n";
    }
    return out + "}\n\n";
  }

  [[nodiscard]] std::string chunk_begin() const {
    std::string formals = "std::int32_t chunk, std::int32_t chunks";
    for (const std::string& size : names_.sizes) {
      formals += ", index_t " + size;
    }
    const std::string sizes = listed(names_.sizes);
    if (!unit_.costs) {
      return fmt::format("// The first index of a chunk of equal counts; chunk = chunks: behind the last.\n"
                         "constexpr index_t chunk_begin({}) {{\n"
                         "  return index_t(schedule::part(count({}), chunk, chunks));\n}}\n\n",
                         formals, sizes);
    }
    const std::string costs = fmt::format("mapwright_maps::{}::w{}", unit_.costs->identifier, bits_);
    NameSet all;
    std::vector<std::string> coordinates;
    for (const std::string& dimension : unit_.costs->map->domain.dimensions) {
      coordinates.push_back("at." + all.take(dimension));
    }
    coordinates.resize(names_.counters.size());
    const std::string point =
        same_order_ ? listed(coordinates) : fmt::format("nest::point_of({}{})", size_names(), listed(coordinates));
    return fmt::format("// Whether chunk_begin is certified for these sizes.\n"
                       "constexpr bool chunks_fit({0}) {{\n  return fits({1}) && {2}::fits({1});\n}}\n\n"
                       "// The first index of a chunk of equal cost, the weight of a point being\n//   {3}\n"
                       "// chunk = chunks: behind the last.\n"
                       "constexpr index_t chunk_begin({4}) {{\n"
                       "  const std::int64_t total = {2}::count({1});\n"
                       "  if (chunk <= 0 || chunk >= chunks || total == 0) {{\n"
                       "    return index_t(schedule::part(count({1}), chunk, chunks));\n  }}\n"
                       "  const auto at = {2}::unrank({5}index_t(schedule::part(total, chunk, chunks)));\n"
                       "  return rank({5}{6});\n}}\n\n",
                       typed(names_.sizes, "index_t"), sizes, costs, unit_.weight, formals, size_names(), point);
  }

  const NestUnit& unit_;
  NestNames names_;
  int bits_;
  Spelling spelling_;
  HelperSet used_;
  std::vector<expr::Symbol> dimensions_;
  bool same_order_ = false; ///< the counters are the dimensions
};

} // namespace

Result<std::string> emit_cpp_nest(const NestUnit& unit) {
  const auto dialect = make_dialect("cpp");
  if (!dialect) {
    return forward(dialect);
  }
  std::string out;
  for (const Unit* map : {&unit.map, unit.costs ? &*unit.costs : nullptr}) {
    if (map == nullptr) {
      continue;
    }
    const auto text = (*dialect)->emit(*map);
    if (!text) {
      return forward(text);
    }
    out += *text + "\n";
  }
  out += cpp_schedules;
  out += fmt::format("#ifndef MAPWRIGHT_NEST_{0}\n#define MAPWRIGHT_NEST_{0}\n\n", unit.map.identifier);
  for (const int bits : {32, 64}) {
    if (has_nest_variant(unit, bits)) {
      out += CppNest(unit, bits).text();
    }
  }
  return out + "#endif\n";
}

} // namespace mapwright::emit
