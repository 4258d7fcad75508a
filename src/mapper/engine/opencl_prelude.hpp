// What kernels in OpenCL C are compiled behind, and the numbers it reads.
#pragma once

#include "mapper/engine/packing.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace mapwright::mapper {

/// The macros of kernels.hpp; they read a parameter `shape` of the function they are in.
std::string_view opencl_prelude();

/// The numbers of one task: `point` of its launch, the sizes of its program, its arguments.
std::vector<std::int64_t> opencl_shape(const Coordinates& point, std::span<const std::int64_t> sizes,
                                       std::span<const ArgumentForm* const> arguments);

} // namespace mapwright::mapper
