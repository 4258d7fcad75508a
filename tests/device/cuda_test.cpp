// The CUDA driver layer against a library that pretends to be the driver. What a real GPU does is tested in tests/gpu.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "pretended_driver.hpp"
#include "vector_add.hpp"

#include <gmock/gmock.h>

namespace mapwright::device {
namespace {

using ::testing::HasSubstr;

class CudaTest : public testing::PretendedDriver {
protected:
  void SetUp() override {
    Result<std::unique_ptr<Device>> opened = open_cuda_device(DeviceId(0), library);
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }

  std::unique_ptr<Device> device;
};

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
  EXPECT_EQ(info.cache, mebibytes(50));
  EXPECT_FALSE(info.is_processor);
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

TEST_F(CudaTest, CopiesOnTheDevice) {
  testing::expect_copies(*device);
}

} // namespace
} // namespace mapwright::device
