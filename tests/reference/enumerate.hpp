// Slow and obvious lists of the points of non-affine domains, in order, straight from their definitions.
#pragma once

#include "domain/domain.hpp"
#include "expr/evaluate.hpp"

#include <stdexcept>
#include <vector>

namespace mapwright::reference {

using domain::Point;
using expr::Int;

inline Int power_of(Int base, Int exponent) {
  Int value = 1;
  for (Int i = 0; i < exponent; ++i) {
    value *= base;
  }
  return value;
}

/// Points of a self-similar set.
inline std::vector<Point> fractal_points(const domain::FractalShape& shape, int level) {
  std::vector<Point> points{Point(shape.cells.front().size(), 0)};
  for (int l = 0; l < level; ++l) { // replace each point by a copy of the mask
    std::vector<Point> finer;
    for (const Point& p : points) {
      for (const auto& cell : shape.cells) {
        Point q = p;
        for (std::size_t d = 0; d < q.size(); ++d) {
          q[d] = q[d] * shape.scale + cell[d];
        }
        finer.push_back(q);
      }
    }
    points = finer;
  }
  return points;
}

/// Points of a substitution system.
inline std::vector<Point> substitution_points(const domain::SubstitutionShape& shape, int level, std::size_t dims) {
  std::vector<std::pair<Point, int>> tiles{{Point(dims, 0), shape.start}};
  for (int l = 0; l < level; ++l) {
    std::vector<std::pair<Point, int>> finer;
    for (const auto& [p, type] : tiles) {
      for (const auto& child : shape.tiles[static_cast<std::size_t>(type)].children) {
        Point q = p;
        for (std::size_t d = 0; d < dims; ++d) {
          q[d] = q[d] * shape.scale + child.offset[d];
        }
        finer.emplace_back(q, child.type);
      }
    }
    tiles = finer;
  }
  std::vector<Point> points;
  for (const auto& [p, type] : tiles) {
    points.push_back(p);
  }
  return points;
}

/// Points of the triangle by squares: those of two triangles of half the side beside each other in each row of the
/// numbering, then the square.
inline std::vector<Point> halving_points(int level) {
  const Int half = level == 0 ? 0 : power_of(2, level - 1);
  std::vector<Point> points;
  if (level == 0) {
    return points;
  }
  const std::vector<Point> smaller = halving_points(level - 1);
  const auto width = static_cast<std::size_t>(half / 2); // of a row of the smaller triangle
  for (std::size_t row = 0; width > 0 && row < smaller.size(); row += width) {
    for (const Int corner : {Int{0}, half}) {
      for (std::size_t x = row; x < row + width; ++x) {
        points.push_back({smaller[x][0] + corner, smaller[x][1] + corner});
      }
    }
  }
  for (Int i = half - 1; i < 2 * half - 1; ++i) {
    for (Int j = 0; j < half; ++j) {
      points.push_back({i, j});
    }
  }
  return points;
}

/// Points of a box that satisfy a condition.
inline std::vector<Point> predicate_points(const domain::Domain& domain, const std::vector<Int>& parameters) {
  const auto& shape = std::get<domain::PredicateShape>(domain.shape);
  expr::Environment environment;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    environment.bind(domain.parameters[i], parameters[i]);
  }
  std::vector<Point> prefixes{{}};
  for (std::size_t d = 0; d < domain.dimensions.size(); ++d) {
    std::vector<Point> longer;
    for (const Point& p : prefixes) {
      for (Int v = evaluate(shape.low[d], environment).value(); v <= evaluate(shape.high[d], environment).value();
           ++v) {
        longer.push_back(p);
        longer.back().push_back(v);
      }
    }
    prefixes = longer;
  }
  std::vector<Point> points;
  for (const Point& p : prefixes) {
    expr::Environment inside = environment;
    for (std::size_t d = 0; d < p.size(); ++d) {
      inside.bind(expr::Symbol(domain.dimensions[d]), p[d]);
    }
    if (evaluate(shape.condition, inside).value() != 0) {
      points.push_back(p);
    }
  }
  return points;
}

} // namespace mapwright::reference
