#include "device/cuda_driver.hpp"

#include <array>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

bool bind_all(const DynamicLibrary& library, CudaDriver& driver) {
  return library.bind("cuInit", driver.init) && library.bind("cuDriverGetVersion", driver.driver_version) &&
         library.bind("cuGetErrorString", driver.error_string) &&
         library.bind("cuDeviceGetCount", driver.device_count) && library.bind("cuDeviceGet", driver.device) &&
         library.bind("cuDeviceGetName", driver.device_name) &&
         library.bind("cuDeviceTotalMem_v2", driver.device_memory) &&
         library.bind("cuDeviceGetAttribute", driver.device_attribute) &&
         library.bind("cuDevicePrimaryCtxRetain", driver.retain_context) &&
         library.bind("cuDevicePrimaryCtxRelease_v2", driver.release_context) &&
         library.bind("cuCtxSetCurrent", driver.set_context) && library.bind("cuCtxSynchronize", driver.synchronize) &&
         library.bind("cuModuleLoadData", driver.load_module) && library.bind("cuModuleUnload", driver.unload_module) &&
         library.bind("cuModuleGetFunction", driver.module_function) &&
         library.bind("cuFuncSetAttribute", driver.set_function_attribute) &&
         library.bind("cuMemAlloc_v2", driver.allocate) && library.bind("cuMemFree_v2", driver.free) &&
         library.bind("cuMemcpyHtoD_v2", driver.copy_to_device) &&
         library.bind("cuMemcpyDtoH_v2", driver.copy_to_host) && library.bind("cuLaunchKernel", driver.launch) &&
         library.bind("cuEventCreate", driver.create_event) &&
         library.bind("cuEventDestroy_v2", driver.destroy_event) &&
         library.bind("cuEventRecord", driver.record_event) &&
         library.bind("cuEventElapsedTime", driver.elapsed_milliseconds);
}

} // namespace

std::string CudaDriver::describe(const std::string& what, int code) const {
  const char* reason = nullptr;
  error_string(code, &reason);
  return fmt::format("CUDA cannot {}: {} (error {})", what, reason != nullptr ? reason : "unknown error", code);
}

Result<CudaDriver> open_cuda_driver(const std::string& name) {
  const Result<DynamicLibrary> library = DynamicLibrary::open(std::array{name});
  if (!library) {
    return fail(ErrorKind::machine, fmt::format("there is no CUDA driver ({})", library.error().message),
                "on a machine with an NVIDIA GPU install its driver (Debian: nvidia-driver)");
  }
  CudaDriver driver{.library = *library};
  if (!bind_all(*library, driver)) {
    return fail(ErrorKind::machine, fmt::format("the CUDA driver {} is too old", name), "update the NVIDIA driver");
  }
  int count = 0;
  int code = driver.init(0);
  code = code != 0 ? code : driver.device_count(&count);
  if (code != 0) {
    return fail(ErrorKind::machine, driver.describe("start", code));
  }
  if (count == 0) {
    return fail(ErrorKind::machine, "there is a CUDA driver but no CUDA device");
  }
  return driver;
}

} // namespace mapwright::device
