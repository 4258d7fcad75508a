// Partitions.
#include "core/suggest.hpp"
#include "mapper/program/builder.hpp"
#include "mapper/program/partition.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

std::vector<std::string> names_of_partitions(const Program& program) {
  std::vector<std::string> names;
  for (const Partition& partition : program.partitions) {
    names.push_back(partition.name);
  }
  return names;
}

} // namespace

Objection ProgramBuilder::check_room(std::string_view key, std::uint64_t colours) const {
  std::uint64_t total = colours;
  for (const Partition& partition : program_.partitions) {
    total += partition.sets.size();
  }
  if (total > most_colours) {
    return Complaint{std::string(key),
                     0,
                     0,
                     fmt::format("the partitions of a program have at most {} sets, these are {}", most_colours, total),
                     {}};
  }
  return std::nullopt;
}

Objection ProgramBuilder::add_blocks(const BlocksSpec& spec) {
  Partition partition{spec.name, 0, {}, {}};
  if (auto objection = check_data_name(spec.name)) {
    return objection;
  }
  if (auto objection = find_region(spec.region, partition.region)) {
    return objection;
  }
  std::vector<std::int64_t> counts;
  if (auto objection = numbers("blocks", spec.counts, 1, counts)) {
    return objection;
  }
  const Region& region = program_.regions[partition.region];
  const std::optional<Rectangle> colours = box_of(counts);
  if (!colours || counts.size() != region.extents.axes) {
    return Complaint{
        "blocks",
        0,
        0,
        fmt::format("'blocks' must have one number for each dimension of '{}' ({})", region.name, region.extents.axes),
        {}};
  }
  if (auto objection = check_room("blocks", colours->volume())) {
    return objection;
  }
  partition.colours = *colours;
  partition.sets = cut_into_blocks(region.extents, *colours);
  program_.partitions.push_back(std::move(partition));
  return std::nullopt;
}

Objection ProgramBuilder::add_halo(const HaloSpec& spec) {
  if (auto objection = check_data_name(spec.name)) {
    return objection;
  }
  const std::vector<std::string> names = names_of_partitions(program_);
  const auto found = std::find(names.begin(), names.end(), spec.of);
  if (found == names.end()) {
    return Complaint{"halo_of", 0, 0, fmt::format("there is no partition '{}'", spec.of),
                     suggest(spec.of, names, fmt::format("partitions: {}", fmt::join(names, ", ")))};
  }
  const Partition& base = program_.partitions[static_cast<std::size_t>(found - names.begin())];
  const Rectangle& extents = program_.regions[base.region].extents;
  std::vector<std::int64_t> values;
  if (auto objection = numbers("widths", spec.widths, 0, values)) {
    return objection;
  }
  Coordinates widths{};
  if (values.size() != extents.axes) {
    return Complaint{"widths",
                     0,
                     0,
                     fmt::format("'widths' must have one number for each dimension of '{}' ({})",
                                 program_.regions[base.region].name, extents.axes),
                     {}};
  }
  for (std::size_t d = 0; d < values.size(); ++d) {
    widths[d] = std::min(values[d], extents.extent(d));
  }
  if (auto objection = check_room("halo_of", base.sets.size())) {
    return objection;
  }
  Partition partition{spec.name, base.region, base.colours, cut_into_halos(extents, base, widths, spec.inside)};
  program_.partitions.push_back(std::move(partition));
  return std::nullopt;
}

Objection ProgramBuilder::add_sets(const SetsSpec& spec) {
  Partition partition{spec.name, 0, {}, {}};
  if (auto objection = check_data_name(spec.name)) {
    return objection;
  }
  if (auto objection = find_region(spec.region, partition.region)) {
    return objection;
  }
  std::vector<std::int64_t> extents;
  if (auto objection = numbers("colours", spec.colours, 1, extents)) {
    return objection;
  }
  const std::optional<Rectangle> colours = box_of(extents);
  if (!colours) {
    return Complaint{"colours", 0, 0, fmt::format("colours have 1 to {} dimensions", most_axes), {}};
  }
  if (auto objection = check_room("colours", colours->volume())) {
    return objection;
  }
  if (spec.sets.size() != colours->volume()) {
    return Complaint{
        "colours", 0, 0, fmt::format("there are {} colours, but {} sets", colours->volume(), spec.sets.size()), {}};
  }
  partition.colours = *colours;
  const Region& region = program_.regions[partition.region];
  for (std::uint64_t i = 0; i < spec.sets.size(); ++i) {
    for (const Rectangle& part : spec.sets[i]) {
      if (part.axes != region.extents.axes || !region.extents.contains(part)) {
        return Complaint{"sets",
                         i,
                         0,
                         fmt::format("{} of colour {} is not in {}, which is {}", to_string(part),
                                     to_string(colours->axes, colours->point_at(i)), region.name,
                                     to_string(region.extents)),
                         {}};
      }
    }
    const auto points = static_cast<std::size_t>(std::count_if(
        spec.sets[i].begin(), spec.sets[i].end(), [](const Rectangle& part) { return part.volume() == 1; }));
    if (points < spec.sets[i].size() && spec.sets[i].size() > most_rectangles) {
      return Complaint{"sets",
                       i,
                       0,
                       fmt::format("a set has at most {} rectangles, or any number of single points", most_rectangles),
                       {}};
    }
    partition.sets.push_back(without_overlaps(spec.sets[i]));
  }
  program_.partitions.push_back(std::move(partition));
  return std::nullopt;
}

bool ProgramBuilder::resolve_colours(const std::vector<std::string>& texts, std::vector<std::int64_t>& extents) const {
  if (numbers("colours", texts, 1, extents)) {
    return false;
  }
  const std::optional<Rectangle> colours = box_of(extents);
  return colours && !check_room("colours", colours->volume());
}

Objection ProgramBuilder::require_disjoint(const std::string& partition) {
  for (const Partition& item : program_.partitions) {
    if (item.name == partition && !is_disjoint(item, program_.regions[item.region].extents)) {
      return keep("partition", partition,
                  Complaint{"disjoint", 0, 0, fmt::format("sets of '{}' overlap", partition), "disjoint = false"});
    }
  }
  return std::nullopt;
}

} // namespace mapwright::mapper
