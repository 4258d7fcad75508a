#include "index_map/learn/first_points.hpp"

#include "index_map/infer/hypothesis.hpp"

#include <algorithm>
#include <set>

namespace mapwright::index_map::learn {

namespace {

constexpr std::int64_t most_level = 24;

/// Values at which a size may have been when the points were listed: levels, and extents or what is next to them.
std::set<std::int64_t> suggested_sizes(const domain::Domain& domain, const infer::PointList& points) {
  std::set<std::int64_t> values;
  if (has_level(domain)) {
    for (std::int64_t level = 0; level <= most_level; ++level) {
      values.insert(level);
    }
    return values;
  }
  for (std::size_t d = 0; d < points.dimensions(); ++d) {
    std::int64_t least = INT64_MAX;
    std::int64_t most = INT64_MIN;
    for (std::size_t i = 0; i < points.size(); ++i) {
      least = std::min(least, points[i][d]);
      most = std::max(most, points[i][d]);
    }
    for (const std::int64_t extent : {most, most - least}) {
      for (std::int64_t near = -1; near <= 2; ++near) {
        values.insert(std::max<std::int64_t>(0, extent + near));
      }
    }
  }
  return values;
}

} // namespace

Result<infer::PointList> first_points(const domain::Reference& reference, std::size_t dimensions,
                                      std::span<const expr::Int> sizes, std::size_t count) {
  domain::ScanOptions options;
  options.count_first = false;
  auto scanner = reference.scan(sizes, {}, options);
  if (!scanner) {
    return forward(scanner);
  }
  std::vector<std::vector<std::int64_t>> columns(dimensions, std::vector<std::int64_t>(count));
  std::size_t filled = 0;
  while (filled < count) {
    std::vector<std::int64_t*> at;
    for (auto& column : columns) {
      at.push_back(column.data() + filled);
    }
    const std::size_t more = scanner->fill(at, count - filled);
    if (more == 0) {
      break;
    }
    filled += more;
  }
  if (scanner->error()) {
    return tl::unexpected<Error>(*scanner->error());
  }
  infer::PointList points(dimensions);
  std::vector<std::int64_t> point(dimensions);
  for (std::size_t i = 0; i < filled; ++i) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      point[d] = columns[d][i];
    }
    points.push(point);
  }
  return points;
}

Result<SizedPoints> best_sizes(const domain::Domain& domain, std::span<const std::optional<expr::Int>> given,
                               const infer::PointList& wanted) {
  const auto reference = domain::Reference::make(domain);
  if (!reference) {
    return forward(reference);
  }
  std::optional<SizedPoints> best;
  std::size_t agreeing = 0;
  std::optional<Error> last;
  const bool open = std::any_of(given.begin(), given.end(), [](const auto& size) { return !size.has_value(); });
  for (const std::int64_t value : open ? suggested_sizes(domain, wanted) : std::set<std::int64_t>{0}) {
    SizedPoints sized;
    for (const auto& size : given) {
      sized.sizes.push_back(size.value_or(value));
    }
    auto points = first_points(*reference, domain.dimensions.size(), sized.sizes, wanted.size());
    if (!points) {
      last = points.error();
      continue;
    }
    const std::size_t same = infer::first_difference(*points, wanted);
    if (!best || same > agreeing) {
      sized.points = std::move(*points);
      best = std::move(sized);
      agreeing = same;
    }
    if (agreeing == wanted.size()) {
      break;
    }
  }
  if (!best) {
    return tl::unexpected<Error>(*last);
  }
  return std::move(*best);
}

} // namespace mapwright::index_map::learn
