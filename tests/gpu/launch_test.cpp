// Real launches on a real CUDA device.
#include "device/cuda.hpp"
#include "device/nvrtc.hpp"
#include "device/vector_add.hpp"
#include "measure/energy.hpp"

#include <gtest/gtest.h>

namespace mapwright::device {
namespace {

class GpuTest : public ::testing::Test {
protected:
  void SetUp() override {
    const Result<std::vector<DeviceInfo>> list = list_cuda_devices();
    if (!list) {
      GTEST_SKIP() << list.error().format();
    }
    if (const auto nvrtc = nvrtc_version(); !nvrtc) {
      GTEST_SKIP() << nvrtc.error().format();
    }
    Result<std::unique_ptr<Device>> opened = open_device(list->front());
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }
  std::unique_ptr<Device> device;
};

TEST_F(GpuTest, AddsVectors) {
  testing::expect_adds(*device, testing::cuda_add);
}

TEST_F(GpuTest, UsesMoreSharedMemoryThanTheDefaultLimit) {
  const Result<Build> build = device->compile(R"(
    extern "C" __global__ void reverse(int* data) {
      extern __shared__ int shared[];
      shared[threadIdx.x] = data[threadIdx.x];
      __syncthreads();
      data[threadIdx.x] = shared[blockDim.x - 1 - threadIdx.x];
    })");
  ASSERT_TRUE(build && build->program) << (build ? build->log : build.error().format());
  std::vector<std::int32_t> data{1, 2, 3, 4, 5, 6, 7, 8};
  const auto buffer = device->allocate(Bytes(data.size() * sizeof data[0]));
  ASSERT_TRUE(buffer);
  ASSERT_TRUE((*buffer)->upload(std::as_bytes(std::span(data))));
  const std::vector<Argument> arguments{buffer->get(), GroupMemory{device->info().group_memory}};
  const auto time = device->launch(*build->program, "reverse", {.group_size = {8, 1, 1}}, arguments);
  ASSERT_TRUE(time) << time.error().format();
  ASSERT_TRUE((*buffer)->download(std::as_writable_bytes(std::span(data))));
  EXPECT_EQ(data, (std::vector<std::int32_t>{8, 7, 6, 5, 4, 3, 2, 1}));
}

TEST_F(GpuTest, BuffersGiveBackWhatTheyGot) {
  std::vector<std::byte> sent(1'000'003);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i] = static_cast<std::byte>(i * 31);
  }
  const auto buffer = device->allocate(Bytes(sent.size()));
  ASSERT_TRUE(buffer);
  ASSERT_TRUE((*buffer)->upload(sent));
  std::vector<std::byte> received(sent.size());
  ASSERT_TRUE((*buffer)->download(received));
  EXPECT_EQ(received, sent);
}

TEST_F(GpuTest, TooLargeGroupsAreInputErrors) {
  const Result<Build> build = device->compile(testing::cuda_add);
  ASSERT_TRUE(build && build->program);
  const auto buffer = device->allocate(Bytes(4));
  const std::vector<Argument> arguments{buffer->get(), buffer->get(), buffer->get(), std::int32_t{0}, std::uint32_t{1}};
  const LaunchShape shape{.group_size = {device->info().max_group_size + 1, 1, 1}};
  EXPECT_EQ(device->launch(*build->program, "add", shape, arguments).error().kind, ErrorKind::input);
}

TEST_F(GpuTest, TheEnergyCounterGrows) {
  const auto meter = measure::open_nvml();
  if (!meter) {
    GTEST_SKIP() << meter.error().format();
  }
  const auto first = (*meter)->total();
  ASSERT_TRUE(first) << first.error().format();
  testing::expect_adds(*device, testing::cuda_add);
  const auto second = (*meter)->total();
  ASSERT_TRUE(second);
  EXPECT_GE(*second, *first);
}

} // namespace
} // namespace mapwright::device
