#include "domain/order.hpp"

#include "core/suggest.hpp"
#include "domain/affine_order.hpp"
#include "domain/curve.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::domain {

namespace {

constexpr std::array<std::string_view, 7> names_of_orders = {"row-major",    "wavefront", "fold",   "longest-first",
                                                             "tile-grouped", "morton",    "hilbert"};

/// A number from 1 to most_tile.
std::optional<std::int64_t> tile_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole_text = code == std::errc() && end == text.data() + text.size();
  return whole_text && value >= 1 && value <= most_tile ? std::optional(value) : std::nullopt;
}

/// `T`, `HxW`, each with `,G` or without.
bool read_tile(std::string_view text, OrderRequest& request) {
  const std::size_t comma = text.find(',');
  if (comma != std::string_view::npos) {
    const std::size_t digits = text.find_first_not_of(' ', comma + 1);
    const auto group = digits == std::string_view::npos ? std::nullopt : tile_number(text.substr(digits));
    if (!group) {
      return false;
    }
    request.group = *group;
    text = text.substr(0, comma);
  }
  const std::size_t cross = text.find('x');
  const auto rows = tile_number(text.substr(0, cross));
  const auto columns = cross == std::string_view::npos ? rows : tile_number(text.substr(cross + 1));
  if (!rows || !columns) {
    return false;
  }
  request.tile_rows = *rows;
  request.tile_columns = *columns;
  return true;
}

/// Whether the points of the domain are in lexicographic order as they are.
bool is_row_major(const Domain& domain) {
  if (const auto* affine = std::get_if<AffineShape>(&domain.shape)) {
    return affine->point_of_scan.empty();
  }
  if (const auto* pairs = std::get_if<PairsShape>(&domain.shape)) {
    return is_row_major(*pairs->inner);
  }
  if (const auto* ragged = std::get_if<RaggedShape>(&domain.shape)) {
    return is_row_major(*ragged->inner);
  }
  if (const auto* fractal = std::get_if<FractalShape>(&domain.shape)) {
    return domain.dimensions.size() == 1 && std::is_sorted(fractal->cells.begin(), fractal->cells.end());
  }
  return std::holds_alternative<PredicateShape>(domain.shape);
}

/// Why a domain that is not affine has no such order.
Error not_affine(const Domain& domain, const std::string& order) {
  struct Reason {
    std::string operator()(const AffineShape&) const { return {}; }
    std::string operator()(const CurveShape&) const { return {}; }
    std::string operator()(const FractalShape&) const { return "a self-similar set is counted cell by cell"; }
    std::string operator()(const SubstitutionShape&) const { return "a substitution system is counted tile by tile"; }
    std::string operator()(const RaggedShape&) const { return "the lengths of its rows are known at run time only"; }
    std::string operator()(const PredicateShape&) const { return "a condition is counted row by row"; }
    std::string operator()(const PairsShape&) const { return "pairs are counted by the rank of their first point"; }
    std::string operator()(const HalvingShape&) const { return "the halving order is built into this domain"; }
  };
  const bool ragged = std::holds_alternative<RaggedShape>(domain.shape);
  return {ErrorKind::input, fmt::format("no {} order: {}", order, std::visit(Reason{}, domain.shape)), std::nullopt,
          ragged ? "put the rows into the order you want before cu_seqlens is made"
                 : "this order is offered for domains with affine bounds (docs/orders.md)"};
}

} // namespace

std::string to_string(const OrderRequest& request) {
  const std::string name(names_of_orders.at(static_cast<std::size_t>(request.order)));
  return request.order == Order::tile_grouped
             ? fmt::format("{}:{}x{},{}", name, request.tile_rows, request.tile_columns, request.group)
             : name;
}

std::span<const std::string_view> order_names() {
  return names_of_orders;
}

Result<OrderRequest> parse_order(std::string_view text) {
  const std::string_view name = text.substr(0, text.find(':'));
  const auto found = std::find(names_of_orders.begin(), names_of_orders.end(), name);
  if (found == names_of_orders.end()) {
    const std::vector<std::string> known(names_of_orders.begin(), names_of_orders.end());
    return fail(ErrorKind::input, fmt::format("there is no order '{}'", name),
                suggest(name, known, fmt::format("choose one of: {}", fmt::join(known, ", "))));
  }
  OrderRequest request;
  request.order = static_cast<Order>(found - names_of_orders.begin());
  if (name.size() == text.size()) {
    return request;
  }
  if (request.order != Order::tile_grouped) {
    return fail(ErrorKind::input, fmt::format("the order {} takes no argument", name));
  }
  if (!read_tile(text.substr(name.size() + 1), request)) {
    return fail(ErrorKind::input, fmt::format("'{}' is no tile", text.substr(name.size() + 1)),
                fmt::format("e.g. tile-grouped:4x8,2: rows and columns of a tile, rows of tiles of a group; each from "
                            "1 to {}",
                            most_tile));
  }
  return request;
}

std::string ordered_text(std::string_view domain, const OrderRequest& request) {
  return fmt::format("ordered({}, {})", domain, to_string(request));
}

namespace {

/// in_order, but for the text and the summary.
Result<Domain> rearranged(const Domain& inner, const OrderRequest& request) {
  if (request.order == Order::morton || request.order == Order::hilbert) {
    return on_curve(inner, request.order == Order::morton ? Curve::morton : Curve::hilbert);
  }
  if (const auto* curve = std::get_if<CurveShape>(&inner.shape)) {
    return rearranged(*curve->inner, request);
  }
  if (std::holds_alternative<AffineShape>(inner.shape)) {
    return affine_in_order(inner, request);
  }
  const bool line = inner.dimensions.size() == 1 && request.order != Order::fold;
  if ((request.order != Order::row_major && !line) || !is_row_major(inner)) {
    return tl::unexpected<Error>(not_affine(inner, to_string(request)));
  }
  return inner;
}

} // namespace

Result<Domain> in_order(const Domain& inner, const OrderRequest& request) {
  auto ordered = rearranged(inner, request);
  if (ordered) {
    ordered->text = ordered_text(inner.text, request);
    ordered->summary = fmt::format("{}, in {} order", inner.summary, to_string(request));
  }
  return ordered;
}

} // namespace mapwright::domain
