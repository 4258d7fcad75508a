// OpenCL devices, through the ICD loader. PoCL makes one of every CPU.
#pragma once

#include <memory>
#include <vector>

#include "core/error.hpp"
#include "device/device.hpp"

namespace mapwright::device {

/// All OpenCL devices of all platforms. Machine error when there is none.
Result<std::vector<DeviceInfo>> list_opencl_devices();

/// Opens one of them.
Result<std::unique_ptr<Device>> open_opencl_device(DeviceId id);

} // namespace mapwright::device
