#include "reference/domain_points.hpp"

#include "domain/isl_handle.hpp"
#include "domain/reference.hpp"
#include "expr/evaluate.hpp"

#include <algorithm>
#include <stdexcept>

#include <isl/point.h>

namespace mapwright::test {

namespace {

using domain::Domain;
using domain::Point;
using expr::Int;
using expr::Table;

template <class T> T need(Result<T> result) {
  if (!result) {
    throw std::runtime_error(result.error().format());
  }
  return std::move(*result);
}

using Key = std::vector<Int>;

void digits(const domain::SubstitutionShape& shape, Int level, std::span<const Int> point, Key& key) {
  Int weight = 1;
  for (Int l = 0; l < level; ++l) {
    weight *= shape.scale;
  }
  int tile = shape.start;
  for (Int l = 0; l < level; ++l) {
    weight /= shape.scale;
    const auto& children = shape.tiles[static_cast<std::size_t>(tile)].children;
    for (std::size_t c = 0; c < children.size(); ++c) {
      bool here = true;
      for (std::size_t d = 0; d < point.size(); ++d) {
        here = here && point[d] / weight % shape.scale == children[c].offset[d];
      }
      if (here) {
        key.push_back(static_cast<Int>(c));
        tile = children[c].type;
        break;
      }
    }
  }
}

/// What points of the domain are sorted by.
Key key_of(const Domain& domain, std::span<const Int> parameters, std::span<const Int> point) {
  Key key;
  if (const auto* affine = std::get_if<domain::AffineShape>(&domain.shape); affine && !affine->scan_of_point.empty()) {
    expr::Environment environment;
    for (std::size_t i = 0; i < point.size(); ++i) {
      environment.bind(domain::Symbol(domain.dimensions[i]), point[i]);
    }
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      environment.bind(domain.parameters[i], parameters[i]);
    }
    for (const auto& e : affine->scan_of_point) {
      key.push_back(expr::evaluate(e, environment).value());
    }
  } else if (const auto* fractal = std::get_if<domain::FractalShape>(&domain.shape)) {
    domain::SubstitutionShape same{fractal->scale, {{"", {}}}, 0};
    for (const auto& cell : fractal->cells) {
      same.tiles[0].children.push_back({cell, 0});
    }
    digits(same, parameters[0], point, key);
  } else if (const auto* tiles = std::get_if<domain::SubstitutionShape>(&domain.shape)) {
    digits(*tiles, parameters[0], point, key);
  } else if (std::holds_alternative<domain::HalvingShape>(domain.shape)) {
    Int side = 1; // the value of the highest bit in which i + 1 and j differ
    while ((point[0] + 1) / (2 * side) != point[1] / (2 * side)) {
      side *= 2;
    }
    key = {side, (point[0] + 1) % side, point[1] / side, point[1] % side};
  } else if (const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape)) {
    key.push_back(point[0]);
    const Key inner = key_of(*ragged->inner, parameters, point.subspan(1));
    key.insert(key.end(), inner.begin(), inner.end());
  } else if (const auto* pairs = std::get_if<domain::PairsShape>(&domain.shape)) {
    key = key_of(*pairs->inner, parameters, point.first(point.size() / 2));
    const Key q = key_of(*pairs->inner, parameters, point.last(point.size() / 2));
    key.insert(key.end(), q.begin(), q.end());
  } else {
    key.assign(point.begin(), point.end());
  }
  return key;
}

isl_stat collect(isl_point* raw, void* user) {
  auto& points = *static_cast<std::vector<Point>*>(user);
  Point point;
  isl_space* space = isl_point_get_space(raw);
  const int dimensions = isl_space_dim(space, isl_dim_set);
  isl_space_free(space);
  for (int d = 0; d < dimensions; ++d) {
    const domain::IslVal value(isl_point_get_coordinate_val(raw, isl_dim_set, d));
    point.push_back(isl_val_get_num_si(value.get()));
  }
  points.push_back(std::move(point));
  isl_point_free(raw);
  return isl_stat_ok;
}

} // namespace

std::vector<Point> brute_force_points(const Domain& domain, std::span<const Int> parameters,
                                      std::span<const Table> tables) {
  const auto box = need(domain::bounding_box(domain, parameters, tables));
  const auto reference = need(domain::Reference::make(domain));
  std::vector<std::pair<Key, Point>> found;
  if (!box.empty) {
    Point point;
    for (const auto& [low, high] : box.sides) {
      point.push_back(low - 1);
    }
    for (std::size_t d = point.size(); d > 0;) {
      if (need(reference.contains(parameters, point, tables))) {
        found.emplace_back(key_of(domain, parameters, point), point);
      }
      for (d = point.size(); d > 0; --d) {
        if (++point[d - 1] <= box.sides[d - 1].second + 1) {
          break;
        }
        point[d - 1] = box.sides[d - 1].first - 1;
      }
    }
  }
  std::sort(found.begin(), found.end());
  std::vector<Point> points;
  for (auto& [key, point] : found) {
    points.push_back(std::move(point));
  }
  return points;
}

std::vector<Point> isl_points(const std::string& text, int parameter) {
  const domain::IslContext context;
  domain::IslSet set(isl_set_read_from_str(context.get(), text.c_str()));
  for (int i = 0; i < isl_set_dim(set.get(), isl_dim_param); ++i) {
    set = domain::IslSet(isl_set_fix_si(set.release(), isl_dim_param, static_cast<unsigned>(i), parameter));
  }
  set = domain::IslSet(isl_set_project_out(set.release(), isl_dim_param, 0,
                                           static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param))));
  std::vector<Point> points;
  if (isl_set_foreach_point(set.get(), collect, &points) != isl_stat_ok) {
    throw std::runtime_error("isl cannot list the points");
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

std::vector<Point> scanned_points(const Domain& domain, std::span<const Int> parameters,
                                  std::span<const Table> tables) {
  const auto reference = need(domain::Reference::make(domain));
  auto scanner = need(reference.scan(parameters, tables));
  std::vector<Point> points;
  domain::Run run;
  while (scanner.next(run)) {
    if (run.first > run.last) {
      throw std::runtime_error("a run without points");
    }
    for (std::int64_t x = run.first; x <= run.last; ++x) {
      Point point(run.prefix.begin(), run.prefix.end());
      point.push_back(x);
      points.push_back(std::move(point));
    }
  }
  if (scanner.error()) {
    throw std::runtime_error(scanner.error()->format());
  }
  return points;
}

std::vector<Point> filled_points(const Domain& domain, std::span<const Int> parameters, std::size_t capacity,
                                 std::span<const Table> tables) {
  const auto reference = need(domain::Reference::make(domain));
  auto scanner = need(reference.scan(parameters, tables));
  std::vector<std::vector<std::int64_t>> storage(scanner.dimensions(), std::vector<std::int64_t>(capacity));
  std::vector<std::int64_t*> columns;
  for (auto& column : storage) {
    columns.push_back(column.data());
  }
  std::vector<Point> points;
  while (const std::size_t count = scanner.fill(columns, capacity)) {
    for (std::size_t i = 0; i < count; ++i) {
      Point point;
      for (const auto& column : storage) {
        point.push_back(column[i]);
      }
      points.push_back(std::move(point));
    }
  }
  if (scanner.error()) {
    throw std::runtime_error(scanner.error()->format());
  }
  return points;
}

Table offsets_of(const std::vector<std::int64_t>& lengths) {
  Table table{domain::Symbol("cu_seqlens"), true, {7}, 0, 0, "row offsets"};
  for (const std::int64_t length : lengths) {
    table.values.push_back(table.values.back() + length);
  }
  table.greatest = table.values.back();
  return table;
}

} // namespace mapwright::test
