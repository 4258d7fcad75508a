#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/point_set.hpp"
#include "domain/reference.hpp"
#include "domain/scan_source.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <isl/ilp.h>

namespace mapwright::domain {

namespace {

Result<Box> affine_box(const Domain& domain, const AffineShape& shape, std::span<const Int> parameters) {
  const IslContext context(box_operations);
  auto set = point_set(context, shape);
  if (!set) {
    return forward(set);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int position = isl_set_find_dim_by_name(set->get(), isl_dim_param, domain.parameters[i].name().c_str());
    if (position >= 0) {
      *set = IslSet(isl_set_fix_val(set->release(), isl_dim_param, static_cast<unsigned>(position),
                                    isl_val_int_from_si(context.get(), static_cast<long>(parameters[i]))));
    }
  }
  Box box;
  const isl_bool empty = isl_set_is_empty(set->get());
  if (empty != isl_bool_false) {
    box.empty = true;
    return empty == isl_bool_true ? Result<Box>(box) : box_too_complicated();
  }
  for (int d = 0; d < isl_set_dim(set->get(), isl_dim_set); ++d) {
    const auto low = to_int(IslVal(isl_set_dim_min_val(set->copy(), d)));
    const auto high = to_int(IslVal(isl_set_dim_max_val(set->copy(), d)));
    if (!low || !high) {
      return box_too_complicated();
    }
    box.sides.emplace_back(*low, *high);
  }
  return box;
}

/// Least and greatest coordinates of each tile after `level` substitutions, level by level.
Result<Box> tile_box(const SubstitutionShape& shape, std::size_t dimensions, Int level) {
  if (level < 0 || level > 62) {
    return level < 0 ? fail(ErrorKind::input, "the level must not be negative")
                     : tl::unexpected<Error>(beyond_range("the side of the domain"));
  }
  std::vector<Box> boxes(shape.tiles.size());
  for (Box& box : boxes) {
    box.sides.assign(dimensions, {0, 0});
  }
  Int weight = 1;
  for (Int l = 0; l < level; ++l) {
    std::vector<Box> larger(boxes.size());
    for (std::size_t t = 0; t < boxes.size(); ++t) {
      for (std::size_t d = 0; d < dimensions; ++d) {
        Int low = expr::int_max;
        Int high = expr::int_min;
        for (const auto& child : shape.tiles[t].children) {
          const auto& side = boxes[static_cast<std::size_t>(child.type)].sides[d];
          low = std::min(low, child.offset[d] * weight + side.first);
          high = std::max(high, child.offset[d] * weight + side.second);
        }
        larger[t].sides.emplace_back(low, high);
      }
    }
    boxes = std::move(larger);
    weight *= shape.scale;
    if (weight > most_coordinate) {
      return tl::unexpected<Error>(beyond_range("the side of the domain"));
    }
  }
  return boxes[static_cast<std::size_t>(shape.start)];
}

Result<Box> halving_box(Int level) {
  if (level < 0 || level > 62) {
    return level < 0 ? fail(ErrorKind::input, "the level must not be negative")
                     : tl::unexpected<Error>(beyond_range("the side of the domain"));
  }
  Box box;
  box.empty = level == 0;
  if (!box.empty) {
    box.sides.assign(2, {0, (Int{1} << level) - 2});
  }
  return box;
}

Result<Box> predicate_box(const Domain& domain, const PredicateShape& shape, std::span<const Int> parameters) {
  const std::vector<Int> slots(parameters.begin(), parameters.end());
  Box box;
  for (std::size_t d = 0; d < shape.low.size(); ++d) {
    const auto low = CompiledExpression(shape.low[d], domain.parameters).evaluate(slots);
    const auto high = CompiledExpression(shape.high[d], domain.parameters).evaluate(slots);
    if (!low || !high) {
      return fail(ErrorKind::input,
                  "a bound of the domain has no value: " + expr::describe(low ? high.error() : low.error()));
    }
    box.empty = box.empty || *low > *high;
    box.sides.emplace_back(*low, *high);
  }
  if (box.empty) {
    box.sides.clear();
  }
  return box;
}

Result<Box> ragged_box(const RaggedShape& shape, std::span<const Int> parameters, std::span<const Table> tables) {
  const auto offsets = ragged_offsets(shape, parameters, tables);
  if (!offsets) {
    return forward(offsets);
  }
  std::map<std::int64_t, std::pair<Int, Int>> rows; // by length: the first and last row of it
  for (std::size_t b = 0; b + 1 < offsets->size(); ++b) {
    const Int row = static_cast<Int>(b);
    rows.try_emplace((*offsets)[b + 1] - (*offsets)[b], row, row).first->second.second = row;
  }
  Box all;
  all.empty = true;
  for (const auto& [length, range] : rows) {
    const Int size = length;
    const auto inner = bounding_box(*shape.inner, std::span<const Int>(&size, 1));
    if (!inner) {
      return inner;
    }
    if (inner->empty) {
      continue;
    }
    std::vector<std::pair<Int, Int>> sides{range};
    sides.insert(sides.end(), inner->sides.begin(), inner->sides.end());
    if (all.empty) {
      all = Box{sides, false};
      continue;
    }
    for (std::size_t d = 0; d < sides.size(); ++d) {
      all.sides[d].first = std::min(all.sides[d].first, sides[d].first);
      all.sides[d].second = std::max(all.sides[d].second, sides[d].second);
    }
  }
  return all;
}

} // namespace

Result<Box> bounding_box(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables) {
  if (parameters.size() != domain.parameters.size()) {
    return fail(ErrorKind::input, fmt::format("the domain has {} parameter{}, {} given", domain.parameters.size(),
                                              domain.parameters.size() == 1 ? "" : "s", parameters.size()));
  }
  for (const Int value : parameters) {
    if (value > most_coordinate || value < -most_coordinate) {
      return tl::unexpected<Error>(beyond_range("the size " + expr::to_string(value)));
    }
  }
  return std::visit(
      [&](const auto& shape) -> Result<Box> {
        using Shape = std::decay_t<decltype(shape)>;
        if constexpr (std::is_same_v<Shape, AffineShape>) {
          return affine_box(domain, shape, parameters);
        } else if constexpr (std::is_same_v<Shape, FractalShape>) {
          return tile_box(as_substitution(shape), domain.dimensions.size(), parameters[0]);
        } else if constexpr (std::is_same_v<Shape, SubstitutionShape>) {
          return tile_box(shape, domain.dimensions.size(), parameters[0]);
        } else if constexpr (std::is_same_v<Shape, PredicateShape>) {
          return predicate_box(domain, shape, parameters);
        } else if constexpr (std::is_same_v<Shape, HalvingShape>) {
          return halving_box(parameters[0]);
        } else if constexpr (std::is_same_v<Shape, RaggedShape>) {
          return ragged_box(shape, parameters, tables);
        } else if constexpr (std::is_same_v<Shape, CurveShape>) {
          return bounding_box(*shape.inner, parameters, tables);
        } else {
          auto box = bounding_box(*shape.inner, parameters, tables);
          if (box) {
            const auto sides = box->sides;
            box->sides.insert(box->sides.end(), sides.begin(), sides.end());
          }
          return box;
        }
      },
      domain.shape);
}

Result<double> waste_ratio(const Domain& domain, std::span<const Int> parameters, std::span<const Table> tables) {
  const auto box = bounding_box(domain, parameters, tables);
  if (!box) {
    return forward(box);
  }
  const auto count = count_by_scan(domain, parameters, tables);
  if (!count) {
    return forward(count);
  }
  if (*count == 0) {
    return fail(ErrorKind::input, "the domain has no points at this size");
  }
  double volume = 1;
  for (const auto& [low, high] : box->sides) {
    volume *= static_cast<double>(high - low + 1);
  }
  return volume / static_cast<double>(*count);
}

} // namespace mapwright::domain
