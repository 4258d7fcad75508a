// Bounding boxes as text of the parameters.
#include "domain/point_set.hpp"
#include "domain/reference.hpp"
#include "domain/scan_source.hpp"
#include "expr/build.hpp"
#include "expr/text.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::domain {

namespace {

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
    return box_too_complicated();
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

Result<Lines> affine_lines(const AffineShape& shape) {
  const IslContext context(box_operations);
  const auto set = point_set(context, shape);
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
          return affine_lines(shape);
        } else if constexpr (std::is_same_v<Shape, FractalShape>) {
          return tile_lines(as_substitution(shape), domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, SubstitutionShape>) {
          return tile_lines(shape, domain.dimensions.size());
        } else if constexpr (std::is_same_v<Shape, HalvingShape>) {
          lines.assign(2, {"0", "2**level - 2"});
          return lines;
        } else if constexpr (std::is_same_v<Shape, CurveShape>) {
          return box_lines(*shape.inner);
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

} // namespace mapwright::domain
