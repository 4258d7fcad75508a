#include "mapper/apps/matmul_kernels.hpp"

#include "mapper/apps/matmul_device.hpp"
#include "mapper/engine/typed_field.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace mapwright::mapper {

namespace {

/// A tile in memory; distances in numbers.
template <class T> struct MatrixTile {
  T* data;
  std::int64_t down;  ///< from row to row
  std::int64_t right; ///< from column to column

  static MatrixTile of(const mapwright_argument& argument) {
    constexpr auto bytes = std::int64_t{sizeof(double)};
    const TypedField<T> field(argument, 0);
    return {&field(0, 0), field.stride(0) / bytes, field.stride(1) / bytes};
  }
  [[nodiscard]] MatrixTile transposed() const { return {data, right, down}; }
};

/// Columns of b that stay in the cache while all columns of a take their part of them.
constexpr std::int64_t panel_columns = 128;

/// a += b c; with `dense` the columns of a and of b are contiguous.
template <bool dense>
void add_product(const MatrixTile<double>& a, const MatrixTile<const double>& b, const MatrixTile<const double>& c,
                 std::int64_t rows, std::int64_t columns, std::int64_t depth) {
  const std::int64_t a_down = dense ? 1 : a.down;
  const std::int64_t b_down = dense ? 1 : b.down;
  for (std::int64_t first = 0; first < depth; first += panel_columns) {
    const std::int64_t end = std::min(depth, first + panel_columns);
    for (std::int64_t j = 0; j < columns; ++j) {
      double* const to = a.data + j * a.right;
      for (std::int64_t k = first; k < end; ++k) {
        const double factor = c.data[k * c.down + j * c.right];
        const double* const from = b.data + k * b.right;
        for (std::int64_t i = 0; i < rows; ++i) {
          to[i * a_down] += factor * from[i * b_down];
        }
      }
    }
  }
}

void multiply_tiles(const mapwright_task* task) {
  const mapwright_argument* const arguments = task->arguments;
  if (arguments[0].points == 0 || arguments[1].points == 0) {
    return;
  }
  const auto a = MatrixTile<double>::of(arguments[0]);
  const auto b = MatrixTile<const double>::of(arguments[1]);
  const auto c = MatrixTile<const double>::of(arguments[2]);
  const std::int64_t rows = arguments[0].extent[0];
  const std::int64_t columns = arguments[0].extent[1];
  const std::int64_t depth = arguments[1].extent[1];
  if (a.down == 1 && b.down == 1) {
    add_product<true>(a, b, c, rows, columns, depth);
  } else if (a.right == 1 && c.right == 1) { // (b c)' = c' b'
    add_product<true>(a.transposed(), c.transposed(), b.transposed(), columns, rows, depth);
  } else {
    add_product<false>(a, b, c, rows, columns, depth);
  }
}

double matmul_zero(std::int64_t, std::int64_t) {
  return 0;
}

template <double (*value)(std::int64_t, std::int64_t)> void fill_tile(const mapwright_task* task) {
  const mapwright_argument& m = task->arguments[0];
  if (m.points == 0) {
    return;
  }
  const TypedField<double> field(m, 0);
  for (std::int64_t column = 0; column < m.extent[1]; ++column) {
    for (std::int64_t row = 0; row < m.extent[0]; ++row) {
      field(row, column) = value(m.low[0] + row, m.low[1] + column);
    }
  }
}

/// For tasks whose whole purpose is that their data come.
void leave_as_is(const mapwright_task*) {}

OpenClKernel product_kernel(std::string entry, std::vector<std::string> work) {
  return {std::string(matmul_device::matmul), std::move(entry), std::move(work)};
}

} // namespace

KernelTable matmul_kernels() {
  const std::vector<std::string> tile{"max(1, m_1)", "max(1, m_0)"};
  KernelTable kernels{{"fill_a", {fill_tile<matmul_zero>, product_kernel("fill_a", tile)}},
                      {"fill_b", {fill_tile<matmul_b>, product_kernel("fill_b", tile)}},
                      {"fill_c", {fill_tile<matmul_c>, product_kernel("fill_c", tile)}},
                      {"task_4", {multiply_tiles, product_kernel("multiply", {"max(1, a_1)", "max(1, a_0)"})}}};
  for (const char* kind : {"task_1", "task_2", "task_3", "read_a"}) {
    kernels[kind] = {leave_as_is, product_kernel("leave_as_is", {"1"})};
  }
  return kernels;
}

void matmul_reference(std::int64_t n, RegionData& data) {
  const std::span<double> a = data.values<double>("a", "x");
  const std::span<double> b = data.values<double>("b", "x");
  const std::span<double> c = data.values<double>("c", "x");
  const auto at = [n](std::int64_t row, std::int64_t column) { return static_cast<std::size_t>(row + column * n); };
  for (std::int64_t column = 0; column < n; ++column) {
    for (std::int64_t row = 0; row < n; ++row) {
      b[at(row, column)] = matmul_b(row, column);
      c[at(row, column)] = matmul_c(row, column);
    }
  }
  for (std::int64_t j = 0; j < n; ++j) {
    for (std::int64_t i = 0; i < n; ++i) {
      double sum = 0;
      for (std::int64_t k = 0; k < n; ++k) {
        sum += b[at(i, k)] * c[at(k, j)];
      }
      a[at(i, j)] = sum;
    }
  }
}

} // namespace mapwright::mapper
