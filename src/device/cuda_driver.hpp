// The functions of the CUDA driver that are needed, declared here so that no CUDA header is.
#pragma once

#include "core/dynamic_library.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <string>

namespace mapwright::device {

// Types of cuda.h. A CUresult is 0 for success.
using CuDevice = int;
using CuContext = void*;
using CuModule = void*;
using CuFunction = void*;
using CuEvent = void*;
using CuAddress = unsigned long long;

inline constexpr int cuda_invalid_value = 1;
inline constexpr int cuda_not_found = 500;

/// Device attributes (CUdevice_attribute).
enum class CuAttribute : int {
  max_threads_per_block = 1,
  max_shared_memory_per_block_optin = 97,
  multiprocessor_count = 16,
  compute_capability_major = 75,
  compute_capability_minor = 76,
};

/// Function attribute CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES.
inline constexpr int cuda_max_dynamic_shared_size = 8;

/// The driver, initialised. Functions are named as in cuda.h without "cu"; versions as the header of CUDA 11 picks
/// them.
struct CudaDriver {
  DynamicLibrary library;
  int (*init)(unsigned flags) = nullptr;
  int (*driver_version)(int*) = nullptr;
  int (*error_string)(int code, const char** text) = nullptr;
  int (*device_count)(int*) = nullptr;
  int (*device)(CuDevice*, int ordinal) = nullptr;
  int (*device_name)(char*, int size, CuDevice) = nullptr;
  int (*device_memory)(std::size_t*, CuDevice) = nullptr;
  int (*device_attribute)(int*, int attribute, CuDevice) = nullptr;
  int (*retain_context)(CuContext*, CuDevice) = nullptr;
  int (*release_context)(CuDevice) = nullptr;
  int (*set_context)(CuContext) = nullptr;
  int (*synchronize)() = nullptr;
  int (*load_module)(CuModule*, const void* image) = nullptr;
  int (*unload_module)(CuModule) = nullptr;
  int (*module_function)(CuFunction*, CuModule, const char* name) = nullptr;
  int (*set_function_attribute)(CuFunction, int attribute, int value) = nullptr;
  int (*allocate)(CuAddress*, std::size_t) = nullptr;
  int (*free)(CuAddress) = nullptr;
  int (*copy_to_device)(CuAddress, const void*, std::size_t) = nullptr;
  int (*copy_to_host)(void*, CuAddress, std::size_t) = nullptr;
  int (*launch)(CuFunction, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                unsigned shared_bytes, void* stream, void** parameters, void** extra) = nullptr;
  int (*create_event)(CuEvent*, unsigned flags) = nullptr;
  int (*destroy_event)(CuEvent) = nullptr;
  int (*record_event)(CuEvent, void* stream) = nullptr;
  int (*elapsed_milliseconds)(float*, CuEvent start, CuEvent end) = nullptr;

  /// "CUDA cannot WHAT: REASON (error N)".
  [[nodiscard]] std::string describe(const std::string& what, int code) const;
};

/// Opens and initialises the driver. Machine error when it is missing, too old or without a device.
Result<CudaDriver> open_cuda_driver(const std::string& library);

} // namespace mapwright::device
