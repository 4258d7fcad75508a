// CUDA devices, through the driver (libcuda.so.1, opened at run time) and NVRTC.
#pragma once

#include "core/error.hpp"
#include "device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::device {

/// All CUDA devices. Machine error when there is no driver or no device. `library` is the driver to open.
Result<std::vector<DeviceInfo>> list_cuda_devices(const std::string& library = "libcuda.so.1");

/// Opens one of them in its primary context. Its programs are compiled by NVRTC for the device's own architecture or,
/// if that is newer than this NVRTC, to PTX for the newest one known, which the driver translates.
Result<std::unique_ptr<Device>> open_cuda_device(DeviceId id, const std::string& library = "libcuda.so.1");

} // namespace mapwright::device
