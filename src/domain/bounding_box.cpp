#include "domain/affine_rows.hpp"
#include "domain/compiled.hpp"
#include "domain/isl_text.hpp"
#include "domain/reference.hpp"
#include "domain/scan_source.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>
#include <isl/ilp.h>

namespace mapwright::domain {

namespace {

constexpr unsigned long box_operations = 20'000'000;

tl::unexpected<Error> too_complicated() {
  return fail(ErrorKind::input, "the bounding box of the set is too complicated to compute");
}

/// The set of the points themselves: the scan set, mapped to the dimensions where the order is another one.
Result<IslSet> point_set(const IslContext& context, const Domain& domain, const AffineShape& shape) {
  IslSet set(isl_set_read_from_str(context.get(), shape.set.c_str()));
  if (!set) {
    return fail(ErrorKind::input, "isl cannot read the set '" + shape.set + "'");
  }
  if (shape.point_of_scan.empty()) {
    return set;
  }
  std::vector<std::string> parameters;
  std::vector<std::string> scan;
  std::vector<std::string> point;
  for (const Symbol p : domain.parameters) {
    parameters.push_back(p.name());
  }
  for (const Symbol s : shape.scan) {
    scan.push_back(s.name());
  }
  for (const Expr& e : shape.point_of_scan) {
    point.push_back(expr::to_text(e));
  }
  const std::string text = fmt::format("[{}] -> {{ [{}] -> [{}] }}", fmt::join(parameters, ", "),
                                       fmt::join(scan, ", "), fmt::join(point, ", "));
  IslMap order(isl_map_read_from_str(context.get(), text.c_str()));
  if (!order) {
    return fail(ErrorKind::input, "the order of the domain is not affine");
  }
  return IslSet(isl_set_apply(set.release(), order.release()));
}

/// Decimal text of an isl integer as Int; nothing for other values.
std::optional<Int> to_int(const IslVal& value) {
  if (!value || isl_val_is_int(value.get()) != isl_bool_true) {
    return std::nullopt;
  }
  return expr::parse_int(take_text(isl_val_to_str(value.get())));
}

Result<Box> affine_box(const Domain& domain, const AffineShape& shape, std::span<const Int> parameters) {
  const IslContext context(box_operations);
  auto set = point_set(context, domain, shape);
  if (!set) {
    return forward(set);
  }
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const int position =
        isl_set_find_dim_by_name(set->get(), isl_dim_param, domain.parameters[i].name().c_str());
    if (position >= 0) {
      *set = IslSet(isl_set_fix_val(
          set->release(), isl_dim_param, static_cast<unsigned>(position),
          isl_val_int_from_si(context.get(), static_cast<long>(parameters[i]))));
    }
  }
  Box box;
  const isl_bool empty = isl_set_is_empty(set->get());
  if (empty != isl_bool_false) {
    box.empty = true;
    return empty == isl_bool_true ? Result<Box>(box) : too_complicated();
  }
  for (int d = 0; d < isl_set_dim(set->get(), isl_dim_set); ++d) {
    const auto low = to_int(IslVal(isl_set_dim_min_val(set->copy(), d)));
    const auto high = to_int(IslVal(isl_set_dim_max_val(set->copy(), d)));
    if (!low || !high) {
      return too_complicated();
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

Result<Box> predicate_box(const Domain& domain, const PredicateShape& shape, std::span<const Int> parameters) {
  const std::vector<Int> slots(parameters.begin(), parameters.end());
  Box box;
  for (std::size_t d = 0; d < shape.low.size(); ++d) {
    const auto low = CompiledExpression(shape.low[d], domain.parameters).evaluate(slots);
    const auto high = CompiledExpression(shape.high[d], domain.parameters).evaluate(slots);
    if (!low || !high) {
      return fail(ErrorKind::input, "a bound of the domain has no value: " + expr::describe(low ? high.error() : low.error()));
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

// Text -----------------------------------------------------------------------------------------------------------------

using Lines = std::vector<std::pair<std::string, std::string>>;

/// An affine expression of parameters as an Expr; nothing when a coefficient is not an integer of moderate size.
std::optional<Expr> to_expr(const IslContext& context, const IslAff& aff) {
  const IslVal denominator(isl_aff_get_denominator_val(aff.get()));
  const auto scaled = [&](isl_val* value) { return to_int(IslVal(isl_val_mul(value, denominator.copy()))); };
  std::optional<Expr> sum;
  const auto add = [&](const std::optional<Int>& factor, const Expr& term) {
    if (!factor) {
      return false;
    }
    if (*factor == 0) {
      return true;
    }
    if (!sum) {
      sum = *factor == -1 ? -term : Expr(*factor) * term;
    } else {
      sum = *factor < 0 ? *sum - Expr(-*factor) * term : *sum + Expr(*factor) * term;
    }
    return true;
  };
  for (int i = 0; i < isl_aff_dim(aff.get(), isl_dim_param); ++i) {
    const char* name = isl_aff_get_dim_name(aff.get(), isl_dim_param, static_cast<unsigned>(i));
    if (name == nullptr ||
        !add(scaled(isl_aff_get_coefficient_val(aff.get(), isl_dim_param, i)), Expr::variable(name))) {
      return std::nullopt;
    }
  }
  for (int i = 0; i < isl_aff_dim(aff.get(), isl_dim_div); ++i) {
    const auto factor = scaled(isl_aff_get_coefficient_val(aff.get(), isl_dim_div, i));
    if (factor && *factor == 0) {
      continue;
    }
    const IslAff division(isl_aff_get_div(aff.get(), i));
    const auto inner = division ? to_expr(context, division) : std::nullopt;
    if (!inner || !add(factor, *inner)) {
      return std::nullopt;
    }
  }
  if (!add(scaled(isl_aff_get_constant_val(aff.get())), Expr(1))) {
    return std::nullopt;
  }
  const auto divisor = to_int(denominator);
  if (!divisor) {
    return std::nullopt;
  }
  const Expr numerator = sum.value_or(Expr(0));
  return *divisor == 1 ? numerator : expr::floor_div(numerator, Expr(*divisor));
}

struct Pieces {
  const IslContext* context;
  std::vector<std::pair<std::string, std::string>> found; ///< value, condition
};

isl_stat collect_piece(isl_set* set, isl_aff* aff, void* user) {
  auto& pieces = *static_cast<Pieces*>(user);
  const IslSet condition(set);
  const IslAff value(aff);
  const auto expression = to_expr(*pieces.context, value);
  if (!expression) {
    return isl_stat_error;
  }
  std::string text = take_text(isl_set_to_str(condition.get()));
  const std::size_t colon = text.find(':');
  const std::size_t brace = text.rfind('}');
  text = colon == std::string::npos || brace < colon ? std::string() : text.substr(colon + 1, brace - colon - 1);
  const std::size_t first = text.find_first_not_of(' ');
  const std::size_t last = text.find_last_not_of(' ');
  text = first == std::string::npos ? std::string() : text.substr(first, last - first + 1);
  pieces.found.emplace_back(expr::to_text(*expression), text);
  return isl_stat_ok;
}

Result<std::string> extreme_text(const IslContext& context, IslPwAff extreme, const IslSet& set) {
  IslSet known(isl_set_params(set.copy()));
  extreme = IslPwAff(isl_pw_aff_gist_params(extreme.release(), known.release()));
  IslPwAff merged(isl_pw_aff_coalesce(extreme.copy()));
  if (merged && isl_pw_aff_is_equal(merged.get(), extreme.get()) == isl_bool_true) { // see coalesced
    extreme = std::move(merged);
  }
  Pieces pieces{&context, {}};
  if (!extreme || isl_pw_aff_foreach_piece(extreme.get(), collect_piece, &pieces) != isl_stat_ok ||
      pieces.found.empty()) {
    return too_complicated();
  }
  if (pieces.found.size() == 1) {
    return pieces.found[0].first; // the condition only says that there are points
  }
  std::sort(pieces.found.begin(), pieces.found.end());
  std::string text;
  for (const auto& [value, condition] : pieces.found) {
    text += text.empty() ? "" : "; ";
    text += condition.empty() ? value : fmt::format("{} if {}", value, condition);
  }
  return "(" + text + ")";
}

Result<Lines> affine_lines(const Domain& domain, const AffineShape& shape) {
  const IslContext context(box_operations);
  const auto set = point_set(context, domain, shape);
  if (!set) {
    return forward(set);
  }
  Lines lines;
  for (int d = 0; d < isl_set_dim(set->get(), isl_dim_set); ++d) {
    const auto low = extreme_text(context, IslPwAff(isl_set_dim_min(set->copy(), d)), *set);
    const auto high = low ? extreme_text(context, IslPwAff(isl_set_dim_max(set->copy(), d)), *set) : low;
    if (!high) {
      return forward(high);
    }
    lines.emplace_back(*low, *high);
  }
  return lines;
}

/// Exact where each tile repeats its extreme child; for systems whose extremes change tile, the whole side.
Result<Lines> tile_lines(const SubstitutionShape& shape, std::size_t dimensions) {
  const std::string side = fmt::format("{}**level", shape.scale);
  Lines lines;
  for (std::size_t d = 0; d < dimensions; ++d) {
    int low = shape.scale;
    int high = 0;
    for (const auto& tile : shape.tiles) {
      for (const auto& child : tile.children) {
        low = std::min(low, child.offset[d]);
        high = std::max(high, child.offset[d]);
      }
    }
    const bool single = shape.tiles.size() == 1;
    const auto extreme = [&](int offset) {
      const std::string factor = offset == 1 ? "" : fmt::format("{}*", offset);
      return offset == 0                 ? std::string("0")
             : offset == shape.scale - 1 ? side + " - 1"
             : shape.scale == 2          ? fmt::format("{}({} - 1)", factor, side)
                                         : fmt::format("{}({} - 1)/{}", factor, side, shape.scale - 1);
    };
    lines.emplace_back(single ? extreme(low) : "0", single ? extreme(high) : side + " - 1");
  }
  return lines;
}

Result<Lines> box_lines(const Domain& domain) {
  return std::visit(
      [&](const auto& shape) -> Result<Lines> {
        using Shape = std::decay_t<decltype(shape)>;
        Lines lines;
        if constexpr (std::is_same_v<Shape, AffineShape>) {
          return affine_lines(domain, shape);
        } else if constexpr (std::is_same_v<Shape, FractalShape>) {
          return tile_lines(as_substitution(shape), domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, SubstitutionShape>) {
          return tile_lines(shape, domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, PredicateShape>) {
          for (std::size_t d = 0; d < shape.low.size(); ++d) {
            lines.emplace_back(expr::to_text(shape.low[d]), expr::to_text(shape.high[d]));
          }
          return lines;
        } else {
          auto inner = box_lines(*shape.inner);
          if (!inner) {
            return inner;
          }
          if constexpr (std::is_same_v<Shape, PairsShape>) {
            lines = *inner;
          } else {
            lines.emplace_back("0", shape.fixed.empty() ? "batch - 1" : fmt::format("{}", shape.fixed.size() - 2));
            for (auto& [low, high] : *inner) {
              const std::string row = fmt::format(", {} = a row length", shape.inner->parameters.front().name());
              high += row;
            }
          }
          lines.insert(lines.end(), inner->begin(), inner->end());
          return lines;
        }
      },
      domain.shape);
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
        } else if constexpr (std::is_same_v<Shape, RaggedShape>) {
          return ragged_box(shape, parameters, tables);
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

Result<std::vector<std::string>> bounding_box_text(const Domain& domain) {
  const auto lines = box_lines(domain);
  if (!lines) {
    return forward(lines);
  }
  std::vector<std::string> text;
  for (std::size_t d = 0; d < lines->size(); ++d) {
    const auto& [low, high] = (*lines)[d];
    text.push_back(fmt::format("{} <= {} <= {}", low, domain.dimensions[d], high));
  }
  return text;
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
