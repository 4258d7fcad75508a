// OpenCL devices, through the ICD loader. PoCL makes one of every CPU.
#pragma once

#include "core/error.hpp"
#include "device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::device {

/// All OpenCL devices of all platforms. Machine error when there is none.
Result<std::vector<DeviceInfo>> list_opencl_devices();

/// Name and version of the ICD loader, or "unknown" when it does not say.
std::string opencl_loader_version();

/// Opens one of them.
Result<std::unique_ptr<Device>> open_opencl_device(DeviceId id);

} // namespace mapwright::device
