// Loops in C++20: function templates over the body, in the namespaces of the map.
#include "emit/names.hpp"
#include "emit/nest_loops.hpp"
#include "emit/nest_text.hpp"

#include <fmt/format.h>

namespace mapwright::emit {

namespace {

/// Once per program, whatever the number of maps.
constexpr const char* schedules = R"(#ifndef MAPWRIGHT_SCHEDULES
#define MAPWRIGHT_SCHEDULES

#include <cstdint>
#ifdef _OPENMP
#include <omp.h>
#endif

// How threads share the indices of a map.
namespace mapwright_maps::schedule {

// One chunk of equal counts per thread: schedule(static).
struct even {};
// Chunks of `size` indices in turn: schedule(static, size).
struct cyclic {
  std::int64_t size = 1;
};
// Chunks of `size` indices as threads become free: schedule(dynamic, size).
struct dynamic {
  std::int64_t size = 1;
};
// Chunks of an equal share of what is left, at least `least` indices: schedule(guided, least).
struct guided {
  std::int64_t least = 1;
  std::int64_t next = 0; // the first index nobody has taken
};
// Chunks of equal cost by the weight of the map: one per thread, or `chunks` of them as threads become free.
struct equal_cost {
  std::int32_t chunks = 0;
};

// floor(total * chunk / chunks) for 0 <= chunk <= chunks, within the word.
constexpr std::int64_t part(std::int64_t total, std::int32_t chunk, std::int32_t chunks) {
  return total / chunks * chunk + total % chunks * chunk / chunks;
}

// The number of chunks of that size, and where each begins; number(total, size) begins behind the last.
constexpr std::int64_t number(std::int64_t total, std::int64_t size) {
  return total / size + (total % size != 0);
}
constexpr std::int64_t begin_of(std::int64_t total, std::int64_t size, std::int64_t chunk) {
  return chunk <= total / size ? chunk * size : total;
}
constexpr std::int64_t valid_size(std::int64_t size) {
  return size < 1 ? 1 : size;
}

inline std::int32_t threads() {
#ifdef _OPENMP
  return omp_get_num_threads();
#else
  return 1;
#endif
}

inline std::int32_t thread() {
#ifdef _OPENMP
  return omp_get_thread_num();
#else
  return 0;
#endif
}

struct range {
  std::int64_t begin;
  std::int64_t end;
};

// The next chunk of a guided schedule; begin == end when nothing is left.
inline range take(guided& how, std::int64_t total, std::int32_t team) {
  range taken{};
#ifdef _OPENMP
#pragma omp critical(mapwright_guided)
#endif
  {
    const std::int64_t left = total - how.next;
    const std::int64_t share = number(left, team);
    const std::int64_t size = share < valid_size(how.least) ? valid_size(how.least) : share;
    taken.begin = how.next;
    how.next += size < left ? size : left;
    taken.end = how.next;
  }
  return taken;
}

} // namespace mapwright_maps::schedule

#endif

)";

/// @P formals of the sizes with ", " behind each, @F the same without the last ", "; @S, @A their names likewise.
constexpr const char* sharing =
    R"(// Calls the body for the part of the indices that falls to the calling thread; all threads of a team call it, as for
// `#pragma omp for nowait`.
template <class Body> inline void share(@Pschedule::even, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int32_t team = schedule::threads();
  const std::int32_t thread = schedule::thread();
  walk(@Sindex_t(schedule::part(total, thread, team)), index_t(schedule::part(total, thread + 1, team)), body);
}

template <class Body> inline void share(@Pschedule::cyclic how, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int64_t size = schedule::valid_size(how.size);
  const std::int64_t number = schedule::number(total, size);
  for (std::int64_t chunk = schedule::thread(); chunk < number; chunk += schedule::threads()) {
    walk(@Sindex_t(schedule::begin_of(total, size, chunk)), index_t(schedule::begin_of(total, size, chunk + 1)), body);
  }
}

template <class Body> inline void share(@Pschedule::dynamic how, Body&& body) {
  const std::int64_t total = count(@A);
  const std::int64_t size = schedule::valid_size(how.size);
  const std::int64_t number = schedule::number(total, size);
#ifdef _OPENMP
#pragma omp for schedule(dynamic) nowait
#endif
  for (std::int64_t chunk = 0; chunk < number; ++chunk) {
    walk(@Sindex_t(schedule::begin_of(total, size, chunk)), index_t(schedule::begin_of(total, size, chunk + 1)), body);
  }
}

// `how` is shared by the team and used once.
template <class Body> inline void share(@Pschedule::guided& how, Body&& body) {
  const std::int64_t total = count(@A);
  for (;;) {
    const schedule::range piece = schedule::take(how, total, schedule::threads());
    if (piece.begin == piece.end) {
      return;
    }
    walk(@Sindex_t(piece.begin), index_t(piece.end), body);
  }
}

)";

constexpr const char* sharing_costs =
    R"(template <class Body> inline void share(@Pschedule::equal_cost how, Body&& body) {
  if (how.chunks <= 0) {
    const std::int32_t team = schedule::threads();
    const std::int32_t thread = schedule::thread();
    walk(@Schunk_begin(thread, team@T), chunk_begin(thread + 1, team@T), body);
    return;
  }
#ifdef _OPENMP
#pragma omp for schedule(dynamic) nowait
#endif
  for (std::int32_t chunk = 0; chunk < how.chunks; ++chunk) {
    walk(@Schunk_begin(chunk, how.chunks@T), chunk_begin(chunk + 1, how.chunks@T), body);
  }
}

)";

constexpr const char* for_each = R"(// Calls body(@B) once for every point, by all threads of a new team.
template <class Schedule, class Body> inline void for_each(@PSchedule how, Body&& body) {
#ifdef _OPENMP
#pragma omp parallel
#endif
  share(@Show, body);
}

)";

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
    out += walk() + chunk_begin() + with_names(sharing) + (unit_.costs ? with_names(sharing_costs) : "") +
           with_names(for_each);
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
    for (const std::string& line : loop_lines(unit_, names_, loops)) {
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
  out += schedules;
  out += fmt::format("#ifndef MAPWRIGHT_NEST_{0}\n#define MAPWRIGHT_NEST_{0}\n\n", unit.map.identifier);
  for (const int bits : {32, 64}) {
    if (has_nest_variant(unit, bits)) {
      out += CppNest(unit, bits).text();
    }
  }
  return out + "#endif\n";
}

} // namespace mapwright::emit
