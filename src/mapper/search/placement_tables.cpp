#include "mapper/search/placement_tables.hpp"

#include <utility>

namespace mapwright::mapper {

language::LaunchDomain launch_domain(const Rectangle& domain) {
  language::LaunchDomain out;
  for (std::size_t d = 0; d < domain.axes; ++d) {
    out.low.push_back(domain.low[d]);
    out.extents.push_back(domain.extent(d));
  }
  return out;
}

const std::optional<language::Mapper>& PlacementTables::mapper_of(const std::string& text) {
  const auto [entry, is_new] = mappers_.try_emplace(text);
  if (is_new) {
    if (auto mapper = language::Mapper::make({text, "placement"}, machine_)) {
      entry->second = *std::move(mapper);
    }
  }
  return entry->second;
}

const std::optional<PlacementTable>& PlacementTables::of(ProcessorKind processor, const std::string& name,
                                                         const std::string& body, const Rectangle& domain) {
  const std::string function = function_text(name, body);
  const std::string text = spaces_text(function) + function;
  const language::LaunchDomain points = launch_domain(domain);
  const auto [entry, is_new] = tables_.try_emplace({text, Domain{points.low, points.extents}});
  const std::optional<language::Mapper>& mapper = mapper_of(text);
  if (!is_new || !mapper) {
    return entry->second;
  }
  const auto map = language::LaunchMap::make(*mapper, name, processor, points);
  const auto placed = map ? map->place(0, points.volume()) : Result<language::Placements>(forward(map));
  if (!placed) {
    return entry->second;
  }
  PlacementTable table;
  table.reserve(placed->counts.size());
  std::size_t first = 0;
  for (const std::int64_t count : placed->counts) {
    table.push_back({placed->nodes[first], placed->processors[first]});
    first += static_cast<std::size_t>(count);
  }
  entry->second = std::move(table);
  return entry->second;
}

} // namespace mapwright::mapper
