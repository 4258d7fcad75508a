// Kernels that mix integers, so that a task out of order or a wrong byte changes the results.
#pragma once

#include "mapper/engine/kernels.hpp"
#include "mapper/examples.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// Where the field of point number k lies.
inline std::uint64_t& mixed_value(const mapwright_argument& argument, std::size_t field, std::int64_t k) {
  const mapwright_field& place = argument.fields[field];
  if (argument.dense == 0) {
    return *reinterpret_cast<std::uint64_t*>(place.data + k * place.stride[0]);
  }
  const std::int64_t row = argument.extent[0];
  return *reinterpret_cast<std::uint64_t*>(place.data + k % row * place.stride[0] + k / row * place.stride[1]);
}

/// Argument 0 has these fields and is written, after it was read unless Fresh; argument 1, where there is one, is read.
template <bool Fresh, std::size_t Fields, bool Two> void mix(const mapwright_task* task) {
  auto sum = static_cast<std::uint64_t>(task->point[0] + 7 * task->sizes[0]);
  for (std::size_t f = 0; Two && f < Fields; ++f) {
    for (std::int64_t k = 0; k < task->arguments[1].points; ++k) {
      sum = sum * 31 + mixed_value(task->arguments[1], f, k);
    }
  }
  for (std::size_t f = 0; f < Fields; ++f) {
    for (std::int64_t k = 0; k < task->arguments[0].points; ++k) {
      std::uint64_t& value = mixed_value(task->arguments[0], f, k);
      value = (Fresh ? 0 : value * 3) + sum + static_cast<std::uint64_t>(k);
    }
  }
}

/// The same on a device.
inline OpenClKernel mix_on_device(bool fresh, int fields, bool two) {
  const std::string options =
      fmt::format("#define FRESH {}\n#define FIELDS {}\n#define TWO {}\n", fresh ? 1 : 0, fields, two ? 1 : 0);
  return {options + R"(
__global ulong* value_at(__global uchar* buffer, __global const long* shape, int a, int f, long k) {
  __global uchar* field = MW_FIELD(uchar, buffer, a, f);
  if (!MW_DENSE(a)) {
    return (__global ulong*)(field + k * MW_STRIDE(a, f, 0));
  }
  return (__global ulong*)(field + k % MW_EXTENT(a, 0) * MW_STRIDE(a, f, 0) + k / MW_EXTENT(a, 0) * MW_STRIDE(a, f, 1));
}
__kernel void mix_values(__global uchar* a
#if TWO
                  , __global uchar* b
#endif
                  , __global const long* shape) {
  ulong sum = (ulong)(MW_POINT(0) + 7 * MW_SIZE(0));
#if TWO
  for (int f = 0; f < FIELDS; ++f) {
    for (long k = 0; k < MW_POINTS(1); ++k) {
      sum = sum * 31 + *value_at(b, shape, 1, f, k);
    }
  }
#endif
  for (int f = 0; f < FIELDS; ++f) {
    for (long k = 0; k < MW_POINTS(0); ++k) {
      __global ulong* value = value_at(a, shape, 0, f, k);
      *value = (FRESH ? 0 : *value * 3) + sum + (ulong)k;
    }
  }
})",
          "mix_values",
          {"1"}};
}

/// Both, by kind of task.
inline KernelTable mixed_kernels() {
  return {{"w1", {mix<true, 1, false>, mix_on_device(true, 1, false)}},
          {"w2", {mix<true, 2, false>, mix_on_device(true, 2, false)}},
          {"u1", {mix<false, 1, true>, mix_on_device(false, 1, true)}},
          {"u2", {mix<false, 2, true>, mix_on_device(false, 2, true)}}};
}

} // namespace mapwright::mapper
