#include "mapper/search/data_user.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper {

namespace {

/// For each dimension of the other launch, the dimension of this one that it equals, if the data tell.
using CoordinateSources = std::vector<std::optional<std::size_t>>;

std::optional<std::size_t> coordinate_named(const Launch& launch, const expr::Expr& e) {
  if (e.op() != expr::Op::variable) {
    return std::nullopt;
  }
  const auto found = std::find(launch.point.begin(), launch.point.end(), e.name().name());
  return found == launch.point.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - launch.point.begin()));
}

/// What an argument of this launch and one of the other, or of a launch inside it, tell of its coordinates; nothing
/// when they tell none.
std::optional<CoordinateSources> sources_of(const Launch& own, const RegionArgument& mine, const Launch& other,
                                            const RegionArgument& theirs) {
  if (mine.partition == none || mine.partition != theirs.partition) {
    return std::nullopt;
  }
  CoordinateSources sources(other.domain.axes);
  bool any = false;
  for (std::size_t c = 0; c < mine.colour.size(); ++c) {
    const auto there = coordinate_named(other, theirs.colour[c]);
    if (!there) {
      continue;
    }
    const auto here = coordinate_named(own, mine.colour[c]);
    if (!here) {
      return std::nullopt;
    }
    sources[*there] = here;
    any = true;
  }
  return any ? std::optional(sources) : std::nullopt;
}

/// The launch itself, or the outermost that its tasks are in.
std::uint32_t outermost(const Program& program, std::uint32_t launch) {
  for (std::uint32_t above = program.parent_launch(launch); above != none; above = program.parent_launch(launch)) {
    launch = above;
  }
  return launch;
}

/// Fills in words and points; nothing when some point has none in the other launch.
std::optional<DataUser> user_by(const Program& program, const std::vector<std::uint32_t>& launches, std::uint32_t other,
                                const CoordinateSources& sources, bool diagonal, const Coordinates& low) {
  const Rectangle& domain = program.launches[other].domain;
  const auto signed_word = [](const std::string& word, std::int64_t less) {
    return less == 0 ? word : fmt::format("({} {} {})", word, less > 0 ? '-' : '+', less > 0 ? less : -less);
  };
  std::vector<std::string> told;
  for (std::size_t d = 0; d < domain.axes; ++d) {
    if (sources[d]) {
      told.push_back(signed_word(fmt::format("t.ipoint[{}]", *sources[d]), domain.low[d]));
    }
  }
  DataUser user{other, diagonal, "", {}, {}};
  std::vector<std::int64_t> extents;
  for (std::size_t d = 0; d < domain.axes; ++d) {
    extents.push_back(domain.extent(d));
    user.words.extents.push_back(std::to_string(extents.back()));
    const std::string untold =
        diagonal ? fmt::format("(({}) % {})", fmt::join(told, " + "), extents.back()) : std::string("0");
    user.words.point.push_back(sources[d] ? signed_word(fmt::format("t.ipoint[{}]", *sources[d]), low[d])
                                          : signed_word(untold, low[d] - domain.low[d]));
  }
  for (std::size_t d = 0; told.size() < domain.axes && d < domain.axes; ++d) {
    user.told += sources[d] ? fmt::format("{}{}", user.told.empty() ? "_" : "", d) : "";
  }
  user.words.whole = fmt::format("({})", fmt::join(extents, ", "));
  user.words.volume = std::to_string(domain.volume());
  for (const std::uint32_t launch : launches) {
    const Rectangle& own = program.launches[launch].domain;
    std::vector<std::uint32_t> points;
    for (std::uint64_t number = 0; number < own.volume(); ++number) {
      const Coordinates from = own.point_at(number);
      Coordinates to{};
      std::int64_t sum = 0;
      for (std::size_t d = 0; d < domain.axes; ++d) {
        if (sources[d] && *sources[d] < own.axes) {
          to[d] = from[*sources[d]];
          sum += to[d] - domain.low[d];
        }
      }
      for (std::size_t d = 0; d < domain.axes; ++d) {
        if (!sources[d]) {
          to[d] = domain.low[d] + (diagonal ? sum % domain.extent(d) : 0);
        }
      }
      if (!domain.contains(to) || sum < 0) {
        return std::nullopt;
      }
      points.push_back(static_cast<std::uint32_t>(domain.index_of(to)));
    }
    user.points.push_back(std::move(points));
  }
  return user;
}

} // namespace

std::vector<DataUser> data_users(const Program& program, const std::vector<std::uint32_t>& launches,
                                 std::uint32_t other, const Coordinates& low) {
  std::vector<DataUser> users;
  std::vector<CoordinateSources> seen;
  const Launch& own = program.launches[launches.front()];
  for (std::uint32_t inside = 0; inside < program.launches.size(); ++inside) {
    if (outermost(program, inside) != other) {
      continue;
    }
    for (const RegionArgument& theirs : program.launches[inside].arguments) {
      for (const RegionArgument& mine : own.arguments) {
        const auto sources = sources_of(own, mine, program.launches[other], theirs);
        if (!sources || std::find(seen.begin(), seen.end(), *sources) != seen.end()) {
          continue;
        }
        seen.push_back(*sources);
        const bool untold = std::any_of(sources->begin(), sources->end(), [](const auto& each) { return !each; });
        for (const bool diagonal : {false, true}) {
          if (diagonal && !untold) {
            continue;
          }
          if (auto user = user_by(program, launches, other, *sources, diagonal, low)) {
            users.push_back(*std::move(user));
          }
        }
      }
    }
  }
  return users;
}

} // namespace mapwright::mapper
