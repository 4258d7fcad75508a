// A library that pretends to be the drivers of CUDA and HIP, with one device that adds vectors on the CPU.
#pragma once

#include "sandbox/compile.hpp"
#include "sandbox/scratch.hpp"

#include <optional>
#include <string>

#include <gtest/gtest.h>

namespace mapwright::device::testing {

inline constexpr const char* pretended_driver = R"cpp(
#include <cstdlib>
#include <cstring>
extern "C" {
int contexts = 0;   // retained and not yet released
int allocations = 0;
int cuInit(unsigned) { return 0; }
int cuDriverGetVersion(int* v) { *v = 13020; return 0; }
int cuGetErrorString(int code, const char** text) { *text = code == 500 ? "named symbol not found" : "pretended failure"; return 0; }
int cuDeviceGetCount(int* n) { *n = 1; return 0; }
int cuDeviceGet(int* device, int ordinal) { *device = 40 + ordinal; return ordinal == 0 ? 0 : 101; }
int cuDeviceGetName(char* name, int, int) { std::strcpy(name, "Pretended GPU"); return 0; }
int cuDeviceTotalMem_v2(size_t* bytes, int) { *bytes = 1 << 20; return 0; }
int cuDeviceGetAttribute(int* value, int which, int) {
  *value = which == 1 ? 1024 : which == 97 ? 99 << 10 : which == 16 ? 132 : which == 38 ? 50 << 20 : which == 75 ? 9 : 0;
  return 0;
}
int cuDevicePrimaryCtxRetain(void** context, int) { ++contexts; *context = &contexts; return 0; }
int cuDevicePrimaryCtxRelease_v2(int) { --contexts; return 0; }
int cuCtxSetCurrent(void* context) { return context == &contexts && contexts > 0 ? 0 : 201; }
int cuCtxSynchronize() { return 0; }
int cuModuleLoadData(void** module, const void* image) { *module = &allocations; return std::memcmp(image, "\x7f" "ELF", 4) == 0 ? 0 : 200; }
int cuModuleUnload(void*) { return 0; }
int cuModuleGetFunction(void** function, void*, const char* name) { *function = &contexts; return std::strcmp(name, "add") == 0 ? 0 : 500; }
int cuFuncSetAttribute(void*, int, int) { return 0; }
int cuMemAlloc_v2(unsigned long long* address, size_t bytes) {
  if (bytes > 1 << 20) return 2;
  ++allocations;
  *address = reinterpret_cast<unsigned long long>(std::malloc(bytes));
  return 0;
}
int cuMemFree_v2(unsigned long long address) { --allocations; std::free(reinterpret_cast<void*>(address)); return 0; }
int cuMemcpyHtoD_v2(unsigned long long to, const void* from, size_t n) { std::memcpy(reinterpret_cast<void*>(to), from, n); return 0; }
int cuMemcpyDtoH_v2(void* to, unsigned long long from, size_t n) { std::memcpy(to, reinterpret_cast<void*>(from), n); return 0; }
int cuMemcpyDtoD_v2(unsigned long long to, unsigned long long from, size_t n) { std::memcpy(reinterpret_cast<void*>(to), reinterpret_cast<void*>(from), n); return 0; }
int cuLaunchKernel(void*, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void*, void** p, void**) {
  if (bx * by * bz > 1024) return 1;
  if (gy != 1 || gz != 1 || shared != 0) return 719;
  const int* a = *static_cast<int**>(p[0]);
  const int* b = *static_cast<int**>(p[1]);
  int* sum = *static_cast<int**>(p[2]);
  for (unsigned i = 0; i < gx * bx && i < *static_cast<unsigned*>(p[4]); ++i) sum[i] = a[i] + b[i] + *static_cast<int*>(p[3]);
  return 0;
}
int cuEventCreate(void** event, unsigned) { *event = std::malloc(1); return 0; }
int cuEventDestroy_v2(void* event) { std::free(event); return 0; }
int cuEventRecord(void*, void*) { return 0; }
int cuEventElapsedTime(float* ms, void*, void*) { *ms = 2.5f; return 0; }

// HIP: the same device under HIP's names.
int current = -1; // device of the thread
int hipInit(unsigned) { return 0; }
int hipDriverGetVersion(int* v) { *v = 60'342'000; return 0; }
const char* hipGetErrorString(int code) { const char* text = nullptr; cuGetErrorString(code, &text); return text; }
int hipGetDeviceCount(int* n) { return cuDeviceGetCount(n); }
int hipDeviceGet(int* device, int ordinal) { return cuDeviceGet(device, ordinal); }
int hipDeviceGetName(char* name, int size, int device) { return cuDeviceGetName(name, size, device); }
int hipDeviceTotalMem(size_t* bytes, int device) { return cuDeviceTotalMem_v2(bytes, device); }
int hipDeviceGetAttribute(int* value, int which, int) {
  *value = which == 56 ? 1024 : which == 74 ? 99 << 10 : which == 63 ? 132 : which == 19 ? 50 << 20 : 0;
  return 0;
}
int hipGetDevicePropertiesR0600(void* structure, int ordinal) {
  std::strcpy(static_cast<char*>(structure), "Pretended gfx");
  std::strcpy(static_cast<char*>(structure) + 1160, "gfx90a:sramecc+");
  return ordinal == 0 ? 0 : 101;
}
int hipSetDevice(int ordinal) { current = ordinal; return ordinal == 0 ? 0 : 101; }
int hipDeviceSynchronize() { return current == 0 ? 0 : 101; }
int hipModuleLoadData(void** module, const void* image) { return cuModuleLoadData(module, image); }
int hipModuleUnload(void* module) { return cuModuleUnload(module); }
int hipModuleGetFunction(void** function, void* module, const char* name) { return cuModuleGetFunction(function, module, name); }
int hipMalloc(void** address, size_t bytes) { return current == 0 ? cuMemAlloc_v2(reinterpret_cast<unsigned long long*>(address), bytes) : 101; }
int hipFree(void* address) { return cuMemFree_v2(reinterpret_cast<unsigned long long>(address)); }
int hipMemcpyHtoD(void* to, void* from, size_t n) { std::memcpy(to, from, n); return 0; }
int hipMemcpyDtoH(void* to, void* from, size_t n) { std::memcpy(to, from, n); return 0; }
int hipMemcpyDtoD(void* to, void* from, size_t n) { std::memcpy(to, from, n); return 0; }
int hipModuleLaunchKernel(void* f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, unsigned shared, void* stream, void** p, void** extra) {
  return cuLaunchKernel(f, gx, gy, gz, bx, by, bz, shared, stream, p, extra);
}
int hipEventCreateWithFlags(void** event, unsigned flags) { return cuEventCreate(event, flags); }
int hipEventDestroy(void* event) { return cuEventDestroy_v2(event); }
int hipEventRecord(void* event, void* stream) { return cuEventRecord(event, stream); }
int hipEventElapsedTime(float* ms, void* start, void* end) { return cuEventElapsedTime(ms, start, end); }
})cpp";

/// Tests with the path of that library, built once for each suite.
class PretendedDriver : public ::testing::Test {
protected:
  static void SetUpTestSuite() {
    Result<sandbox::ScratchDirectory> created = sandbox::ScratchDirectory::create();
    ASSERT_TRUE(created) << created.error().format();
    scratch = std::move(*created);
    sandbox::Policy policy;
    policy.minimum = sandbox::Level::rlimits;
    policy.wall_time = policy.cpu_time = Seconds(60);
    policy.scratch = scratch->path();
    const auto compiled = sandbox::compile_cxx(
        {.source = pretended_driver, .name = "driver", .binary = sandbox::Binary::shared_object}, policy);
    ASSERT_TRUE(compiled) << compiled.error().format();
    ASSERT_TRUE(compiled->binary) << compiled->diagnostics;
    library = compiled->binary->string();
  }
  static void TearDownTestSuite() { scratch.reset(); }

  inline static std::optional<sandbox::ScratchDirectory> scratch{};
  inline static std::string library{};
};

} // namespace mapwright::device::testing
