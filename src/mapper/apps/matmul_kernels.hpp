// What the matrices of a product begin with, the tasks' implementations, and the product by plain loops.
#pragma once

#include "mapper/engine/kernels.hpp"
#include "mapper/engine/region_data.hpp"

#include <cstdint>

namespace mapwright::mapper {

/// Small integers, so that all sums are exact in every order. b(row, column), from -3 to 3.
constexpr double matmul_b(std::int64_t row, std::int64_t column) {
  return static_cast<double>((3 * row + 5 * column) % 7 - 3);
}
/// c(row, column), from -5 to 5.
constexpr double matmul_c(std::int64_t row, std::int64_t column) {
  return static_cast<double>((2 * row + 7 * column) % 11 - 5);
}

/// Of fill_a, fill_b, fill_c (parameter m), of the tasks that only bring data to their place (task_1, task_2, task_3,
/// read_a), and of task_4 (a, b, c): a += b c. All take matrices with any strides.
KernelTable matmul_kernels();

/// Sets regions a, b and c, n x n numbers each, to what a run leaves.
void matmul_reference(std::int64_t n, RegionData& data);

} // namespace mapwright::mapper
