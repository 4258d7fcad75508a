// The loops of an affine domain, where each coordinate has one lower and one upper bound that reads at most one outer
// coordinate: what OpenMP 5.0 calls a non-rectangular loop nest (section 2.9.1, canonical loop form).
#include "domain/affine_rows.hpp"
#include "index_map/bench/strategy.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::bench {

namespace {

/// The bound that row >= 0 puts on c_level, whose coefficient is 1 or -1.
std::string bound(const domain::AffineRow& row, std::size_t level) {
  const std::int64_t sign = -row.dimensions[level];
  std::string text = fmt::format("{}", sign * row.constant);
  for (std::size_t p = 0; p < row.parameters.size(); ++p) {
    if (row.parameters[p] != 0) {
      text += fmt::format(" + ({}) * (offset_t)s{}", sign * row.parameters[p], p);
    }
  }
  for (std::size_t k = 0; k < level; ++k) {
    if (row.dimensions[k] != 0) {
      const std::int64_t factor = sign * row.dimensions[k];
      text = factor == 1 ? fmt::format("c{} + ({})", k, text) : fmt::format("({}) * c{} + ({})", factor, k, text);
    }
  }
  return text;
}

Result<LoopBounds> bounds_of_level(const domain::AffinePiece& piece, std::size_t level, const domain::Domain& domain) {
  const std::string& name = domain.dimensions[level];
  if (!piece.divisions.empty() || !piece.equalities.empty()) {
    return fail(ErrorKind::input, "OpenMP takes no strides and no equalities");
  }
  std::vector<std::string> low;
  std::vector<std::string> high;
  for (const domain::AffineRow& row : piece.inequalities) {
    const std::int64_t own = row.dimensions[level];
    if (own == 0) {
      continue;
    }
    const auto outer =
        std::count_if(row.dimensions.begin(), row.dimensions.begin() + static_cast<std::ptrdiff_t>(level),
                      [](std::int64_t c) { return c != 0; });
    if (own != 1 && own != -1) {
      return fail(ErrorKind::input, fmt::format("a bound of {} is a quotient", name));
    }
    if (outer > 1) {
      return fail(ErrorKind::input, fmt::format("a bound of {} reads two outer loops, OpenMP allows one", name));
    }
    (own > 0 ? low : high).push_back(bound(row, level));
  }
  if (low.size() != 1 || high.size() != 1) {
    return fail(ErrorKind::input, fmt::format("{} has several bounds at once, OpenMP allows one", name));
  }
  return LoopBounds{low[0], high[0]};
}

} // namespace

Result<std::vector<LoopBounds>> loop_bounds(const domain::Domain& domain) {
  const auto* shape = std::get_if<domain::AffineShape>(&domain.shape);
  if (shape == nullptr || !shape->point_of_scan.empty()) {
    return fail(ErrorKind::input, "not a nest of loops with affine bounds");
  }
  const auto rows = domain::extract_rows(shape->set);
  if (!rows) {
    return forward(rows);
  }
  std::vector<LoopBounds> loops;
  for (std::size_t level = 0; level < rows->levels.size(); ++level) {
    if (rows->levels[level].size() != 1) {
      return fail(ErrorKind::input, "a union is no single nest of loops");
    }
    auto bounds = bounds_of_level(rows->levels[level][0], level, domain);
    if (!bounds) {
      return forward(bounds);
    }
    loops.push_back(std::move(*bounds));
  }
  return loops;
}

} // namespace mapwright::index_map::bench
