#include "device/cuda_driver.hpp"

#include <array>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

template <class Function> bool bind(const DynamicLibrary& library, const char* symbol, Function*& function) {
  function = library.find<Function>(symbol);
  return function != nullptr;
}

bool bind_all(const DynamicLibrary& library, CudaDriver& driver) {
  return bind(library, "cuInit", driver.init) && bind(library, "cuDriverGetVersion", driver.driver_version) &&
         bind(library, "cuGetErrorString", driver.error_string) &&
         bind(library, "cuDeviceGetCount", driver.device_count) && bind(library, "cuDeviceGet", driver.device) &&
         bind(library, "cuDeviceGetName", driver.device_name) &&
         bind(library, "cuDeviceTotalMem_v2", driver.device_memory) &&
         bind(library, "cuDeviceGetAttribute", driver.device_attribute) &&
         bind(library, "cuDevicePrimaryCtxRetain", driver.retain_context) &&
         bind(library, "cuDevicePrimaryCtxRelease_v2", driver.release_context) &&
         bind(library, "cuCtxSetCurrent", driver.set_context) &&
         bind(library, "cuCtxSynchronize", driver.synchronize) &&
         bind(library, "cuModuleLoadData", driver.load_module) &&
         bind(library, "cuModuleUnload", driver.unload_module) &&
         bind(library, "cuModuleGetFunction", driver.module_function) &&
         bind(library, "cuFuncSetAttribute", driver.set_function_attribute) &&
         bind(library, "cuMemAlloc_v2", driver.allocate) && bind(library, "cuMemFree_v2", driver.free) &&
         bind(library, "cuMemcpyHtoD_v2", driver.copy_to_device) &&
         bind(library, "cuMemcpyDtoH_v2", driver.copy_to_host) && bind(library, "cuLaunchKernel", driver.launch) &&
         bind(library, "cuEventCreate", driver.create_event) &&
         bind(library, "cuEventDestroy_v2", driver.destroy_event) &&
         bind(library, "cuEventRecord", driver.record_event) &&
         bind(library, "cuEventElapsedTime", driver.elapsed_milliseconds);
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
