// Rectangles of integer points, and sets of points as lists of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mapwright::mapper {

inline constexpr std::size_t most_axes = 4; ///< regions, colours and launch domains have 1 to 4 dimensions

/// The coordinates of one point; those beyond the dimensions of its space are 0.
using Coordinates = std::array<std::int64_t, most_axes>;

/// All points with low[d] <= x[d] < high[d] for each of the first `axes` dimensions.
struct Rectangle {
  std::size_t axes = 1;
  Coordinates low{};
  Coordinates high{};

  [[nodiscard]] std::int64_t extent(std::size_t axis) const { return high[axis] - low[axis]; }
  [[nodiscard]] bool empty() const;
  /// Number of points; 0 when empty. The caller keeps extents small enough for the product (see bounded).
  [[nodiscard]] std::uint64_t volume() const;
  [[nodiscard]] bool contains(const Coordinates& point) const;
  [[nodiscard]] bool contains(const Rectangle& other) const;
  [[nodiscard]] bool meets(const Rectangle& other) const;
  /// Its points in order, the first dimension fastest, are 0, 1, 2, ...; for a point it contains.
  [[nodiscard]] std::uint64_t index_of(const Coordinates& point) const;
  /// The inverse of index_of, for index < volume().
  [[nodiscard]] Coordinates point_at(std::uint64_t index) const;

  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

inline constexpr std::uint64_t most_points = std::uint64_t{1} << 48; ///< largest volume of a region

/// The points of both; may be empty.
Rectangle intersection(const Rectangle& a, const Rectangle& b);

/// [0, extents[0]) x [0, extents[1]) x ...; nothing when there are no or too many dimensions, an extent is below 1 or
/// the volume is above most_points.
std::optional<Rectangle> box_of(std::span<const std::int64_t> extents);

/// The one point, as a rectangle.
Rectangle single(std::size_t axes, const Coordinates& point);

/// "(3,4)".
std::string to_string(std::size_t axes, const Coordinates& point);
/// "(0,0)..(3,7)": first and last point; "nothing" when empty.
std::string to_string(const Rectangle& rectangle);

/// The union of rectangles that do not overlap, in any order.
using PointSet = std::vector<Rectangle>;

/// `a` without the points of `b`, as at most 2 * axes rectangles.
PointSet difference(const Rectangle& a, const Rectangle& b);

/// The least rectangle around all; an empty one of `axes` dimensions around none.
Rectangle bounding_box(const PointSet& set, std::size_t axes);

} // namespace mapwright::mapper
