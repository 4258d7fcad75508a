// The functions of the CUDA driver that are needed, and those of HIP, which are the same under other names. Declared
// here so that no header of either is needed.
#pragma once

#include "core/dynamic_library.hpp"
#include "core/error.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright::device {

// Types of cuda.h; those of hip_runtime_api.h have the same sizes. A result is 0 for success.
using GpuHandle = int; ///< of a device
using GpuContext = void*;
using GpuModule = void*;
using GpuFunction = void*;
using GpuEvent = void*;
using GpuAddress = unsigned long long;

/// Results that blame the caller; the same numbers in both.
inline constexpr int gpu_invalid_value = 1;
inline constexpr int gpu_not_found = 500;

/// Function attribute for the size of dynamic shared memory; the same number in both.
inline constexpr int gpu_max_dynamic_shared_size = 8;

/// Numbers of the device attributes that are asked for.
struct GpuAttributes {
  int max_threads_per_block;
  int max_shared_memory_per_block;
  int multiprocessor_count;
  int cache_size; ///< of the last level on the device
};

/// An initialised driver. Functions are named as in cuda.h without "cu".
struct GpuDriver {
  std::string_view name; ///< "CUDA" or "HIP"
  GpuAttributes attributes;
  DynamicLibrary library;
  int (*init)(unsigned flags) = nullptr;
  int (*driver_version)(int*) = nullptr;
  int (*device_count)(int*) = nullptr;
  int (*device)(GpuHandle*, int ordinal) = nullptr;
  int (*device_name)(char*, int size, GpuHandle) = nullptr;
  int (*device_memory)(std::size_t*, GpuHandle) = nullptr;
  int (*device_attribute)(int*, int attribute, GpuHandle) = nullptr;
  int (*synchronize)() = nullptr;
  int (*load_module)(GpuModule*, const void* image) = nullptr;
  int (*unload_module)(GpuModule) = nullptr;
  int (*module_function)(GpuFunction*, GpuModule, const char* name) = nullptr;
  int (*allocate)(GpuAddress*, std::size_t) = nullptr;
  int (*free)(GpuAddress) = nullptr;
  int (*copy_to_device)(GpuAddress, const void*, std::size_t) = nullptr;
  int (*copy_to_host)(void*, GpuAddress, std::size_t) = nullptr;
  int (*copy_on_device)(GpuAddress to, GpuAddress from, std::size_t) = nullptr;
  int (*launch)(GpuFunction, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                unsigned shared_bytes, void* stream, void** parameters, void** extra) = nullptr;
  int (*create_event)(GpuEvent*, unsigned flags) = nullptr;
  int (*destroy_event)(GpuEvent) = nullptr;
  int (*record_event)(GpuEvent, void* stream) = nullptr;
  int (*elapsed_milliseconds)(float*, GpuEvent start, GpuEvent end) = nullptr;

  // Of CUDA alone, null in HIP.
  int (*error_string)(int code, const char** text) = nullptr;
  int (*retain_context)(GpuContext*, GpuHandle) = nullptr;
  int (*release_context)(GpuHandle) = nullptr;
  int (*set_context)(GpuContext) = nullptr;
  int (*set_function_attribute)(GpuFunction, int attribute, int value) = nullptr;

  // Of HIP alone, null in CUDA.
  const char* (*error_text)(int code) = nullptr;
  int (*set_device)(int ordinal) = nullptr;
  int (*properties)(void* structure, int ordinal) = nullptr;

  /// "CUDA cannot WHAT: REASON (error N)".
  [[nodiscard]] std::string describe(const std::string& what, int code) const;

  /// The value of an attribute of a device; 0 where there is none.
  [[nodiscard]] unsigned attribute(int number, GpuHandle of) const;
};

/// Opens and initialises the driver of CUDA. Machine error when it is missing, too old or without a device.
Result<GpuDriver> open_cuda_driver(const std::string& library);

/// Opens and initialises HIP: the first of `libraries` that loads. Errors as above.
Result<GpuDriver> open_hip_driver(const std::vector<std::string>& libraries);

} // namespace mapwright::device
