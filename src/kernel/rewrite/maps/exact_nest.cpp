#include "kernel/rewrite/maps/exact_nest.hpp"

#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/edits.hpp"
#include "kernel/rewrite/loops.hpp"
#include "kernel/rewrite/maps/guard_domain.hpp"
#include "kernel/rewrite/maps/map_text.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {

namespace {

/// Whether the directive shares the loop and says no more than how.
bool only_schedules(const Pragma& pragma) {
  constexpr std::string_view words = "omp parallel for";
  const std::string_view rest = std::string_view(pragma.text).substr(std::min(words.size(), pragma.text.size()));
  const std::size_t close = rest.find(')');
  return pragma.text.starts_with(words) &&
         (rest.empty() || (rest.starts_with(" schedule(") && close == rest.size() - 1));
}

/// The turns of the nest as a set; nothing when a bound speaks of anything but sizes of the task.
std::optional<Guards> turns_of(const Subject& subject, const CountedLoop& outer, const CountedLoop& inner) {
  Guards guards;
  guards.indices = {outer.variable.name, inner.variable.name};
  std::set<std::string> names;
  for (const CountedLoop* loop : {&outer, &inner}) {
    const std::string low = loop->begin(subject.source);
    const std::string high = loop->end(subject.source);
    guards.holds.push_back(fmt::format("{} >= {}", loop->variable.name, low));
    guards.holds.push_back(fmt::format("{} < {}", loop->variable.name, high));
    for (const std::string& text : {low, high}) {
      for (const Token& token : tokens_of(text)) {
        if (token.kind == TokenKind::name) {
          names.emplace(token.text);
        }
      }
    }
    if (low.find('-') != std::string::npos) { // indices are taken to be at least 0
      return std::nullopt;
    }
  }
  if (!names.contains(outer.variable.name)) { // a box: nothing to balance
    return std::nullopt;
  }
  for (const std::string& index : guards.indices) {
    names.erase(index);
  }
  const std::vector<std::string>& sizes = subject.task.sizes;
  for (const std::string& name : names) {
    if (std::find(sizes.begin(), sizes.end(), name) == sizes.end()) {
      return std::nullopt;
    }
    guards.sizes.push_back(name);
  }
  return guards;
}

struct NestNames {
  std::string part;
  std::string parts;
  std::string at;
  std::string end;
  std::string first;
  std::string stop;
};

std::string flattened(const Source& source, const CountedLoop& outer, const CountedLoop& inner, const Guards& guards,
                      const MapText& map, const NestNames& names) {
  const std::string& i = outer.variable.name;
  const std::string& j = inner.variable.name;
  const std::string sizes = fmt::format("{}", fmt::join(guards.sizes, ", "));
  std::string text = "#pragma omp parallel for schedule(dynamic)\n";
  text += fmt::format("for (std::int64_t {0} = 0; {0} < {1}; ++{0}) {{\n", names.part, names.parts);
  text += fmt::format("  const std::int64_t turns = {}({});\n", map.count_name, sizes);
  text += fmt::format("  std::int64_t {} = turns * {} / {};\n", names.at, names.part, names.parts);
  text += fmt::format("  const std::int64_t {} = turns * ({} + 1) / {};\n", names.end, names.part, names.parts);
  text += fmt::format("  std::int64_t {} = 0;\n  std::int64_t {} = 0;\n", i, names.first);
  text += fmt::format("  if ({} < {}) {{\n    {}({}, {}, &{}, &{});\n  }}\n", names.at, names.end, map.unrank, sizes,
                      names.at, i, names.first);
  text += fmt::format("  for (; {} < {}; ++{}) {{\n", names.at, names.end, i);
  text += fmt::format("    const std::int64_t {0} = std::max({1}, std::min<std::int64_t>({2}, {1} + {3} - {4}));\n",
                      names.stop, names.first, inner.end(source), names.end, names.at);
  text += fmt::format("    for (std::int64_t {0} = {1}; {0} < {2}; ++{0}) {{\n", j, names.first, names.stop);
  text += body_text(source, *inner.body, "      ") + "    }\n";
  text += fmt::format("    {} += {} - {};\n", names.at, names.stop, names.first);
  text += fmt::format("    {} = {};\n  }}\n}}", names.first,
                      with_names(inner.begin(source), {{i, fmt::format("({} + 1)", i)}}));
  return text;
}

/// The headers that the new text needs and the source has not.
std::optional<Change> headers(const std::string& source) {
  const std::size_t first = source.find("#include");
  std::string text;
  for (const std::string_view header : {"#include <algorithm>", "#include <cmath>"}) {
    if (source.find(header) == std::string::npos) {
      text += std::string(header) + "\n";
    }
  }
  return first == std::string::npos ? std::nullopt : std::optional(Change{{first, first}, text});
}

std::optional<Draft> flattened_nest(const Subject& subject, const NestedLoop& nested) {
  const Source& source = subject.source;
  const CountedLoop& outer = nested.loop;
  const Pragma* pragma = outer.parallel();
  const auto inner = pragma != nullptr && only_schedules(*pragma) && outer.statement->pragmas.size() == 1
                         ? only_loop_in(outer)
                         : std::nullopt;
  const auto guards =
      inner && nested.function->name == subject.task.entry ? turns_of(subject, outer, *inner) : std::nullopt;
  const Result<domain::Domain> domain = guards ? domain_of(*guards) : fail(ErrorKind::input, "");
  const auto included = headers(source.text);
  if (!domain || !included) {
    return std::nullopt;
  }
  const Result<MapText> map = map_text(*domain, Backend::cpp, fresh_name(source.text, subject.task.entry + "_turns"));
  if (!map) {
    return std::nullopt;
  }
  NestNames names{fresh_name(source.text, "part"), fresh_name(source.text, "PARTS"), fresh_name(source.text, "at"),
                  fresh_name(source.text, "end"),  fresh_name(source.text, "first"), fresh_name(source.text, "stop")};
  Draft draft;
  draft.site = place_of(source, outer);
  const std::size_t indentation = source.indentation(outer.statement->span.begin).size();
  std::string text = reindented(flattened(source, outer, *inner, *guards, *map, names), 0, indentation);
  const Span all = whole(*outer.statement);
  draft.changes.push_back({all, std::move(text)});
  draft.changes.push_back(*included);
  const std::size_t at = before_function(source, *nested.function);
  draft.changes.push_back({{at, at}, map->functions});
  draft.tunables.push_back({names.parts, {8, 32, 128, 512}, 32});
  draft.gain = Interval{0.9, 1.25};
  draft.rubric = {
      fmt::format("The loops over {} and {} are shared as `{}` parts of equal work.", outer.variable.name,
                  inner->variable.name, names.parts),
      fmt::format("Each part finds its first turn by the proved map `{}` ({}); then rows follow each other.",
                  map->unrank, map->method)};
  return draft;
}

} // namespace

std::vector<Draft> exact_nests(const Subject& subject) {
  std::vector<Draft> drafts;
  for (const NestedLoop& nested : counted_loops(subject.source)) {
    if (auto draft = flattened_nest(subject, nested)) {
      drafts.push_back(std::move(*draft));
    }
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite
