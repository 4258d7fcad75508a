// Caches and bandwidth of a device, on whatever OpenCL device is there; PoCL makes one of the CPU.
#include "kernel/worker/device_memory.hpp"

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

namespace mapwright::kernel::worker {
namespace {

class DeviceMemoryTest : public ::testing::Test {
protected:
  void SetUp() override {
    const auto list = device::list_devices(device::Api::opencl);
    if (!list) {
      GTEST_SKIP() << list.error().format();
    }
    auto opened = device::open_device(list->front());
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }
  std::unique_ptr<device::Device> device;
};

TEST_F(DeviceMemoryTest, SettingCachesChangesNoArgument) {
  DeviceMemory memory(*device);
  std::vector<std::unique_ptr<device::Buffer>> buffers;
  std::vector<std::vector<std::byte>> contents;
  for (const std::size_t bytes : {std::size_t{1}, std::size_t{5000}, std::size_t{1} << 20U}) {
    std::vector<std::byte> content(bytes);
    for (std::size_t i = 0; i < bytes; ++i) {
      content[i] = static_cast<std::byte>(i * 7 + bytes);
    }
    auto buffer = device->allocate(Bytes(bytes));
    ASSERT_TRUE(buffer) << buffer.error().format();
    ASSERT_TRUE((*buffer)->upload(content));
    buffers.push_back(std::move(*buffer));
    contents.push_back(std::move(content));
  }
  for (const bool cold : {true, false, true}) {
    const Result<void> set = cold ? memory.flush() : memory.touch(buffers);
    ASSERT_TRUE(set) << set.error().format();
    for (std::size_t i = 0; i < buffers.size(); ++i) {
      std::vector<std::byte> now(contents[i].size());
      ASSERT_TRUE(buffers[i]->download(now));
      EXPECT_EQ(now, contents[i]) << cold << " " << i;
    }
  }
}

TEST_F(DeviceMemoryTest, CopiesHaveARateThatAMachineCanHave) {
  DeviceMemory memory(*device);
  for (const Bytes bytes : {Bytes(1), kibibytes(100), mebibytes(8), gibibytes(100)}) {
    const Result<double> rate = memory.copy_rate(bytes);
    ASSERT_TRUE(rate) << rate.error().format();
    EXPECT_GT(*rate, 1e6);
    EXPECT_LT(*rate, 1e15);
  }
}

} // namespace
} // namespace mapwright::kernel::worker
