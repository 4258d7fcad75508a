#include "mapper/agent/parts.hpp"

#include "mapper/language/parse.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::array<std::string_view, mapper_part_count> part_names{"task",           "region",    "layout",
                                                                     "instance-limit", "index-map", "single-task-map"};

constexpr std::array<std::string_view, mapper_part_count> part_statements{
    "Task statements: on which kinds of processor the tasks run",
    "Region and CollectMemory statements: in which memories the arguments lie, and whether copies only read go",
    "Layout statements: how the arguments lie in their memories",
    "InstanceLimit statements: how many instances of a task there are at once (none at all is usual)",
    "IndexTaskMap statements with their functions and the global variables: on which processor each point of an index "
    "launch runs",
    "SingleTaskMap statements with their functions: on which processor each single task runs",
};

/// The functions that only statements for single tasks name.
std::set<std::string> single_functions(const language::MapperSyntax& syntax) {
  std::set<std::string> named[2];
  for (const language::Statement& statement : syntax.statements) {
    if (const auto* map = std::get_if<language::MapStatement>(&statement.is)) {
      named[map->single ? 1 : 0].insert(map->function.text);
    }
  }
  std::set<std::string> only;
  std::set_difference(named[1].begin(), named[1].end(), named[0].begin(), named[0].end(),
                      std::inserter(only, only.end()));
  return only;
}

MapperPart part_of(const language::Statement& statement, const std::set<std::string>& of_singles) {
  if (const auto* map = std::get_if<language::MapStatement>(&statement.is)) {
    return map->single ? MapperPart::single_map : MapperPart::index_map;
  }
  if (const auto* function = std::get_if<language::FunctionDefinition>(&statement.is)) {
    return of_singles.contains(function->name.text) ? MapperPart::single_map : MapperPart::index_map;
  }
  if (std::holds_alternative<language::RegionStatement>(statement.is) ||
      std::holds_alternative<language::CollectStatement>(statement.is)) {
    return MapperPart::region;
  }
  if (std::holds_alternative<language::LayoutStatement>(statement.is)) {
    return MapperPart::layout;
  }
  if (std::holds_alternative<language::InstanceLimitStatement>(statement.is)) {
    return MapperPart::limit;
  }
  const bool of_tasks = std::holds_alternative<language::TaskStatement>(statement.is) ||
                        std::holds_alternative<language::ReplicateStatement>(statement.is) ||
                        std::holds_alternative<language::StealStatement>(statement.is);
  return of_tasks ? MapperPart::task : MapperPart::index_map;
}

} // namespace

std::string_view to_string(MapperPart part) {
  return part_names.at(static_cast<std::size_t>(part));
}

std::optional<MapperPart> mapper_part_named(std::string_view name) {
  const auto* const found = std::find(part_names.begin(), part_names.end(), name);
  return found == part_names.end()
             ? std::nullopt
             : std::optional(all_mapper_parts.at(static_cast<std::size_t>(found - part_names.begin())));
}

std::string_view statements_of_part(MapperPart part) {
  return part_statements.at(static_cast<std::size_t>(part));
}

MapperParts split_parts(const std::string& text) {
  language::Diagnostics diagnostics;
  const language::MapperSyntax syntax = language::parse_mapper({text, "mapper"}, diagnostics);
  const std::set<std::string> of_singles = single_functions(syntax);
  MapperParts parts;
  for (const language::Statement& statement : syntax.statements) {
    std::string& part = parts.at(static_cast<std::size_t>(part_of(statement, of_singles)));
    part += text.substr(statement.span.begin, statement.span.end - statement.span.begin);
    part += '\n';
  }
  return parts;
}

std::string join_parts(const MapperParts& parts) {
  std::string text;
  for (const MapperPart part : all_mapper_parts) {
    const std::string& statements = parts.at(static_cast<std::size_t>(part));
    if (!statements.empty()) {
      text += fmt::format("{}# {}\n{}", text.empty() ? "" : "\n", to_string(part), statements);
    }
  }
  return text;
}

std::vector<MapperPart> parts_that_decide(const Program& program) {
  const auto launches = [&](bool index) {
    return std::any_of(program.launches.begin(), program.launches.end(),
                       [&](const Launch& launch) { return launch.index == index; });
  };
  std::vector<MapperPart> parts{MapperPart::task, MapperPart::region, MapperPart::layout, MapperPart::limit};
  if (launches(true)) {
    parts.push_back(MapperPart::index_map);
  }
  if (launches(false)) {
    parts.push_back(MapperPart::single_map);
  }
  return parts;
}

} // namespace mapwright::mapper
