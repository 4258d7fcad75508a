#include "index_map/learn/sought.hpp"

#include "domain/reference.hpp"
#include "index_map/learn/first_points.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::index_map::learn {

namespace {

constexpr std::int64_t most_common_size = 1 << 20;

std::vector<expr::Int> sizes_with(const std::vector<std::optional<expr::Int>>& given, std::int64_t common) {
  std::vector<expr::Int> sizes;
  for (const auto& size : given) {
    sizes.push_back(size.value_or(common));
  }
  return sizes;
}

} // namespace

std::size_t shown_of(std::size_t points, std::size_t most) {
  return std::min(most, points - points / 4);
}

Result<Sought> sought_domain(domain::Domain domain, std::vector<std::optional<expr::Int>> given, std::size_t wanted,
                             std::size_t most_shown) {
  const auto reference = domain::Reference::make(domain);
  if (!reference) {
    return forward(reference);
  }
  given.resize(domain.parameters.size());
  const bool fixed = std::all_of(given.begin(), given.end(), [](const auto& size) { return size.has_value(); });
  Sought sought;
  std::optional<Error> last;
  for (std::int64_t common = 1; common <= most_common_size; common += fixed ? most_common_size : 1 + common / 8) {
    const std::vector<expr::Int> sizes = sizes_with(given, common);
    auto points = first_points(*reference, domain.dimensions.size(), sizes, wanted);
    if (!points) {
      last = points.error();
      continue; // some domains have no such size
    }
    if (points->size() > sought.examples.points.size()) {
      sought.examples.points = std::move(*points);
      sought.sizes = sizes;
    }
    if (sought.examples.points.size() >= wanted) {
      break;
    }
  }
  if (sought.examples.points.size() == 0) {
    return last ? Result<Sought>(tl::unexpected<Error>(*last))
                : fail(ErrorKind::input, fmt::format("'{}' has no points at these sizes", domain.text));
  }
  sought.examples.file = domain.text;
  sought.examples.dimensions = domain.dimensions;
  for (std::size_t i = 0; i < sought.examples.points.size(); ++i) {
    sought.examples.lines.push_back(static_cast<int>(i) + 1);
    sought.examples.sources.push_back(infer::text_of(sought.examples.points[i]));
  }
  sought.shown = shown_of(sought.examples.points.size(), most_shown);
  sought.given = std::move(given);
  sought.domain = std::move(domain);
  return sought;
}

Result<Sought> sought_points(infer::Examples examples, std::size_t most_shown) {
  if (examples.points.size() < 4) {
    return fail(ErrorKind::input,
                fmt::format("{} has {} points; nothing can be held back", examples.file, examples.points.size()),
                "give at least 4 points, better some hundreds");
  }
  Sought sought;
  sought.examples = std::move(examples);
  sought.shown = shown_of(sought.examples.points.size(), most_shown);
  return sought;
}

} // namespace mapwright::index_map::learn
