// The HIP layer against a library that pretends to be the HIP runtime. It has not been run on hardware.
#include "device/hip.hpp"
#include "device/hiprtc.hpp"
#include "pretended_driver.hpp"
#include "vector_add.hpp"

#include <gmock/gmock.h>

namespace mapwright::device {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

class HipTest : public testing::PretendedDriver {
protected:
  void SetUp() override {
    Result<std::unique_ptr<Device>> opened = open_hip_device(DeviceId(0), {library});
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }
  std::unique_ptr<Device> device;
};

TEST_F(HipTest, ListsDevices) {
  const Result<std::vector<DeviceInfo>> list = list_hip_devices({library});
  ASSERT_TRUE(list) << list.error().format();
  ASSERT_EQ(list->size(), 1U);
  const DeviceInfo& info = list->front();
  EXPECT_EQ(info.api, Api::hip);
  EXPECT_EQ(info.name, "Pretended GPU");
  EXPECT_EQ(info.vendor, "AMD");
  EXPECT_EQ(info.driver, "HIP 6.3");
  EXPECT_EQ(info.architecture, "gfx90a:sramecc+"); // not the name, which also holds "gfx"
  EXPECT_EQ(info.compute_units, 132U);
  EXPECT_EQ(info.memory, mebibytes(1));
  EXPECT_EQ(info.group_memory, kibibytes(99));
  EXPECT_EQ(info.cache, mebibytes(50));
  EXPECT_EQ(info.max_group_size, 1024U);
}

TEST_F(HipTest, AMissingRuntimeOrDeviceIsAMachineError) {
  const auto no_runtime = list_hip_devices({"libno-such-runtime.so.6", "libno-such-runtime.so.5"});
  ASSERT_FALSE(no_runtime);
  EXPECT_EQ(no_runtime.error().kind, ErrorKind::machine);
  EXPECT_THAT(no_runtime.error().message, HasSubstr("libno-such-runtime.so.6"));
  EXPECT_THAT(no_runtime.error().hint, HasSubstr("libamdhip64-5"));
  EXPECT_EQ(open_hip_device(DeviceId(7), {library}).error().kind, ErrorKind::machine);
  EXPECT_THAT(list_hip_devices({"libc.so.6"}).error().message, HasSubstr("too old"));
  EXPECT_THAT(hip_libraries(), Contains("libamdhip64.so.6"));
}

TEST_F(HipTest, AddsVectors) {
  if (!hiprtc_version()) {
    GTEST_SKIP() << hiprtc_version().error().format();
  }
  testing::expect_adds(*device, testing::cuda_add);
}

TEST_F(HipTest, TellsErrorsApart) {
  if (!hiprtc_version()) {
    GTEST_SKIP() << hiprtc_version().error().format();
  }
  const Result<Build> rejected = device->compile("nonsense");
  ASSERT_TRUE(rejected);
  EXPECT_EQ(rejected->program, nullptr);
  const Result<Build> build = device->compile(testing::cuda_add);
  ASSERT_TRUE(build && build->program);
  const auto no_entry = device->launch(*build->program, "subtract", {}, {});
  EXPECT_EQ(no_entry.error().kind, ErrorKind::input);
  EXPECT_EQ(no_entry.error().message, "HIP cannot find the kernel 'subtract': named symbol not found (error 500)");
  EXPECT_EQ(device->launch(*build->program, "add", {.group_size = {2048, 1, 1}}, {}).error().kind, ErrorKind::input);
  EXPECT_EQ(device->launch(*build->program, "add", {.groups = {1, 2, 1}}, {}).error().kind, ErrorKind::machine);
}

TEST_F(HipTest, MemoryErrorsAndCopies) {
  EXPECT_EQ(device->allocate(Bytes(0)).error().kind, ErrorKind::input);
  EXPECT_EQ(device->allocate(gibibytes(1)).error().kind, ErrorKind::machine);
  testing::expect_copies(*device);
}

} // namespace
} // namespace mapwright::device
