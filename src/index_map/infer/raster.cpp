#include "index_map/infer/raster.hpp"

#include "expr/int128.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using Vector = std::vector<std::int64_t>;

constexpr std::size_t most_raster_cells = 125; ///< of the box: bits of one integer
constexpr std::int64_t most_side = 1 << 12;
constexpr std::size_t pixels_per_point = 4'096;

struct Mask {
  std::int64_t scale = 2;
  std::size_t axes = 2;
  std::vector<bool> kept; ///< by the digits of a cell, the last coordinate fastest

  [[nodiscard]] std::size_t cell(Row x, std::int64_t weight) const {
    std::size_t cell = 0;
    for (const std::int64_t v : x) {
      cell = cell * static_cast<std::size_t>(scale) + static_cast<std::size_t>(v / weight % scale);
    }
    return cell;
  }
  /// Whether the digits at all places below scale^level are kept cells.
  [[nodiscard]] bool contains(Row x, int level) const {
    std::int64_t weight = 1;
    for (int place = 0; place < level; ++place, weight *= scale) {
      if (!kept[cell(x, weight)]) {
        return false;
      }
    }
    return true;
  }
};

std::int64_t side_of(std::int64_t scale, int level) {
  std::int64_t side = 1;
  for (int i = 0; i < level; ++i) {
    side *= scale;
  }
  return side;
}

PointList points_of(const Mask& mask, int level, std::size_t count) {
  const std::int64_t side = side_of(mask.scale, level);
  PointList points(mask.axes);
  Vector at(mask.axes);
  for (std::size_t steps = (count + 64) * pixels_per_point; steps > 0 && points.size() < count; --steps) {
    if (mask.contains(at, level)) {
      points.push(at);
    }
    std::size_t d = mask.axes;
    while (d > 0 && at[d - 1] == side - 1) {
      at[--d] = 0;
    }
    if (d == 0) {
      break;
    }
    ++at[d - 1];
  }
  return points;
}

Mask lowest_digits(const Lesson& lesson, std::int64_t scale) {
  Mask mask{scale, lesson.all.dimensions(), {}};
  mask.kept.resize(static_cast<std::size_t>(std::llround(std::pow(scale, mask.axes))));
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    mask.kept[mask.cell(lesson.all[i], 1)] = true;
  }
  return mask;
}

/// The condition that the digits at each place below `levels` are a kept cell: a bit of one integer.
std::string condition(const Mask& mask, int levels, const std::vector<std::string>& names) {
  expr::UInt bits = 0;
  for (std::size_t cell = mask.kept.size(); cell > 0; --cell) {
    bits = 2 * bits + static_cast<expr::UInt>(mask.kept[cell - 1] ? 1 : 0);
  }
  std::vector<std::string> places;
  std::int64_t weight = 1;
  for (int place = 0; place < levels; ++place, weight *= mask.scale) {
    std::string cell;
    for (const std::string& name : names) {
      const std::string digit =
          fmt::format("mod({}, {})", weight == 1 ? name : fmt::format("floor_div({}, {})", name, weight), mask.scale);
      cell = cell.empty() ? digit : fmt::format("({})*{} + {}", cell, mask.scale, digit);
    }
    places.push_back(fmt::format("mod(shr({}, {}), 2) == 1", expr::to_string(static_cast<expr::Int>(bits)), cell));
  }
  return fmt::format("{}", fmt::join(places, " and "));
}

/// `grows`: the points of the next level begin with those of this one.
Hypothesis hypothesis_of(const Mask& mask, int level, bool grows, const std::vector<std::string>& names) {
  const bool sized = mask.kept[0]; // places above the level hold the digit 0, a kept cell

  int levels = level;
  while (sized && side_of(mask.scale, levels + 1) <= most_side) {
    ++levels;
  }
  const std::string high =
      sized ? fmt::format("{}**level - 1", mask.scale) : fmt::format("{}", side_of(mask.scale, level) - 1);
  Hypothesis h;
  h.kind = "raster";
  h.text = fmt::format("where:{}[{}] in {} : {}", sized ? "[level] -> " : "", fmt::join(names, ", "),
                       fmt::join(std::vector<std::string>(names.size(), fmt::format("[0, {}]", high)), "x"),
                       condition(mask, levels, names));
  const auto cells = std::count(mask.kept.begin(), mask.kept.end(), true);
  h.laws = {fmt::format("row by row, the points whose digits in base {} are at every place one of {} cells of a mask",
                        mask.scale, cells)};
  h.bits = 8 + bits_of(mask.scale) + static_cast<double>(mask.kept.size());
  if (sized) {
    h.sizes = {{"level", level, grows, 1}};
  }
  h.points = [mask, level, grows](std::size_t count) {
    int at = level;
    PointList points = points_of(mask, at, count);
    while (grows && points.size() < count && side_of(mask.scale, at + 1) <= most_side) {
      points = points_of(mask, ++at, count);
    }
    return points;
  };
  return h;
}

} // namespace

std::vector<Hypothesis> fit_rasters(const Lesson& lesson, const std::vector<std::string>& dimensions) {
  const std::size_t axes = lesson.all.dimensions();
  std::vector<Hypothesis> found;
  if (axes < 2 || axes > 4 || lesson.spread || lesson.end < lesson.begin + 8) {
    return found;
  }
  std::int64_t greatest = 0;
  for (std::size_t i = lesson.begin; i < lesson.end; ++i) {
    const Row point = lesson.all[i];
    const bool ascends =
        i == lesson.begin ||
        std::lexicographical_compare(lesson.all[i - 1].begin(), lesson.all[i - 1].end(), point.begin(), point.end());
    if (!ascends || std::any_of(point.begin(), point.end(), [](std::int64_t x) { return x < 0 || x >= most_side; })) {
      return found;
    }
    greatest = std::max(greatest, *std::max_element(point.begin(), point.end()));
  }
  for (std::int64_t scale = 2; std::pow(scale, axes) <= most_raster_cells; ++scale) {
    const Mask mask = lowest_digits(lesson, scale);
    const bool full = std::all_of(mask.kept.begin(), mask.kept.end(), [](bool kept) { return kept; });
    int level = 1;
    while (side_of(scale, level) <= greatest) {
      ++level;
    }
    // Rows of a higher level are longer, so the level is the least that reaches all points, or one more.
    for (int at = level; at <= level + 1 && !full && side_of(scale, at) <= most_side && found.empty(); ++at) {
      if (holds(points_of(mask, at, lesson.end + 1), lesson)) {
        const bool grows = mask.kept[0] && points_of(mask, at + 1, lesson.end) == points_of(mask, at, lesson.end);
        found.push_back(hypothesis_of(mask, at, grows, dimensions));
        if (!grows && holds(points_of(mask, at + 1, lesson.end + 1), lesson)) {
          found.push_back(hypothesis_of(mask, at + 1, false, dimensions));
        }
      }
    }
    if (!found.empty()) {
      break;
    }
  }
  return found;
}

} // namespace mapwright::index_map::infer
