// The tasks of the stencil in C++. Rows are contiguous: the variants ask for F_order.
#include "mapper/apps/mesh_applications.hpp"
#include "mapper/apps/mesh_kernels.hpp"
#include "mapper/apps/stencil_shape.hpp"
#include "mapper/engine/typed_field.hpp"

#include <array>

namespace mapwright::mapper {

namespace {

using Doubles = TypedField<double>;

/// The tile a task works on: where it lies in the plane, and its extents without padding.
struct StencilTile {
  explicit StencilTile(const mapwright_task& task)
      : radius(size(task, StencilSize::radius)), x(size(task, StencilSize::x)), y(size(task, StencilSize::y)),
        first_x(task.point[0] % size(task, StencilSize::tiles_x) * size(task, StencilSize::n)),
        first_y(task.point[0] / size(task, StencilSize::tiles_x) * size(task, StencilSize::n)),
        width(task.arguments[0].extent[0] - 2 * radius), height(task.arguments[0].extent[1] - 2 * radius) {}

  static std::int64_t size(const mapwright_task& task, StencilSize which) {
    return task.sizes[static_cast<std::size_t>(which)];
  }

  std::int64_t radius;
  std::int64_t x; ///< of the plane
  std::int64_t y;
  std::int64_t first_x;
  std::int64_t first_y;
  std::int64_t width;
  std::int64_t height;
};

/// Writes the initial values of a strip whose lowest point is (x, y) of the plane.
void fill_strip(const mapwright_argument& strip, std::int64_t x, std::int64_t y) {
  const Doubles input(strip, 0);
  for (std::int64_t j = 0; strip.points > 0 && j < strip.extent[1]; ++j) {
    for (std::int64_t i = 0; i < strip.extent[0]; ++i) {
      input(i, j) = static_cast<double>(stencil_value(x + i, y + j));
    }
  }
}

void init_tile(const mapwright_task* task) {
  const StencilTile tile(*task);
  const std::int64_t r = tile.radius;
  const Doubles input(task->arguments[0], 0);
  const Doubles output(task->arguments[0], 1);
  for (std::int64_t j = 0; j < tile.height + 2 * r; ++j) {
    for (std::int64_t i = 0; i < tile.width + 2 * r; ++i) {
      const bool inside = i >= r && i < tile.width + r && j >= r && j < tile.height + r;
      input(i, j) = inside ? static_cast<double>(stencil_value(tile.first_x + i - r, tile.first_y + j - r)) : 0;
      output(i, j) = 0;
    }
  }
  fill_strip(task->arguments[1], tile.first_x + tile.width - r, tile.first_y);
  fill_strip(task->arguments[2], tile.first_x, tile.first_y);
  fill_strip(task->arguments[3], tile.first_x, tile.first_y + tile.height - r);
  fill_strip(task->arguments[4], tile.first_x, tile.first_y);
}

/// Copies a strip into the padding, from (x, y) of the padded tile on.
void take_strip(const mapwright_argument& strip, const Doubles& input, std::int64_t x, std::int64_t y) {
  const TypedField<const double> from(strip, 0);
  for (std::int64_t j = 0; strip.points > 0 && j < strip.extent[1]; ++j) {
    for (std::int64_t i = 0; i < strip.extent[0]; ++i) {
      input(x + i, y + j) = from(i, j);
    }
  }
}

void apply_star(const mapwright_task* task) {
  const StencilTile tile(*task);
  const std::int64_t r = tile.radius;
  const Doubles input(task->arguments[0], 0);
  const Doubles output(task->arguments[0], 1);
  take_strip(task->arguments[1], input, 0, r);
  take_strip(task->arguments[2], input, tile.width + r, r);
  take_strip(task->arguments[3], input, r, 0);
  take_strip(task->arguments[4], input, r, tile.height + r);

  std::array<double, 9> weight{};
  for (std::int64_t k = 1; k <= r; ++k) {
    weight[static_cast<std::size_t>(k)] = 1 / static_cast<double>(2 * k * r);
  }
  const std::int64_t first = std::max<std::int64_t>(0, r - tile.first_x);
  const std::int64_t last = std::min(tile.width, tile.x - r - tile.first_x);
  const std::int64_t line = input.stride(1) / std::int64_t{sizeof(double)};
  for (std::int64_t j = std::max<std::int64_t>(0, r - tile.first_y);
       j < std::min(tile.height, tile.y - r - tile.first_y); ++j) {
    const double* const in = &input(r, j + r);
    double* const out = &output(r, j + r);
    for (std::int64_t k = 1; k <= r; ++k) {
      const double w = weight[static_cast<std::size_t>(k)];
      for (std::int64_t i = first; i < last; ++i) {
        out[i] += w * ((in[i + k] - in[i - k]) + (in[i + k * line] - in[i - k * line]));
      }
    }
  }
}

void increment_tile(const mapwright_task* task) {
  const StencilTile tile(*task);
  const Doubles input(task->arguments[0], 0);
  for (std::int64_t j = 0; j < tile.height; ++j) {
    for (std::int64_t i = 0; i < tile.width; ++i) {
      input(i + tile.radius, j + tile.radius) += 1;
    }
  }
  for (std::size_t side = 1; side <= 4; ++side) {
    const mapwright_argument& strip = task->arguments[side];
    const Doubles values(strip, 0);
    for (std::int64_t j = 0; strip.points > 0 && j < strip.extent[1]; ++j) {
      for (std::int64_t i = 0; i < strip.extent[0]; ++i) {
        values(i, j) += 1;
      }
    }
  }
}

} // namespace

KernelTable stencil_kernels() {
  const auto device = [](const char* entry) {
    return OpenClKernel{std::string(mesh_kernels::stencil), entry, {"private_0", "private_1"}};
  };
  return {{"init", {init_tile, device("init")}},
          {"stencil", {apply_star, device("stencil")}},
          {"increment", {increment_tile, device("increment")}}};
}

} // namespace mapwright::mapper
