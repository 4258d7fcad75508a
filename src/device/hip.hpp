// HIP devices, through the HIP runtime (libamdhip64.so, opened at run time) and hiprtc. Its C functions are those of
// CUDA's driver under other names. Compiled and tested against a pretended runtime; not yet run on hardware.
#pragma once

#include "core/error.hpp"
#include "device/device.hpp"

#include <memory>
#include <string>
#include <vector>

namespace mapwright::device {

/// The files in which the HIP runtime is looked for: in ROCM_PATH or HIP_PATH, where the dynamic linker finds it, in
/// /opt/rocm; newest first.
std::vector<std::string> hip_libraries();

/// All HIP devices. Machine error when there is no runtime or no device. `libraries`: the first that loads is opened.
Result<std::vector<DeviceInfo>> list_hip_devices(const std::vector<std::string>& libraries = hip_libraries());

/// Opens one of them. Its programs are compiled by hiprtc for the device's own architecture.
Result<std::unique_ptr<Device>> open_hip_device(DeviceId id,
                                                const std::vector<std::string>& libraries = hip_libraries());

} // namespace mapwright::device
