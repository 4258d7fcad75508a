// The CUDA driver layer against a library that pretends to be the driver, with one device that adds vectors on the CPU.
// What a real GPU does is tested in tests/gpu.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/scratch.hpp"
#include "vector_add.hpp"

#include <optional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::device {
namespace {

using ::testing::HasSubstr;

constexpr const char* pretended_driver = R"cpp(
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
  *value = which == 1 ? 1024 : which == 97 ? 99 << 10 : which == 16 ? 132 : which == 75 ? 9 : 0;
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
})cpp";

class CudaTest : public ::testing::Test {
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

  void SetUp() override {
    Result<std::unique_ptr<Device>> opened = open_cuda_device(DeviceId(0), library);
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }

  static std::optional<sandbox::ScratchDirectory> scratch;
  static std::string library;
  std::unique_ptr<Device> device;
};
std::optional<sandbox::ScratchDirectory> CudaTest::scratch;
std::string CudaTest::library;

TEST_F(CudaTest, ListsDevices) {
  const Result<std::vector<DeviceInfo>> list = list_cuda_devices(library);
  ASSERT_TRUE(list) << list.error().format();
  ASSERT_EQ(list->size(), 1U);
  const DeviceInfo& info = list->front();
  EXPECT_EQ(info.name, "Pretended GPU");
  EXPECT_EQ(info.driver, "CUDA 13.2");
  EXPECT_EQ(info.architecture, "sm_90");
  EXPECT_EQ(info.compute_units, 132U);
  EXPECT_EQ(info.memory, mebibytes(1));
  EXPECT_EQ(info.group_memory, kibibytes(99));
  EXPECT_EQ(info.max_group_size, 1024U);
}

TEST_F(CudaTest, AMissingDriverOrDeviceIsAMachineError) {
  const auto no_driver = list_cuda_devices("libno-such-driver.so.1");
  ASSERT_FALSE(no_driver);
  EXPECT_EQ(no_driver.error().kind, ErrorKind::machine);
  EXPECT_THAT(no_driver.error().hint, HasSubstr("nvidia-driver"));
  EXPECT_EQ(open_cuda_device(DeviceId(7), library).error().kind, ErrorKind::machine);
  EXPECT_THAT(list_cuda_devices("libc.so.6").error().message, HasSubstr("too old"));
}

TEST_F(CudaTest, AddsVectors) {
  if (!nvrtc_version()) {
    GTEST_SKIP() << nvrtc_version().error().format();
  }
  testing::expect_adds(*device, testing::cuda_add);
}

TEST_F(CudaTest, TellsErrorsApart) {
  if (!nvrtc_version()) {
    GTEST_SKIP() << nvrtc_version().error().format();
  }
  const Result<Build> rejected = device->compile("nonsense");
  ASSERT_TRUE(rejected);
  EXPECT_EQ(rejected->program, nullptr);
  EXPECT_FALSE(rejected->log.empty());
  const Result<Build> build = device->compile(testing::cuda_add);
  ASSERT_TRUE(build && build->program);
  const auto no_entry = device->launch(*build->program, "subtract", {}, {});
  EXPECT_EQ(no_entry.error().kind, ErrorKind::input);
  EXPECT_EQ(no_entry.error().message, "CUDA cannot find the kernel 'subtract': named symbol not found (error 500)");
  EXPECT_EQ(device->launch(*build->program, "add", {.groups = {0, 1, 1}}, {}).error().kind, ErrorKind::input);
  EXPECT_EQ(device->launch(*build->program, "add", {.group_size = {2048, 1, 1}}, {}).error().kind, ErrorKind::input);
  EXPECT_EQ(device->launch(*build->program, "add", {.groups = {1, 2, 1}}, {}).error().kind, ErrorKind::machine);
}

TEST_F(CudaTest, MemoryErrors) {
  EXPECT_EQ(device->allocate(Bytes(0)).error().kind, ErrorKind::input);
  EXPECT_EQ(device->allocate(gibibytes(1)).error().kind, ErrorKind::machine);
  const auto buffer = device->allocate(Bytes(8));
  ASSERT_TRUE(buffer);
  device.reset(); // the buffer keeps the context
  std::array<std::byte, 9> nine{};
  EXPECT_EQ((*buffer)->upload(nine).error().kind, ErrorKind::input);
  EXPECT_TRUE((*buffer)->upload(std::span(nine).first(8)));
}

} // namespace
} // namespace mapwright::device
