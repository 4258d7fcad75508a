#include "index_map/infer/digits.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::index_map::infer {

namespace {

using Vector = std::vector<std::int64_t>;

constexpr std::size_t most_cells = 4096;
constexpr std::size_t most_found = 3;

/// Scale, and the cells with cell(0) moved to the origin.
struct Generator {
  std::int64_t scale = 0;
  std::vector<Vector> cells;

  /// p(index) - p(0).
  [[nodiscard]] Vector at(std::size_t index) const {
    Vector sum(cells[0].size());
    for (std::int64_t weight = 1; index > 0; index /= cells.size(), weight *= scale) {
      for (std::size_t d = 0; d < sum.size(); ++d) {
        sum[d] += weight * cells[index % cells.size()][d];
      }
    }
    return sum;
  }
};

/// The points of a lesson by their true indices, which are `shift` more than their places in the list.
class Shifted {
public:
  Shifted(const Lesson& lesson, std::int64_t shift) : lesson_(lesson), shift_(shift) {}
  [[nodiscard]] std::size_t begin() const { return index(lesson_.begin); }
  [[nodiscard]] std::size_t end() const { return index(lesson_.end); }
  [[nodiscard]] Row at(std::size_t true_index) const {
    return lesson_.all[static_cast<std::size_t>(static_cast<std::int64_t>(true_index) - shift_)];
  }
  [[nodiscard]] Vector step(std::size_t from, std::size_t to) const {
    Vector difference(at(to).begin(), at(to).end());
    for (std::size_t d = 0; d < difference.size(); ++d) {
      difference[d] -= at(from)[d];
    }
    return difference;
  }

private:
  [[nodiscard]] std::size_t index(std::size_t place) const {
    return static_cast<std::size_t>(static_cast<std::int64_t>(place) + shift_);
  }
  const Lesson& lesson_;
  std::int64_t shift_;
};

/// The factor that makes `b` of `a`; nothing when there is none of at least 2.
std::optional<std::int64_t> factor(const Vector& a, const Vector& b) {
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (a[d] != 0) {
      const std::int64_t f = b[d] / a[d];
      return f >= 2 && f <= most_scale && f * a[d] == b[d] ? std::optional(f) : std::nullopt;
    }
  }
  return std::nullopt;
}

/// Whether the cells fit a box of `scale` cells an axis and lie apart.
bool is_mask(const Generator& generator) {
  for (std::size_t d = 0; d < generator.cells[0].size(); ++d) {
    const auto [least, greatest] = std::minmax_element(generator.cells.begin(), generator.cells.end(),
                                                       [&](const Vector& a, const Vector& b) { return a[d] < b[d]; });
    if ((*greatest)[d] - (*least)[d] >= generator.scale) {
      return false;
    }
  }
  std::vector<Vector> sorted = generator.cells;
  std::sort(sorted.begin(), sorted.end());
  return std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

std::optional<Generator> generator_of(const Shifted& points, std::size_t k) {
  const std::size_t first = (points.begin() + k - 1) / k; // block
  const std::size_t last = (points.end() - 1) / k;        // the last block that begins
  if (points.end() < points.begin() + 2 || last < first + 1) {
    return std::nullopt;
  }
  Generator generator;
  for (std::size_t d = 0; d < k; ++d) {
    generator.cells.push_back(points.step(first * k, first * k + d));
    if (d > 0 && (first + 1) * k + d < points.end() &&
        points.step((first + 1) * k, (first + 1) * k + d) != generator.cells.back()) {
      return std::nullopt;
    }
  }
  // Neighbouring blocks within one block of the next level lie `scale` times as far apart as neighbouring cells.
  for (std::size_t block = first; block < last; ++block) {
    if (block % k + 1 < k) {
      Vector cell_step = generator.cells[block % k + 1];
      for (std::size_t d = 0; d < cell_step.size(); ++d) {
        cell_step[d] -= generator.cells[block % k][d];
      }
      const auto scale = factor(cell_step, points.step(block * k, (block + 1) * k));
      if (!scale || !(generator.scale == 0 || generator.scale == *scale)) {
        return std::nullopt;
      }
      generator.scale = *scale;
    }
  }
  if (generator.scale == 0 || !is_mask(generator)) {
    return std::nullopt;
  }
  const Vector origin = generator.at(points.begin());
  for (std::size_t i = points.begin(); i < points.end(); ++i) {
    const Vector expected = generator.at(i);
    for (std::size_t d = 0; d < origin.size(); ++d) {
      if (points.at(i)[d] - points.at(points.begin())[d] != expected[d] - origin[d]) {
        return std::nullopt;
      }
    }
  }
  return generator;
}

struct Placed {
  Vector first_cell;
  int level = 0;
  bool grows = false;
};

/// p(0) = first_cell*(scale^level - 1)/(scale - 1), for the least level with all points.
std::optional<Placed> place(const Generator& generator, const Vector& first_point, std::size_t count) {
  const std::size_t axes = first_point.size();
  Vector low(axes); // the least first cell that keeps all cells in the box
  for (std::size_t d = 0; d < axes; ++d) {
    for (const Vector& cell : generator.cells) {
      low[d] = std::max(low[d], -cell[d]);
    }
  }
  double points = 1;
  std::int64_t weight = 0; // (scale^level - 1)/(scale - 1)
  for (int level = 0; level <= most_similar_level && weight < most_example_coordinate; ++level) {
    if (level > 0 && points >= static_cast<double>(count)) {
      Placed placed{Vector(axes), level, true};
      bool fits = true;
      for (std::size_t d = 0; d < axes && fits; ++d) {
        placed.first_cell[d] = first_point[d] / weight;
        placed.grows = placed.grows && first_point[d] == 0;
        fits = placed.first_cell[d] * weight == first_point[d] && placed.first_cell[d] >= low[d];
        for (const Vector& cell : generator.cells) {
          fits = fits && placed.first_cell[d] + cell[d] < generator.scale;
        }
      }
      if (fits) {
        return placed;
      }
    }
    points *= static_cast<double>(generator.cells.size());
    weight = weight * generator.scale + 1;
  }
  return std::nullopt;
}

std::string cells_text(const std::vector<Vector>& cells) {
  std::vector<std::string> texts;
  for (const Vector& cell : cells) {
    texts.push_back(fmt::format("({})", fmt::join(cell, ",")));
  }
  return fmt::format("{}", fmt::join(texts, " "));
}

/// The text of the mask when its cells are in order of the mask, otherwise the list of cells.
std::string domain_text(std::int64_t scale, const std::vector<Vector>& cells) {
  if (!std::is_sorted(cells.begin(), cells.end())) {
    return fmt::format("fractal:{}:{}", scale, cells_text(cells));
  }
  const std::size_t axes = cells[0].size();
  std::string mask;
  Vector at(axes);
  for (;;) {
    mask += std::binary_search(cells.begin(), cells.end(), at) ? '1' : '0';
    std::size_t d = axes;
    while (d > 0 && at[d - 1] == scale - 1) {
      at[--d] = 0;
    }
    if (d == 0) {
      return fmt::format("fractal:{}:{}", scale, mask);
    }
    ++at[d - 1];
    static constexpr const char* separators[] = {"", ",", "/", "//"};
    mask += separators[axes - d];
  }
}

Hypothesis hypothesis_of(const Generator& generator, const Placed& placed, const Vector& first_point) {
  std::vector<Vector> cells = generator.cells;
  for (Vector& cell : cells) {
    for (std::size_t d = 0; d < cell.size(); ++d) {
      cell[d] += placed.first_cell[d];
    }
  }
  Hypothesis h;
  h.kind = "digits";
  h.text = domain_text(generator.scale, cells);
  h.laws = {fmt::format("digit d of the index in base {} adds cell d of {} times {}^place", cells.size(),
                        cells_text(cells), generator.scale)};
  double box = 1;
  for (std::size_t d = 0; d < first_point.size(); ++d) {
    box *= static_cast<double>(generator.scale);
  }
  h.bits = 4 + bits_of(generator.scale);
  // A mask costs a bit per cell of the box; another order costs the choice of each cell.
  h.bits += std::is_sorted(cells.begin(), cells.end()) ? box : static_cast<double>(cells.size()) * std::log2(box);
  h.sizes = {{"level", placed.level, placed.grows, 1}};
  const double levels = placed.grows ? 62 : placed.level;
  h.points = [generator, first_point, levels](std::size_t count) {
    const double all = std::pow(static_cast<double>(generator.cells.size()), levels);
    const std::size_t most = all < static_cast<double>(count) ? static_cast<std::size_t>(all) : count;
    PointList points(first_point.size());
    for (std::size_t i = 0; i < most; ++i) {
      Vector point = generator.at(i);
      for (std::size_t d = 0; d < point.size(); ++d) {
        point[d] += first_point[d];
      }
      points.push(point);
    }
    return points;
  };
  return h;
}

void fit_shifted(const Lesson& lesson, std::int64_t shift, std::vector<Hypothesis>& found) {
  const Shifted points(lesson, shift);
  const std::size_t most = std::min((lesson.end - lesson.begin) / 2 + 1, most_cells);
  for (std::size_t k = 2; k <= most && found.size() < most_found; ++k) {
    const auto generator = generator_of(points, k);
    if (!generator) {
      continue;
    }
    Vector first = generator->at(points.begin());
    for (std::size_t d = 0; d < first.size(); ++d) {
      first[d] = points.at(points.begin())[d] - first[d];
    }
    if (const auto placed = place(*generator, first, lesson.all.size())) {
      found.push_back(hypothesis_of(*generator, *placed, first));
      return; // k^2, k^3, ... describe the same points
    }
  }
}

} // namespace

std::vector<Hypothesis> fit_digits(const Lesson& lesson) {
  std::vector<Hypothesis> found;
  if (lesson.all.dimensions() > most_axes || lesson.spread) {
    return found;
  }
  fit_shifted(lesson, 0, found);
  if (lesson.begin > 0) {
    fit_shifted(lesson, 1, found);
    fit_shifted(lesson, -1, found);
  }
  return found;
}

} // namespace mapwright::index_map::infer
