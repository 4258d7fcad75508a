// The call of one task's kernel, as StarPU makes it: the atoms of its arguments are where the plan wants them.
#pragma once

#include "mapper/engine/kernels.hpp"
#include "mapper/engine/packing.hpp"
#include "starpu_engine/policy.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <CL/cl.h>

namespace mapwright::starpu_engine {

/// One argument of a call.
struct BoundArgument {
  const mapper::ArgumentForm* form = nullptr;
  mapper::Privilege privilege = mapper::Privilege::read;
  std::vector<std::uint32_t> buffers; ///< of each atom of the view, among those of the task
};

/// One task; lives until the run ends.
struct KernelCall {
  Destination destination;
  mapwright_kernel host = nullptr;
  cl_kernel device = nullptr;
  const std::string* name = nullptr;   ///< of the task, for who reads that it crashed
  std::span<const std::int64_t> sizes; ///< of the program
  mapper::Coordinates point{};
  std::vector<BoundArgument> arguments;
  std::vector<bool> in_host_memory; ///< of each buffer of a call on a device
  std::array<std::size_t, 3> work{};
  std::uint32_t work_axes = 0;
  std::atomic<std::int64_t>* busy = nullptr;  ///< of the worker, nanoseconds
  std::atomic<std::int64_t>* spent = nullptr; ///< of all calls of its sort
  std::atomic<int>* failed = nullptr;         ///< gets the first OpenCL error
};

/// What StarPU calls; `argument` is the KernelCall.
void call_on_cpu(void* buffers[], void* argument);
void call_on_device(void* buffers[], void* argument);

} // namespace mapwright::starpu_engine
