// An affine domain from isl text, its points by brute force over a box, and random sets for property tests.
#pragma once

#include "domain/domain.hpp"
#include "domain/isl_handle.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <rapidcheck.h>

namespace mapwright::test {

/// The domain of an isl text whose dimensions are named.
inline domain::Domain affine_domain(const std::string& text) {
  const domain::IslContext context;
  const domain::IslSet set(isl_set_read_from_str(context.get(), text.c_str()));
  domain::Domain out;
  domain::AffineShape shape;
  out.text = text;
  shape.set = text;
  for (unsigned i = 0; i < static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_param)); ++i) {
    out.parameters.emplace_back(isl_set_get_dim_name(set.get(), isl_dim_param, i));
  }
  for (unsigned i = 0; i < static_cast<unsigned>(isl_set_dim(set.get(), isl_dim_set)); ++i) {
    out.dimensions.emplace_back(isl_set_get_dim_name(set.get(), isl_dim_set, i));
    shape.scan.emplace_back(out.dimensions.back());
  }
  out.shape = shape;
  return out;
}

/// The points of the set at one size, in lexicographic order, by asking isl about every point of [low, high]^dims.
inline std::vector<domain::Point> points_by_isl(const std::string& text, const std::vector<expr::Int>& parameters,
                                                expr::Int low, expr::Int high) {
  const domain::IslContext context;
  isl_set* set = isl_set_read_from_str(context.get(), text.c_str());
  for (unsigned i = 0; i < parameters.size(); ++i) {
    set = isl_set_fix_si(set, isl_dim_param, i, static_cast<int>(parameters[i]));
  }
  const auto dimensions = static_cast<unsigned>(isl_set_dim(set, isl_dim_set));
  for (unsigned d = 0; d < dimensions; ++d) {
    set = isl_set_lower_bound_si(set, isl_dim_set, d, static_cast<int>(low));
    set = isl_set_upper_bound_si(set, isl_dim_set, d, static_cast<int>(high));
  }
  std::vector<domain::Point> points;
  const auto collect = [](isl_point* point, void* user) {
    domain::Point out;
    const domain::IslSpace space(isl_point_get_space(point));
    for (int d = 0; d < static_cast<int>(isl_space_dim(space.get(), isl_dim_set)); ++d) {
      isl_val* value = isl_point_get_coordinate_val(point, isl_dim_set, d);
      out.push_back(isl_val_get_num_si(value));
      isl_val_free(value);
    }
    isl_point_free(point);
    static_cast<std::vector<domain::Point>*>(user)->push_back(std::move(out));
    return isl_stat_ok;
  };
  isl_set_foreach_point(set, collect, &points);
  isl_set_free(set);
  std::sort(points.begin(), points.end());
  return points;
}

/// Text of a random bounded set over `dimensions` named coordinates and the parameter n: a box, a few constraints with
/// coefficients -3..3, sometimes a stride, sometimes a union with another such set.
inline std::string random_affine_text(int dimensions, bool with_strides, bool with_unions) {
  static const std::vector<std::string> names{"i", "j", "k", "l"};
  const auto coefficient = [] { return *rc::gen::inRange(-3, 4); };
  std::vector<std::string> dims(names.begin(), names.begin() + dimensions);
  const auto form = [&](int used) {
    std::string text;
    for (int d = 0; d < used; ++d) {
      text += fmt::format("{}{}", text.empty() ? "" : " + ",
                          fmt::format("{}*{}", coefficient(), dims[static_cast<std::size_t>(d)]));
    }
    return text.empty() ? std::string("0") : text;
  };
  const auto conjunction = [&] {
    std::string text;
    for (int d = 0; d < dimensions; ++d) {
      text += fmt::format("{}{} <= {} <= n + {}", text.empty() ? "" : " and ", *rc::gen::inRange(-2, 2),
                          dims[static_cast<std::size_t>(d)], *rc::gen::inRange(-1, 2));
    }
    const int extra = *rc::gen::inRange(0, 3);
    for (int c = 0; c < extra; ++c) {
      text +=
          fmt::format(" and {} + {}*n + {} >= 0", form(dimensions), *rc::gen::inRange(-1, 2), *rc::gen::inRange(-3, 4));
    }
    if (with_strides && *rc::gen::inRange(0, 3) == 0) {
      text += fmt::format(" and exists (e : {} = {}e + {})", form(dimensions), *rc::gen::inRange(2, 4),
                          *rc::gen::inRange(0, 2));
    }
    return text;
  };
  std::string body = "(" + conjunction() + ")";
  if (with_unions && *rc::gen::arbitrary<bool>()) {
    body += " or (" + conjunction() + ")";
  }
  return fmt::format("[n] -> {{ [{}] : {} }}", fmt::join(dims, ", "), body);
}

} // namespace mapwright::test
