#include "mapper/rectangle.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::mapper {

bool Rectangle::empty() const {
  for (std::size_t d = 0; d < axes; ++d) {
    if (high[d] <= low[d]) {
      return true;
    }
  }
  return false;
}

std::uint64_t Rectangle::volume() const {
  if (empty()) {
    return 0;
  }
  std::uint64_t points = 1;
  for (std::size_t d = 0; d < axes; ++d) {
    points *= static_cast<std::uint64_t>(extent(d));
  }
  return points;
}

bool Rectangle::contains(const Coordinates& point) const {
  for (std::size_t d = 0; d < axes; ++d) {
    if (point[d] < low[d] || point[d] >= high[d]) {
      return false;
    }
  }
  return true;
}

bool Rectangle::contains(const Rectangle& other) const {
  for (std::size_t d = 0; d < axes; ++d) {
    if (other.low[d] < low[d] || other.high[d] > high[d]) {
      return other.empty();
    }
  }
  return true;
}

bool Rectangle::meets(const Rectangle& other) const {
  for (std::size_t d = 0; d < axes; ++d) {
    if (std::max(low[d], other.low[d]) >= std::min(high[d], other.high[d])) {
      return false;
    }
  }
  return true;
}

std::uint64_t Rectangle::index_of(const Coordinates& point) const {
  std::uint64_t index = 0;
  for (std::size_t d = axes; d-- > 0;) {
    index = index * static_cast<std::uint64_t>(extent(d)) + static_cast<std::uint64_t>(point[d] - low[d]);
  }
  return index;
}

Coordinates Rectangle::point_at(std::uint64_t index) const {
  Coordinates point{};
  for (std::size_t d = 0; d < axes; ++d) {
    const auto size = static_cast<std::uint64_t>(extent(d));
    point[d] = low[d] + static_cast<std::int64_t>(index % size);
    index /= size;
  }
  return point;
}

Rectangle intersection(const Rectangle& a, const Rectangle& b) {
  Rectangle both = a;
  for (std::size_t d = 0; d < a.axes; ++d) {
    both.low[d] = std::max(a.low[d], b.low[d]);
    both.high[d] = std::min(a.high[d], b.high[d]);
  }
  return both;
}

std::optional<Rectangle> box_of(std::span<const std::int64_t> extents) {
  if (extents.empty() || extents.size() > most_axes) {
    return std::nullopt;
  }
  Rectangle box;
  box.axes = extents.size();
  std::uint64_t points = 1;
  for (std::size_t d = 0; d < extents.size(); ++d) {
    if (extents[d] < 1 || static_cast<std::uint64_t>(extents[d]) > most_points / points) {
      return std::nullopt;
    }
    points *= static_cast<std::uint64_t>(extents[d]);
    box.high[d] = extents[d];
  }
  return box;
}

Rectangle single(std::size_t axes, const Coordinates& point) {
  Rectangle rectangle{axes, point, {}};
  for (std::size_t d = 0; d < axes; ++d) {
    rectangle.high[d] = point[d] + 1;
  }
  return rectangle;
}

std::string to_string(std::size_t axes, const Coordinates& point) {
  std::string text = "(";
  for (std::size_t d = 0; d < axes; ++d) {
    text += fmt::format("{}{}", d == 0 ? "" : ",", point[d]);
  }
  return text + ")";
}

std::string to_string(const Rectangle& rectangle) {
  if (rectangle.empty()) {
    return "nothing";
  }
  Coordinates last = rectangle.high;
  for (std::size_t d = 0; d < rectangle.axes; ++d) {
    --last[d];
  }
  return fmt::format("{}..{}", to_string(rectangle.axes, rectangle.low), to_string(rectangle.axes, last));
}

PointSet difference(const Rectangle& a, const Rectangle& b) {
  if (!a.meets(b)) {
    return a.empty() ? PointSet{} : PointSet{a};
  }
  PointSet parts;
  Rectangle rest = a;
  for (std::size_t d = 0; d < a.axes; ++d) {
    if (rest.low[d] < b.low[d]) {
      parts.push_back(rest);
      parts.back().high[d] = b.low[d];
      rest.low[d] = b.low[d];
    }
    if (rest.high[d] > b.high[d]) {
      parts.push_back(rest);
      parts.back().low[d] = b.high[d];
      rest.high[d] = b.high[d];
    }
  }
  return parts;
}

Rectangle bounding_box(const PointSet& set, std::size_t axes) {
  Rectangle box;
  box.axes = axes;
  bool first = true;
  for (const Rectangle& part : set) {
    if (part.empty()) {
      continue;
    }
    for (std::size_t d = 0; d < axes; ++d) {
      box.low[d] = first ? part.low[d] : std::min(box.low[d], part.low[d]);
      box.high[d] = first ? part.high[d] : std::max(box.high[d], part.high[d]);
    }
    first = false;
  }
  return box;
}

} // namespace mapwright::mapper
