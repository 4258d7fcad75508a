#include "index_map/candidate/sizes.hpp"

#include "domain/reference.hpp"
#include "index_map/scan_order.hpp"

#include <algorithm>
#include <limits>
#include <set>

namespace mapwright::index_map::candidate {

namespace {

using Given = std::vector<std::optional<std::int64_t>>;

bool within(const std::vector<std::int64_t>& size, const Limits& limits) {
  for (std::size_t i = 0; i < size.size(); ++i) {
    if (i < limits.sizes.size() && size[i] > limits.sizes[i]) {
      return false;
    }
  }
  return true;
}

/// The number of points when it is at most `most` and the types hold all indices.
std::optional<std::uint64_t> affordable(const std::vector<std::int64_t>& size, const CountOf& count, Int most,
                                        const Limits& limits) {
  if (!within(size, limits)) {
    return std::nullopt;
  }
  const auto points = count(size);
  return points && *points >= 0 && *points <= most && *points - 1 <= Int{limits.index}
             ? std::optional(static_cast<std::uint64_t>(*points))
             : std::nullopt;
}

/// All combinations of small values for the missing sizes.
void add_combinations(const Given& given, std::size_t at, std::vector<std::int64_t> size,
                      const std::vector<std::int64_t>& values, std::set<std::vector<std::int64_t>>& out) {
  if (at == given.size()) {
    out.insert(size);
    return;
  }
  for (const std::int64_t value : given[at] ? std::vector{*given[at]} : values) {
    size.push_back(value);
    add_combinations(given, at + 1, size, values, out);
    size.pop_back();
  }
}

std::vector<std::int64_t> small_values(std::size_t missing) {
  switch (missing) {
  case 1:
    return {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17};
  case 2:
    return {0, 1, 2, 3, 4, 5, 7};
  case 3:
    return {0, 1, 2, 4};
  default:
    return {0, 2};
  }
}

} // namespace

std::vector<std::int64_t> filled(const Given& given, std::int64_t value) {
  std::vector<std::int64_t> size;
  for (const auto& known : given) {
    size.push_back(known.value_or(value));
  }
  return size;
}

std::int64_t largest_value(const std::function<bool(std::int64_t)>& holds) {
  constexpr std::int64_t most = std::int64_t{1} << 61;
  std::int64_t low = 0;
  std::int64_t high = 1;
  while (high < most && holds(high)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (holds(middle) ? low : high) = middle;
  }
  return low;
}

std::vector<SizedDomain> exhaustive_sizes(const Given& given, const CountOf& count, std::uint64_t most,
                                          const Limits& limits) {
  const auto missing =
      static_cast<std::size_t>(std::count_if(given.begin(), given.end(), [](const auto& v) { return !v; }));
  if (missing == 0) {
    const auto size = filled(given, 0);
    const auto points = affordable(size, count, static_cast<Int>(most), limits);
    return points ? std::vector<SizedDomain>{{size, *points}} : std::vector<SizedDomain>{};
  }
  std::set<std::vector<std::int64_t>> sizes;
  add_combinations(given, 0, {}, small_values(missing), sizes);
  const std::int64_t largest = largest_value([&](std::int64_t value) {
    return affordable(filled(given, value), count, static_cast<Int>(most / 2), limits).has_value();
  });
  sizes.insert(filled(given, largest));
  for (std::int64_t value = 32; value < largest; value *= 2) {
    sizes.insert(filled(given, value));
  }
  std::vector<SizedDomain> out;
  for (const auto& size : sizes) {
    if (const auto points = affordable(size, count, static_cast<Int>(most), limits); points && *points > 0) {
      out.push_back({size, *points});
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.count < b.count; });
  std::uint64_t total = 0;
  std::erase_if(out, [&](const SizedDomain& sized) {
    const bool too_much = sized.count > most - total;
    total += too_much ? 0 : sized.count;
    return too_much;
  });
  return out;
}

std::vector<SizedDomain> large_sizes(const Given& given, const CountOf& count, const domain::Domain& domain,
                                     const Limits& limits) {
  std::vector<SizedDomain> out;
  if (std::all_of(given.begin(), given.end(), [](const auto& v) { return v.has_value(); })) {
    return out;
  }
  const auto coordinates_fit = [&](const std::vector<std::int64_t>& size) {
    const std::vector<Int> wide(size.begin(), size.end());
    const auto box = domain::bounding_box(domain, wide);
    return box && std::all_of(box->sides.begin(), box->sides.end(),
                              [&](const auto& side) { return side.second <= Int{limits.coordinate}; });
  };
  for (const int bits : {31, 32, 40, 53, 62}) {
    const std::int64_t value = largest_value([&](std::int64_t v) {
      const auto size = filled(given, v);
      return affordable(size, count, Int{1} << bits, limits) && coordinates_fit(size);
    });
    const auto size = filled(given, value);
    const auto points = affordable(size, count, Int{1} << bits, limits);
    if (points && *points > 0 && (out.empty() || out.back().size != size)) {
      out.push_back({size, *points});
    }
  }
  return out;
}

std::vector<std::int64_t> border_indices(const SizedDomain& sized, const domain::Map& map, expr::Tables tables) {
  const std::vector<Int> size(sized.size.begin(), sized.size.end());
  const auto last = static_cast<std::int64_t>(sized.count) - 1;
  std::set<std::int64_t> seeds{0, last};
  std::set<std::int64_t> indices{0, last};
  for (int bit = 1; bit < 63; ++bit) {
    for (const std::int64_t step : {-1, 0, 1}) {
      const std::int64_t w = (std::int64_t{1} << bit) + step;
      if (w <= last) {
        indices.insert(w);
        seeds.insert(w);
      }
    }
  }
  if (!by_first_coordinate(map.domain)) {
    return {indices.begin(), indices.end()};
  }
  std::uint64_t random = 0x9e3779b97f4a7c15U; // a fixed sequence: the same indices every time
  for (int i = 0; i < 64; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    seeds.insert(static_cast<std::int64_t>((random >> 1U) % sized.count));
  }
  const auto point = [&](std::int64_t w) {
    const Int index = w;
    return expr::call(map.unrank, size, std::span<const Int>(&index, 1), tables).value_or(std::vector<Int>());
  };
  for (const std::int64_t seed : seeds) {
    const auto p = point(seed);
    for (std::size_t prefix = 1; prefix < p.size(); ++prefix) {
      // The first index whose point has this prefix, and the last: unrank is increasing.
      const auto compare = [&](std::int64_t w) {
        const auto q = point(w);
        return q.size() < prefix
                   ? std::strong_ordering::equal
                   : std::lexicographical_compare_three_way(q.begin(), q.begin() + static_cast<std::ptrdiff_t>(prefix),
                                                            p.begin(), p.begin() + static_cast<std::ptrdiff_t>(prefix),
                                                            [](Int a, Int b) {
                                                              return a < b   ? std::strong_ordering::less
                                                                     : a > b ? std::strong_ordering::greater
                                                                             : std::strong_ordering::equal;
                                                            });
      };
      std::int64_t low = -1;
      for (std::int64_t high = seed; high - low > 1;) {
        const std::int64_t middle = low + (high - low) / 2;
        (compare(middle) < 0 ? low : high) = middle;
      }
      std::int64_t end = last + 1;
      for (std::int64_t in = seed; end - in > 1;) {
        const std::int64_t middle = in + (end - in) / 2;
        (compare(middle) > 0 ? end : in) = middle;
      }
      indices.insert(low + 1);
      indices.insert(end - 1);
    }
  }
  return {indices.begin(), indices.end()};
}

} // namespace mapwright::index_map::candidate
