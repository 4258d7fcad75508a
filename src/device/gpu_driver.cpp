#include "device/gpu_driver.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mapwright::device {
namespace {

/// Versions as the header of CUDA 11 picks them.
bool bind_cuda(GpuDriver& driver) {
  const DynamicLibrary& library = driver.library;
  return library.bind("cuInit", driver.init) && library.bind("cuDriverGetVersion", driver.driver_version) &&
         library.bind("cuDeviceGetCount", driver.device_count) && library.bind("cuDeviceGet", driver.device) &&
         library.bind("cuDeviceGetName", driver.device_name) &&
         library.bind("cuDeviceTotalMem_v2", driver.device_memory) &&
         library.bind("cuDeviceGetAttribute", driver.device_attribute) &&
         library.bind("cuCtxSynchronize", driver.synchronize) && library.bind("cuModuleLoadData", driver.load_module) &&
         library.bind("cuModuleUnload", driver.unload_module) &&
         library.bind("cuModuleGetFunction", driver.module_function) &&
         library.bind("cuMemAlloc_v2", driver.allocate) && library.bind("cuMemFree_v2", driver.free) &&
         library.bind("cuMemcpyHtoD_v2", driver.copy_to_device) &&
         library.bind("cuMemcpyDtoH_v2", driver.copy_to_host) &&
         library.bind("cuMemcpyDtoD_v2", driver.copy_on_device) && library.bind("cuLaunchKernel", driver.launch) &&
         library.bind("cuEventCreate", driver.create_event) &&
         library.bind("cuEventDestroy_v2", driver.destroy_event) &&
         library.bind("cuEventRecord", driver.record_event) &&
         library.bind("cuEventElapsedTime", driver.elapsed_milliseconds) &&
         library.bind("cuGetErrorString", driver.error_string) &&
         library.bind("cuDevicePrimaryCtxRetain", driver.retain_context) &&
         library.bind("cuDevicePrimaryCtxRelease_v2", driver.release_context) &&
         library.bind("cuCtxSetCurrent", driver.set_context) &&
         library.bind("cuFuncSetAttribute", driver.set_function_attribute);
}

/// ROCm 6 has a new structure of properties and a name of its own for the function that fills it.
bool bind_hip(GpuDriver& driver) {
  const DynamicLibrary& library = driver.library;
  return library.bind("hipInit", driver.init) && library.bind("hipDriverGetVersion", driver.driver_version) &&
         library.bind("hipGetDeviceCount", driver.device_count) && library.bind("hipDeviceGet", driver.device) &&
         library.bind("hipDeviceGetName", driver.device_name) &&
         library.bind("hipDeviceTotalMem", driver.device_memory) &&
         library.bind("hipDeviceGetAttribute", driver.device_attribute) &&
         library.bind("hipDeviceSynchronize", driver.synchronize) &&
         library.bind("hipModuleLoadData", driver.load_module) &&
         library.bind("hipModuleUnload", driver.unload_module) &&
         library.bind("hipModuleGetFunction", driver.module_function) && library.bind("hipMalloc", driver.allocate) &&
         library.bind("hipFree", driver.free) && library.bind("hipMemcpyHtoD", driver.copy_to_device) &&
         library.bind("hipMemcpyDtoH", driver.copy_to_host) && library.bind("hipMemcpyDtoD", driver.copy_on_device) &&
         library.bind("hipModuleLaunchKernel", driver.launch) &&
         library.bind("hipEventCreateWithFlags", driver.create_event) &&
         library.bind("hipEventDestroy", driver.destroy_event) && library.bind("hipEventRecord", driver.record_event) &&
         library.bind("hipEventElapsedTime", driver.elapsed_milliseconds) &&
         library.bind("hipGetErrorString", driver.error_text) && library.bind("hipSetDevice", driver.set_device) &&
         (library.bind("hipGetDevicePropertiesR0600", driver.properties) ||
          library.bind("hipGetDeviceProperties", driver.properties));
}

/// Initialises a driver that is bound. `no_device`: results of its functions that say that there is none.
Result<GpuDriver> initialised(GpuDriver driver, std::initializer_list<int> no_device) {
  int count = 0;
  int code = driver.init(0);
  code = code != 0 ? code : driver.device_count(&count);
  const bool none = std::find(no_device.begin(), no_device.end(), code) != no_device.end();
  if (code != 0 && !none) {
    return fail(ErrorKind::machine, driver.describe("start", code));
  }
  if (none || count == 0) {
    return fail(ErrorKind::machine, fmt::format("there is a {} driver but no {} device", driver.name, driver.name));
  }
  return driver;
}

} // namespace

std::string GpuDriver::describe(const std::string& what, int code) const {
  const char* reason = nullptr;
  if (error_string != nullptr) {
    error_string(code, &reason);
  } else {
    reason = error_text(code);
  }
  return fmt::format("{} cannot {}: {} (error {})", name, what, reason != nullptr ? reason : "unknown error", code);
}

unsigned GpuDriver::attribute(int number, GpuHandle of) const {
  int value = 0;
  return device_attribute(&value, number, of) == 0 && value > 0 ? static_cast<unsigned>(value) : 0U;
}

Result<GpuDriver> open_cuda_driver(const std::string& name) {
  const Result<DynamicLibrary> library = DynamicLibrary::open(std::array{name});
  if (!library) {
    return fail(ErrorKind::machine, fmt::format("there is no CUDA driver ({})", library.error().message),
                "on a machine with an NVIDIA GPU install its driver (Debian: nvidia-driver)");
  }
  constexpr GpuAttributes attributes{.max_threads_per_block = 1,
                                     .max_shared_memory_per_block = 97, // with leave to exceed the default
                                     .multiprocessor_count = 16,
                                     .cache_size = 38};
  GpuDriver driver{.name = "CUDA", .attributes = attributes, .library = *library};
  if (!bind_cuda(driver)) {
    return fail(ErrorKind::machine, fmt::format("the CUDA driver {} is too old", name), "update the NVIDIA driver");
  }
  constexpr int no_device = 100;
  return initialised(std::move(driver), {no_device});
}

Result<GpuDriver> open_hip_driver(const std::vector<std::string>& libraries) {
  const Result<DynamicLibrary> library = DynamicLibrary::open(libraries);
  if (!library) {
    return fail(ErrorKind::machine, fmt::format("there is no HIP runtime ({})", library.error().message),
                "on a machine with an AMD GPU install ROCm (Debian: libamdhip64-5), or set ROCM_PATH");
  }
  constexpr GpuAttributes attributes{
      .max_threads_per_block = 56, .max_shared_memory_per_block = 74, .multiprocessor_count = 63, .cache_size = 19};
  GpuDriver driver{.name = "HIP", .attributes = attributes, .library = *library};
  if (!bind_hip(driver)) {
    return fail(ErrorKind::machine, fmt::format("the HIP runtime {} is too old", library->name()), "update ROCm");
  }
  constexpr int no_device = 100;
  constexpr int invalid_device = 101; // what hipInit says where there is none
  return initialised(std::move(driver), {no_device, invalid_device});
}

} // namespace mapwright::device
