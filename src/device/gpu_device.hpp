// A GPU behind the driver of CUDA or HIP: memory, launches and time are the same for both, only the compiler is not.
#pragma once

#include "device/device.hpp"
#include "device/gpu_session.hpp"
#include "device/runtime_compiler.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::device {

/// Compiles a source for the device, with the compiler's own options.
using GpuCompiler =
    std::function<Result<CompiledCode>(const std::string& source, const std::vector<std::string>& options)>;

/// The opened device as `info` describes it.
std::unique_ptr<Device> make_gpu_device(DeviceInfo info, std::shared_ptr<GpuSession> session, GpuCompiler compiler);

} // namespace mapwright::device
