#include "report/choose_sizes.hpp"

#include "report/waste.hpp"

#include <algorithm>
#include <array>

namespace mapwright::report {

using expr::Int;

namespace {

constexpr std::array<std::int64_t, 8> example_lengths{3, 0, 5, 1, 7, 0, 2, 4};

constexpr double most_box_per_point = 4;

std::vector<Int> filled(std::span<const std::optional<Int>> given, Int value) {
  std::vector<Int> sizes;
  for (const auto& size : given) {
    sizes.push_back(size.value_or(value));
  }
  return sizes;
}

} // namespace

Result<std::vector<Int>> choose_sizes(const index_map::Derived& derived, std::span<const std::optional<Int>> given,
                                      std::span<const expr::Table> tables, std::uint64_t most_points) {
  std::vector<std::optional<Int>> sizes(given.begin(), given.end());
  sizes.resize(derived.map.domain.parameters.size());
  const bool levels = domain::has_level(derived.map.domain);
  Result<std::vector<Int>> best = fail(ErrorKind::input, "the domain has too many points at the smallest sizes");
  if (std::all_of(sizes.begin(), sizes.end(), [](const auto& size) { return size.has_value(); })) {
    return filled(sizes, 0);
  }
  for (Int value = 1; value <= (Int{1} << 24); value = levels ? value + 1 : 2 * value) {
    const auto at = MapAt::make(derived, filled(sizes, value), tables);
    if (!at || at->count() > static_cast<Int>(most_points)) {
      if (!at && !best) {
        return forward(at);
      }
      break;
    }
    const double box = waste_at(derived.map.domain, *at).value_or(1) * static_cast<double>(at->count());
    if (best && box > most_box_per_point * static_cast<double>(most_points)) {
      break; // nearly empty: a scan of the box would cost more than the points are worth
    }
    best = at->sizes();
  }
  return best;
}

expr::Table offsets_of(expr::Symbol name, std::span<const std::int64_t> lengths, std::size_t rows) {
  expr::Table table{name, true, {0}, 0, 0, "row offsets"};
  for (std::size_t row = 0; row < rows; ++row) {
    table.values.push_back(table.values.back() + lengths[row % lengths.size()]);
  }
  table.greatest = table.values.back();
  return table;
}

expr::Table example_offsets(expr::Symbol name, std::size_t rows) {
  return offsets_of(name, example_lengths, rows);
}

std::optional<expr::Symbol> offsets_name(const domain::Domain& domain) {
  const auto* ragged = std::get_if<domain::RaggedShape>(&domain.shape);
  return ragged != nullptr && ragged->fixed.empty() ? std::optional(ragged->offsets) : std::nullopt;
}

} // namespace mapwright::report
