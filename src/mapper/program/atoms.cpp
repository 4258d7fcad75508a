// Cutting regions into the pieces that all views are unions of.
#include "mapper/program/atom_places.hpp"
#include "mapper/program/expand_parts.hpp"
#include "mapper/program/refine.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

namespace mapwright::mapper {

namespace {

constexpr std::uint32_t most_atoms = std::uint32_t{1} << 26U;
constexpr std::uint64_t most_pieces = std::uint64_t{1} << 24U; ///< of one region

/// Groups of fields that views use together only.
std::vector<std::uint64_t> field_classes(const TaskGraph& graph, const std::vector<std::uint32_t>& views) {
  std::vector<std::uint64_t> classes;
  std::uint64_t seen = 0;
  for (const std::uint32_t view : views) {
    const std::uint64_t fields = graph.views[view].fields;
    std::vector<std::uint64_t> finer;
    for (const std::uint64_t group : classes) {
      for (const std::uint64_t part : {group & fields, group & ~fields}) {
        if (part != 0) {
          finer.push_back(part);
        }
      }
    }
    if ((fields & ~seen) != 0) {
      finer.push_back(fields & ~seen);
    }
    seen |= fields;
    classes = std::move(finer);
  }
  return classes;
}

/// The sets of points of one region that views use, and the pieces of each.
struct RegionSets {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers; ///< of (partition, colour)
  std::vector<MemberRectangle> members;
  std::vector<std::vector<std::uint32_t>> pieces; ///< of each set
  std::vector<std::uint64_t> points;              ///< of each piece
};

RegionSets sets_of(const Program& program, const TaskGraph& graph, const std::vector<std::uint32_t>& views) {
  RegionSets sets;
  for (const std::uint32_t index : views) {
    const DataView& view = graph.views[index];
    const auto number = static_cast<std::uint32_t>(sets.numbers.size());
    if (!sets.numbers.try_emplace({view.partition, view.colour}, number).second) {
      continue;
    }
    if (view.partition == none) {
      sets.members.push_back({program.regions[view.region].extents, number});
      continue;
    }
    for (const Rectangle& part : program.partitions[view.partition].sets[view.colour]) {
      sets.members.push_back({part, number});
    }
  }
  sets.pieces.resize(sets.numbers.size());
  return sets;
}

/// Pieces of the same sets count as one; calls take(part, piece) for their parts. False when there are too many.
template <class Take> bool cut_region(const Rectangle& extents, RegionSets& sets, const Take& take) {
  std::map<std::vector<std::uint32_t>, std::uint32_t> known;
  std::uint64_t pieces = 0;
  return refine(extents, std::move(sets.members), [&](const Rectangle& part, const std::vector<std::uint32_t>& in) {
    const auto [found, is_new] = known.try_emplace(in, static_cast<std::uint32_t>(sets.points.size()));
    if (is_new) {
      sets.points.push_back(0);
      for (const std::uint32_t set : in) {
        sets.pieces[set].push_back(found->second);
      }
    }
    sets.points[found->second] += part.volume();
    take(part, found->second);
    return ++pieces <= most_pieces;
  });
}

/// The views of each region.
std::vector<std::vector<std::uint32_t>> views_by_region(const Program& program, const TaskGraph& graph) {
  std::vector<std::vector<std::uint32_t>> views(program.regions.size());
  for (std::uint32_t view = 0; view < graph.views.size(); ++view) {
    views[graph.views[view].region].push_back(view);
  }
  return views;
}

/// The rows of a part of a region.
void add_rows(const Rectangle& extents, const Rectangle& part, std::vector<PointRun>& runs) {
  const auto row = static_cast<std::uint64_t>(part.extent(0));
  for (std::uint64_t i = 0; i < part.volume(); i += row) {
    runs.push_back({extents.index_of(part.point_at(i)), row});
  }
}

/// Sorts runs that do not overlap, and joins neighbours.
void join_runs(std::vector<PointRun>& runs) {
  std::sort(runs.begin(), runs.end(), [](const PointRun& a, const PointRun& b) { return a.first < b.first; });
  std::size_t kept = 0;
  for (const PointRun& run : runs) {
    if (kept > 0 && runs[kept - 1].first + runs[kept - 1].count == run.first) {
      runs[kept - 1].count += run.count;
    } else {
      runs[kept++] = run;
    }
  }
  runs.resize(kept);
}

} // namespace

std::vector<AtomPlace> places_of_atoms(const Program& program, const TaskGraph& graph) {
  const std::vector<std::vector<std::uint32_t>> views_of = views_by_region(program, graph);
  std::vector<AtomPlace> places;
  for (std::uint32_t region = 0; region < program.regions.size(); ++region) {
    const Rectangle& extents = program.regions[region].extents;
    const std::vector<std::uint64_t> classes = field_classes(graph, views_of[region]);
    RegionSets sets = sets_of(program, graph, views_of[region]);
    std::vector<std::vector<PointRun>> runs;
    cut_region(extents, sets, [&](const Rectangle& part, std::uint32_t piece) {
      runs.resize(std::max<std::size_t>(runs.size(), std::size_t{piece} + 1));
      add_rows(extents, part, runs[piece]);
    });
    for (std::size_t piece = 0; piece < runs.size(); ++piece) {
      join_runs(runs[piece]);
      for (const std::uint64_t fields : classes) {
        places.push_back({fields, sets.points[piece], runs[piece]});
      }
    }
  }
  return places;
}

Result<void> find_atoms(const Program& program, TaskGraph& graph) {
  const std::vector<std::vector<std::uint32_t>> views_of = views_by_region(program, graph);
  for (std::uint32_t region = 0; region < program.regions.size(); ++region) {
    const std::vector<std::uint64_t> classes = field_classes(graph, views_of[region]);
    RegionSets sets = sets_of(program, graph, views_of[region]);
    const bool cut = cut_region(program.regions[region].extents, sets, [](const Rectangle&, std::uint32_t) {});
    const auto first = static_cast<std::uint32_t>(graph.atoms.size());
    if (!cut || sets.points.size() * classes.size() + first > most_atoms) {
      return fail(ErrorKind::input,
                  fmt::format("the partitions of '{}' cut it into too many pieces", program.regions[region].name));
    }
    for (const std::uint64_t points : sets.points) {
      for (const std::uint64_t fields : classes) {
        graph.atoms.push_back({points * bytes_of_fields(program.regions[region], fields), region});
      }
    }
    for (const std::uint32_t index : views_of[region]) {
      DataView& view = graph.views[index];
      view.first_atom = static_cast<std::uint32_t>(graph.view_atoms.size());
      for (const std::uint32_t piece : sets.pieces[sets.numbers.at({view.partition, view.colour})]) {
        for (std::uint32_t c = 0; c < classes.size(); ++c) {
          if ((classes[c] & view.fields) != 0) {
            graph.view_atoms.push_back(first + piece * static_cast<std::uint32_t>(classes.size()) + c);
          }
        }
      }
      view.atoms = static_cast<std::uint32_t>(graph.view_atoms.size()) - view.first_atom;
    }
  }
  return {};
}

} // namespace mapwright::mapper
