// The same small computation for both kinds of kernel language, and what it must give.
#pragma once

#include "device/device.hpp"

#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mapwright::device::testing {

inline const std::string opencl_add = R"(
__kernel void add(__global const int* a, __global const int* b, __global int* sum, int offset, uint n) {
  size_t i = get_global_id(0);
  if (i < n) sum[i] = a[i] + b[i] + offset;
})";

inline const std::string cuda_add = R"(
extern "C" __global__ void add(const int* a, const int* b, int* sum, int offset, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i] + offset;
})";

/// Adds two vectors of a size that fills no group and checks every element.
inline void expect_adds(Device& device, const std::string& source) {
  constexpr std::uint32_t n = 1000;
  std::vector<std::int32_t> a(n);
  std::iota(a.begin(), a.end(), -300);
  const std::vector<std::int32_t> b(n, 7);
  std::vector<std::int32_t> sum(n);

  const Result<Build> build = device.compile(source);
  ASSERT_TRUE(build) << build.error().format();
  ASSERT_NE(build->program, nullptr) << build->log;
  std::vector<std::unique_ptr<Buffer>> buffers;
  for (int i = 0; i < 3; ++i) {
    Result<std::unique_ptr<Buffer>> buffer = device.allocate(Bytes(n * sizeof(std::int32_t)));
    ASSERT_TRUE(buffer) << buffer.error().format();
    buffers.push_back(std::move(*buffer));
  }
  ASSERT_TRUE(buffers[0]->upload(std::as_bytes(std::span(a))));
  ASSERT_TRUE(buffers[1]->upload(std::as_bytes(std::span(b))));
  const std::vector<Argument> arguments{buffers[0].get(), buffers[1].get(), buffers[2].get(), std::int32_t{10}, n};
  const Result<LaunchTime> time =
      device.launch(*build->program, "add", {.groups = {16, 1, 1}, .group_size = {64, 1, 1}}, arguments);
  ASSERT_TRUE(time) << time.error().format();
  EXPECT_GE(time->on_device, Seconds::zero());
  EXPECT_GT(time->on_host, Seconds::zero());
  ASSERT_TRUE(buffers[2]->download(std::as_writable_bytes(std::span(sum))));
  for (std::uint32_t i = 0; i < n; ++i) {
    ASSERT_EQ(sum[i], a[i] + 17) << "element " << i;
  }
}

/// Copies a part of one buffer to another one, twice, and looks at all bytes.
inline void expect_copies(Device& device) {
  std::vector<std::byte> sent(1001);
  for (std::size_t i = 0; i < sent.size(); ++i) {
    sent[i] = static_cast<std::byte>(i * 31);
  }
  const auto from = device.allocate(Bytes(sent.size()));
  const auto to = device.allocate(Bytes(sent.size()));
  ASSERT_TRUE(from && to);
  ASSERT_TRUE((*from)->upload(sent));
  std::vector<std::byte> received(sent.size());
  ASSERT_TRUE((*to)->upload(received));
  const Result<Seconds> took = device.copy(**from, **to, Bytes(1000), 2);
  ASSERT_TRUE(took) << took.error().format();
  EXPECT_GT(*took, Seconds::zero());
  ASSERT_TRUE((*to)->download(received));
  sent.back() = std::byte{0};
  EXPECT_EQ(received, sent);
  EXPECT_EQ(device.copy(**from, **to, Bytes(1002), 1).error().kind, ErrorKind::input);
}

} // namespace mapwright::device::testing
