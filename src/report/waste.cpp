#include "report/waste.hpp"

#include "domain/reference.hpp"

#include <charconv>
#include <cmath>

#include <fmt/format.h>

namespace mapwright::report {

using expr::Int;

namespace {

std::optional<double> number(std::string_view text) {
  while (text.starts_with(' ')) {
    text.remove_prefix(1);
  }
  double value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  return code == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

std::optional<double> ratio_of_sizes(const index_map::Derived& derived, const std::vector<Int>& sizes) {
  const auto at = MapAt::make(derived, sizes);
  return at ? waste_at(derived.map.domain, *at) : std::nullopt;
}

/// The simplest fraction that the estimate cannot be told from, or the estimate to six digits.
double tidy(double estimate) {
  for (int denominator = 1; denominator <= 24; ++denominator) {
    const double numerator = std::round(estimate * denominator);
    if (std::abs(numerator / denominator - estimate) < 1e-7 * estimate) {
      return numerator / denominator;
    }
  }
  const double scale = std::pow(10.0, 6 - std::ceil(std::log10(estimate)));
  return std::round(estimate * scale) / scale;
}

/// Limit of the ratio at sizes weight * N + o(N), N = base, 4*base, 16*base. The ratio of polynomials (of 2^level for
/// self-similar sets) differs from its limit by O(1/N), which the last step removes.
std::optional<double> limit_along(const index_map::Derived& derived, const std::vector<Int>& weights, Int base,
                                  Int step, bool geometric) {
  double previous[3] = {};
  for (int k = 0; k < 3; ++k) {
    std::vector<Int> sizes;
    for (const Int weight : weights) {
      sizes.push_back(geometric ? base + k * step : weight * base);
    }
    const auto ratio = ratio_of_sizes(derived, sizes);
    if (!ratio) {
      return std::nullopt;
    }
    previous[k] = *ratio;
    if (!geometric) {
      base *= step;
    }
  }
  const double first = std::abs(previous[1] - previous[0]);
  const double second = std::abs(previous[2] - previous[1]);
  if (second > 1e-3 * previous[2] || (second > 1e-9 && second > first / 2)) {
    return std::nullopt; // not converging, or too slowly to say
  }
  return previous[2] + (previous[2] - previous[1]) / 3;
}

/// Ways of growing: all sizes together, and each one faster or slower than the rest.
std::vector<std::vector<Int>> directions(std::size_t parameters) {
  std::vector<std::vector<Int>> all{std::vector<Int>(parameters, 2)};
  for (std::size_t i = 0; parameters > 1 && i < parameters; ++i) {
    for (const Int weight : {Int{1}, Int{7}}) {
      all.push_back(all.front());
      all.back()[i] = weight;
    }
  }
  return all;
}

std::optional<double> common_limit(const index_map::Derived& derived, Int base, Int step, bool geometric) {
  std::optional<double> common;
  for (const auto& weights : directions(derived.map.domain.parameters.size())) {
    const auto limit = limit_along(derived, weights, base, step, geometric);
    if (!limit || (common && std::abs(*common - *limit) > 1e-6 * *common)) {
      return std::nullopt;
    }
    common = limit;
  }
  return common ? std::optional(tidy(*common)) : std::nullopt;
}

std::string limit_for_large(const domain::Domain& domain) {
  return fmt::format("limit for large {}", domain.parameters.size() == 1 ? domain.parameters[0].name() : "sizes");
}

WasteLimit estimate(const index_map::Derived& derived) {
  if (derived.map.domain.parameters.empty()) {
    const auto ratio = ratio_of_sizes(derived, {});
    return {ratio, ratio ? "exact: the domain has no parameters" : "the domain is empty"};
  }
  const bool affine = std::holds_alternative<domain::AffineShape>(derived.map.domain.shape);
  const bool self_similar = domain::has_level(derived.map.domain);
  if (!affine && !self_similar) {
    return {std::nullopt, "depends on the sizes; give them for the exact ratio"};
  }
  const std::vector<Int> bases =
      affine ? std::vector<Int>{Int{1} << 18, Int{1} << 12, Int{1} << 7} : std::vector<Int>{16, 10, 5};
  for (const Int base : bases) {
    if (const auto limit = common_limit(derived, base, affine ? 4 : 2, self_similar)) {
      return {limit, limit_for_large(derived.map.domain)};
    }
  }
  if (const auto* shape = std::get_if<domain::FractalShape>(&derived.map.domain.shape)) {
    Int cells = 1;
    for (std::size_t d = 0; d < derived.map.domain.dimensions.size(); ++d) {
      cells *= shape->scale;
    }
    return {std::nullopt, fmt::format("at most ({}/{})**level", expr::to_string(cells), shape->cells.size())};
  }
  return {std::nullopt, "grows without bound or depends on how the sizes grow; give them for the exact ratio"};
}

} // namespace

std::optional<domain::Entry> entry_of(const domain::Domain& domain) {
  const std::string name = domain.text.substr(0, domain.text.find_first_of("( \t"));
  auto entry = domain::find_entry(name);
  if (!entry) {
    return std::nullopt;
  }
  std::size_t open = 0;
  for (const domain::EntryParameter& parameter : entry->parameters) {
    open += parameter.constant ? std::size_t{0} : std::size_t{1};
  }
  if (open != domain.parameters.size()) {
    return std::nullopt;
  }
  const std::size_t equals = domain.text.find('=');
  if (equals == std::string::npos) { // "ragged(triangle)" is an operator, not the entry "ragged"
    return domain.text.find('(') == std::string::npos ? entry : std::nullopt;
  }
  const std::size_t close = domain.text.find_first_of(",)", equals);
  const auto value = expr::parse_int(std::string_view(domain.text).substr(equals + 1, close - equals - 1));
  if (!value || *value < INT64_MIN || *value > INT64_MAX) {
    return std::nullopt;
  }
  return domain::find_entry(name, {static_cast<std::int64_t>(*value)});
}

std::optional<double> stated_ratio(const std::string& text) {
  if (const std::size_t equals = text.find(" = "); equals != std::string::npos) {
    return number(std::string_view(text).substr(equals + 3));
  }
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) {
    return number(text);
  }
  const auto numerator = number(std::string_view(text).substr(0, slash));
  const auto denominator = number(std::string_view(text).substr(slash + 1));
  return numerator && denominator && *denominator != 0 ? std::optional(*numerator / *denominator) : std::nullopt;
}

std::optional<double> waste_at(const domain::Domain& domain, const MapAt& at) {
  const auto box = domain::bounding_box(domain, at.sizes(), at.tables());
  if (!box || box->empty || at.count() == 0) {
    return std::nullopt;
  }
  double ratio = 1 / static_cast<double>(at.count());
  for (const auto& [low, high] : box->sides) {
    ratio *= static_cast<double>(high - low + 1);
  }
  return ratio;
}

WasteLimit waste_limit(const index_map::Derived& derived) {
  if (const auto entry = entry_of(derived.map.domain)) {
    const auto ratio = stated_ratio(entry->box_ratio);
    return {ratio, ratio && entry->box_ratio.find_first_not_of("0123456789") == std::string::npos
                       ? limit_for_large(derived.map.domain)
                       : entry->box_ratio};
  }
  return estimate(derived);
}

} // namespace mapwright::report
