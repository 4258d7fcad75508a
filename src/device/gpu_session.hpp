// A device opened through the driver of CUDA or HIP, and what the driver tells of its devices.
#pragma once

#include "core/error.hpp"
#include "device/device.hpp"
#include "device/gpu_driver.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mapwright::device {

/// The driver and, in CUDA, the primary context of one device; what buffers and programs share with it.
class GpuSession {
public:
  /// Opens device `ordinal`. Machine error when the driver does not.
  static Result<std::shared_ptr<GpuSession>> open(GpuDriver driver, int ordinal);

  GpuSession(GpuDriver driver, int ordinal, GpuHandle device, GpuContext context);
  ~GpuSession();
  GpuSession(const GpuSession&) = delete;
  GpuSession& operator=(const GpuSession&) = delete;

  [[nodiscard]] const GpuDriver& driver() const { return driver_; }

  /// Makes the device that of the calling thread; every call into the driver comes after it.
  [[nodiscard]] int enter() const;

  /// The error for a result of the driver: whose fault it is depends on the result.
  [[nodiscard]] tl::unexpected<Error> failed(const std::string& what, int code) const;

private:
  GpuDriver driver_;
  int ordinal_;
  GpuHandle device_;
  GpuContext context_; ///< null in HIP
};

/// What all drivers tell of a device; the architecture and the vendor are left to the caller.
Result<DeviceInfo> describe_gpu(const GpuDriver& driver, Api api, DeviceId id);

/// All devices of a driver, each with what `complete` adds to its description.
Result<std::vector<DeviceInfo>> list_gpus(const GpuDriver& driver, Api api,
                                          const std::function<void(DeviceInfo&)>& complete);

} // namespace mapwright::device
