// The implementations of a program's tasks, for engines that really run them.
#pragma once

#include "mapwright/task_kernel.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mapwright::mapper {

/// A kernel in OpenCL C.
///
/// Its parameters are one `__global uchar*` for each parameter of the task and last `__global const long* shape`. The
/// text is compiled behind macros that read `shape` (opencl_prelude): MW_POINT(d), MW_SIZE(k), and for the argument
/// number i: MW_POINTS(i), MW_AXES(i), MW_DENSE(i), MW_LOW(i,d), MW_EXTENT(i,d), MW_STRIDE(i,f,d) in bytes, and
/// MW_FIELD(T,a,i,f), a `__global T*` to where the field f begins in the buffer `a`. They mean what task_kernel.h says.
struct OpenClKernel {
  std::string source;
  std::string entry;
  std::vector<std::string> work; ///< work items in 1 to 3 dimensions; expressions as the costs of the task use
};

/// The implementations of one kind of task.
struct TaskKernel {
  mapwright_kernel host = nullptr; ///< for CPU and OMP; null: none
  std::optional<OpenClKernel> device{};
};

/// By kind of task. Kinds that only launch others need none.
using KernelTable = std::map<std::string, TaskKernel>;

} // namespace mapwright::mapper
