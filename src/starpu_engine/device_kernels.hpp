// Kernels in OpenCL C, compiled for the devices of a run.
#pragma once

#include "core/error.hpp"
#include "mapper/engine/kernels.hpp"

#include <map>
#include <string>
#include <utility>

#include <CL/cl.h>

namespace mapwright::starpu_engine {

/// Keeps what it compiled until it goes.
class DeviceKernels {
public:
  DeviceKernels() = default;
  DeviceKernels(const DeviceKernels&) = delete;
  DeviceKernels& operator=(const DeviceKernels&) = delete;
  ~DeviceKernels();

  /// The kernel of a kind of task for a device of StarPU. Input error: it does not compile; with the compiler's words.
  Result<cl_kernel> build(const std::string& kind, const mapper::OpenClKernel& kernel, int device);

private:
  std::map<std::pair<std::string, int>, cl_program> programs_; ///< by source
  std::map<std::pair<std::string, int>, cl_kernel> kernels_;   ///< by kind
};

} // namespace mapwright::starpu_engine
