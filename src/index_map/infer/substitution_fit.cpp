#include "index_map/infer/substitution_fit.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using Vector = std::vector<std::int64_t>;

constexpr std::size_t most_types = 64;

struct VectorHash {
  std::size_t operator()(const Vector& v) const {
    std::size_t hash = 0;
    for (const std::int64_t x : v) {
      hash = (hash ^ static_cast<std::size_t>(x)) * 0x9e3779b97f4a7c15ULL;
      hash ^= hash >> 29;
    }
    return hash;
  }
};

struct Tile {
  Vector place;
  std::size_t begin = 0; ///< children, in the list one height below
  std::size_t end = 0;
  bool whole = true; ///< no child can be missing
};

/// Tiles by height; height 0 are the points.
using Heights = std::vector<std::vector<Tile>>;

std::optional<std::vector<Tile>> grouped(const std::vector<Tile>& tiles, std::int64_t scale) {
  std::vector<Tile> parents;
  std::unordered_set<Vector, VectorHash> seen;
  Vector place;
  for (std::size_t i = 0; i < tiles.size(); ++i) {
    place = tiles[i].place;
    for (std::int64_t& x : place) {
      x /= scale;
    }
    if (parents.empty() || parents.back().place != place) {
      if (!seen.insert(place).second) {
        return std::nullopt;
      }
      parents.push_back({place, i, i, true});
    }
    parents.back().end = i + 1;
    parents.back().whole = parents.back().whole && tiles[i].whole;
  }
  return parents;
}

std::optional<Heights> heights_of(const Lesson& lesson, std::int64_t scale) {
  Heights heights(1);
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    const Row point = lesson.all[i];
    if (std::any_of(point.begin(), point.end(), [](std::int64_t x) { return x < 0; })) {
      return std::nullopt;
    }
    heights[0].push_back({Vector(point.begin(), point.end()), 0, 0, true});
  }
  while (heights.back().size() > 1 && heights.size() < static_cast<std::size_t>(most_similar_level)) {
    auto parents = grouped(heights.back(), scale);
    if (!parents || (parents->size() == heights.back().size() && heights.size() > 8)) {
      return std::nullopt;
    }
    parents->back().whole = false;
    parents->front().whole = parents->front().whole && lesson.begin == 0;
    heights.push_back(std::move(*parents));
  }
  return heights;
}

struct System {
  struct Child {
    Vector offset;
    int type = 0;
  };
  std::int64_t scale = 2;
  std::vector<std::vector<Child>> tiles;
};

/// Types of the whole tiles as deep as `depth` levels below them; -1 where they are not known so deep.
class Types {
public:
  Types(const Heights& heights, std::int64_t scale) : heights_(heights), scale_(scale) {
    for (const std::vector<Tile>& tiles : heights) {
      types_.emplace_back(tiles.size(), 0);
    }
  }

  /// One level deeper.
  void refine() {
    ++depth_;
    std::map<std::pair<std::vector<Vector>, std::vector<int>>, int> known;
    std::vector<std::vector<int>> finer;
    for (std::size_t h = 0; h < heights_.size(); ++h) {
      finer.emplace_back(heights_[h].size(), -1);
      for (std::size_t i = 0; i < heights_[h].size() && h >= depth_; ++i) {
        const Tile& tile = heights_[h][i];
        if (!tile.whole) {
          continue;
        }
        std::pair<std::vector<Vector>, std::vector<int>> signature;
        for (std::size_t c = tile.begin; c < tile.end; ++c) {
          signature.first.push_back(offset(h, tile, c));
          signature.second.push_back(types_[h - 1][c]);
        }
        finer[h][i] = known.emplace(std::move(signature), static_cast<int>(known.size())).first->second;
      }
    }
    coarser_ = std::exchange(types_, std::move(finer));
    count_ = known.size();
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t depth() const { return depth_; }

  /// The system whose tiles are the types of one refinement earlier, when the last refinement split none of them and
  /// every one is known one level deeper; with the number of types before.
  [[nodiscard]] std::optional<System> closed(std::size_t types) const {
    System system{scale_, std::vector<std::vector<System::Child>>(types)};
    std::vector<int> finer_of(types, -1);
    for (std::size_t h = depth_; h < heights_.size(); ++h) {
      for (std::size_t i = 0; i < heights_[h].size(); ++i) {
        if (types_[h][i] < 0) {
          continue;
        }
        const auto type = static_cast<std::size_t>(coarser_[h][i]);
        if (finer_of[type] >= 0) {
          if (finer_of[type] != types_[h][i]) {
            return std::nullopt;
          }
          continue;
        }
        finer_of[type] = types_[h][i];
        const Tile& tile = heights_[h][i];
        for (std::size_t c = tile.begin; c < tile.end; ++c) {
          system.tiles[type].push_back({offset(h, tile, c), coarser_[h - 1][c]});
        }
      }
    }
    const bool all_known = std::none_of(finer_of.begin(), finer_of.end(), [](int type) { return type < 0; });
    return all_known && types > 0 ? std::optional(std::move(system)) : std::nullopt;
  }

private:
  [[nodiscard]] Vector offset(std::size_t height, const Tile& tile, std::size_t child) const {
    Vector offset = heights_[height - 1][child].place;
    for (std::size_t d = 0; d < offset.size(); ++d) {
      offset[d] -= scale_ * tile.place[d];
    }
    return offset;
  }

  const Heights& heights_;
  std::int64_t scale_;
  std::size_t depth_ = 0;
  std::size_t count_ = 1;
  std::vector<std::vector<int>> types_;
  std::vector<std::vector<int>> coarser_;
};

std::optional<System> learn(const Heights& heights, std::int64_t scale) {
  Types types(heights, scale);
  types.refine();
  while (types.depth() + 1 < heights.size() && types.count() > 0 && types.count() <= most_types) {
    const std::size_t before = types.count();
    types.refine();
    if (auto system = types.closed(before)) {
      return system;
    }
  }
  return std::nullopt;
}

void expand(const System& system, int type, int level, const Vector& origin, std::size_t count, PointList& points) {
  if (level == 0) {
    points.push(origin);
    return;
  }
  const auto side = static_cast<std::int64_t>(std::llround(std::pow(system.scale, level - 1)));
  for (const System::Child& child : system.tiles[static_cast<std::size_t>(type)]) {
    if (points.size() >= count) {
      return;
    }
    Vector place = origin;
    for (std::size_t d = 0; d < place.size(); ++d) {
      place[d] += side * child.offset[d];
    }
    expand(system, child.type, level - 1, place, count, points);
  }
}

PointList first_points(const System& system, int start, int level, std::size_t count) {
  PointList points(system.tiles[0][0].offset.size());
  expand(system, start, level, Vector(points.dimensions()), count, points);
  return points;
}

/// After how many levels the first descendant at the origin is of the same type again; 0: never.
int period(const System& system, int start) {
  int type = start;
  for (int steps = 1; steps <= static_cast<int>(system.tiles.size()); ++steps) {
    const System::Child& first = system.tiles[static_cast<std::size_t>(type)][0];
    if (std::any_of(first.offset.begin(), first.offset.end(), [](std::int64_t x) { return x != 0; })) {
      return 0;
    }
    type = first.type;
    if (type == start) {
      return steps;
    }
  }
  return 0;
}

/// The tiles reached from `start`, which becomes the first.
System reached(const System& system, int start) {
  std::vector<int> order{start};
  std::vector<int> number(system.tiles.size(), -1);
  number[static_cast<std::size_t>(start)] = 0;
  System result{system.scale, {}};
  for (std::size_t i = 0; i < order.size(); ++i) {
    result.tiles.emplace_back();
    for (System::Child child : system.tiles[static_cast<std::size_t>(order[i])]) {
      int& known = number[static_cast<std::size_t>(child.type)];
      if (known < 0) {
        known = static_cast<int>(order.size());
        order.push_back(child.type);
      }
      child.type = known;
      result.tiles.back().push_back(std::move(child));
    }
  }
  return result;
}

std::string tile_name(int type) {
  return type < 26 ? std::string(1, static_cast<char>('A' + type)) : fmt::format("T{}", type);
}

constexpr double most_bits = 40; ///< of a coordinate

/// `count`: how many points the domain must have at the level of the hypothesis, where it can grow.
Hypothesis hypothesis_of(const System& system, int level, std::size_t count) {
  Hypothesis h;
  h.kind = "substitution";
  std::vector<std::string> tiles;
  h.bits = 4 + bits_of(system.scale);
  const double place =
      std::log2(static_cast<double>(system.scale)) * static_cast<double>(system.tiles[0][0].offset.size());
  for (std::size_t t = 0; t < system.tiles.size(); ++t) {
    std::vector<std::string> children;
    for (const System::Child& child : system.tiles[t]) {
      children.push_back(fmt::format("({}){}", fmt::join(child.offset, ","), tile_name(child.type)));
    }
    h.bits += static_cast<double>(children.size()) * (place + std::log2(static_cast<double>(system.tiles.size()))) + 2;
    tiles.push_back(fmt::format("{}={}", tile_name(static_cast<int>(t)), fmt::join(children, " ")));
    h.laws.push_back(tiles.back());
  }
  h.text = fmt::format("substitution:{}:{}", system.scale, fmt::join(tiles, "; "));
  const int step = period(system, 0);
  const int highest = static_cast<int>(most_bits / std::log2(static_cast<double>(system.scale)));
  while (step > 0 && level + step <= highest && first_points(system, 0, level, count).size() < count) {
    level += step;
  }
  h.sizes = {{"level", level, step > 0, std::max(step, 1)}};
  h.points = [system, level, step, highest](std::size_t wanted) {
    int at = level;
    PointList points = first_points(system, 0, at, wanted);
    while (step > 0 && points.size() < wanted && at + step <= highest) {
      at += step;
      points = first_points(system, 0, at, wanted);
    }
    return points;
  };
  return h;
}

/// The least level whose box holds all points.
int level_of(const Lesson& lesson, std::int64_t scale) {
  std::int64_t greatest = 0;
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    for (const std::int64_t x : lesson.all[i]) {
      greatest = std::max(greatest, x);
    }
  }
  int level = 1;
  for (std::int64_t side = scale; side <= greatest; side *= scale) {
    ++level;
  }
  return level;
}

} // namespace

std::vector<Hypothesis> fit_substitutions(const Lesson& lesson) {
  std::vector<Hypothesis> found;
  if (lesson.all.dimensions() > most_axes || lesson.spread) {
    return found;
  }
  for (std::int64_t scale = 2; scale <= most_scale && found.empty(); ++scale) {
    const auto heights = heights_of(lesson, scale);
    const auto system = heights ? learn(*heights, scale) : std::nullopt;
    if (!system) {
      continue;
    }
    const int least = level_of(lesson, scale);
    for (int start = 0; start < static_cast<int>(system->tiles.size()); ++start) {
      // One more level, should the points held back leave the box.
      for (int level = least; level <= least + 1; ++level) {
        if (holds(first_points(*system, start, level, lesson.all.size() + 1), lesson)) {
          found.push_back(hypothesis_of(reached(*system, start), level, lesson.all.size()));
        }
      }
    }
  }
  return found;
}

} // namespace mapwright::index_map::infer
