#include "device/hip.hpp"

#include "device/gpu_device.hpp"
#include "device/hiprtc.hpp"
#include "device/rocm.hpp"

#include <array>
#include <utility>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

/// The architecture ("gfx90a:sramecc+:xnack-") out of the structure of properties, whose layout changes with the
/// version: after the name, which is 256 bytes long, no other text begins like this. Empty when it is not found.
std::string hip_architecture(const GpuDriver& driver, int ordinal) {
  constexpr std::size_t name_bytes = 256;
  constexpr std::string_view prefix = "gfx";
  std::string properties(1U << 16U, '\0'); // far more than any version fills
  if (driver.properties(properties.data(), ordinal) != 0) {
    return {};
  }
  const std::size_t at = properties.find(prefix, name_bytes);
  return at == std::string::npos ? std::string() : std::string(properties.c_str() + at);
}

/// Adds what only HIP has.
void complete_hip(const GpuDriver& driver, DeviceInfo& info) {
  int version = 0; // 10000000 * major + 100000 * minor + patch
  driver.driver_version(&version);
  info.vendor = "AMD";
  info.driver = fmt::format("HIP {}.{}", version / 10'000'000, version / 100'000 % 100);
  info.architecture = hip_architecture(driver, static_cast<int>(info.id.value()));
}

} // namespace

std::vector<std::string> hip_libraries() {
  return rocm_libraries({"libamdhip64.so.7", "libamdhip64.so.6", "libamdhip64.so.5", "libamdhip64.so"});
}

Result<std::vector<DeviceInfo>> list_hip_devices(const std::vector<std::string>& libraries) {
  const Result<GpuDriver> driver = open_hip_driver(libraries);
  return driver ? list_gpus(*driver, Api::hip, [&](DeviceInfo& info) { complete_hip(*driver, info); })
                : forward(driver);
}

Result<std::unique_ptr<Device>> open_hip_device(DeviceId id, const std::vector<std::string>& libraries) {
  Result<GpuDriver> driver = open_hip_driver(libraries);
  if (!driver) {
    return forward(driver);
  }
  Result<DeviceInfo> info = describe_gpu(*driver, Api::hip, id);
  if (!info) {
    return forward(info);
  }
  complete_hip(*driver, *info);
  auto session = GpuSession::open(std::move(*driver), static_cast<int>(id.value()));
  if (!session) {
    return forward(session);
  }
  const auto compile = [architecture = info->architecture](const std::string& source,
                                                           const std::vector<std::string>& options) {
    return hiprtc_compile({.source = source, .architecture = architecture, .options = options});
  };
  return make_gpu_device(std::move(*info), std::move(*session), compile);
}

} // namespace mapwright::device
