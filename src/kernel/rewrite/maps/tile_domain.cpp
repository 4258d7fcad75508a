#include "kernel/rewrite/maps/tile_domain.hpp"

#include "domain/isl_handle.hpp"
#include "kernel/rewrite/names.hpp"

#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {

namespace {

/// More of isl's steps than these few sets need.
constexpr unsigned long most_operations = 1'000'000;

/// The guards with other texts for their names, in isl's notation.
std::optional<std::string> constraints_with(const Guards& guards, const std::map<std::string, std::string>& texts,
                                            const std::vector<std::string>& names) {
  std::string all;
  for (const auto* list : {&guards.holds, &guards.fails}) {
    for (const std::string& guard : *list) {
      const auto text = isl_condition(with_names(guard, texts), names);
      if (!text) {
        return std::nullopt;
      }
      all += fmt::format(" and {}({})", list == &guards.fails ? "not " : "", *text);
    }
  }
  return all;
}

} // namespace

std::optional<domain::Domain> tile_domain(const Guards& guards, const std::vector<std::int64_t>& sides) {
  if (guards.sizes.size() != 1) {
    return std::nullopt;
  }
  const std::string& size = guards.sizes.front();
  const std::string tiles = "tiles_of_" + size;
  std::vector<std::string> names = {size, tiles};
  std::vector<std::string> within;
  std::string not_negative;
  for (const std::string& index : guards.indices) {
    names.push_back(index);
    within.push_back(index + "_within");
    names.push_back(within.back());
    not_negative += (not_negative.empty() ? "" : " and ") + index + " >= 0";
  }
  const auto scaled = constraints_with(guards, {{size, tiles}}, names);
  if (!scaled) {
    return std::nullopt;
  }
  const domain::IslContext context(most_operations);
  for (const std::int64_t side : sides) {
    std::map<std::string, std::string> places;
    std::string inside;
    for (std::size_t i = 0; i < within.size(); ++i) {
      places[guards.indices[i]] = fmt::format("({} * {} + {})", side, guards.indices[i], within[i]);
      inside += fmt::format(" and 0 <= {} < {}", within[i], side);
    }
    const auto placed = constraints_with(guards, places, names);
    if (!placed) {
      return std::nullopt;
    }
    const std::string head =
        fmt::format("[{}, {}] -> {{ [{}] : {} and {} * ({} - 1) < {} and {} <= {} * {}", size, tiles,
                    fmt::join(guards.indices, ", "), not_negative, side, tiles, size, size, side, tiles);
    const domain::IslSet held(isl_set_read_from_str(
        context.get(),
        fmt::format("{} and exists {} : (0 = 0{}{}) }}", head, fmt::join(within, ", "), inside, *placed).c_str()));
    const domain::IslSet same(isl_set_read_from_str(context.get(), fmt::format("{}{} }}", head, *scaled).c_str()));
    if (!held || !same || isl_set_is_equal(held.get(), same.get()) != isl_bool_true) {
      return std::nullopt;
    }
  }
  Guards of_tiles = guards;
  of_tiles.sizes = {tiles};
  for (auto* list : {&of_tiles.holds, &of_tiles.fails}) {
    for (std::string& guard : *list) {
      guard = with_names(guard, {{size, tiles}});
    }
  }
  const Result<domain::Domain> domain = domain_of(of_tiles);
  return domain ? std::optional(*domain) : std::nullopt;
}

} // namespace mapwright::kernel::rewrite
