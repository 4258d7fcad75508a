#include "mapper/apps/stencil_shape.hpp"

#include <span>
#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

namespace {

/// A field of the plane, or of a region of two dimensions.
struct Plane {
  std::int64_t columns = 0;
  std::span<double> values;
  double& operator()(std::int64_t x, std::int64_t y) const { return values[static_cast<std::size_t>(y * columns + x)]; }
};

/// What strips hold after a run: the values at the edges they were made for.
void fill_strips(const StencilShape& s, const Plane& input, RegionData& data) {
  const std::int64_t r = s.radius;
  const Plane xm{r * s.tiles_x, data.values<double>("xm", "input")};
  const Plane xp{r * s.tiles_x, data.values<double>("xp", "input")};
  const Plane ym{s.x(), data.values<double>("ym", "input")};
  const Plane yp{s.x(), data.values<double>("yp", "input")};
  for (std::int64_t k = 0; k < r; ++k) {
    for (std::int64_t ix = 0; ix + 1 < s.tiles_x; ++ix) {
      for (std::int64_t y = 0; y < s.y(); ++y) {
        const std::int64_t edge = (ix + 1) * s.n;
        xm((ix + 1) * r + k, y) = input(edge - r + k, y);
        xp(ix * r + k, y) = input(edge + k, y);
      }
    }
    for (std::int64_t iy = 0; iy + 1 < s.tiles_y; ++iy) {
      for (std::int64_t x = 0; x < s.x(); ++x) {
        const std::int64_t edge = (iy + 1) * s.n;
        ym(x, (iy + 1) * r + k) = input(x, edge - r + k);
        yp(x, iy * r + k) = input(x, edge + k);
      }
    }
  }
}

} // namespace

void stencil_reference(const StencilShape& s, RegionData& data) {
  const auto points = static_cast<std::size_t>(s.x() * s.y());
  const std::int64_t r = s.radius;
  std::vector<double> in(points);
  std::vector<double> out(points);
  const Plane input{s.x(), in};
  const Plane output{s.x(), out};
  for (std::int64_t y = 0; y < s.y(); ++y) {
    for (std::int64_t x = 0; x < s.x(); ++x) {
      input(x, y) = static_cast<double>(stencil_value(x, y));
    }
  }
  for (std::int64_t step = 0; step < s.steps; ++step) {
    for (std::int64_t y = r; y < s.y() - r; ++y) {
      for (std::int64_t x = r; x < s.x() - r; ++x) {
        for (std::int64_t k = 1; k <= r; ++k) {
          output(x, y) += 1 / static_cast<double>(2 * k * r) *
                          ((input(x + k, y) - input(x - k, y)) + (input(x, y + k) - input(x, y - k)));
        }
      }
    }
    for (double& value : in) {
      value += 1;
    }
  }
  const std::int64_t columns = s.x() + 2 * r * s.tiles_x;
  const Plane tiles_in{columns, data.values<double>("points", "input")};
  const Plane tiles_out{columns, data.values<double>("points", "output")};
  for (std::int64_t ty = 0; ty < s.y() + 2 * r * s.tiles_y; ++ty) {
    for (std::int64_t tx = 0; tx < columns; ++tx) {
      const std::int64_t ix = std::min(tx / (s.n + 2 * r), s.tiles_x - 1);
      const std::int64_t iy = std::min(ty / (s.n + 2 * r), s.tiles_y - 1);
      const std::int64_t x = tx - (2 * ix + 1) * r;
      const std::int64_t y = ty - (2 * iy + 1) * r;
      const bool beside_x = x < ix * s.n || x >= ix * s.n + s.width(ix);
      const bool beside_y = y < iy * s.n || y >= iy * s.n + s.height(iy);
      const bool in_plane = x >= 0 && x < s.x() && y >= 0 && y < s.y();
      if (!in_plane || (beside_x && beside_y)) {
        tiles_in(tx, ty) = 0;
        tiles_out(tx, ty) = 0;
      } else if (beside_x || beside_y) { // padding: taken before the last step's increment
        tiles_in(tx, ty) = input(x, y) - 1;
        tiles_out(tx, ty) = 0;
      } else {
        tiles_in(tx, ty) = input(x, y);
        tiles_out(tx, ty) = output(x, y);
      }
    }
  }
  fill_strips(s, input, data);
}

} // namespace mapwright::mapper
