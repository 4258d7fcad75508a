#include "report/map_at.hpp"

#include "index_map/derive.hpp"

#include <fmt/format.h>

namespace mapwright::report {

using expr::Int;

namespace {

Error error_of(const expr::Fault& fault, const std::string& function, const std::string& sizes) {
  const std::string place = sizes.empty() ? function : fmt::format("{} at {}", function, sizes);
  switch (fault.kind) {
  case expr::FaultKind::overflow:
    return {ErrorKind::input, fmt::format("{} needs integers of more than 127 bits", place), std::nullopt,
            "use smaller sizes; the answer is refused rather than rounded"};
  case expr::FaultKind::negative_operand:
  case expr::FaultKind::out_of_table:
  case expr::FaultKind::zero_divisor:
  case expr::FaultKind::broken_assumption:
    return {ErrorKind::input, fmt::format("{} has no value: {}", place, describe(fault)), std::nullopt,
            "the sizes (or tables) are outside what the map is made for"};
  case expr::FaultKind::step_limit:
    return {ErrorKind::input, fmt::format("{} takes too many steps", place), std::nullopt, "use smaller sizes"};
  case expr::FaultKind::unbound:
  case expr::FaultKind::inexact:
  case expr::FaultKind::no_solution:
    break;
  }
  return {ErrorKind::internal, fmt::format("{} failed: {}", place, describe(fault)), std::nullopt, {}};
}

} // namespace

std::string sizes_text(const std::vector<expr::Symbol>& parameters, std::span<const Int> sizes) {
  std::string text;
  for (std::size_t i = 0; i < parameters.size() && i < sizes.size(); ++i) {
    text += fmt::format("{}{} = {}", i == 0 ? "" : ", ", parameters[i].name(), expr::to_string(sizes[i]));
  }
  return text;
}

std::string point_text(std::span<const Int> point) {
  std::string text = "(";
  for (std::size_t i = 0; i < point.size(); ++i) {
    text += (i == 0 ? "" : ", ") + expr::to_string(point[i]);
  }
  return text + ")";
}

Result<MapAt> MapAt::make(const index_map::Derived& derived, std::vector<Int> sizes,
                          std::span<const expr::Table> given) {
  const domain::Map& map = derived.map;
  MapAt at(map, std::move(sizes));
  auto tables = index_map::tables_for(derived, at.sizes_, given);
  if (!tables) {
    return forward(tables);
  }
  at.tables_ = std::move(*tables);
  const auto count = at.call(map.count, {});
  if (!count) {
    return forward(count);
  }
  at.count_ = count->at(0);
  if (at.count_ < 0) {
    return fail(ErrorKind::internal, fmt::format("the count is {}", expr::to_string(at.count_)));
  }
  return at;
}

Result<std::vector<Int>> MapAt::call(const expr::Function& f, std::span<const Int> arguments) const {
  auto values = expr::call(f, sizes_, arguments, tables_);
  if (!values) {
    return tl::unexpected<Error>(error_of(values.error(), f.name, sizes_text(map_->domain.parameters, sizes_)));
  }
  return std::move(*values);
}

Result<domain::Point> MapAt::unrank(Int w) const {
  auto point = call(map_->unrank, {&w, 1});
  if (!point) {
    return point;
  }
  const auto back = rank(*point);
  if (!back) {
    return forward(back);
  }
  if (!*back || **back != w) {
    return fail(ErrorKind::internal,
                fmt::format("unrank({}) = {} does not lead back to the index", expr::to_string(w), point_text(*point)));
  }
  return point;
}

Result<std::optional<Int>> MapAt::rank(const domain::Point& point) const {
  const auto inside = call(map_->contains, point);
  if (!inside) {
    return forward(inside);
  }
  if (inside->at(0) == 0) {
    return std::optional<Int>();
  }
  const auto index = call(map_->rank, point);
  if (!index) {
    return forward(index);
  }
  return std::optional<Int>(index->at(0));
}

} // namespace mapwright::report
