// A mapper in the six parts that models revise one at a time.
//
// Each part holds all statements of its sorts; the mapper is the parts one after another. Which statement of two for
// one key counts is the order inside a part, so a mapper split and joined decides as before.
#pragma once

#include "mapper/program/program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

enum class MapperPart : std::uint8_t {
  task,       ///< Task, and what runtimes may do with tasks later
  region,     ///< Region, CollectMemory
  layout,     ///< Layout
  limit,      ///< InstanceLimit
  index_map,  ///< IndexTaskMap, global variables, functions
  single_map, ///< SingleTaskMap, and functions that only it names
};

inline constexpr std::size_t mapper_part_count = 6;
inline constexpr std::array<MapperPart, mapper_part_count> all_mapper_parts{
    MapperPart::task,  MapperPart::region,    MapperPart::layout,
    MapperPart::limit, MapperPart::index_map, MapperPart::single_map};

/// "task", "region", "layout", "instance-limit", "index-map" or "single-task-map".
std::string_view to_string(MapperPart part);
/// The part of this name; nothing when there is none.
std::optional<MapperPart> mapper_part_named(std::string_view name);
/// What stands in it, as a model is told.
std::string_view statements_of_part(MapperPart part);

/// The text of each part, in the order of MapperPart: statements on lines of their own, or nothing.
using MapperParts = std::array<std::string, mapper_part_count>;

/// The statements of a text that could be read, without its comments.
MapperParts split_parts(const std::string& text);
/// The mapper: parts that are not empty, each below its name as a comment.
std::string join_parts(const MapperParts& parts);

/// The parts that can decide something: index and single-task maps only where the program has such launches.
std::vector<MapperPart> parts_that_decide(const Program& program);

} // namespace mapwright::mapper
