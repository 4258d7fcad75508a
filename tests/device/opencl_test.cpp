// OpenCL on whatever device is there; PoCL makes one of the CPU.
#include "device/opencl.hpp"
#include "vector_add.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::device {
namespace {

using ::testing::HasSubstr;

class OpenclTest : public ::testing::Test {
protected:
  void SetUp() override {
    const Result<std::vector<DeviceInfo>> list = list_opencl_devices();
    if (!list) {
      GTEST_SKIP() << list.error().format();
    }
    Result<std::unique_ptr<Device>> opened = open_device(list->front());
    ASSERT_TRUE(opened) << opened.error().format();
    device = std::move(*opened);
  }
  std::unique_ptr<Device> device;
};

TEST_F(OpenclTest, DescribesItself) {
  const DeviceInfo& info = device->info();
  EXPECT_EQ(info.api, Api::opencl);
  EXPECT_FALSE(info.name.empty());
  EXPECT_EQ(info.name.find('\0'), std::string::npos);
  EXPECT_THAT(info.architecture, HasSubstr("OpenCL C"));
  EXPECT_GT(info.compute_units, 0U);
  EXPECT_GT(info.memory, mebibytes(1));
  EXPECT_GT(info.max_group_size, 0U);
}

TEST_F(OpenclTest, AddsVectors) {
  testing::expect_adds(*device, testing::opencl_add);
}

TEST_F(OpenclTest, BuffersGiveBackWhatTheyGot) {
  for (const std::size_t size : {std::size_t{1}, std::size_t{3}, std::size_t{4096}, std::size_t{1'000'003}}) {
    std::vector<std::byte> sent(size);
    for (std::size_t i = 0; i < size; ++i) {
      sent[i] = static_cast<std::byte>(i * 31 + size);
    }
    const Result<std::unique_ptr<Buffer>> buffer = device->allocate(Bytes(size));
    ASSERT_TRUE(buffer) << buffer.error().format();
    EXPECT_EQ((*buffer)->size(), Bytes(size));
    ASSERT_TRUE((*buffer)->upload(sent));
    std::vector<std::byte> received(size);
    ASSERT_TRUE((*buffer)->download(received));
    EXPECT_EQ(received, sent);

    std::vector<std::byte> too_large(size + 1);
    EXPECT_EQ((*buffer)->upload(too_large).error().kind, ErrorKind::input);
    EXPECT_EQ((*buffer)->download(too_large).error().kind, ErrorKind::input);
  }
  EXPECT_EQ(device->allocate(Bytes(0)).error().kind, ErrorKind::input);
}

TEST_F(OpenclTest, GroupMemoryIsAnArgument) {
  const Result<Build> build = device->compile(R"(
    __kernel void reverse(__global int* data, __local int* shared) {
      size_t i = get_local_id(0);
      shared[i] = data[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      data[i] = shared[get_local_size(0) - 1 - i];
    })");
  ASSERT_TRUE(build) << build.error().format();
  ASSERT_NE(build->program, nullptr) << build->log;
  std::vector<std::int32_t> data{1, 2, 3, 4, 5, 6, 7, 8};
  const Result<std::unique_ptr<Buffer>> buffer = device->allocate(Bytes(data.size() * sizeof data[0]));
  ASSERT_TRUE(buffer);
  ASSERT_TRUE((*buffer)->upload(std::as_bytes(std::span(data))));
  const std::vector<Argument> arguments{buffer->get(), GroupMemory{Bytes(data.size() * sizeof data[0])}};
  const auto time =
      device->launch(*build->program, "reverse", {.groups = {1, 1, 1}, .group_size = {8, 1, 1}}, arguments);
  ASSERT_TRUE(time) << time.error().format();
  ASSERT_TRUE((*buffer)->download(std::as_writable_bytes(std::span(data))));
  EXPECT_THAT(data, ::testing::ElementsAre(8, 7, 6, 5, 4, 3, 2, 1));
}

TEST_F(OpenclTest, RejectedSourceGivesTheLog) {
  const Result<Build> build = device->compile("__kernel void broken(__global int* a) { a[0] = no_such_name; }");
  ASSERT_TRUE(build) << build.error().format();
  EXPECT_EQ(build->program, nullptr);
  EXPECT_THAT(build->log, HasSubstr("no_such_name"));
}

TEST_F(OpenclTest, OptionsReachTheCompiler) {
  const std::string source = "__kernel void f(__global int* a) { a[0] = VALUE; }";
  EXPECT_EQ(device->compile(source)->program, nullptr);
  const Result<Build> defined = device->compile(source, {"-DVALUE=3"});
  ASSERT_TRUE(defined);
  EXPECT_NE(defined->program, nullptr) << defined->log;
}

TEST_F(OpenclTest, WrongLaunchesAreInputErrors) {
  const Result<Build> build = device->compile(testing::opencl_add);
  ASSERT_TRUE(build && build->program);
  const auto no_entry = device->launch(*build->program, "subtract", {}, {});
  ASSERT_FALSE(no_entry);
  EXPECT_EQ(no_entry.error().kind, ErrorKind::input);
  EXPECT_THAT(no_entry.error().message, HasSubstr("subtract"));
  const auto too_few = device->launch(*build->program, "add", {}, {});
  ASSERT_FALSE(too_few);
  EXPECT_EQ(too_few.error().message, "the kernel 'add' takes 5 arguments, not 0");

  const Result<std::unique_ptr<Buffer>> buffer = device->allocate(Bytes(4));
  const Buffer* memory = buffer->get();
  const std::vector<Argument> wrong_size{memory, memory, memory, std::int64_t{0}, std::uint32_t{1}};
  EXPECT_EQ(device->launch(*build->program, "add", {}, wrong_size).error().kind, ErrorKind::input);
  const std::vector<Argument> right{memory, memory, memory, std::int32_t{0}, std::uint32_t{1}};
  const LaunchShape too_large{.groups = {1, 1, 1}, .group_size = {device->info().max_group_size + 1, 1, 1}};
  EXPECT_EQ(device->launch(*build->program, "add", too_large, right).error().kind, ErrorKind::input);
}

TEST_F(OpenclTest, PreparedLaunchesRunInOrderAnyNumberOfTimes) {
  const Result<Build> build = device->compile(R"(
__kernel void twice(__global int* a) { a[get_global_id(0)] *= 2; }
__kernel void next(__global int* a) { a[get_global_id(0)] += 1; })");
  ASSERT_TRUE(build && build->program) << (build ? build->log : build.error().format());
  std::vector<std::int32_t> data(1000, 3);
  const auto buffer = device->allocate(Bytes(data.size() * sizeof data[0]));
  ASSERT_TRUE(buffer);
  ASSERT_TRUE((*buffer)->upload(std::as_bytes(std::span(data))));
  const LaunchShape shape{.groups = {100, 1, 1}, .group_size = {10, 1, 1}};
  const std::vector<Argument> arguments{buffer->get()};
  const auto prepared = device->prepare(
      *build->program, {{"twice", shape, arguments}, {"next", shape, arguments}, {"twice", shape, arguments}});
  ASSERT_TRUE(prepared) << prepared.error().format();
  for (const std::int32_t expected : {14, 58}) {
    const auto time = (*prepared)->run();
    ASSERT_TRUE(time) << time.error().format();
    EXPECT_GT(time->on_host, Seconds::zero());
    ASSERT_TRUE((*buffer)->download(std::as_writable_bytes(std::span(data))));
    EXPECT_EQ(data, std::vector<std::int32_t>(1000, expected));
  }
  EXPECT_EQ(device->prepare(*build->program, {{"twice", shape, {}}}).error().kind, ErrorKind::input);
}

TEST_F(OpenclTest, CopiesOnTheDevice) {
  testing::expect_copies(*device);
}

TEST_F(OpenclTest, BuffersOutliveTheirDevice) {
  const Result<std::unique_ptr<Buffer>> buffer = device->allocate(Bytes(4));
  ASSERT_TRUE(buffer);
  device.reset();
  const std::array<std::byte, 4> data{};
  EXPECT_TRUE((*buffer)->upload(data));
}

TEST(Devices, TheHostIsAlwaysThere) {
  const DeviceList list = list_devices();
  ASSERT_FALSE(list.devices.empty());
  EXPECT_EQ(list.devices.front().api, Api::host);
  EXPECT_GT(list.devices.front().compute_units, 0U);
  EXPECT_EQ(open_device(list.devices.front()).error().kind, ErrorKind::input);
  for (const Absence& absence : list.absent) {
    EXPECT_EQ(absence.error.kind, ErrorKind::machine);
    EXPECT_FALSE(absence.error.message.empty());
  }
}

TEST(Devices, AMissingDeviceIsAMachineError) {
  EXPECT_EQ(open_opencl_device(DeviceId(12345)).error().kind, ErrorKind::machine);
}

} // namespace
} // namespace mapwright::device
