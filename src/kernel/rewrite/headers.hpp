// Headers of our own that stand in for a device's, so that its sources parse on machines that have none.
#pragma once

#include <string_view>

namespace mapwright::kernel::rewrite {

/// What CUDA and HIP kernels use: qualifiers, indices, atomics, functions of mathematics and of warps.
std::string_view gpu_header();

/// omp.h: the functions kernels call.
std::string_view omp_header();

} // namespace mapwright::kernel::rewrite
